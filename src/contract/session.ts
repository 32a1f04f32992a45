import * as z from 'zod';
import { ACCES } from '#domain/signin/second_facteur.ts';
import { ETAPES, PASSWORD_MAX, ROLES, STATUTS_USER } from '#domain/people/users.ts';
import { call } from './call.ts';
import { EcritureSchema, fault, text } from './fields.ts';

export const PersonneSchema = z.object({
  id: z.string(),
  email: z.string(),
  prenom: z.nullable(z.string()),
  nom: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  statut: z.enum(STATUTS_USER),
});

/**
 * The steps of a sign-in that is not complete. (The browser's replacement for zod has no
 * `exclude`.)
 */
const EtapeSchema = z.enum(['second_facteur', 'enrolement']);

const WRONG = fault('identifiants_incorrects');

export const session = {
  /**
   * Who is signed in, including blocked people (ACC-11).
   * - `fin`: the account of this session was deleted (ACC-29), or the session was ended elsewhere
   *   (ACC-92).
   * - `etape`: a sign-in waits for its second step (ACC-50).
   * - `delai_jours`: for an account that waits for approval, how many days an approval usually
   *   takes (RIDE-61).
   */
  get: call
    .route({ method: 'GET', path: '/auth/get-session', summary: 'La session en cours' })
    .meta({ who: 'all', shows: ['users'] })
    .output(
      z.object({
        user: z.nullable(PersonneSchema),
        fin: z.optional(z.enum(['compte_supprime', 'session_terminee'])),
        etape: z.optional(EtapeSchema),
        delai_jours: z.optional(z.nullable(z.int())),
      }),
    ),

  /** Sets the session cookie. `user` is null while a second step is missing (ACC-50). */
  signIn: call
    .route({ method: 'POST', path: '/auth/sign-in/email', summary: 'Se connecter' })
    .meta({ who: 'all', changes: ['sessions'] })
    .input(
      z.strictObject({
        email: z.string(WRONG).check(z.maxLength(254, WRONG)),
        password: z.string(WRONG).check(z.maxLength(PASSWORD_MAX, WRONG)),
      }),
    )
    .output(z.object({ etape: z.enum(ETAPES), user: z.nullable(PersonneSchema) })),

  /**
   * Issues an access token for programs, `Authorization: Bearer`, valid for five minutes and no
   * longer than the session (API-23). `expires_in`: seconds.
   */
  accessToken: call
    .route({ method: 'POST', path: '/auth/token', summary: "Un jeton d'accès de cinq minutes" })
    .meta({ who: 'signed-in' })
    .output(z.object({ token: z.string(), expires_in: z.int() })),

  /** Ends the session on the server. Also succeeds if there is none. */
  signOut: call
    .route({ method: 'POST', path: '/auth/sign-out', summary: 'Se déconnecter' })
    .meta({ who: 'all', changes: ['sessions'] })
    .output(z.object({ success: z.boolean() })),

  /**
   * Answers the same, in the same time, for every address (ACC-30). `redirectTo` must be a page of
   * this site.
   */
  requestPasswordReset: call
    .route({
      method: 'POST',
      path: '/auth/request-password-reset',
      summary: 'Demander un lien pour un nouveau mot de passe',
    })
    .meta({ who: 'all', changes: ['courriels'] })
    .input(
      z.strictObject({
        email: text('email_invalide'),
        redirectTo: z.optional(text('lien_etranger')),
      }),
    )
    .output(z.object({ status: z.literal(true) })),

  /**
   * Whether an emailed link is still valid; the address of its account, for the browser's password
   * manager; and how many passkeys and calendar addresses the account has. `cles_exigees`: those
   * passkeys are the demanded second factor and stay (ACC-69). A POST, so that no token appears in
   * an address (ACC-51).
   */
  canReset: call
    .route({
      method: 'POST',
      path: '/auth/reset-password/verification',
      summary: 'Le lien de réinitialisation est-il encore valable ?',
    })
    .meta({ who: 'all' })
    .input(z.strictObject({ token: text('lien_reinitialisation_invalide') }))
    .output(
      z.object({
        valable: z.boolean(),
        email: z.nullable(z.string()),
        cles: z.int(),
        calendriers: z.int(),
        cles_exigees: z.boolean(),
      }),
    ),

  /**
   * Works once per link; the same call sent again is answered as the first one (API-29). Every
   * session of the account ends (ACC-31, ACC-32), and so do passkeys and calendar addresses unless
   * `garder` names them (ACC-69).
   */
  resetPassword: call
    .route({
      method: 'POST',
      path: '/auth/reset-password',
      summary: 'Choisir un nouveau mot de passe',
    })
    .meta({ who: 'all', changes: ['users', 'flux', 'courriels'] })
    .input(
      z.strictObject({
        token: text('lien_reinitialisation_invalide'),
        newPassword: text('mot_de_passe_court_reinitialisation'),
        garder: z._default(z.array(z.enum(ACCES)), []),
        ecriture: z.optional(EcritureSchema),
      }),
    )
    .output(z.object({ status: z.literal(true) })),

  /**
   * Whether a link that unlocks a browser works (ACC-57). A POST, so that no token appears in an
   * address.
   */
  canUnlock: call
    .route({
      method: 'POST',
      path: '/auth/deblocage/verification',
      summary: 'Le lien de déblocage est-il encore valable ?',
    })
    .meta({ who: 'all' })
    .input(z.strictObject({ token: text('lien_deblocage_invalide') }))
    .output(z.object({ etat: z.enum(['valable', 'servi', 'invalide']) })),

  /**
   * Makes this browser a known device of the link's account, once; nobody is signed in (ACC-57).
   * `email`: the address of the account.
   */
  unlock: call
    .route({
      method: 'POST',
      path: '/auth/deblocage',
      summary: 'Utiliser un lien de déblocage dans ce navigateur',
    })
    .meta({ who: 'all' })
    .input(z.strictObject({ token: text('lien_deblocage_invalide') }))
    .output(z.object({ email: z.string() })),

  /** Sends another email to confirm an address. Answers the same for every address. */
  sendVerification: call
    .route({
      method: 'POST',
      path: '/auth/send-verification-email',
      summary: "Renvoyer l'email de confirmation",
    })
    .meta({ who: 'all', changes: ['courriels'] })
    .input(z.strictObject({ email: text('email_invalide') }))
    .output(z.object({ status: z.literal(true) })),

  /**
   * Confirms an address, or replaces it with the new one (`changee`, PEOPLE-40). `deja_confirmee`:
   * the link was used before, for example because the page was reloaded (ACC-22).
   */
  verifyEmail: call
    .route({ method: 'POST', path: '/auth/verify-email', summary: 'Confirmer son adresse' })
    .meta({ who: 'all', changes: ['users', 'courriels'] })
    .input(z.strictObject({ token: text('lien_confirmation_invalide') }))
    .output(
      z.object({ status: z.literal(true), deja_confirmee: z.boolean(), changee: z.boolean() }),
    ),
};
