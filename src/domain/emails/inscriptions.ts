/**
 * The emails that announce sign-ups to administrators: single ones, a digest of many within an hour
 * (MAIL-04), and a reminder (RIDE-60).
 */
import { type ContenuCourriel, type NewCourriel, outdatedAt } from './courriels.ts';
import { toCentre, type Recipient, dueNow, toAccount } from './envois.ts';
import type { Parametres } from '../settings/parametres.ts';
import { displayName } from '../people/users.ts';

type Adresse = Pick<
  NewCourriel,
  'destinataire' | 'destinataire_nom' | 'user_id' | 'reservation_id'
>;

/** A person who is notified of a sign-up. `key` identifies the recipient within the cause. */
export type Notified = { key: string; adresse: Adresse };

/** The recipients: each administrator, and the copies address. */
export function responsiblesOf(admins: readonly Recipient[], parametres: Parametres): Notified[] {
  const centre =
    parametres.adminEmail !== '' && !admins.some((admin) => admin.email === parametres.adminEmail);
  return [
    ...admins.map((admin) => ({ key: admin.id, adresse: toAccount(admin) })),
    ...(centre
      ? [{ key: 'centre', adresse: { ...toCentre(parametres), reservation_id: null } }]
      : []),
  ];
}

/** The same recipients; none if notifications are off. */
export const notifiedOf = (admins: readonly Recipient[], parametres: Parametres): Notified[] =>
  parametres.emailNotifications ? responsiblesOf(admins, parametres) : [];

type NewAccount = Recipient & { telephone: string | null; adresse: string | null };

/** One email about a sign-up to each recipient. */
export function envoisInscription(
  user: NewAccount,
  notified: readonly Notified[],
  now: Date,
): NewCourriel[] {
  const { id, email, telephone, adresse } = user;
  const contenu: ContenuCourriel = {
    sorte: 'inscription',
    nom: displayName(user),
    email,
    telephone,
    adresse,
  };
  return notified.map((one) => ({
    ...one.adresse,
    ...dueNow(contenu, now),
    cause: `inscription ${id} ${one.key}`,
  }));
}

export type Digest = Extract<ContenuCourriel, { sorte: 'inscriptions_groupees' }>;

/** How many people an email names; the others are counted. */
const NAMED_MAX = 100;

/** How long a sign-up waits before the administrators are reminded of it (RIDE-60). */
const REMINDED_AFTER_MS = 48 * 3_600_000;

/** Sign-ups of this instant or earlier are due for their reminder. */
export const dueForReminder = (now: Date): Date => new Date(now.getTime() - REMINDED_AFTER_MS);

/**
 * One email to each recipient about all waiting people, who are given in the order of their
 * sign-ups (RIDE-60).
 */
export function envoisAttente(
  waiting: readonly (Recipient & { created_at: Date })[],
  notified: readonly Notified[],
  now: Date,
): NewCourriel[] {
  const [first] = waiting;
  if (!first) return [];
  const contenu: ContenuCourriel = {
    sorte: 'inscriptions_en_attente',
    depuis: first.created_at.toISOString(),
    autres: Math.max(0, waiting.length - NAMED_MAX),
    demandes: waiting
      .slice(0, NAMED_MAX)
      .map((user) => ({ user_id: user.id, nom: displayName(user), email: user.email })),
  };
  return notified.map((one) => ({
    ...one.adresse,
    ...dueNow(contenu, now),
    cause: `inscriptions_en_attente ${first.id} ${one.key}`,
  }));
}

/** A digest is sent once nobody has signed up for this long. */
const QUIET_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

/**
 * A digest with one more sign-up. It is due 10 minutes after the last sign-up, but not before
 * `notBefore`, and one hour after its first sign-up at the latest.
 */
export function digestWith(
  before: Digest | null,
  user: Recipient,
  { notBefore, now }: { notBefore: Date; now: Date },
): Pick<NewCourriel, 'envoyer_apres' | 'perime_apres'> & { contenu: Digest } {
  const {
    depuis,
    demandes,
    autres: others,
  } = before ?? { depuis: now.toISOString(), demandes: [], autres: 0 };
  const place = demandes.length < NAMED_MAX;
  const end = new Date(depuis).getTime() + HOUR_MS;
  const envoyer_apres = new Date(
    Math.min(Math.max(now.getTime() + QUIET_MS, notBefore.getTime()), end),
  );
  const contenu: Digest = {
    sorte: 'inscriptions_groupees',
    depuis,
    autres: place ? others : others + 1,
    demandes: place
      ? [...demandes, { user_id: user.id, nom: displayName(user), email: user.email }]
      : demandes,
  };
  return { envoyer_apres, perime_apres: outdatedAt(envoyer_apres, contenu), contenu };
}
