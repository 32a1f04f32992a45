import * as z from 'zod';
import { COLORS } from '#domain/types/types_lecons.ts';
import { call } from './call.ts';
import { fault, SuivantSchema, text } from './fields.ts';

const TypeLeconSchema = z.object({
  value: z.string(),
  label: z.string(),
  icon: z.string(),
  color: z.enum(COLORS),
  max_personnes: z.int(),
  duree_minutes: z.int(),
  ordre: z.int(),
  actif: z.boolean(),
  ouverte: z.boolean(),
});

const FIELDS = {
  label: text('champs_manquants'),
  icon: text('icone_invalide'),
  color: z.enum(COLORS, fault('couleur_invalide')),
  max_personnes: z.int(fault('max_invalide')),
  duree_minutes: z.int(fault('duree_invalide')),
};

const ValueSchema = text('type_introuvable');

export const typesLecons = {
  /**
   * The active types in their order (API-07). With `tous`, for administrators, the inactive ones
   * too.
   */
  list: call
    .route({ method: 'GET', path: '/types-lecons', summary: 'Les types de leçon proposés' })
    .meta({ who: 'signed-in', shows: ['types_lecons', 'prix', 'parametres'], etag: true })
    .input(z.strictObject({ tous: z.optional(z.literal('1')) }))
    /**
     * `prix`: euros for each rider today; `suivant`: the next price. Both are left out if the centre
     * does not show its prices (RIDE-57).
     */
    .output(
      z.array(
        z.object({
          ...TypeLeconSchema.shape,
          prix: z.optional(z.number()),
          suivant: z.optional(z.nullable(SuivantSchema)),
        }),
      ),
    ),

  /** The types of the caller's own reservations, inactive ones included. */
  mine: call
    .route({
      method: 'GET',
      path: '/types-lecons/miens',
      summary: 'Les types de leçon de ses propres réservations',
    })
    .meta({ who: 'signed-in', shows: ['types_lecons', 'reservations'] })
    .output(z.array(TypeLeconSchema)),

  /** Adds an active type at the end of the order, with price 0 (SET-09). */
  create: call
    .route({
      method: 'POST',
      path: '/types-lecons',
      successStatus: 201,
      summary: 'Ajouter un type de leçon',
    })
    .meta({ who: 'admin', changes: ['types_lecons', 'prix'] })
    .input(
      z.strictObject({
        value: text('champs_manquants'),
        ...FIELDS,
        ouverte: z._default(z.boolean(), false),
      }),
    )
    .output(TypeLeconSchema),

  /** Takes every type in its new order. Refused if types were added or removed meanwhile. */
  arrange: call
    .route({ method: 'PUT', path: '/types-lecons/ordre', summary: 'Ranger les types de leçon' })
    .meta({ who: 'admin', changes: ['types_lecons'] })
    .input(z.strictObject({ values: z.array(z.string()) }))
    .output(z.array(TypeLeconSchema)),

  /** How many reservations have the type; they stay without it, with their prices (SET-14). */
  usage: call
    .route({
      method: 'GET',
      path: '/types-lecons/{value}/usage',
      summary: 'Combien de réservations ont ce type',
    })
    .meta({ who: 'admin', shows: ['types_lecons', 'reservations'] })
    .input(z.strictObject({ value: ValueSchema }))
    .output(z.object({ reservations: z.int() })),

  update: call
    .route({ method: 'PATCH', path: '/types-lecons/{value}', summary: 'Modifier un type de leçon' })
    .meta({ who: 'admin', changes: ['types_lecons'] })
    .input(
      z.strictObject({
        value: ValueSchema,
        label: z.optional(text('libelle_vide')),
        icon: z.optional(FIELDS.icon),
        color: z.optional(FIELDS.color),
        max_personnes: z.optional(FIELDS.max_personnes),
        duree_minutes: z.optional(FIELDS.duree_minutes),
        actif: z.optional(z.boolean()),
        ouverte: z.optional(z.boolean()),
      }),
    )
    .output(TypeLeconSchema),

  /** Deletes the type and its price. Its reservations stay (SET-14). */
  remove: call
    .route({
      method: 'DELETE',
      path: '/types-lecons/{value}',
      summary: 'Supprimer un type de leçon',
    })
    .meta({ who: 'admin', changes: ['types_lecons', 'prix'] })
    .input(z.strictObject({ value: ValueSchema }))
    .output(z.object({ success: z.boolean() })),
};
