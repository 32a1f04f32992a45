import * as z from 'zod';
import { MOTIFS_LIGNE } from '#domain/billing/lignes.ts';
import { PRESENCES } from '#domain/lessons/presences.ts';
import { STATUTS_RESERVATION } from '#domain/lessons/reservations.ts';
import { ROLES } from '#domain/people/users.ts';
import { call } from './call.ts';
import { fault, JourSchema } from './fields.ts';

/**
 * Days are inclusive; either may be left out (PRICE-05). A rider is named in any spelling
 * (PRICE-09).
 */
const FILTERS = {
  du: z.optional(JourSchema),
  au: z.optional(JourSchema),
  cavalier: z.optional(z.string().check(z.maxLength(200))),
};

/** One rider by its key, which the figures have. */
const cle = z.string().check(z.maxLength(200));

const RiderSchema = z.object({ cle: z.string(), nom: z.string(), clients: z.array(z.string()) });

const TypeRowSchema = z.object({
  type_lecon: z.string(),
  label: z.string(),
  nombre: z.int(),
  en_attente: z.int(),
  non_facturees: z.int(),
  /** Null for seats that were stored without a price (PRICE-20). */
  prix: z.nullable(z.number()),
  total: z.number(),
});

const SumsSchema = z.object({
  nombre: z.int(),
  en_attente: z.int(),
  non_facturees: z.int(),
  total: z.number(),
});

const CavalierSchema = z.object({
  ...RiderSchema.shape,
  ...SumsSchema.shape,
  types: z.array(TypeRowSchema),
});

/** Names of riders and of customers are shown with them (PRICE-11). */
const RIDERS = ['reservations', 'orthographes', 'cavaliers', 'users'] as const;
const SHOWS = [...RIDERS, 'types_lecons'] as const;

