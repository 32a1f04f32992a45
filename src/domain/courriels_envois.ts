/** Which emails an event causes, to whom and when (MAIL-04 to MAIL-07). The result is rows to store; nothing is sent here. */
import {
  type ContenuCourriel, type Lecon, LIEN_MOT_DE_PASSE_MS, type NouveauCourriel, peremptionOf, rappelAt, type SorteDeLecon,
} from './courriels.ts';
import type { Parametres } from './parametres.ts';
import type { StatutReservation } from './reservations.ts';
import { displayName, type Personne, type Role } from './users.ts';

export type Destinataire = Pick<Personne, 'id' | 'email' | 'prenom' | 'nom' | 'full_name'>;

/** The recipient's columns for an account. */
export const pour = (user: Destinataire) => ({ destinataire: user.email, destinataire_nom: displayName(user), user_id: user.id, reservation_id: null });

export const maintenant = (now: Date) => ({ envoyer_apres: now, perime_apres: peremptionOf(now) });

/** The account was approved (PEOPLE-03). */
export function envoiApprobation(user: Destinataire & { email_confirme: boolean }, role: Role, now: Date): NouveauCourriel {
  const contenu: ContenuCourriel = { sorte: 'approbation', nom: displayName(user), role, ...(!user.email_confirme && { a_confirmer: true }) };
  return { ...pour(user), ...maintenant(now), cause: `approbation ${user.id}`, contenu };
}

/** The account is already deleted when this email is sent (PEOPLE-04). */
export function envoiRefus(user: Destinataire, now: Date): NouveauCourriel {
  return { ...pour(user), ...maintenant(now), user_id: null, cause: `refus ${user.id}`, contenu: { sorte: 'refus', nom: displayName(user) } };
}

/** The email is outdated when its link expires. `empreinte`: the fingerprint of the link's secret, which makes the cause unique. */
export function envoiLien(
  sorte: 'mot_de_passe' | 'confirmation_adresse', user: Destinataire, { jeton, empreinte }: { jeton: string; empreinte: string }, now: Date,
): NouveauCourriel {
  return {
    ...pour(user),
    envoyer_apres: now,
    perime_apres: sorte === 'mot_de_passe' ? new Date(now.getTime() + LIEN_MOT_DE_PASSE_MS) : peremptionOf(now),
    cause: `${sorte} ${empreinte}`,
    contenu: { sorte, nom: displayName(user), jeton },
  };
}

/** The recipient's columns for the centre's own address. */
export const auCentre = ({ adminEmail }: Parametres) => ({ destinataire: adminEmail, destinataire_nom: '', user_id: null });

/** The setting that allows each kind of email about a lesson (MAIL-05). */
const INTERRUPTEUR = {
  reservation_confirmee: 'sendConfirmation',
  reservation_modifiee: 'sendModification',
  reservation_annulee: 'sendCancellation',
  rappel: 'sendReminders',
} as const satisfies Record<SorteDeLecon, keyof Parametres>;

/** True while the settings allow emails of this kind. */
export function isPermis(sorte: SorteDeLecon, parametres: Parametres): boolean {
  return parametres.emailNotifications && parametres[INTERRUPTEUR[sorte]];
}

type EvenementDeLecon = {
  sorte: Exclude<SorteDeLecon, 'rappel'>;
  lecon: Lecon;
  /** Whose reservation it is; null when it has no account. */
  user: Destinataire | null;
  /** The name it was booked under, for the centre's copy. */
  nom_client: string;
  /** A changed lesson as it was. */
  avant?: Lecon | undefined;
  /** Why it is cancelled, where the centre gave a reason. */
  raison?: string | null | undefined;
};

/**
 * The emails of a booking, a change or a cancellation: to the rider, a copy to the centre, and the reminder, whose setting is
 * read only when it is due. None about a lesson that is over.
 */
export function envoisLecon({ sorte, lecon, user, nom_client, avant, raison }: EvenementDeLecon, parametres: Parametres, now: Date): NouveauCourriel[] {
  const commun = { reservation_id: lecon.reservation_id, envoyer_apres: now, perime_apres: peremptionOf(now, lecon) };
  if (commun.perime_apres <= now) return [];
  const cause = `${sorte} ${lecon.reservation_id} ${lecon.version}`;
  const dit = { lecon, ...(avant && sorte === 'reservation_modifiee' && { avant }), ...(raison && sorte === 'reservation_annulee' && { raison }) };
  const envois: NouveauCourriel[] = [];
  if (isPermis(sorte, parametres)) {
    if (user) envois.push({ ...pour(user), ...commun, cause, contenu: { sorte, nom: displayName(user), ...dit, copie: false } });
    if (parametres.adminEmail !== '') {
      envois.push({ ...auCentre(parametres), ...commun, cause: `${cause} centre`, contenu: { sorte, nom: nom_client, ...dit, copie: true } });
    }
  }
  const rappel = user && sorte !== 'reservation_annulee' ? rappelAt(lecon, now) : null;
  if (user && rappel) {
    envois.push({
      ...pour(user), reservation_id: lecon.reservation_id, envoyer_apres: rappel, perime_apres: peremptionOf(rappel, lecon),
      cause: `rappel ${lecon.reservation_id} ${lecon.version}`, contenu: { sorte: 'rappel', nom: displayName(user), lecon, copie: false },
    });
  }
  return envois;
}

type Vue = Omit<Lecon, 'reservation_id' | 'version' | 'type'> & { statut: StatutReservation; type_lecon: string };

/**
 * Which email a rider gets when an administrator has stored a reservation, and about which lesson; null when nothing changed
 * for the rider. A cancellation describes the lesson as the rider knew it; a move into the past counts as a cancellation.
 * `avant`: the lesson before the change.
 */
export function annonceOf<V extends Vue>(avant: V, apres: V, now: Date): { sorte: Exclude<SorteDeLecon, 'rappel'>; lecon: V; avant?: V } | null {
  const sorte = changementOf(avant, apres);
  const finie = (lecon: V) => peremptionOf(now, lecon) <= now;
  if (sorte === 'reservation_annulee' || (sorte === 'reservation_modifiee' && finie(apres) && !finie(avant))) return { sorte: 'reservation_annulee', lecon: avant };
  return sorte && { sorte, lecon: apres, ...(sorte === 'reservation_modifiee' && avant.statut !== 'annulee' && { avant }) };
}

function changementOf(avant: Vue, apres: Vue): Exclude<SorteDeLecon, 'rappel'> | null {
  const annulee = apres.statut === 'annulee';
  if (avant.statut === 'annulee' && apres.statut !== 'en_attente') return annulee ? null : 'reservation_confirmee';
  if (annulee) return 'reservation_annulee';
  const vue = ({ date_reservation, heure_debut, heure_fin, type_piste, type_lecon, noms_participants, remarques, statut }: Vue) =>
    JSON.stringify([date_reservation, heure_debut, heure_fin, type_piste, type_lecon, noms_participants, remarques, statut]);
  return vue(avant) === vue(apres) ? null : 'reservation_modifiee';
}
