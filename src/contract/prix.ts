import * as z from 'zod';
import { call } from './call.ts';
import { fault, text } from './fields.ts';

/** `prix`: euros with at most two decimals (PRICE-02). */
const PrixSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  type_lecon: z.string(),
  prix: z.number(),
  /** Counts the changes. A save that sends an older version is refused (PRICE-04). */
  version: z.int(),
});

export const prix = {
  /** Newest first (API-07). */
  list: call
    .route({ method: 'GET', path: '/prix', summary: 'Les prix' })
    .meta({ who: 'admin', shows: ['prix'] })
    .output(z.array(PrixSchema)),

  /**
   * The days of the first and the last lesson of each type that counts in the amounts; a type
   * without such a lesson is left out (PRICE-17).
   */
  portee: call
    .route({ method: 'GET', path: '/prix/portee', summary: 'Sur quelles leçons porte chaque prix' })
    .meta({ who: 'admin', shows: ['reservations'] })
    .output(
      z.array(z.object({ type_lecon: z.string(), premiere: z.string(), derniere: z.string() })),
    ),

  /**
   * Stores all rows or none (PRICE-04). Each row is sent back as it was read, with a new `prix`.
   */
  save: call
    .route({ method: 'PUT', path: '/prix', summary: 'Enregistrer les prix' })
    .meta({ who: 'admin', changes: ['prix'] })
    .input(
      z.array(
        z.strictObject({
          type_lecon: text('type_introuvable'),
          prix: z.number(fault('prix_invalide')),
          id: z.optional(z.string()),
          created_at: z.optional(z.string()),
          version: z.optional(z.int().check(z.gte(0))),
        }),
      ),
    )
    .output(z.array(PrixSchema)),
};
