/**
 * Every refusal of the product: a code, its kind and its French sentence (API-02). A rule returns a
 * code or null. The server reads the whole table. A screen imports only the part that it needs, so
 * that a page loads no other sentences.
 */
import { ADMIN_REFUS } from './admin.ts';
import { ALERTE_REFUS } from './alertes.ts';
import { CALL_REFUS } from './call.ts';
import { CAVALIERS_REFUS } from './cavaliers.ts';
import { CLIENTS_REFUS } from './clients.ts';
import { FACTURATION_REFUS } from './facturation.ts';
import { FERMETURES_REFUS } from './fermetures.ts';
import { IMPORTS_REFUS } from './imports.ts';
import { PARTICIPANTS_REFUS } from './participants.ts';
import { PEOPLE_REFUS } from './people.ts';
import { RESERVATION_REFUS } from './reservation.ts';
import { RESTAURATION_REFUS } from './restauration.ts';
import { SERIES_REFUS } from './series.ts';
import { SIGN_IN_REFUS } from './sign_in.ts';

export const REFUS = {
  ...RESERVATION_REFUS,
  ...PARTICIPANTS_REFUS,
  ...FERMETURES_REFUS,
  ...SERIES_REFUS,
  ...ALERTE_REFUS,
  ...SIGN_IN_REFUS,
  ...PEOPLE_REFUS,
  ...CAVALIERS_REFUS,
  ...CLIENTS_REFUS,
  ...IMPORTS_REFUS,
  ...FACTURATION_REFUS,
  ...ADMIN_REFUS,
  ...RESTAURATION_REFUS,
  ...CALL_REFUS,
};

export type CodeRefus = keyof typeof REFUS;

/** True for a code of the table. */
export function isCodeRefus(code: unknown): code is CodeRefus {
  return typeof code === 'string' && Object.hasOwn(REFUS, code);
}

/**
 * A refusal, thrown by an action. `server/http/mount.ts` answers it as `{ code, status, message }`.
 */
export class Refus extends Error {
  readonly code: CodeRefus;
  /**
   * Seconds after which a new request makes sense; only for `trop_de_demandes` and `indisponible`.
   */
  readonly retryAfter: number | undefined;
  /** A further sentence, which follows that of the table. */
  readonly detail: string | undefined;

  constructor(
    code: CodeRefus,
    options: { retryAfter?: number; detail?: string | undefined; cause?: unknown } = {},
  ) {
    super(REFUS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refus';
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.detail = options.detail;
  }
}
