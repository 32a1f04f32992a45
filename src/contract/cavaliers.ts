import * as z from 'zod';
import { call } from './call.ts';
import { fault, JourSchema, text } from './fields.ts';

const CavalierSchema = z.object({
  id: z.string(),
  nom: z.string(),
  annee_naissance: z.nullable(z.int()),
  note: z.nullable(z.string()),
});

const FIELDS = {
  nom: text('cavalier_nom_invalide'),
  annee_naissance: z.nullable(z.int(fault('cavalier_annee_invalide'))),
  note: z.nullable(text('cavalier_note_longue')),
};
const ID = { id: z.uuid(fault('cavalier_introuvable')) };

/**
 * The riders for whom the caller books (RIDE-20). A rider of another account is answered as not
 * found.
 */
export const cavaliers = {
  /** In alphabetical order. */
  list: call
    .route({ method: 'GET', path: '/cavaliers', summary: 'Les cavaliers pour lesquels on réserve' })
    .meta({ who: 'signed-in', shows: ['cavaliers'] })
    .output(z.array(CavalierSchema)),

  create: call
    .route({
      method: 'POST',
      path: '/cavaliers',
      successStatus: 201,
      summary: 'Ajouter un cavalier',
    })
    .meta({ who: 'signed-in', changes: ['cavaliers'] })
    .input(z.strictObject(FIELDS))
    .output(CavalierSchema),

  /** Replaces all three fields. */
  update: call
    .route({ method: 'PUT', path: '/cavaliers/{id}', summary: 'Modifier un cavalier' })
    .meta({ who: 'signed-in', changes: ['cavaliers'] })
    .input(z.strictObject({ ...ID, ...FIELDS }))
    .output(CavalierSchema),

  /** The reservations keep the name. */
  remove: call
    .route({ method: 'DELETE', path: '/cavaliers/{id}', summary: 'Retirer un cavalier' })
    .meta({ who: 'signed-in', changes: ['cavaliers'] })
    .input(z.strictObject(ID))
    .output(z.object({ success: z.boolean() })),

  /**
   * What administrators read beside the names of a period's lessons: only for riders of the account
   * that has the seat, and only if there is something to show.
   */
  notes: call
    .route({
      method: 'GET',
      path: '/cavaliers/notes',
      summary: "L'année de naissance et la note des cavaliers dans les leçons d'une période",
    })
    .meta({ who: 'admin', shows: ['cavaliers', 'reservations'], byDay: true })
    .input(z.strictObject({ du: JourSchema, au: JourSchema }))
    .output(
      z.array(
        z.object({
          reservation_id: z.string(),
          nom: z.string(),
          annee_naissance: z.nullable(z.int()),
          note: z.nullable(z.string()),
        }),
      ),
    ),
};
