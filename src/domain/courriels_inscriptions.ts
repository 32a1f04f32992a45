/** The emails that announce sign-ups to administrators: one each, and a digest of many within an hour (MAIL-04). */
import { type ContenuCourriel, type NouveauCourriel, peremptionOf } from './courriels.ts';
import { auCentre, type Destinataire, maintenant, pour } from './courriels_envois.ts';
import type { Parametres } from './parametres.ts';
import { displayName } from './users.ts';

type Adresse = Pick<NouveauCourriel, 'destinataire' | 'destinataire_nom' | 'user_id' | 'reservation_id'>;

/** Who is told of a sign-up. `qui` identifies the recipient within the cause. */
export type Averti = { qui: string; adresse: Adresse };

/** Each administrator, and the centre's own address, unless notifications are off. */
export function avertisOf(admins: readonly Destinataire[], parametres: Parametres): Averti[] {
  if (!parametres.emailNotifications) return [];
  const centre = parametres.adminEmail !== '' && !admins.some((admin) => admin.email === parametres.adminEmail);
  return [
    ...admins.map((admin) => ({ qui: admin.id, adresse: pour(admin) })),
    ...(centre ? [{ qui: 'centre', adresse: { ...auCentre(parametres), reservation_id: null } }] : []),
  ];
}

type Inscrit = Destinataire & { telephone: string | null; adresse: string | null };

/** One email to each. */
export function envoisInscription(user: Inscrit, avertis: readonly Averti[], now: Date): NouveauCourriel[] {
  const { id, email, telephone, adresse } = user;
  const contenu: ContenuCourriel = { sorte: 'inscription', nom: displayName(user), email, telephone, adresse };
  return avertis.map((averti) => ({ ...averti.adresse, ...maintenant(now), cause: `inscription ${id} ${averti.qui}`, contenu }));
}

export type Groupee = Extract<ContenuCourriel, { sorte: 'inscriptions_groupees' }>;

/** How many people a digest names; the others are counted. */
const NOMMEES_MAX = 100;
/** A digest waits until nobody has signed up for so long. */
const CALME_MS = 10 * 60_000;
const HEURE_MS = 3_600_000;

/**
 * A digest with one more sign-up. It is due 10 minutes after the last sign-up, but not before `pasAvant`, and one hour after
 * its first sign-up at the latest.
 */
export function groupeeAvec(
  avant: Groupee | null, user: Destinataire, { pasAvant, now }: { pasAvant: Date; now: Date },
): Pick<NouveauCourriel, 'envoyer_apres' | 'perime_apres'> & { contenu: Groupee } {
  const { depuis, demandes, autres } = avant ?? { depuis: now.toISOString(), demandes: [], autres: 0 };
  const place = demandes.length < NOMMEES_MAX;
  const fin = new Date(depuis).getTime() + HEURE_MS;
  const envoyer_apres = new Date(Math.min(Math.max(now.getTime() + CALME_MS, pasAvant.getTime()), fin));
  return {
    envoyer_apres, perime_apres: peremptionOf(envoyer_apres),
    contenu: {
      sorte: 'inscriptions_groupees', depuis, autres: place ? autres : autres + 1,
      demandes: place ? [...demandes, { user_id: user.id, nom: displayName(user), email: user.email }] : demandes,
    },
  };
}
