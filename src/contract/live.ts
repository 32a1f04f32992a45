import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { call, NOUNS } from './call.ts';

const ChangeSchema = z.object({
  changed: z.array(z.enum(NOUNS)),
  /** The days of the reservations that changed; left out, any day. */
  jours: z.optional(z.array(z.string())),
  /** False where no reservation of the reader is among them; left out, there may be one. */
  miennes: z.optional(z.literal(false)),
  /**
   * Only in the first message, which repeats what was announced lately: how far back this instance
   * remembers, and how long ago each noun was announced, in milliseconds. Durations, since clocks
   * differ.
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
