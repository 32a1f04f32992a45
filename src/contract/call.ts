/** How a call is declared: who may make it, and which nouns it shows or changes (API-01). */
import { oc } from '@orpc/contract';

/**
 * The nouns that screens show and actions change. Live messages carry these words and no data
 * (UI-11).
 */
export const NOUNS = [
  'reservations',
  'types_lecons',
  'prix',
  'users',
  'parametres',
  'courriels',
  'alertes',
  'sessions',
  'horloge',
  'sauvegardes',
  'flux',
  'cavaliers',
  'orthographes',
  'pistes',
  'fermetures',
] as const;
export type Noun = (typeof NOUNS)[number];

/**
 * all: anyone. session: whoever has a session, also while the account is blocked (ACC-11).
 * signed-in: a session whose account is `actif` (ACC-10). admin: an active administrator.
 * second_facteur, enrolement: a sign-in that waits for this step, and nobody else (ACC-50).
 */
export type Who = 'all' | 'session' | 'signed-in' | 'admin' | 'second_facteur' | 'enrolement';

export type Meta = {
  who: Who;
  /** Read again on every open screen when one of these nouns changes. */
  shows?: readonly Noun[];
  /**
   * Answers a period, `du` to `au`, and shows of reservations and closures only those of its days: a
   * change of other days leaves it as it is.
   */
  byDay?: boolean;
  /**
   * Read again and again by open screens: the answer carries an ETag, so that one that is still the
   * same is not sent again (API-22).
   */
  etag?: boolean;
  /** Announced to every open screen when the call's transaction commits. */
  changes?: readonly Noun[];
};

/** A call that does not say `who` is for administrators (API-01). */
export const call = oc.$meta<Meta>({ who: 'admin' });
