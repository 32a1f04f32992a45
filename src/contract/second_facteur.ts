import * as z from 'zod';
import { call } from './call.ts';
import { fault, text } from './fields.ts';
import { PersonneSchema } from './session.ts';

const CleSchema = z.object({ cle: z.string(), uri: z.string() });
const CodesSchema = z.object({ codes: z.array(z.string()) });
const OpenedSchema = z.object({ user: PersonneSchema });

const password = text('mot_de_passe_actuel_incorrect');
const code = text('code_incorrect').check(z.maxLength(100, fault('code_incorrect')));

const CleAccesSchema = z.object({
  id: z.string(),
  nom: z.string(),
  created_at: z.string(),
  utilise_at: z.nullable(z.string()),
});

export const secondFacteur = {
  /**
   * The caller's own second factors. `exige`: the setting demands one of this administrator
   * (ACC-62).
   */
  get: call
    .route({ method: 'GET', path: '/profil/second-facteur', summary: 'Sa double authentification' })
    .meta({ who: 'signed-in', shows: ['users', 'parametres'] })
    .output(
      z.object({
        actif_at: z.nullable(z.string()),
        codes_restants: z.int(),
        exige: z.boolean(),
        cles: z.array(CleAccesSchema),
      }),
    ),

  /**
   * Draws a secret for an authenticator application. Sign-ins require a code only once `confirm`
   * has received a valid one (ACC-61).
   */
  start: call
    .route({
      method: 'POST',
      path: '/profil/second-facteur/debut',
      summary: "Préparer une application d'authentification",
    })
    .meta({ who: 'signed-in' })
    .input(z.strictObject({ password }))
    .output(CleSchema),

  /** The recovery codes are shown once. Every other session of the account ends (ACC-68). */
  confirm: call
    .route({
      method: 'POST',
      path: '/profil/second-facteur',
      summary: 'Activer la double authentification',
    })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .input(z.strictObject({ code }))
    .output(CodesSchema),

  /** A POST, because it takes a password and a code. */
  disable: call
    .route({
      method: 'POST',
      path: '/profil/second-facteur/retrait',
      summary: 'Désactiver la double authentification',
    })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .input(z.strictObject({ password, code }))
    .output(z.object({ success: z.literal(true) })),

  /** Draws new recovery codes; the earlier ones stop working (ACC-66). */
  renewCodes: call
    .route({
      method: 'POST',
      path: '/profil/second-facteur/codes',
      summary: 'Tirer de nouveaux codes de secours',
    })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .input(z.strictObject({ password, code }))
    .output(CodesSchema),

  /** The second factors that the account of a waiting sign-in can use. */
  etape: call
    .route({ method: 'GET', path: '/auth/second-facteur', summary: 'La seconde étape attendue' })
    .meta({ who: 'second_facteur' })
    .output(z.object({ application: z.boolean(), cles: z.boolean() })),

  /**
   * Takes a code of the application or a recovery code. Sets the cookie of the session, which is
   * then open (ACC-63).
   */
  verify: call
    .route({
      method: 'POST',
      path: '/auth/second-facteur',
      summary: 'Donner le code de la seconde étape',
    })
    .meta({ who: 'second_facteur', changes: ['sessions'] })
    .input(z.strictObject({ code }))
    .output(OpenedSchema),

  /**
   * `password`: required for a session that was already open when the setting was switched on
   * (ACC-102).
   */
  startEnrolment: call
    .route({
      method: 'POST',
      path: '/auth/enrolement/debut',
      summary: "Préparer l'application exigée d'un administrateur",
    })
    .meta({ who: 'enrolement' })
    .input(z.strictObject({ password: z.optional(password) }))
    .output(CleSchema),

  /** Activates the application, draws the recovery codes and opens the session (ACC-62). */
  enrol: call
    .route({
      method: 'POST',
      path: '/auth/enrolement',
      summary: "Activer l'application exigée et se connecter",
    })
    .meta({ who: 'enrolement', changes: ['sessions', 'users', 'courriels'] })
    .input(z.strictObject({ code }))
    .output(z.object({ ...OpenedSchema.shape, ...CodesSchema.shape })),
};

/**
 * Options and answers have the JSON format of WebAuthn; the server reads only the fields that it
 * needs.
 */
const OptionsSchema = z.record(z.string(), z.unknown());
const answer = <T extends Record<string, z.ZodType>>(fields: T) =>
  z.object({
    id: z.string(),
    rawId: z.string(),
    type: z.literal('public-key'),
    clientExtensionResults: z._default(z.object({}), {}),
    response: z.object({ clientDataJSON: z.string(), ...fields }),
  });

export const clesAcces = {
  /**
   * What the browser needs to make a passkey (ACC-64). `code`: required if an authenticator
   * application is active, as for `remove`.
   */
  start: call
    .route({
      method: 'POST',
      path: '/profil/cles-acces/debut',
      summary: "Préparer une clé d'accès",
    })
    .meta({ who: 'signed-in' })
    .input(z.strictObject({ password, code: z.optional(code) }))
    .output(OptionsSchema),

  add: call
    .route({
      method: 'POST',
      path: '/profil/cles-acces',
      successStatus: 201,
      summary: "Ajouter une clé d'accès",
    })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .input(
      z.strictObject({
        nom: text('nom_cle_invalide'),
        reponse: answer({
          attestationObject: z.string(),
          transports: z._default(z.array(z.string()), []),
        }),
      }),
    )
    .output(z.array(CleAccesSchema)),

  remove: call
    .route({
      method: 'POST',
      path: '/profil/cles-acces/retrait',
      summary: "Retirer une clé d'accès",
    })
    .meta({ who: 'signed-in', changes: ['users', 'courriels'] })
    .input(z.strictObject({ id: text('cle_introuvable'), password, code: z.optional(code) }))
    .output(z.array(CleAccesSchema)),

  signInOptions: call
    .route({
      method: 'POST',
      path: '/auth/cle-acces/debut',
      summary: "Préparer une connexion par clé d'accès",
    })
    .meta({ who: 'all' })
    .output(OptionsSchema),

  /** Sets the cookie of the session. */
  signIn: call
    .route({ method: 'POST', path: '/auth/cle-acces', summary: "Se connecter par clé d'accès" })
    .meta({ who: 'all', changes: ['sessions'] })
    .input(
      z.strictObject({ reponse: answer({ authenticatorData: z.string(), signature: z.string() }) }),
    )
    .output(OpenedSchema),
};
