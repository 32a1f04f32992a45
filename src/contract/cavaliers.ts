import * as z from 'zod';
import { call } from './call.ts';
import { fault, JourSchema, text } from './fields.ts';

const CavalierSchema = z.object({
  id: z.string(),
  nom: z.string(),
  annee_naissance: z.nullable(z.int()),
  note: z.nullable(z.string()),
  /** Counts the changes; a change says on which one it is based (RIDE-89). */
  version: z.int(),
});

const FIELDS = {
  nom: text('cavalier_nom_invalide'),
  annee_naissance: z.nullable(z.int(fault('cavalier_annee_invalide'))),
  note: z.nullable(text('cavalier_note_longue')),
};
/** A page of the version before sends none, and is told to reload (RIDE-89). */
const VERSION = { version: z.optional(z.int()) };
const ID = { id: z.uuid(fault('cavalier_introuvable')) };
const CLIENT = { client: z.uuid(fault('client_inconnu')) };

/**
 * The riders for whom the caller books (RIDE-20); for administrators, those of a customer (CLI-25). A
 * rider of somebody else is answered as not found.
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

  /** Replaces all three fields. Refused if `version` is not the present one (RIDE-89). */
  update: call
    .route({ method: 'PUT', path: '/cavaliers/{id}', summary: 'Modifier un cavalier' })
    .meta({ who: 'signed-in', changes: ['cavaliers'] })
    .input(z.strictObject({ ...ID, ...FIELDS, ...VERSION }))
    .output(CavalierSchema),

  /** The reservations keep the name. */
  remove: call
    .route({ method: 'DELETE', path: '/cavaliers/{id}', summary: 'Retirer un cavalier' })
    .meta({ who: 'signed-in', changes: ['cavaliers'] })
    .input(z.strictObject(ID))
    .output(z.object({ success: z.boolean() })),

  /** The riders of a customer, in alphabetical order. */
  listOf: call
    .route({
      method: 'GET',
      path: '/clients/{client}/cavaliers',
      summary: "Les cavaliers d'un client",
    })
    .meta({ who: 'admin', shows: ['cavaliers'] })
    .input(z.strictObject(CLIENT))
    .output(z.array(CavalierSchema)),

  /** Only of a customer without an account, as the next two. */
  createOf: call
    .route({
      method: 'POST',
      path: '/clients/{client}/cavaliers',
      successStatus: 201,
      summary: "Ajouter un cavalier d'un client sans compte",
    })
    .meta({ who: 'admin', changes: ['cavaliers'] })
    .input(z.strictObject({ ...CLIENT, ...FIELDS }))
    .output(CavalierSchema),

  /** Replaces all three fields, as `update`. */
  updateOf: call
    .route({
      method: 'PUT',
      path: '/clients/{client}/cavaliers/{id}',
      summary: "Modifier un cavalier d'un client sans compte",
    })
    .meta({ who: 'admin', changes: ['cavaliers'] })
    .input(z.strictObject({ ...CLIENT, ...ID, ...FIELDS, ...VERSION }))
    .output(CavalierSchema),

  /** The reservations keep the name. */
  removeOf: call
    .route({
      method: 'DELETE',
      path: '/clients/{client}/cavaliers/{id}',
      summary: "Retirer un cavalier d'un client sans compte",
    })
    .meta({ who: 'admin', changes: ['cavaliers'] })
    .input(z.strictObject({ ...CLIENT, ...ID }))
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
