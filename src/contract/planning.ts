import * as z from 'zod';
import { call } from './call.ts';
import { JourSchema } from './fields.ts';

/** The values of `AutreRow` (`domain/planning/planning.ts`), in its order. */
const AutreSchema = z.tuple([
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.array(z.int()),
]);
/** A lesson: the values of `LeconRow`, in its order. */
const LeconSchema = z.tuple(
  [
    z.string(),
    z.int(),
    z.string(),
    z.string(),
    z.string(),
    z.boolean(),
    z.array(z.string()),
    z.string(),
    z.boolean(),
    z.nullable(z.string()),
    z.nullable(z.string()),
  ],
  z.object({
    autres: z.optional(z.array(AutreSchema)),
    aussi: z.optional(z.array(z.tuple([z.int(), z.string(), z.string()]))),
  }),
);

export const planning = {
  /**
   * The lessons of the administrators' week, by day, under the id of each arena that can be booked
   * or has a lesson. Cancelled lessons and days without a lesson are left out (API-21).
   */
  list: call
    .route({
      method: 'GET',
      path: '/planning',
      summary: "Le planning d'une période, jour par jour et piste par piste",
    })
    .meta({ who: 'admin', shows: ['reservations', 'users'], byDay: true, etag: true })
    .input(z.strictObject({ du: JourSchema, au: JourSchema }))
    .output(z.array(z.object({ date_reservation: z.string() }).catchall(z.array(LeconSchema)))),
};
