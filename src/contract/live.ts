import { eventIterator } from '@orpc/contract';
import * as z from 'zod/mini';
import { call, type Noun, NOUNS } from './call.ts';

const ChangeSchema = z.object({
  changed: z.array(z.enum(NOUNS)),
  /** The days of the reservations that changed; left out, any day. */
  jours: z.optional(z.array(z.string())),
  /**
   * Only in the first message, which repeats what was announced lately: how far back this instance remembers, and how
   * long ago each noun was announced, in milliseconds. Durations, since clocks differ.
   */
  opening: z.optional(z.object({ memory: z.int(), ages: z.array(z.int()) })),
});
export type Change = z.infer<typeof ChangeSchema>;

/** What changed: nouns and, where they are known, the days of the reservations among them. */
export type News = { changed: readonly Noun[]; jours?: readonly string[] | undefined };

/** The most days that a change names (LIM-47): whoever shows so many reads everything again anyway. NOTIFY carries less than 8,000 bytes. */
const MAX_JOURS = 31;

/** The changes as one. Days are those of reservations only; where a change does not say them, or they are too many, any day may have changed. */
export function unite(...news: readonly News[]): { changed: Noun[]; jours?: string[] } {
  const changed = [...new Set(news.flatMap((one) => one.changed))];
  const days = news.filter((one) => one.changed.includes('reservations')).map(({ jours }) => jours);
  const jours = [...new Set(days.flatMap((of) => of ?? []))];
  return { changed, ...(!days.includes(undefined) && jours.length > 0 && jours.length <= MAX_JOURS && { jours }) };
}

/** Server-sent events: which nouns changed and on which days, never their data. The first message repeats the last 15 s (UI-12). Blocked people receive them too (ACC-11). */
export const live = call
  .route({ method: 'GET', path: '/live', summary: 'Les changements, au fil de l\'eau' })
  .meta({ who: 'session' })
  .output(eventIterator(ChangeSchema));
