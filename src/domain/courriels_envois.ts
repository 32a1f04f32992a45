/** Which emails an event causes, to whom and when (MAIL-04 to MAIL-07). The result is rows to store; nothing is sent here. */
import {
  type ContenuCourriel, type LeconDeCourriel, LIEN_MS, type NewCourriel, outdatedAt, rappelAt, type SorteDeLecon, type UsageDeLien,
} from './courriels.ts';
import type { Parametres } from './parametres.ts';
import type { BookedLecon, StatutReservation } from './reservations.ts';
import { displayName, type Personne, type Role } from './users.ts';

export type Recipient = Pick<Personne, 'id' | 'email' | 'prenom' | 'nom' | 'full_name'>;

/** The recipient's columns for an account. */
export const toAccount = (user: Recipient) => ({ destinataire: user.email, destinataire_nom: displayName(user), user_id: user.id, reservation_id: null });

export const dueNow = (now: Date) => ({ envoyer_apres: now, perime_apres: outdatedAt(now) });

/** The account was approved (PEOPLE-03). */
export function envoiApprobation(user: Recipient & { email_confirme: boolean }, role: Role, now: Date): NewCourriel {
  const contenu: ContenuCourriel = { sorte: 'approbation', nom: displayName(user), role, ...(!user.email_confirme && { a_confirmer: true }) };
  return { ...toAccount(user), ...dueNow(now), cause: `approbation ${user.id}`, contenu };
}

/** The account is already deleted when this email is sent (PEOPLE-04). */
export function envoiRefusCompte(user: Recipient, now: Date): NewCourriel {
  return { ...toAccount(user), ...dueNow(now), user_id: null, cause: `refus ${user.id}`, contenu: { sorte: 'refus', nom: displayName(user) } };
}

/** The person has deleted the account, which is gone when this email is sent (PEOPLE-30). */
export function envoiEffacement(user: Recipient, now: Date): NewCourriel {
  return { ...toAccount(user), ...dueNow(now), user_id: null, cause: `effacement ${user.id}`, contenu: { sorte: 'effacement', nom: displayName(user) } };
}

/**
 * The email is outdated when its link expires. `empreinte`: the fingerprint of the link's token, which makes the cause unique.
 * `seal` encrypts the token for the row of that cause.
 */
export function envoiLien(
  sorte: UsageDeLien, user: Recipient,
  { jeton, empreinte, seal }: { jeton: string; empreinte: string; seal: (jeton: string, cause: string) => string }, now: Date,
): NewCourriel {
  const cause = `${sorte} ${empreinte}`;
  return {
    ...toAccount(user),
    envoyer_apres: now,
    perime_apres: new Date(Math.min(now.getTime() + LIEN_MS[sorte], outdatedAt(now).getTime())),
    cause,
    contenu: { sorte, nom: displayName(user), jeton: seal(jeton, cause) },
  };
}

/** The recipient's columns for the centre's own address. */
export const toCentre = ({ adminEmail }: Parametres) => ({ destinataire: adminEmail, destinataire_nom: '', user_id: null });

/** The setting that allows each kind of email about a lesson (MAIL-05). */
const SWITCH = {
  reservation_confirmee: 'sendConfirmation',
  reservation_modifiee: 'sendModification',
  reservation_annulee: 'sendCancellation',
  rappel: 'sendReminders',
} as const satisfies Record<SorteDeLecon, keyof Parametres>;

/** True while the settings allow emails of this kind. */
export function isAllowed(sorte: SorteDeLecon, parametres: Parametres): boolean {
  return parametres.emailNotifications && parametres[SWITCH[sorte]];
}

/** A reservation as its emails tell it. `type`: the label of its lesson type. */
export function leconDeCourriel(reservation: BookedLecon & { id: string; version: number }, type: string): LeconDeCourriel {
  const { id, version, date_reservation, heure_debut, heure_fin, type_piste, noms_participants, remarques, statut } = reservation;
  return { reservation_id: id, version, date_reservation, heure_debut, heure_fin, type_piste, type, noms_participants, remarques, ...(statut === 'en_attente' && { en_attente: true }) };
}

