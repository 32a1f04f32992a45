/** How a call is declared: who may make it, and which nouns it shows or changes. */
import { oc } from '@orpc/contract';
import { type CodeRefus, REFUS } from '#domain/errors.ts';

/** What screens show and actions change; live messages carry these words and nothing else. */
export const NOUNS = ['reservations', 'types_lecons', 'prix', 'users', 'parametres', 'courriels', 'sessions', 'horloge'] as const;
export type Noun = (typeof NOUNS)[number];

/**
 * all: anyone. session: whoever has a session, also while blocked (decision 6).
 * signed-in: a session whose account is `actif`. admin: an active administrator.
 */
export type Who = 'all' | 'session' | 'signed-in' | 'admin';

export type Meta = {
  who: Who;
  /** Read again on every open screen when one of these nouns changes. */
  shows?: readonly Noun[];
  /** Announced to every open screen when the call's transaction commits. */
  changes?: readonly Noun[];
};

/** Denied unless a call says otherwise: the default is an administrator's. */
export const call = oc.$meta<Meta>({ who: 'admin' });

/** The refusals a call may answer, out of the one table of sentences. */
export function refusals<C extends CodeRefus>(...codes: C[]): Pick<typeof REFUS, C> {
  const map: Partial<Pick<typeof REFUS, C>> = {};
  for (const code of codes) map[code] = REFUS[code];
  return map as Pick<typeof REFUS, C>;
}
