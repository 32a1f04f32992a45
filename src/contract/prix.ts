import * as z from 'zod';
import { call } from './call.ts';
import { fault, SuivantSchema, text } from './fields.ts';

/**
 * A coming lesson that is not cancelled. `noms`: the names of the accounts that have a seat, of the
 * person who booked if there is none; `places`: the cents of each seat, null without a price.
 */
const ReserveeSchema = z.object({
  id: z.string(),
  type_lecon: z.string(),
  date_reservation: z.string(),
  heure_debut: z.string(),
  noms: z.array(z.string()),
  places: z.array(z.nullable(z.int())),
});

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

  /** The lessons that a change of a price may concern, by day and hour (PRICE-21). */
  reservees: call
    .route({ method: 'GET', path: '/prix/reservees', summary: 'Les leçons à venir et leurs prix' })
    .meta({ who: 'admin', shows: ['reservations', 'prix'] })
    .output(z.array(ReserveeSchema)),

  /**
   * Stores all rows or none (PRICE-04). Each row is sent back as it was read, with a new `prix`.
   * `suivant`: null removes the next price; left out, it stays. `appliquer`: seats of coming lessons
   * that have the price that was in force for their day take the new one (PRICE-21).
   */
  save: call
    .route({ method: 'PUT', path: '/prix', summary: 'Enregistrer les prix' })
    .meta({ who: 'admin', changes: ['prix', 'reservations', 'courriels'] })
    .input(
      z.array(
        z.strictObject({
          type_lecon: text('type_introuvable'),
          prix: z.number(fault('prix_invalide')),
          suivant: z.optional(z.nullable(SuivantSchema)),
          appliquer: z.optional(z.literal(true)),
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
