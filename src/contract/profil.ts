import * as z from 'zod';
import { ACCES } from '#domain/accounts/second_facteur.ts';
import { PASSWORD_MAX } from '#domain/people/users.ts';
import { call } from './call.ts';
import { fault, text } from './fields.ts';
import { ContactSchema, UserSchema } from './users.ts';

const WRONG = fault('mot_de_passe_actuel_incorrect');

const OpenSessionSchema = z.object({
  id: z.string(),
  /** The browser and system it was opened with, as they say it; empty when they said nothing. */
  user_agent: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** The one that asks. */
  courante: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSessionSchema>;

/** Reminders the day before; free slots that one asked for. */
const EmailsSchema = z.object({ email_rappels: z.boolean(), email_places: z.boolean() });

export const profil = {
  get: call
    .route({ method: 'GET', path: '/profil', summary: 'Son propre compte' })
    .meta({ who: 'signed-in', shows: ['users'] })
    .output(UserSchema),

  /**
   * Nobody sets their own role or status, and the email is changed apart (PEOPLE-18, PEOPLE-40).
   * Empty fields are stored as null (PEOPLE-12).
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

  /** Which emails one wants of those that one may refuse (MAIL-24). */
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

  /** The picture itself is the body (JPEG, PNG, WebP or GIF, 5 MB at most; PEOPLE-15). */
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
   * An email with a link for a new password, to one's own address (PEOPLE-14). `email_envoye`:
   * false where no email can be sent.
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
   * The current password is asked again (ACC-80). Other sessions, passkeys and calendar addresses
   * end unless `garder` names them; this session stays, and so do passkeys that are the second
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
   * Asks for another address: it replaces the present one once its link is opened, or at once where
   * no email can be sent (PEOPLE-40). `code`: where an application is active.
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

  /** Withdraws the address that waits for its confirmation. */
  withdrawEmail: call
    .route({ method: 'DELETE', path: '/profil/email', summary: "Retirer son changement d'adresse" })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .output(UserSchema),

  /**
   * Password, and a code where an application is active, given again: for ten minutes this session
   * may do what would outlive it (ACC-100). Calls that need it answer `confirmation_requise`.
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

  /** The sessions that are open, the latest first. */
  listSessions: call
    .route({ method: 'GET', path: '/profil/sessions', summary: 'Ses sessions ouvertes' })
    .meta({ who: 'signed-in', shows: ['users', 'sessions'] })
    .output(z.array(OpenSessionSchema)),

  /** Ends one session of one's own. */
  endSession: call
    .route({
      method: 'DELETE',
      path: '/profil/sessions/{id}',
      summary: 'Terminer une de ses sessions',
    })
    .meta({ who: 'signed-in', changes: ['users'] })
    .input(z.strictObject({ id: z.uuid(fault('session_introuvable')) }))
    .output(z.object({ success: z.boolean() })),

  /** Ends every session of one's own but the one that asks, and the calendar addresses. */
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
   * Deletes the account, after its password; `lecons`: what becomes of the coming ones (PEOPLE-30).
   * Every session ends.
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
