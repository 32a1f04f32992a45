import * as z from 'zod/mini';
import type { CodeRefus } from '#domain/errors.ts';
import { call, refusals } from './call.ts';

/** A field whose every fault answers one sentence of the table. */
const text = (code: CodeRefus) => z.string({ error: code });

const optional = (code: CodeRefus) => z._default(z.nullable(text(code)), null);

/** §2, §3: in the order of the form; lengths and contents are the domain's to refuse. */
const INSCRIPTION = {
  prenom: text('prenom_manquant'),
  nom: text('nom_manquant'),
  email: text('email_invalide'),
  password: text('mot_de_passe_court'),
  telephone: optional('telephone_invalide'),
  adresse: optional('adresse_invalide'),
};

export const users = {
  /** §4: a new sign-up is pending. Its role and status are not the caller's to say. */
  signUp: call
    .route({ method: 'POST', path: '/auth/sign-up/email', successStatus: 201, summary: 'Créer un compte, en attente d\'approbation' })
    .meta({ who: 'all', changes: ['users'] })
    .errors(refusals('email_pris', 'mot_de_passe_court', 'trop_d_inscriptions'))
    .input(z.strictObject(INSCRIPTION))
    .output(z.object({ statut: z.literal('en_attente') })),

  /** Decision 9: whether the one-time link still opens. */
  canInstall: call
    .route({ method: 'GET', path: '/installation', summary: "Le lien d'installation est-il encore ouvert ?" })
    .meta({ who: 'all' })
    .input(z.strictObject({ jeton: text('installation_close') }))
    .output(z.object({ ouverte: z.boolean() })),

  /** Decision 9: the first administrator, once. */
  install: call
    .route({ method: 'POST', path: '/installation', successStatus: 201, summary: 'Créer le premier administrateur' })
    .meta({ who: 'all', changes: ['users'] })
    .errors(refusals('installation_close', 'email_pris'))
    .input(z.strictObject({ jeton: text('installation_close'), ...INSCRIPTION }))
    .output(z.object({ statut: z.literal('actif') })),
};