export const statistiques = {
  /** The database computes counts and sums (PRICE-07). */
  get: call
    .route({ method: 'GET', path: '/statistiques', summary: 'Les statistiques des cavaliers' })
    .meta({ who: 'admin', shows: SHOWS, byDay: 'sums' })
    .input(z.strictObject(FILTERS))
    .output(
      z.object({
        total_cavaliers: z.int(),
        total_reservations: z.int(),
        anciennes: z.int(),
        en_attente: z.int(),
        a_venir: z.int(),
        moyenne: z.number(),
        total_general: z.number(),
        sans_prix: z.int(),
        excusees: z.int(),
        absentes: z.int(),
        prix_depuis: z.nullable(z.string()),
        cavaliers: z.array(CavalierSchema),
      }),
    ),

  /**
   * The same rows for each account that has seats in the period, `user_id` null for seats of none, by
   * name (PRICE-24).
   */
  familles: call
    .route({
      method: 'GET',
      path: '/statistiques/familles',
      summary: 'Les statistiques par famille',
    })
    .meta({ who: 'admin', shows: SHOWS, byDay: 'sums' })
    .input(z.strictObject({ du: FILTERS.du, au: FILTERS.au }))
    .output(
      z.array(
        z.object({
          nom: z.string(),
          ...SumsSchema.shape,
          user_id: z.nullable(z.string()),
          email: z.string(),
          cavaliers: z.array(CavalierSchema),
        }),
      ),
    ),

  /** Every rider of the period, in the latest spelling; the filter offers their names. */
  cavaliers: call
    .route({
      method: 'GET',
      path: '/statistiques/cavaliers',
      summary: 'Les cavaliers de la période',
    })
    .meta({ who: 'admin', shows: RIDERS, byDay: 'sums' })
    .input(z.strictObject({ du: FILTERS.du, au: FILTERS.au }))
    .output(z.array(RiderSchema)),

  /**
   * One row for each seat of each lesson: of one rider for the table, of all riders for the CSV file
   * (PRICE-11). `sans_prix`: only the billed seats without a price (PRICE-20).
   */
  lecons: call
    .route({
      method: 'GET',
      path: '/statistiques/lecons',
      summary: "Les leçons d'un cavalier, ou de tous",
    })
    .meta({ who: 'admin', shows: SHOWS, byDay: 'sums' })
    .input(
      z.strictObject({ ...FILTERS, cle: z.optional(cle), sans_prix: z.optional(z.literal('1')) }),
    )
    .output(
      z.array(
        z.object({
          id: z.string(),
          /** The id of the seat. */
          place: z.string(),
          date_reservation: z.string(),
          heure_debut: z.string(),
          heure_fin: z.string(),
          type_piste: z.string(),
          type_lecon: z.string(),
          label: z.string(),
          statut: z.enum(STATUTS_RESERVATION),
          cavalier: z.string(),
          ecrit: z.nullable(z.string()),
          /** The customer of the seat; empty if it has none. */
          client: z.string(),
          prix: z.nullable(z.number()),
          presence: z.enum(PRESENCES),
          facturee: z.boolean(),
        }),
      ),
    ),

  /** What is billed of seats that left after the deadline, one line for each seat (LIG-05). */
  lignes: call
    .route({
      method: 'GET',
      path: '/statistiques/lignes',
      summary: 'Les places facturées après le délai',
    })
    .meta({ who: 'admin', shows: ['reservations', 'users'], byDay: 'sums' })
    .input(z.strictObject({ du: FILTERS.du, au: FILTERS.au }))
    .output(
      z.array(
        z.object({
          id: z.string(),
          jour: z.string(),
          /** The customer of the seat; empty if it has none. */
          client: z.string(),
          nom: z.string(),
          libelle: z.string(),
          motif: z.enum(MOTIFS_LIGNE),
          prix: z.number(),
        }),
      ),
    ),

  /**
   * The two charts: minutes of all arenas in use by hour and weekday, Monday first, and the billed
   * seats by month (PRICE-25, PRICE-26). `du` and `au` are the counted days.
   */
  graphiques: call
    .route({
      method: 'GET',
      path: '/statistiques/graphiques',
      summary: "L'occupation par jour et par heure, et les recettes par mois",
    })
    .meta({
      who: 'admin',
      shows: ['reservations', 'fermetures', 'parametres', 'pistes'],
      byDay: 'sums',
    })
    .input(z.strictObject({ du: FILTERS.du, au: FILTERS.au }))
    .output(
      z.object({
        du: z.nullable(z.string()),
        au: z.nullable(z.string()),
        heures: z.array(
          z.object({
            heure: z.int(),
            jours: z.array(z.object({ ouvertes: z.int(), prises: z.int() })),
          }),
        ),
        mois: z.array(
          z.object({
            mois: z.string(),
            places: z.int(),
            sans_prix: z.int(),
            total: z.number(),
          }),
        ),
      }),
    ),

  removeLigne: call
    .route({
      method: 'DELETE',
      path: '/statistiques/lignes/{id}',
      summary: 'Retirer une place facturée après le délai',
    })
    .meta({ who: 'admin', changes: ['reservations'] })
    .input(z.strictObject({ id: z.uuid(fault('ligne_introuvable')) }))
    .output(z.object({ success: z.boolean() })),

  /**
   * The people whom a rider of the statistics is known to mean: the owner of an account (`cavalier`
   * is null), or a rider whom the account keeps (RIDE-28).
   */
  fiches: call
    .route({
      method: 'GET',
      path: '/statistiques/fiches',
      summary: 'Les comptes et les cavaliers enregistrés que désigne un nom',
    })
    .meta({ who: 'admin', shows: RIDERS })
    .input(z.strictObject({ cavalier: FILTERS.cavalier, cle: z.optional(cle) }))
    .output(
      z.array(
        z.object({
          user_id: z.string(),
          compte: z.string(),
          role: z.enum(ROLES),
          cavalier: z.nullable(
            z.object({ id: z.string(), nom: z.string(), annee_naissance: z.nullable(z.int()) }),
          ),
        }),
      ),
    ),
};
