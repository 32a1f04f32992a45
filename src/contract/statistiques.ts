import * as z from 'zod/mini';
import { TYPES_PISTE } from '#domain/creneaux.ts';
import { STATUTS_RESERVATION } from '#domain/reservations.ts';
import { call } from './call.ts';
import { JourSchema } from './fields.ts';

/** §5: days inclusive, either or both left out; a rider by any spelling of the name (decision 32). */
const FILTRE = { du: z.optional(JourSchema), au: z.optional(JourSchema), cavalier: z.optional(z.string().check(z.maxLength(200))) };

const LigneSchema = z.object({ type_lecon: z.string(), label: z.string(), nombre: z.int(), en_attente: z.int(), prix: z.number(), total: z.number() });

const SHOWS = ['reservations', 'types_lecons', 'prix'] as const;

export const statistiques = {
  /** §2, decision 31: counted and added by the database. */
  get: call
    .route({ method: 'GET', path: '/statistiques', summary: 'Les statistiques des cavaliers' })
    .meta({ who: 'admin', shows: SHOWS })
    .input(z.strictObject(FILTRE))
    .output(z.object({
      total_cavaliers: z.int(), total_reservations: z.int(), en_attente: z.int(), moyenne: z.number(), total_general: z.number(),
      cavaliers: z.array(z.object({ nom: z.string(), nombre: z.int(), en_attente: z.int(), total: z.number(), types: z.array(LigneSchema) })),
    })),

  /** Whom the filter offers: every rider of the period, in the latest spelling. */
  cavaliers: call
    .route({ method: 'GET', path: '/statistiques/cavaliers', summary: 'Les cavaliers de la période' })
    .meta({ who: 'admin', shows: ['reservations'] })
    .input(z.strictObject({ du: FILTRE.du, au: FILTRE.au }))
    .output(z.array(z.string())),

  /** Each rider of each lesson: one rider's table, read when it is opened, or all of them, to take along. */
  lecons: call
    .route({ method: 'GET', path: '/statistiques/lecons', summary: "Les leçons d'un cavalier, ou de tous" })
    .meta({ who: 'admin', shows: SHOWS })
    .input(z.strictObject(FILTRE))
    .output(z.array(z.object({
      id: z.string(), date_reservation: z.string(), heure_debut: z.string(), heure_fin: z.string(), type_piste: z.enum(TYPES_PISTE),
      type_lecon: z.string(), label: z.string(), statut: z.enum(STATUTS_RESERVATION),
      cavalier: z.string(), prix: z.number(),
    }))),
};
