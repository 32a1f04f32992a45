import * as z from 'zod/mini';
import { COULEURS } from '#domain/types_lecons.ts';
import { call } from './call.ts';

const TypeLeconSchema = z.object({
  value: z.string(),
  label: z.string(),
  icon: z.string(),
  color: z.enum(COULEURS),
  max_personnes: z.int(),
  duree_minutes: z.int(),
  ordre: z.int(),
  actif: z.boolean(),
});

export const typesLecons = {
  /** §7: the offered types in their order. */
  list: call
    .route({ method: 'GET', path: '/types-lecons', summary: 'Les types de leçon proposés' })
    .meta({ who: 'signed-in', shows: ['types_lecons'] })
    .output(z.array(TypeLeconSchema)),
};
