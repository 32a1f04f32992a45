/** Which emails an event causes, to whom and when (decisions 13 to 15, 35, 38). Nothing is sent here: these are rows to store. */
import {
  type ContenuCourriel, type Lecon, LIEN_MOT_DE_PASSE_MS, type NouveauCourriel, peremptionOf, rappelAt, type SorteDeLecon,
} from './courriels.ts';
import type { Parametres } from './parametres.ts';
import type { StatutReservation } from './reservations.ts';
import { displayName, type Personne, type Role } from './users.ts';

export type Destinataire = Pick<Personne, 'id' | 'email' | 'prenom' | 'nom' | 'full_name'>;

/** An account as whom an email goes to. */
export const pour = (user: Destinataire) => ({ destinataire: user.email, destinataire_nom: displayName(user), user_id: user.id, reservation_id: null });

export const maintenant = (now: Date) => ({ envoyer_apres: now, perime_apres: peremptionOf(now) });

/** §4: someone may come in, once their address is confirmed. */
export function envoiApprobation(user: Destinataire & { email_confirme: boolean }, role: Role, now: Date): NouveauCourriel {
  const contenu: ContenuCourriel = { sorte: 'approbation', nom: displayName(user), role, ...(!user.email_confirme && { a_confirmer: true }) };
  return { ...pour(user), ...maintenant(now), cause: `approbation ${user.id}`, contenu };
}

/** Decision 15: the account is gone when this is sent. */
export function envoiRefus(user: Destinataire, now: Date): NouveauCourriel {
  return { ...pour(user), ...maintenant(now), user_id: null, cause: `refus ${user.id}`, contenu: { sorte: 'refus', nom: displayName(user) } };
}

/** An emailed link is worth nothing once it does not open any more. `empreinte` tells this link from any other. */
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

/** The centre's own address as whom an email goes to. */
export const auCentre = ({ adminEmail }: Parametres) => ({ destinataire: adminEmail, destinataire_nom: '', user_id: null });

/** Decision 35: which switch lets an email about a lesson go. */
const INTERRUPTEUR = {
  reservation_confirmee: 'sendConfirmation',
  reservation_modifiee: 'sendModification',
  reservation_annulee: 'sendCancellation',
  rappel: 'sendReminders',
} as const satisfies Record<SorteDeLecon, keyof Parametres>;

/** True while the settings let emails of this kind go. */
export function isPermis(sorte: SorteDeLecon, parametres: Parametres): boolean {
  return parametres.emailNotifications && parametres[INTERRUPTEUR[sorte]];
}

type EvenementDeLecon = {
  sorte: Exclude<SorteDeLecon, 'rappel'>;
  lecon: Lecon;
  /** Whose reservation it is; null when its account is gone. */
  user: Destinataire | null;
  /** The name it was booked under, for the centre's copy. */
  nom_client: string;
  /** A changed lesson as it was. */
  avant?: Lecon | undefined;
  /** Why it does not take place, where the centre says so. */
  raison?: string | null | undefined;
};

/**
 * What a booking, a change or a cancellation causes: the email to the rider and its copy to the centre, and the
 * reminder, whose switch is asked when its time has come. Nothing about a lesson that is over.
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
 * What a rider is told when an administrator has stored a reservation, and of which lesson; null when nothing has changed for
 * them. One that is called off is named as they know it; one that is moved to where it is over already is called off.
 * `avant`: what a change is told against.
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
