import * as z from 'zod';
import { DESSINS } from '#domain/slots/pistes.ts';
import { call } from './call.ts';
import { fault, text } from './fields.ts';

export const PisteSchema = z.object({
  id: z.string(),
  nom: z.string(),
  note: z.string(),
  dessin: z.enum(DESSINS),
  ordre: z.int(),
  actif: z.boolean(),
});

/** A coming lesson that a change would affect. */
export const LeconAVenirSchema = z.object({
  id: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  type_lecon: z.string(),
  nom_client: z.string(),
});

const FIELDS = {
  nom: text('piste_nom_invalide'),
  note: text('piste_note_invalide'),
  dessin: z.enum(DESSINS, fault('dessin_invalide')),
};

const IdSchema = text('piste_introuvable');

export const pistes = {
  /**
   * Every arena in its order, including those that can no longer be booked, because lessons name
   * them.
   */
  list: call
    .route({ method: 'GET', path: '/pistes', summary: 'Les pistes' })
    .meta({ who: 'all', shows: ['pistes'], etag: true })
    .output(z.array(PisteSchema)),

  /** Adds an active arena at the end of the order. Its id is made from its name (SET-44). */
  create: call
    .route({ method: 'POST', path: '/pistes', successStatus: 201, summary: 'Ajouter une piste' })
    .meta({ who: 'admin', changes: ['pistes'] })
    .input(
      z.strictObject({
        nom: FIELDS.nom,
        note: z._default(FIELDS.note, ''),
        dessin: FIELDS.dessin,
      }),
    )
    .output(PisteSchema),

  /** Takes every arena in its new order. Refused if arenas were added or removed meanwhile. */
  arrange: call
    .route({ method: 'PUT', path: '/pistes/ordre', summary: 'Ranger les pistes' })
    .meta({ who: 'admin', changes: ['pistes'] })
    .input(z.strictObject({ ids: z.array(z.string()) }))
    .output(z.array(PisteSchema)),

  /** What an administrator must know before an arena is switched off or deleted (SET-44). */
  usage: call
    .route({
      method: 'GET',
      path: '/pistes/{id}/usage',
      summary: "Les leçons à venir d'une piste, et si elle peut être supprimée",
    })
    .meta({ who: 'admin', shows: ['pistes', 'reservations'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(
      z.object({
        a_venir: z.int(),
        /** The first ones only. */
        lecons: z.array(LeconAVenirSchema),
        supprimable: z.boolean(),
      }),
    ),

  /** The id does not change. An arena that is switched off keeps its lessons (SET-44). */
  update: call
    .route({ method: 'PATCH', path: '/pistes/{id}', summary: 'Modifier une piste' })
    .meta({ who: 'admin', changes: ['pistes'] })
    .input(
      z.strictObject({
        id: IdSchema,
        nom: z.optional(FIELDS.nom),
        note: z.optional(FIELDS.note),
        dessin: z.optional(FIELDS.dessin),
        actif: z.optional(z.boolean()),
      }),
    )
    .output(PisteSchema),

  /** Deletes an arena, only if nothing refers to it (SET-44). */
  remove: call
    .route({ method: 'DELETE', path: '/pistes/{id}', summary: 'Supprimer une piste' })
    .meta({ who: 'admin', changes: ['pistes'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ success: z.boolean() })),
};
