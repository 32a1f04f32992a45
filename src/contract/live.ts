import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { call, NOUNS } from './call.ts';

const ChangeSchema = z.object({
  changed: z.array(z.enum(NOUNS)),
  /** The days of the changed reservations. If it is left out, any day may have changed. */
  jours: z.optional(z.array(z.string())),
  /**
   * False if none of the reader's own reservations changed. If it is left out, one may have
   * changed.
   */
  miennes: z.optional(z.literal(false)),
  /**
   * Only in the first message, which repeats recent announcements: how far back this instance
   * remembers, and how long ago each noun was announced, in milliseconds. These are durations
   * because the clocks of server and browser differ.
   */
  opening: z.optional(z.object({ memory: z.int(), ages: z.array(z.int()) })),
});
export type Change = z.infer<typeof ChangeSchema>;

/**
 * Server-sent events: which nouns changed and on which days, never their data. The first message
 * repeats the last 15 s (UI-12). Blocked people receive them too (ACC-11).
 */
export const live = call
  .route({ method: 'GET', path: '/live', summary: "Les changements, au fil de l'eau" })
  .meta({ who: 'session' })
  .output(eventIterator(ChangeSchema));
