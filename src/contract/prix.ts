import * as z from 'zod';
import { call } from './call.ts';
import { fault, SuivantSchema, text } from './fields.ts';

/** `prix`: euros with at most two decimals, in force today (PRICE-02). */
const PrixSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  type_lecon: z.string(),
  prix: z.number(),
  /** The next price; null if there is none (PRICE-03). */
  suivant: z.nullable(SuivantSchema),
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
   * Stores all rows or none (PRICE-04). Each row is sent back as it was read, with a new `prix`.
   * `suivant`: null removes the next price; left out, it stays.
   */
  save: call
    .route({ method: 'PUT', path: '/prix', summary: 'Enregistrer les prix' })
    .meta({ who: 'admin', changes: ['prix'] })
    .input(
      z.array(
        z.strictObject({
          type_lecon: text('type_introuvable'),
          prix: z.number(fault('prix_invalide')),
          suivant: z.optional(z.nullable(SuivantSchema)),
          id: z.optional(z.string()),
          created_at: z.optional(z.string()),
          version: z.optional(z.int().check(z.gte(0))),
        }),
      ),
    )
    .output(z.array(PrixSchema)),

  /**
   * Gives the seats that have no price the one in force on the day of their lesson (PRICE-20).
   */
  complete: call
    .route({
      method: 'POST',
      path: '/prix/places',
      summary: "Donner leur prix aux places qui n'en ont pas",
    })
    .meta({ who: 'admin', changes: ['reservations'] })
    .output(z.object({ places: z.int() })),
};
