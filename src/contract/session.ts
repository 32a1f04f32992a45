import * as z from 'zod/mini';
import { MOT_DE_PASSE_MAX, ROLES, STATUTS_USER } from '#domain/users.ts';
import { call, refusals } from './call.ts';
import { fault, text } from './fields.ts';

const PersonneSchema = z.object({
  id: z.string(),
  email: z.string(),
  prenom: z.nullable(z.string()),
  nom: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  statut: z.enum(STATUTS_USER),
});

const FAUX = fault('identifiants_incorrects');

export const session = {
  /** §7: who is signed in, blocked people included (decision 6); to who holds the session of an account that was deleted, that it was. */
  get: call
    .route({ method: 'GET', path: '/auth/get-session', summary: 'La session en cours' })
    .meta({ who: 'all', shows: ['users'] })
    .output(z.object({ user: z.nullable(PersonneSchema), fin: z.optional(z.literal('compte_supprime')) })),

  /** §7, §8: sets the session cookie; the token also serves as `Authorization: Bearer`. */
  signIn: call
    .route({ method: 'POST', path: '/auth/sign-in/email', summary: 'Se connecter' })
    .meta({ who: 'all', changes: ['sessions'] })
    .errors(refusals(
      'identifiants_incorrects', 'email_non_confirme', 'profil_introuvable', 'profil_illisible',
      'compte_refuse', 'compte_en_attente', 'compte_inactif', 'trop_d_essais',
    ))
    .input(z.strictObject({
      email: z.string(FAUX).check(z.maxLength(254, FAUX)),
      password: z.string(FAUX).check(z.maxLength(MOT_DE_PASSE_MAX, FAUX)),
    }))
    .output(z.object({ token: z.string(), user: PersonneSchema })),

  /** §7: ends the session on the server; also answers where there is none. */
  signOut: call
    .route({ method: 'POST', path: '/auth/sign-out', summary: 'Se déconnecter' })
    .meta({ who: 'all', changes: ['sessions'] })
    .output(z.object({ success: z.boolean() })),

  /** §7, decision 13: answers the same, in the same time, for every address. `redirectTo` may only be this site's own page. */
  requestPasswordReset: call
    .route({ method: 'POST', path: '/auth/request-password-reset', summary: 'Demander un lien pour un nouveau mot de passe' })
    .meta({ who: 'all', changes: ['courriels'] })
    .errors(refusals('lien_etranger'))
    .input(z.strictObject({
      email: text('email_invalide'),
      redirectTo: z.optional(text('lien_etranger')),
    }))
    .output(z.object({ status: z.literal(true) })),

  /** Whether an emailed link still opens the form (§2), and whose password it changes: the password manager asks. */
  canReset: call
    .route({ method: 'GET', path: '/auth/reset-password', summary: 'Le lien de réinitialisation est-il encore valable ?' })
    .meta({ who: 'all' })
    .input(z.strictObject({ token: text('lien_reinitialisation_invalide') }))
    .output(z.object({ valable: z.boolean(), email: z.nullable(z.string()) })),

  /** §7, decision 14: once per link; every session of the account ends. */
  resetPassword: call
    .route({ method: 'POST', path: '/auth/reset-password', summary: 'Choisir un nouveau mot de passe' })
    .meta({ who: 'all', changes: ['users'] })
    .errors(refusals('lien_reinitialisation_invalide', 'mot_de_passe_court_reinitialisation', 'mot_de_passe_long'))
    .input(z.strictObject({
      token: text('lien_reinitialisation_invalide'),
      newPassword: text('mot_de_passe_court_reinitialisation'),
    }))
    .output(z.object({ status: z.literal(true) })),

  /** Decision 11: another email to confirm an address; answers the same for every address. */
  sendVerification: call
    .route({ method: 'POST', path: '/auth/send-verification-email', summary: "Renvoyer l'email de confirmation" })
    .meta({ who: 'all', changes: ['courriels'] })
    .input(z.strictObject({ email: text('email_invalide') }))
    .output(z.object({ status: z.literal(true) })),

  /** Decision 11: confirms an address. Whoever opens the link again is told that it is done: a reload is no fault. */
  verifyEmail: call
    .route({ method: 'POST', path: '/auth/verify-email', summary: 'Confirmer son adresse' })
    .meta({ who: 'all', changes: ['users'] })
    .errors(refusals('lien_confirmation_invalide'))
    .input(z.strictObject({ token: text('lien_confirmation_invalide') }))
    .output(z.object({ status: z.literal(true), deja_confirmee: z.boolean() })),
};
