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
   * When one was told that the slot is free; null while one waits (RIDE-64). Absent from an
   * instance of the version before.
   */
  libre_at: z.optional(z.nullable(z.string())),
});
export type Alerte = z.infer<typeof AlerteSchema>;

export const alertes = {
  /**
   * One's own, of slots that have not begun, by day and hour: those that wait, and those that one
   * was told of.
   */
  list: call
    .route({ method: 'GET', path: '/alertes', summary: 'Les créneaux dont on attend une place' })
    .meta({ who: 'signed-in', shows: ['alertes'] })
    .output(z.array(AlerteSchema)),

  /**
   * Asks to be told when a slot becomes free, or refuses (RIDE-31). A slot that was asked for
   * already answers its request.
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

  /** Ends one's own request; one that has ended already is no error. */
  remove: call
    .route({ method: 'DELETE', path: '/alertes/{id}', summary: 'Ne plus être prévenu' })
    .meta({ who: 'signed-in', changes: ['alertes'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(z.object({ success: z.boolean() })),
};
