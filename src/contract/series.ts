import * as z from 'zod';
import { RAISONS_ECART } from '#domain/series/changement_de_serie.ts';
import { RYTHMES } from '../domain/lessons/changement.ts';
import { call } from './call.ts';
import { EcritureSchema, fault, JourSchema, PisteIdSchema, text } from './fields.ts';
import {
  FacturerSchema,
  ModificationSchema,
  RaisonSchema,
  ReservationSchema,
} from './reservations.ts';

const ReservationIdSchema = z.uuid(fault('reservation_introuvable'));
const SerieIdSchema = z.uuid(fault('serie_changee'));
const rythme = z.union(
  RYTHMES.map((jours) => z.literal(jours)),
  fault('serie_rythme'),
);

/**
 * Lessons in the versions that the screen showed. If one has changed since, the call is refused.
 */
const LECONS = z.array(
  z.strictObject({ id: z.uuid(fault('serie_changee')), version: z.int() }),
  fault('serie_changee'),
);

const ECARTS = z.array(
  z.strictObject({
    lecon: z.uuid(fault('serie_changee')),
    raison: z.enum(RAISONS_ECART, fault('serie_changee')),
    nom: z.nullable(text('serie_changee')),
  }),
  fault('serie_changee'),
);

const LeconSchema = z.object({
  ...ReservationSchema.shape,
  participants: z.optional(
    z.array(z.object({ id: z.string(), nom: z.string(), user_id: z.nullable(z.string()) })),
  ),
});

/**
 * `par`: the lesson or the closure that holds the arena; `libres`: the other arenas that are free.
 */
const DateSchema = z.object({
  date: z.string(),
  etat: z.enum(['libre', 'prise', 'fermee', 'hors_grille']),
  hors: z.boolean(),
  par: z.nullable(
    z.union([
      z.object({ nom_client: z.string(), heure_debut: z.string(), heure_fin: z.string() }),
      z.object({ motif: z.string() }),
    ]),
  ),
  libres: z.array(z.string()),
});
export type DateDeSerie = z.infer<typeof DateSchema>;

const { id: _, version: __, titulaire: ___, ...FIELDS } = ModificationSchema.shape;

export const series = {
  /** The state of each date to which a lesson could be repeated (SERIE-02). */
  dates: call
    .route({
      method: 'GET',
      path: '/reservations/{id}/dates',
      summary: 'Les dates auxquelles une leçon pourrait se répéter',
    })
    .meta({ who: 'admin', shows: ['reservations', 'fermetures', 'pistes', 'parametres'] })
    .input(
      z.strictObject({
        id: ReservationIdSchema,
        rythme: z.enum(['7', '14'], fault('serie_rythme')),
        jusque: JourSchema,
      }),
    )
    .output(z.array(DateSchema)),

  /** Stores a copy of the lesson at each of these dates, or at none of them. */
  repeat: call
    .route({
      method: 'POST',
      path: '/reservations/{id}/repetition',
      successStatus: 201,
      summary: 'Répéter une leçon',
    })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .input(
      z.strictObject({
        id: ReservationIdSchema,
        version: z.int(),
        rythme,
        dates: z
          .array(z.strictObject({ date: JourSchema, type_piste: PisteIdSchema }))
          .check(z.maxLength(60, fault('serie_trop_longue'))),
        ecriture: z.optional(EcritureSchema),
      }),
    )
    .output(z.object({ serie_id: z.string(), lecons: z.int() })),

  /**
   * The coming lessons of a series, without cancelled ones. `dernier`: its last day, after which it
   * is extended, even if that lesson is past, cancelled or deleted (SERIE-03). `participants`: the seats
   * of each lesson; `annulees`: the coming lessons that are cancelled.
   */
  list: call
    .route({ method: 'GET', path: '/series/{id}', summary: "Les leçons à venir d'une série" })
    .meta({ who: 'admin', shows: ['reservations'] })
    .input(z.strictObject({ id: SerieIdSchema }))
    .output(
      z.object({
        dernier: z.nullable(z.string()),
        lecons: z.array(LeconSchema),
        annulees: z.optional(z.array(z.object({ id: z.string(), date_reservation: z.string() }))),
      }),
    ),

  /**
   * Changes these lessons as `lecon` changes, or none (SERIE-04). Answers how many have changed, and
   * `lecon` as stored.
   */
  update: call
    .route({ method: 'PUT', path: '/series/{id}', summary: "Modifier des leçons d'une série" })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .input(
      z.strictObject({
        id: SerieIdSchema,
        lecon: z.uuid(fault('serie_changee')),
        lecons: LECONS,
        /** What the screen said stays as it was; a page of the version before says nothing (SERIE-08). */
        ecarts: z.optional(ECARTS),
        ...FIELDS,
      }),
    )
    .output(z.object({ lecons: z.int(), lecon: ReservationSchema })),

  remove: call
    .route({
      method: 'POST',
      path: '/series/{id}/suppression',
      summary: "Supprimer des leçons d'une série",
    })
    .meta({ who: 'admin', changes: ['reservations', 'courriels'] })
    .input(
      z.strictObject({
        id: SerieIdSchema,
        lecons: LECONS,
        raison: RaisonSchema,
        facturer: FacturerSchema,
      }),
    )
    .output(z.object({ lecons: z.int() })),
};
