import * as z from 'zod';
import { REGLAGES_DE_DUREES } from '#domain/settings/durees.ts';
import { call } from './call.ts';

/**
 * Null once an administrator has answered (SET-43). `lecons`: how many lessons would lose their
 * names now; `annulees`: how many of these are cancelled.
 */
const PropositionSchema = z.object({
  proposition: z.nullable(
    z.object({ mois: z.int(), annuleesJours: z.int(), lecons: z.int(), annulees: z.int() }),
  ),
  /**
   * The settings whose shorter period waits, and until which instant (SET-51); null if none does. An
   * answer to the proposal and an instance of the previous version do not send it.
   */
  attente: z.optional(
    z.nullable(z.object({ jusque: z.string(), champs: z.array(z.enum(REGLAGES_DE_DUREES)) })),
  ),
});

export const conservation = {
  get: call
    .route({
      method: 'GET',
      path: '/conservation',
      summary:
        'Faut-il proposer d’effacer les anciens noms, et quelles durées plus courtes attendent ?',
    })
    .meta({ who: 'admin', shows: ['parametres'] })
    .output(PropositionSchema),

  /** An administrator accepts or declines, once. */
  answer: call
    .route({
      method: 'POST',
      path: '/conservation/reponse',
      summary: "Accepter ou refuser d'effacer les noms des anciennes leçons",
    })
    .meta({ who: 'admin', changes: ['parametres', 'courriels'] })
    .input(z.strictObject({ accepter: z.boolean() }))
    .output(PropositionSchema),
};
