import * as z from 'zod';
import { call } from './call.ts';

/**
 * Null once an administrator has answered (SET-43). `lecons`: how many lessons would lose their
 * names now; `annulees`: how many of these are cancelled.
 */
const PropositionSchema = z.object({
  proposition: z.nullable(
    z.object({ mois: z.int(), annuleesJours: z.int(), lecons: z.int(), annulees: z.int() }),
  ),
});

export const conservation = {
  get: call
    .route({
      method: 'GET',
      path: '/conservation',
      summary: 'Les noms des anciennes leçons : faut-il proposer de les effacer ?',
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
    .meta({ who: 'admin', changes: ['parametres'] })
    .input(z.strictObject({ accepter: z.boolean() }))
    .output(PropositionSchema),
};