type LeconEvent = {
  sorte: Exclude<SorteDeLecon, 'rappel'>;
  lecon: LeconDeCourriel;
  /** Whose reservation it is; null when it has no account. */
  user: Recipient | null;
  /** The name it was booked under, for the centre's copy. */
  nom_client: string;
  /** A changed lesson as it was. */
  avant?: LeconDeCourriel | undefined;
  /** Why it is cancelled, where the centre gave a reason. */
  raison?: string | null | undefined;
};

/**
 * The emails of a booking, a change or a cancellation: to the rider, a copy to the centre, and the reminder, whose setting is
 * read only when it is due. None about a lesson that is over.
 */
export function envoisLecon({ sorte, lecon, user, nom_client, avant: before, raison }: LeconEvent, parametres: Parametres, now: Date): NewCourriel[] {
  const common = { reservation_id: lecon.reservation_id, envoyer_apres: now, perime_apres: outdatedAt(now, lecon) };
  if (common.perime_apres <= now) return [];
  const cause = `${sorte} ${lecon.reservation_id} ${lecon.version}`;
  const told = { lecon, ...(before && sorte === 'reservation_modifiee' && { avant: before }), ...(raison && sorte === 'reservation_annulee' && { raison }) };
  const envois: NewCourriel[] = [];
  if (isAllowed(sorte, parametres)) {
    if (user) envois.push({ ...toAccount(user), ...common, cause, contenu: { sorte, nom: displayName(user), ...told, copie: false } });
    if (parametres.adminEmail !== '') {
      envois.push({ ...toCentre(parametres), ...common, cause: `${cause} centre`, contenu: { sorte, nom: nom_client, ...told, copie: true } });
    }
  }
  const rappel = user && sorte !== 'reservation_annulee' ? rappelAt(lecon, now) : null;
  if (user && rappel) {
    envois.push({
      ...toAccount(user), reservation_id: lecon.reservation_id, envoyer_apres: rappel, perime_apres: outdatedAt(rappel, lecon),
      cause: `rappel ${lecon.reservation_id} ${lecon.version}`, contenu: { sorte: 'rappel', nom: displayName(user), lecon, copie: false },
    });
  }
  return envois;
}

type RiderView = Omit<LeconDeCourriel, 'reservation_id' | 'version' | 'type'> & { statut: StatutReservation; type_lecon: string };

/**
 * Which email a rider gets when an administrator has stored a reservation, and about which lesson; null when nothing changed
 * for the rider. A cancellation describes the lesson as the rider knew it; a move into the past counts as a cancellation.
 * `avant`: the lesson before the change.
 */
export function noticeOf<V extends RiderView>(before: V, after: V, now: Date): { sorte: Exclude<SorteDeLecon, 'rappel'>; lecon: V; avant?: V } | null {
  const sorte = kindOfChange(before, after);
  const isOver = (lecon: V) => outdatedAt(now, lecon) <= now;
  if (sorte === 'reservation_annulee' || (sorte === 'reservation_modifiee' && isOver(after) && !isOver(before))) return { sorte: 'reservation_annulee', lecon: before };
  return sorte && { sorte, lecon: after, ...(sorte === 'reservation_modifiee' && before.statut !== 'annulee' && { avant: before }) };
}

function kindOfChange(before: RiderView, after: RiderView): Exclude<SorteDeLecon, 'rappel'> | null {
  const cancelled = after.statut === 'annulee';
  if (before.statut === 'annulee' && after.statut !== 'en_attente') return cancelled ? null : 'reservation_confirmee';
  if (cancelled) return 'reservation_annulee';
  const riderView = ({ date_reservation, heure_debut, heure_fin, type_piste, type_lecon, noms_participants, remarques, statut }: RiderView) =>
    JSON.stringify([date_reservation, heure_debut, heure_fin, type_piste, type_lecon, noms_participants, remarques, statut]);
  return riderView(before) === riderView(after) ? null : 'reservation_modifiee';
}
