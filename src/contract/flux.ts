import * as z from 'zod';
import { call } from './call.ts';
import { fault, PisteIdSchema } from './fields.ts';

/**
 * `type_piste`: null for the caller's own lessons. `lu_at`: when a calendar program last read the
 * feed, recorded at most once an hour.
 */
const FluxSchema = z.object({
  id: z.string(),
  type_piste: z.nullable(z.string()),
  created_at: z.string(),
  lu_at: z.nullable(z.string()),
});

export type Flux = z.infer<typeof FluxSchema>;

/**
 * The caller's addresses of calendar feeds (RIDE-40), and single lessons for a calendar (RIDE-85).
 * `server/http/flux.ts` serves the feeds themselves.
 */
export const flux = {
  list: call
    .route({ method: 'GET', path: '/profil/calendriers', summary: 'Ses adresses de calendrier' })
    .meta({ who: 'signed-in', shows: ['flux', 'users'] })
    .output(z.array(FluxSchema)),

  /**
   * Draws a new address, which replaces the previous one of the same kind. The address is only in
   * this answer and cannot be read later. Only administrators may ask for an arena's feed.
   */
  draw: call
    .route({
      method: 'POST',
      path: '/profil/calendriers',
      summary: 'Créer une adresse de calendrier, ou en tirer une nouvelle',
    })
    .meta({ who: 'signed-in', changes: ['flux'] })
    .input(z.strictObject({ type_piste: z.nullable(PisteIdSchema) }))
    .output(z.object({ ...FluxSchema.shape, adresse: z.string() })),

  remove: call
    .route({
      method: 'DELETE',
      path: '/profil/calendriers/{id}',
      summary: 'Supprimer une de ses adresses de calendrier',
    })
    .meta({ who: 'signed-in', changes: ['flux'] })
    .input(z.strictObject({ id: z.uuid(fault('calendrier_introuvable')) }))
    .output(z.object({ success: z.boolean() })),

  /** The calendar file of one lesson in which the caller has a seat (RIDE-85). */
  lecon: call
    .route({
      method: 'GET',
      path: '/reservations/{id}/agenda',
      summary: "Une de ses leçons comme fichier d'agenda",
    })
    .meta({ who: 'signed-in' })
    .input(z.strictObject({ id: z.uuid(fault('reservation_introuvable')) }))
    .output(z.file()),
};
