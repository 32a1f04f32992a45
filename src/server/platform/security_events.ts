/**
 * Security events in the log: a closed list of names that do not change, for people who monitor the
 * log (docs/logs.md).
 */
import type { CodeRefus } from '#domain/errors/errors.ts';

/**
 * Each name and its meaning. To add an event, add a line here and in docs/logs.md. A name is never
 * reused.
 */
export const SECURITY_EVENTS = {
  'connexion.refusee': 'a sign-in with a wrong address, password or passkey',
  'connexion.compte_ferme':
    'a sign-in with the right password to an account that is not open: refused, inactive, waiting, or with an address to confirm',
  'code.refuse': 'a wrong or used code of a second factor',
  'motdepasse.refuse': 'a wrong current password, where a signed-in person has to give it',
  'limite.atteinte': 'more sign-ins, codes, links or sign-ups than a limit allows',
  'lien.refuse': 'a link that is unknown, used or expired, or that would lead to another site',
  'origine.refusee': 'a write that does not come from a page of this site',
  'role.insuffisant': 'a call that is for administrators, by someone who is not one',
  'sessions.terminees_par_mot_de_passe': 'a new password has ended the sessions of its account',
} as const;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** `account`: the affected account; `by`: the account that acted; `code`: the refusal. */
type Ids = { account?: string; by?: string; code?: CodeRefus };

/**
 * Writes an event, after the transaction that it is about. Its level is `warn`, so that
 * `LOG_LEVEL=warn` keeps events and leaves out answered calls.
 */
export function logSecurity(
  log: { warn(details: { event: SecurityEvent } & Ids, message: 'security'): void },
  event: SecurityEvent,
  ids: Ids = {},
): void {
  log.warn({ event, ...ids }, 'security');
}

/**
 * The event of each refusal; a refusal that is not listed causes no event. `http/traces.ts` writes
 * it for each refusal that is answered.
 */
export const EVENT_OF: Partial<Record<CodeRefus, SecurityEvent>> = {
  identifiants_incorrects: 'connexion.refusee',
  cle_inconnue: 'connexion.refusee',
  cle_invalide: 'connexion.refusee',
  email_non_confirme: 'connexion.compte_ferme',
  compte_refuse: 'connexion.compte_ferme',
  compte_en_attente: 'connexion.compte_ferme',
  compte_inactif: 'connexion.compte_ferme',
  code_incorrect: 'code.refuse',
  code_deja_utilise: 'code.refuse',
  mot_de_passe_actuel_incorrect: 'motdepasse.refuse',
  trop_d_essais: 'limite.atteinte',
  connexion_plafonnee: 'limite.atteinte',
  trop_de_codes: 'limite.atteinte',
  codes_plafonnes: 'limite.atteinte',
  trop_de_mots_de_passe: 'limite.atteinte',
  trop_d_inscriptions: 'limite.atteinte',
  trop_de_liens: 'limite.atteinte',
  trop_de_confirmations: 'limite.atteinte',
  trop_d_adresses: 'limite.atteinte',
  trop_de_calendriers: 'limite.atteinte',
  lien_reinitialisation_invalide: 'lien.refuse',
  lien_confirmation_invalide: 'lien.refuse',
  lien_etranger: 'lien.refuse',
  installation_close: 'lien.refuse',
  lien_deblocage_servi: 'lien.refuse',
  lien_deblocage_invalide: 'lien.refuse',
  origine_refusee: 'origine.refusee',
  role_insuffisant: 'role.insuffisant',
};
