import * as z from 'zod/mini';
import { call } from './call.ts';

const CentreSchema = z.object({
  nom: z.string(),
  ville: z.string(),
  regles: z.object({
    openingTime: z.string(),
    closingTime: z.string(),
    breakBetweenLessons: z.nullable(z.int()),
    maxBookingsPerDay: z.nullable(z.int()),
    advanceBookingDays: z.nullable(z.int()),
  }),
});
export type Centre = z.infer<typeof CentreSchema>;

export const parametres = {
  /** Decision 34: name, town, hours and the rules in force, for the landing page and the grid of slots. */
  centre: call
    .route({ method: 'GET', path: '/centre', summary: 'Le centre, ses heures et ses règles' })
    .meta({ who: 'all', shows: ['parametres'] })
    .output(CentreSchema),
};
