/**
 * Emails about what decides who gets in (MAIL-30). No setting holds them back: whoever has taken
 * over a session would switch it off first.
 */
import type { ContenuCourriel, NewCourriel } from './courriels.ts';
import { type Recipient, toAccount } from './envois.ts';
import { displayName } from '../people/users.ts';

/** How long such an email stays due while the mail server is away. */
const DUE_MS = 7 * 24 * 3_600_000;

const dueForDays = (now: Date) => ({
  envoyer_apres: now,
  perime_apres: new Date(now.getTime() + DUE_MS),
});

type Alerte = Extract<ContenuCourriel, { sorte: 'alerte_admins' }>;

/** Who did it: an administrator, or null for a command on the server. */
const auteurOf = (user: Recipient | null): NonNullable<Alerte['par']> =>
  user
    ? { user_id: user.id, nom: displayName(user) }
    : { user_id: null, nom: 'Une commande sur le serveur' };

/**
 * One email to each administrator, also to the one in whose name it was done: the session may be
 * stolen.
 */
export function envoisAlerte(
  admins: readonly Recipient[],
  fait: Alerte['fait'],
  { par, compte }: { par: Recipient | null; compte: Recipient | null },
  now: Date,
): NewCourriel[] {
  const le = now.toISOString();
  const contenu: Alerte = {
    sorte: 'alerte_admins',
    fait,
    le,
    par: auteurOf(par),
    ...(compte && {
      compte: { user_id: compte.id, nom: displayName(compte), email: compte.email },
    }),
  };
  return admins.map((admin) => ({
    ...toAccount(admin),
    ...dueForDays(now),
    cause: `alerte_admins ${fait} ${compte?.id ?? ''} ${le} ${admin.id}`,
    contenu,
  }));
}

/** Somebody gives the right password of an account and wrong codes. */
export function envoiCodes(user: Recipient, now: Date): NewCourriel {
  return {
    ...toAccount(user),
    ...dueForDays(now),
    cause: `alerte_codes ${user.id} ${now.toISOString()}`,
    contenu: { sorte: 'alerte_codes', nom: displayName(user) },
  };
}
