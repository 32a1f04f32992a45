import * as z from 'zod';
import { PER_PAGE } from '#domain/core/pages.ts';
import type { CodeRefus } from '#domain/errors/errors.ts';
import { GESTES, ROLES, STATUTS_USER } from '#domain/people/users.ts';
import { call } from './call.ts';
import { EcritureSchema, fault, PageSchema, text } from './fields.ts';

const optional = (code: CodeRefus) => z._default(z.nullable(text(code)), null);

/** In the order of the form (ACC-17). The domain checks lengths and contents. Stored once (API-29). */
const INSCRIPTION = {
  prenom: text('prenom_manquant'),
  nom: text('nom_manquant'),
  email: text('email_invalide'),
  password: text('mot_de_passe_court'),
  telephone: optional('telephone_invalide'),
  adresse: optional('adresse_invalide'),
  ecriture: z.optional(EcritureSchema),
};

/** An account as administrators and its owner read it. */
export const UserSchema = z.object({
  id: z.string(),
  email: z.string(),
  prenom: z.nullable(z.string()),
  nom: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  adresse: z.nullable(z.string()),
  email_confirme: z.boolean(),
  /** The new address, which replaces the present one once its link is opened (PEOPLE-40). */
  email_demande: z.nullable(z.string()),
  role: z.enum(ROLES),
  is_approved: z.boolean(),
  statut: z.enum(STATUTS_USER),
  profile_image_url: z.nullable(z.string()),
  /**
   * True if the person signs in with a second factor: an application or a passkey (ACC-61, ACC-64).
   */
  second_facteur: z.boolean(),
  consentement_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /**
   * True if the account has reached its daily limit of wrong passwords (ACC-58). Only the list
   * contains it.
   */
  bloque: z.optional(z.boolean()),
  /**
   * The administrator who, within the last 30 days, changed or gave the address of the account, or had
   * a link to it shown (ACC-104). Only the list contains it; an instance of the previous version does not send it.
   */
  adresse_par: z.optional(
    z.nullable(z.object({ nom: z.nullable(z.string()), geste: z.enum(GESTES), le: z.string() })),
  ),
  /** Who pays for the account; null if it pays (CLI-05). Only the list contains it. */
  payeur: z.optional(z.nullable(z.object({ id: z.string(), nom: z.string() }))),
});

const emptiable = (code: CodeRefus) => z.optional(z.nullable(text(code)));

/**
 * A change of names, telephone and address. Each may be emptied; a field that is left out stays as
 * it is (PEOPLE-12).
 */
export const ContactSchema = z.strictObject({
  prenom: emptiable('prenom_manquant'),
  nom: emptiable('nom_manquant'),
  telephone: emptiable('telephone_invalide'),
  adresse: emptiable('adresse_invalide'),
});

const OpenDaySchema = z.object({ jusque: z.nullable(z.string()) });

const IdSchema = z.uuid(fault('utilisateur_introuvable'));

/** The roles that an administrator may give (ACC-08). */
const GivenRoleSchema = z.pipe(
  z.enum(['utilisateur', 'admin', 'cavalier']),
  z.transform((role) => (role === 'cavalier' ? 'utilisateur' : role)),
);

/** The statuses that an approved account may get (ACC-09). */
const GivenStatutSchema = z.pipe(
  z.enum(['actif', 'inactif', 'approuve']),
  z.transform((statut) => (statut === 'approuve' ? 'actif' : statut)),
);

/** A search text for names, emails and telephones; surrounding spaces are ignored. */
const SearchSchema = z.optional(z.string().check(z.maxLength(200)));

