import * as z from 'zod';
import { DEMI_HEURES } from '#domain/slots/creneaux.ts';
import { call } from './call.ts';
import { fault, JourSchema, PisteIdSchema, text } from './fields.ts';

const AlerteSchema = z.object({
  id: z.string(),
  type_lecon: z.string(),
  type_piste: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  /**
   * When the email about a free place was sent; null while the request waits (RIDE-64). An instance
   * of the previous version does not send this field.
   */
  libre_at: z.optional(z.nullable(z.string())),
});
export type Alerte = z.infer<typeof AlerteSchema>;

export const alertes = {
  /**
   * The caller's requests for slots that have not begun, by day and hour: those that wait, and
   * those that were already answered by an email.
   */
  list: call
    .route({ method: 'GET', path: '/alertes', summary: 'Les créneaux dont on attend une place' })
    .meta({ who: 'signed-in', shows: ['alertes'] })
    .output(z.array(AlerteSchema)),

  /**
   * Requests an email for when a slot becomes free, or refuses (RIDE-31). If the caller already has
   * a request for the slot, the call answers that request.
   */
  create: call
    .route({
      method: 'POST',
      path: '/alertes',
      summary: "Demander à être prévenu d'un créneau libéré",
    })
    .meta({ who: 'signed-in', changes: ['alertes'] })
    .input(
      z.strictObject({
        type_lecon: text('type_lecon_manquant').check(z.minLength(1, fault('type_lecon_manquant'))),
        type_piste: PisteIdSchema,
        date_reservation: JourSchema,
        heure_debut: z.enum(DEMI_HEURES, fault('heure_debut_manquante')),
      }),
    )
    .output(AlerteSchema),

  /** Ends one of the caller's requests. A request that has already ended is no error. */
  remove: call
    .route({ method: 'DELETE', path: '/alertes/{id}', summary: 'Ne plus être prévenu' })
    .meta({ who: 'signed-in', changes: ['alertes'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(z.object({ success: z.boolean() })),
};
