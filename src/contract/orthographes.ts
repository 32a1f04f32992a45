import * as z from 'zod';
import { call } from './call.ts';
import { text } from './fields.ts';

const nom = text('orthographe_inconnue');

const RegroupementSchema = z.object({
  nom: z.string(),
  vers: z.string(),
  cavalier: z.string(),
  par: z.nullable(z.string()),
  le: z.string(),
});

/**
 * Spellings of names that count as one rider in the statistics (RIDE-25). Each change answers the
 * whole list.
 */
export const orthographes = {
  /** Latest first. */
  list: call
    .route({
      method: 'GET',
      path: '/statistiques/orthographes',
      summary: 'Les orthographes regroupées',
    })
    .meta({ who: 'admin', shows: ['orthographes'] })
    .output(z.array(RegroupementSchema)),

  /** Each name may be in any spelling (PRICE-09). */
  merge: call
    .route({
      method: 'POST',
      path: '/statistiques/orthographes',
      summary: 'Faire compter un nom comme un autre',
    })
    .meta({ who: 'admin', changes: ['orthographes'] })
    .input(z.strictObject({ nom, vers: nom }))
    .output(z.array(RegroupementSchema)),

  /** Undoes one merge: `nom` counts again as it did before. */
  separate: call
    .route({
      method: 'POST',
      path: '/statistiques/orthographes/retrait',
      summary: 'Défaire un regroupement',
    })
    .meta({ who: 'admin', changes: ['orthographes'] })
    .input(z.strictObject({ nom }))
    .output(z.array(RegroupementSchema)),
};
