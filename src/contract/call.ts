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
  'facturation',
] as const;
export type Noun = (typeof NOUNS)[number];

/**
 * Who may make a call:
 * - all: anyone.
 * - session: anyone with a session, even if the account is blocked (ACC-11).
 * - signed-in: a session whose account is `actif` (ACC-10).
 * - admin: an active administrator.
 * - second_facteur, enrolement: only a sign-in that waits for this step (ACC-50).
 */
export type Who = 'all' | 'session' | 'signed-in' | 'admin' | 'second_facteur' | 'enrolement';

export type Meta = {
  who: Who;
  /** Open screens read the call again when one of these nouns changes. */
  shows?: readonly Noun[];
  /**
   * The call answers for a period, `du` to `au`, and its reservations and closures are only those
   * of these days. A change on other days does not affect the answer. `sums`: it adds them up, so
   * it is read whole again, and either end may be left out.
   */
  byDay?: boolean | 'sums';
  /**
   * Open screens read the call repeatedly: the answer carries an ETag, so that an unchanged answer
   * is not sent again (API-22).
   */
  etag?: boolean;
  /** The nouns that are announced to every open screen when the call's transaction commits. */
  changes?: readonly Noun[];
};

/** A call that does not say `who` is for administrators (API-01). */
export const call = oc.$meta<Meta>({ who: 'admin' });
