import * as z from 'zod/mini';
import { call, refusals } from './call.ts';
import { fault, text } from './fields.ts';

/** Euros with at most two decimals (decision 30). */
const PrixSchema = z.object({
  id: z.string(), created_at: z.string(), type_lecon: z.string(), prix: z.number(),
  /** Counts its changes; sent back with a price, it refuses to save over a price that changed meanwhile. */
  version: z.int(),
});

export const prix = {
  /** §7: the newest first. */
  list: call
    .route({ method: 'GET', path: '/prix', summary: 'Les prix' })
    .meta({ who: 'admin', shows: ['prix'] })
    .output(z.array(PrixSchema)),

  /** All rows at once, or none: as they were read, `prix` changed. */
  save: call
    .route({ method: 'PUT', path: '/prix', summary: 'Enregistrer les prix' })
    .meta({ who: 'admin', changes: ['prix'] })
    .errors(refusals('prix_invalide', 'type_introuvable', 'prix_changes'))
    .input(z.array(z.strictObject({
      type_lecon: text('type_introuvable'),
      prix: z.number(fault('prix_invalide')),
      id: z.optional(z.string()), created_at: z.optional(z.string()), version: z.optional(z.int().check(z.minimum(0))),
    })))
    .output(z.array(PrixSchema)),
};
