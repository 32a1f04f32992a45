/**
 * Emails about changes in who has access (MAIL-30). No setting switches them off, because an
 * attacker with a stolen session would do so first.
 */
import type { ContenuCourriel, NewCourriel } from './courriels.ts';
import { type Recipient, toAccount } from './envois.ts';
import { displayName } from '../people/users.ts';

/** How long such an email stays due while the mail server cannot be reached. */
const DUE_MS = 7 * 24 * 3_600_000;

const dueForDays = (now: Date) => ({
  envoyer_apres: now,
  perime_apres: new Date(now.getTime() + DUE_MS),
});

type Alerte = Extract<ContenuCourriel, { sorte: 'alerte_admins' }>;

/** The author: an administrator, or null for a command on the server. */
const auteurOf = (user: Recipient | null): NonNullable<Alerte['par']> =>
  user
    ? { user_id: user.id, nom: displayName(user) }
    : { user_id: null, nom: 'Une commande sur le serveur' };

/**
 * One email to each administrator, including the one in whose name it was done, because that
 * session may be stolen (MAIL-30).
 */
export function envoisAlerte(
  admins: readonly Recipient[],
  fait: Alerte['fait'],
  {
    par,
    compte,
    adresse,
    reglages,
    des,
  }: {
    par: Recipient | null;
    compte: Recipient | null;
    adresse?: Alerte['adresse'] | null;
    reglages?: Alerte['reglages'];
    des?: string | undefined;
  },
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
    ...(adresse && { adresse }),
    ...(reglages && { reglages }),
    ...(des !== undefined && { des }),
  };
  return admins.map((admin) => ({
    ...toAccount(admin),
    ...dueForDays(now),
    cause: `alerte_admins ${fait} ${compte?.id ?? ''} ${le} ${admin.id}`,
    contenu,
  }));
}

/**
 * The email to the owner about a person who gives the right password of the account and wrong codes
 * (MAIL-31).
 */
export function envoiCodes(user: Recipient, now: Date): NewCourriel {
  return {
    ...toAccount(user),
    ...dueForDays(now),
    cause: `alerte_codes ${user.id} ${now.toISOString()}`,
    contenu: { sorte: 'alerte_codes', nom: displayName(user) },
  };
}
