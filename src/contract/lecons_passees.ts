import * as z from 'zod';
import { ABSENCES } from '#domain/lessons/presences.ts';
import { STATUTS_RESERVATION } from '#domain/lessons/reservations.ts';
import { call } from './call.ts';

/**
 * Amounts are in euros, null if the centre does not show prices. `prix`: of the caller's own seats;
 * 0 once cancelled.
 */
const LeconPasseeSchema = z.object({
  id: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  heure_fin: z.string(),
  type_piste: z.string(),
  type_lecon: z.string(),
  statut: z.enum(STATUTS_RESERVATION),
  noms_participants: z.array(z.string()),
  /** Which of these riders did not come (PRES-05). */
  absences: z.array(
    z.object({ nom: z.string(), presence: z.enum(ABSENCES), facturee: z.boolean() }),
  ),
  prix: z.nullable(z.number()),
});

/**
 * `mois`: `yyyy-MM`. `total`: amount of its confirmed lessons; `attente`: amount of the lessons
 * that wait for a confirmation; `lignes`: what is billed of the caller's seats that left after the
 * deadline, `retard` in all (LIG-06).
 */
const MoisSchema = z.object({
  mois: z.string(),
  total: z.nullable(z.number()),
  attente: z.nullable(z.number()),
  // An instance of the version before does not send these two.
  retard: z.optional(z.nullable(z.number())),
  lecons: z.array(LeconPasseeSchema),
  lignes: z.optional(
    z.array(
      z.object({
        id: z.string(),
        jour: z.string(),
        nom: z.string(),
        libelle: z.string(),
        prix: z.number(),
      }),
    ),
  ),
});
export type MoisPasse = z.infer<typeof MoisSchema>;

export const leconsPassees = {
  /**
   * The caller's past lessons of a year, latest first; without a year, those of the latest year
   * that has any. `annees`: the years that have any, latest first.
   */
  list: call
    .route({ method: 'GET', path: '/reservations/passees', summary: 'Ses leçons passées' })
    .meta({ who: 'signed-in', shows: ['reservations', 'parametres'] })
    .input(
      z.strictObject({
        annee: z.optional(z.coerce.number().check(z.int(), z.gte(2000), z.lte(2100))),
      }),
    )
    .output(
      z.object({ annee: z.number(), annees: z.array(z.number()), mois: z.array(MoisSchema) }),
    ),
};
