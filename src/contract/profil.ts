import * as z from 'zod';
import { ACCES } from '#domain/signin/second_facteur.ts';
import { PASSWORD_MAX } from '#domain/people/users.ts';
import { call } from './call.ts';
import { fault, text } from './fields.ts';
import { ContactSchema, UserSchema } from './users.ts';

const WRONG = fault('mot_de_passe_actuel_incorrect');

const OpenSessionSchema = z.object({
  id: z.string(),
  /**
   * The browser and system that opened the session, as the browser named them; empty if it named
   * none.
   */
  user_agent: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** True for the session that makes this call. */
  courante: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSessionSchema>;

/**
 * `email_rappels`: reminders on the day before. `email_places`: free slots that the person asked
 * for.
 */
const EmailsSchema = z.object({ email_rappels: z.boolean(), email_places: z.boolean() });

export const profil = {
  get: call
    .route({ method: 'GET', path: '/profil', summary: 'Son propre compte' })
    .meta({ who: 'signed-in', shows: ['users'] })
    .output(UserSchema),

  /**
   * Nobody sets their own role or status, and another call changes the email address (PEOPLE-18,
   * PEOPLE-40). Empty fields are stored as null (PEOPLE-12).
   */
  update: call
    .route({
      method: 'PATCH',
      path: '/profil',
      summary: 'Modifier son prénom, son nom, son téléphone, son adresse',
    })
    .meta({ who: 'signed-in', changes: ['users'] })
    .input(ContactSchema)
    .output(UserSchema),

  /** Which of the optional emails the person wants (MAIL-24). */
  emails: call
    .route({ method: 'GET', path: '/profil/emails', summary: "Les emails que l'on veut recevoir" })
    .meta({ who: 'signed-in', shows: ['users'] })
    .output(EmailsSchema),

  setEmails: call
    .route({
      method: 'PUT',
      path: '/profil/emails',
      summary: "Choisir les emails que l'on veut recevoir",
    })
    .meta({ who: 'signed-in', changes: ['users'] })
    .input(z.strictObject(EmailsSchema.shape))
    .output(EmailsSchema),

  /** The request body is the picture itself (JPEG, PNG, WebP or GIF, 5 MB at most; PEOPLE-15). */
  setPhoto: call
    .route({ method: 'PUT', path: '/profil/photo', summary: 'Changer sa photo' })
    .meta({ who: 'signed-in', changes: ['users'] })
    .input(z.file(fault('photo_invalide')))
    .output(UserSchema),

  removePhoto: call
    .route({ method: 'DELETE', path: '/profil/photo', summary: 'Retirer sa photo' })
    .meta({ who: 'signed-in', changes: ['users'] })
    .output(UserSchema),

  /**
   * Sends an email with a link for a new password to the caller's own address (PEOPLE-14).
   * `email_envoye`: false if no email can be sent.
   */
  sendPasswordEmail: call
    .route({
      method: 'POST',
      path: '/profil/mot-de-passe',
      summary: 'Recevoir un lien pour changer son mot de passe',
    })
    .meta({ who: 'signed-in', changes: ['courriels'] })
    .output(z.object({ email_envoye: z.boolean() })),

  /**
   * Requires the current password (ACC-80). Other sessions, passkeys and calendar addresses end
   * unless `garder` names them. The calling session stays, and so do passkeys that are the second
   * factor demanded of an administrator (PEOPLE-23, ACC-69).
   */
  changePassword: call
    .route({ method: 'PUT', path: '/profil/mot-de-passe', summary: 'Changer son mot de passe' })
    .meta({ who: 'signed-in', changes: ['users', 'flux', 'courriels'] })
    .input(
      z.strictObject({
        password: z.string(WRONG).check(z.maxLength(PASSWORD_MAX, WRONG)),
        newPassword: text('mot_de_passe_court_reinitialisation'),
        garder: z._default(z.array(z.enum(['sessions', ...ACCES])), []),
      }),
    )
    .output(z.object({ success: z.boolean() })),

  /**
   * Requests another address. It replaces the present one once its link is opened, or at once if no
   * email can be sent (PEOPLE-40). `code`: required if an authenticator application is active.
   */
  changeEmail: call
    .route({ method: 'PUT', path: '/profil/email', summary: "Changer d'adresse email" })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .input(
      z.strictObject({
        password: z.string(WRONG).check(z.maxLength(PASSWORD_MAX, WRONG)),
        code: z.optional(text('code_incorrect').check(z.maxLength(100, fault('code_incorrect')))),
        email: text('email_invalide'),
      }),
    )
    .output(UserSchema),

  /** Withdraws the new address that waits for its confirmation. */
  withdrawEmail: call
    .route({ method: 'DELETE', path: '/profil/email', summary: "Retirer son changement d'adresse" })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .output(UserSchema),

  /**
   * Takes the password again, and a code if an authenticator application is active. For ten minutes
   * this session may then do what would outlive it (ACC-100). Calls that need this confirmation
   * answer `confirmation_requise`.
   */
  confirm: call
    .route({
      method: 'POST',
      path: '/profil/confirmation',
      summary: "Confirmer que c'est bien soi",
    })
    .meta({ who: 'signed-in' })
    .input(
      z.strictObject({
        password: z.string(WRONG).check(z.maxLength(PASSWORD_MAX, WRONG)),
        code: z.optional(text('code_incorrect').check(z.maxLength(100, fault('code_incorrect')))),
      }),
    )
    .output(z.object({ success: z.boolean() })),

  /** The open sessions, latest first. */
  listSessions: call
    .route({ method: 'GET', path: '/profil/sessions', summary: 'Ses sessions ouvertes' })
    .meta({ who: 'signed-in', shows: ['users', 'sessions'] })
    .output(z.array(OpenSessionSchema)),

  /** Ends one of the caller's sessions. */
  endSession: call
    .route({
      method: 'DELETE',
      path: '/profil/sessions/{id}',
      summary: 'Terminer une de ses sessions',
    })
    .meta({ who: 'signed-in', changes: ['users'] })
    .input(z.strictObject({ id: z.uuid(fault('session_introuvable')) }))
    .output(z.object({ success: z.boolean() })),

  /** Ends every session of the caller except the calling one, and the calendar addresses. */
  endOtherSessions: call
    .route({
      method: 'DELETE',
      path: '/profil/sessions',
      summary: 'Terminer toutes ses autres sessions',
    })
    .meta({ who: 'signed-in', changes: ['users', 'flux'] })
    .output(z.object({ success: z.boolean() })),

  /** Everything that is stored about the caller (PEOPLE-33), described in ADR-021. */
  donnees: call
    .route({ method: 'GET', path: '/profil/donnees', summary: 'Toutes ses données' })
    .meta({ who: 'signed-in' })
    .output(z.record(z.string(), z.unknown())),

  /**
   * Deletes the account, with its password; `lecons`: what becomes of its coming lessons
   * (PEOPLE-30). Every session ends.
   */
  remove: call
    .route({ method: 'POST', path: '/profil/suppression', summary: 'Supprimer son compte' })
    .meta({ who: 'signed-in', changes: ['users', 'courriels', 'reservations'] })
    .input(
      z.strictObject({
        password: text('mot_de_passe_actuel_incorrect'),
        lecons: z.enum(['garder', 'annuler']),
      }),
    )
    .output(z.object({ success: z.boolean() })),
};
