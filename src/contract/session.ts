import * as z from 'zod/mini';
import { ROLES, STATUTS_USER } from '#domain/users.ts';
import { call, refusals } from './call.ts';

const PersonneSchema = z.object({
  id: z.string(),
  email: z.string(),
  prenom: z.nullable(z.string()),
  nom: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  role: z.enum(ROLES),
  statut: z.enum(STATUTS_USER),
});

const fault = { error: 'identifiants_incorrects' };

export const session = {
  /** §7: who is signed in, blocked people included (decision 6). */
  get: call
    .route({ method: 'GET', path: '/auth/get-session', summary: 'La session en cours' })
    .meta({ who: 'all', shows: ['users'] })
    .output(z.object({ user: z.nullable(PersonneSchema) })),

  /** §7, §8: sets the session cookie; the token also serves as `Authorization: Bearer`. */
  signIn: call
    .route({ method: 'POST', path: '/auth/sign-in/email', summary: 'Se connecter' })
    .meta({ who: 'all' })
    .errors(refusals(
      'identifiants_incorrects', 'email_non_confirme', 'profil_introuvable', 'profil_illisible',
      'compte_refuse', 'compte_en_attente', 'compte_inactif', 'trop_d_essais',
    ))
    .input(z.strictObject({
      email: z.string(fault).check(z.maxLength(254, fault)),
      password: z.string(fault).check(z.maxLength(128, fault)),
    }))
    .output(z.object({ token: z.string(), user: PersonneSchema })),

  /** §7: ends the session on the server; also answers where there is none. */
  signOut: call
    .route({ method: 'POST', path: '/auth/sign-out', summary: 'Se déconnecter' })
    .meta({ who: 'all' })
    .output(z.object({ success: z.boolean() })),
};
