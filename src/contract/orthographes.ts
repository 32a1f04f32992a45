import * as z from 'zod';
import { call } from './call.ts';
import { text } from './fields.ts';

/** A name in any spelling (PRICE-09), or the key of a rider. */
const nom = text('orthographe_inconnue');

const RegroupementSchema = z.object({
  cle: z.string(),
  nom: z.string(),
  client: z.nullable(z.string()),
  vers_cle: z.nullable(z.string()),
  vers: z.nullable(z.string()),
  vers_client: z.nullable(z.string()),
  cavalier: z.nullable(z.string()),
  par: z.nullable(z.string()),
  le: z.string(),
});

/**
 * Riders that count as one in the statistics, and names that are split by customer (RIDE-25). Each
 * change answers the whole list.
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

  /** The riders who may be two: their seats have customers for whom different ones pay (CLI-14). */
  doutes: call
    .route({
      method: 'GET',
      path: '/statistiques/orthographes/doutes',
      summary: 'Les noms qui sont peut-être deux personnes',
    })
    .meta({ who: 'admin', shows: ['orthographes', 'reservations', 'users'], byDay: 'sums' })
    .output(
      z.array(
        z.object({
          cle: z.string(),
          nom: z.string(),
          places: z.int(),
          nombre: z.int(),
          clients: z.array(z.object({ id: z.string(), nom: z.string(), places: z.int() })),
        }),
      ),
    ),

  merge: call
    .route({
      method: 'POST',
      path: '/statistiques/orthographes',
      summary: 'Faire compter un nom comme un autre',
    })
    .meta({ who: 'admin', changes: ['orthographes'] })
    .input(z.strictObject({ nom, vers: nom }))
    .output(z.array(RegroupementSchema)),

  /** The seats of `nom` count separately for each customer from now on. */
  split: call
    .route({
      method: 'POST',
      path: '/statistiques/orthographes/clients',
      summary: 'Séparer un nom par client',
    })
    .meta({ who: 'admin', changes: ['orthographes'] })
    .input(z.strictObject({ nom }))
    .output(z.array(RegroupementSchema)),

  /** `nom` is one rider, though its seats have several customers (CLI-14). */
  confirm: call
    .route({
      method: 'POST',
      path: '/statistiques/orthographes/confirmation',
      summary: "Dire qu'un nom est une seule personne",
    })
    .meta({ who: 'admin', changes: ['orthographes'] })
    .input(z.strictObject({ nom }))
    .output(z.array(RegroupementSchema)),

  /** Undoes one merge, split or confirmation: `nom` counts again as it did before. */
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