export const users = {
  /** A new account is `en_attente`. The caller sets neither role nor status (ACC-17). */
  signUp: call
    .route({
      method: 'POST',
      path: '/auth/sign-up/email',
      successStatus: 201,
      summary: "Créer un compte, en attente d'approbation",
    })
    .meta({ who: 'all', changes: ['users', 'courriels'] })
    .input(z.strictObject(INSCRIPTION))
    /**
     * `confirmation_envoyee`: the address must be confirmed first, and the email is queued
     * (ACC-22). `delai_jours`: how many days an approval usually takes, 0 for less than one; null
     * if there were too few approvals (RIDE-61).
     */
    .output(
      z.object({
        statut: z.literal('en_attente'),
        confirmation_envoyee: z.boolean(),
        delai_jours: z.nullable(z.int()),
      }),
    ),

  /**
   * Whether the one-time set-up link is still valid (ACC-38), and what this instance can restore
   * (OPS-30). A POST, so that no token appears in an address (ACC-51).
   */
  canInstall: call
    .route({
      method: 'POST',
      path: '/installation/verification',
      summary: "Le lien d'installation est-il encore ouvert ?",
    })
    .meta({ who: 'all' })
    .input(z.strictObject({ jeton: text('installation_close') }))
    .output(
      z.object({
        ouverte: z.boolean(),
        /**
         * The backups in the folder of this instance, newest first; null if an account exists,
         * because then nothing can be restored.
         */
        sauvegardes: z.nullable(
          z.array(
            z.object({
              nom: z.string(),
              creee_at: z.string(),
              octets: z.int(),
              chiffree: z.boolean(),
            }),
          ),
        ),
      }),
    ),

  /**
   * Creates the first administrator, once, with a password that meets the strictest rules (ACC-38).
   */
  install: call
    .route({
      method: 'POST',
      path: '/installation',
      successStatus: 201,
      summary: 'Créer le premier administrateur',
    })
    .meta({ who: 'all', changes: ['users'] })
    .input(z.strictObject({ jeton: text('installation_close'), ...INSCRIPTION }))
    .output(z.object({ statut: z.literal('actif') })),

  /** The instant until which sign-ups are open for a day; null if they are not (ACC-82). */
  openDay: call
    .route({
      method: 'GET',
      path: '/inscriptions/journee',
      summary: "Jusqu'à quand la journée d'inscriptions est ouverte",
    })
    .meta({ who: 'admin', shows: ['users'] })
    .output(OpenDaySchema),

  /** Opens sign-ups for 12 hours from now, or closes them. */
  setOpenDay: call
    .route({
      method: 'PUT',
      path: '/inscriptions/journee',
      summary: "Ouvrir ou fermer une journée d'inscriptions",
    })
    .meta({ who: 'admin', changes: ['users'] })
    .input(z.strictObject({ ouverte: z.boolean() }))
    .output(OpenDaySchema),

  /** Newest first, 100 per page; `X-Total-Count` is the number of matches (API-07). */
  list: call
    .route({ method: 'GET', path: '/users', summary: 'Les comptes' })
    .meta({ who: 'admin', shows: ['users'] })
    .input(
      z.strictObject({
        /** `approuve`: accounts that are `actif` or `inactif` (ACC-09). */
        statut: z.optional(z.enum([...STATUTS_USER, 'approuve'])),
        /** `admin`: administrators only; `utilisateur`: all other accounts. */
        role: z.optional(z.enum(['admin', 'utilisateur'])),
        q: SearchSchema,
        /** From 1. */
        page: PageSchema,
      }),
    )
    .output(z.array(UserSchema)),

  /**
   * The three counters of the user page, without administrators (PEOPLE-01). With `q`, they count
   * only the matching accounts.
   */
  resume: call
    .route({
      method: 'GET',
      path: '/users/resume',
      summary: 'Combien de demandes, de comptes approuvés et refusés',
    })
    .meta({ who: 'admin', shows: ['users'] })
    .input(z.strictObject({ q: SearchSchema }))
    .output(z.object({ en_attente: z.int(), approuves: z.int(), refuses: z.int() })),

  /** Sends another email to confirm an address; `courriel`: its id. */
  resendConfirmation: call
    .route({
      method: 'POST',
      path: '/users/{id}/confirmation',
      summary: "Renvoyer l'email de confirmation d'un compte",
    })
    .meta({ who: 'admin', changes: ['courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ courriel: z.string() })),

  /**
   * Makes the account `actif`, with the given role (PEOPLE-03). `email_envoye`: false if no email
   * can be sent; `courriel`: its id.
   */
  approve: call
    .route({
      method: 'POST',
      path: '/users/{id}/approbation',
      summary: 'Approuver une demande de compte',
    })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(z.strictObject({ id: IdSchema, role: GivenRoleSchema }))
    .output(
      z.object({ user: UserSchema, email_envoye: z.boolean(), courriel: z.nullable(z.string()) }),
    ),

  /**
   * Approves several sign-ups as `utilisateur`, in one transaction (PEOPLE-44). `approuves`: how
   * many; the others did not wait any more.
   */
  approveAll: call
    .route({
      method: 'POST',
      path: '/users/approbations',
      summary: 'Approuver plusieurs demandes de compte comme utilisateurs',
    })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(z.strictObject({ ids: z.array(IdSchema).check(z.minLength(1), z.maxLength(PER_PAGE)) }))
    .output(z.object({ approuves: z.int(), email_envoye: z.boolean() })),

  /** Queues the email and removes the account, in one transaction (PEOPLE-04). */
  refuse: call
    .route({ method: 'POST', path: '/users/{id}/refus', summary: 'Refuser une demande de compte' })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ email_envoye: z.boolean(), courriel: z.nullable(z.string()) })),

  /** Changes the role or the status of an approved account, one at a time (PEOPLE-05). */
  update: call
    .route({
      method: 'PATCH',
      path: '/users/{id}',
      summary: "Changer le rôle ou le statut d'un compte",
    })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(
      z
        .strictObject({
          id: IdSchema,
          role: z.optional(GivenRoleSchema),
          statut: z.optional(GivenStatutSchema),
        })
        .check(
          z.refine(
            ({ role, statut }) => (role === undefined) !== (statut === undefined),
            fault('donnees_invalides'),
          ),
        ),
    )
    .output(UserSchema),

  /**
   * Corrects names, telephone and address; a field that is left out stays (PEOPLE-41). `email`: the
   * new address, which replaces the present one once its link is opened, or at once if the present
   * one is not confirmed or no email can be sent.
   */
  correct: call
    .route({
      method: 'PATCH',
      path: '/users/{id}/coordonnees',
      summary: "Corriger le nom, le téléphone, l'adresse ou l'email d'un compte",
    })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(
      z.strictObject({
        id: IdSchema,
        ...ContactSchema.shape,
        email: z.optional(text('email_invalide')),
      }),
    )
    .output(UserSchema),

  /** Withdraws the new address that waits for its confirmation. */
  withdrawEmail: call
    .route({
      method: 'DELETE',
      path: '/users/{id}/email',
      summary: "Retirer le changement d'adresse demandé pour un compte",
    })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(UserSchema),

  /**
   * For a person who has lost their device: removes application, recovery codes and passkeys, and
   * ends the sessions (ACC-65).
   */
  resetSecondFactor: call
    .route({
      method: 'POST',
      path: '/users/{id}/reinitialisation-second-facteur',
      summary: "Réinitialiser la double authentification d'un compte",
    })
    .meta({ who: 'admin', changes: ['users', 'flux', 'courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(UserSchema),

  /** Forgets the failed sign-ins of an account that has reached its daily limit (ACC-58). */
  unlock: call
    .route({
      method: 'POST',
      path: '/users/{id}/deblocage',
      summary: 'Débloquer la connexion à un compte',
    })
    .meta({ who: 'admin', changes: ['users', 'courriels'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ success: z.boolean() })),

  /**
   * Deletes the account, ends its sessions and makes its address available again. Its reservations
   * keep the names (PEOPLE-05, PEOPLE-06).
   */
  remove: call
    .route({ method: 'DELETE', path: '/users/{id}', summary: 'Supprimer un compte' })
    .meta({ who: 'admin', changes: ['users', 'courriels', 'reservations'] })
    .input(z.strictObject({ id: IdSchema }))
    .output(z.object({ success: z.boolean() })),
};
