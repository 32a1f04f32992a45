/**
 * Which emails an event causes, to whom and when (MAIL-04 to MAIL-07). The functions return rows to
 * store; they send nothing.
 */
import { momentAt } from '../core/calendrier.ts';
import { isUrgent, leavesAt } from './attente.ts';
import {
  type ContenuCourriel,
  type ContenuDeLecon,
  type CreneauDeCourriel,
  type EvenementDeCompte,
  type LeconDeCourriel,
  type NewCourriel,
  outdatedAt,
  rappelAt,
  type SorteDeLecon,
  type UsageDeLien,
} from './courriels.ts';
import { hasBegun } from '../lessons/apres_coup.ts';
import { graceEnd } from '../lessons/grace.ts';
import type { Parametres } from '../settings/parametres.ts';
import { deadlineOf } from '../lessons/participants.ts';
import { DEFAULT_PISTES, nomPiste, type Piste } from '../slots/pistes.ts';
import type { BookedLecon, StatutReservation } from '../lessons/reservations.ts';
import { displayName, type Personne, type Role } from '../people/users.ts';

export type Recipient = Pick<Personne, 'id' | 'email' | 'prenom' | 'nom' | 'full_name'>;

/** The recipient columns for an account. */
export const toAccount = (user: Recipient) => ({
  destinataire: user.email,
  destinataire_nom: displayName(user),
  user_id: user.id,
  reservation_id: null,
});

/** The columns of an email that is due now: its content, and when it is due and outdated. */
export const dueNow = (contenu: ContenuCourriel, now: Date) => ({
  contenu,
  envoyer_apres: now,
  perime_apres: outdatedAt(now, contenu),
});

/** The same columns of an email about a lesson: it waits for further changes, unless it may not. */
const dueAfterChanges = (
  contenu: ContenuDeLecon,
  { reservation = false }: Pick<LeconEvent, 'reservation'>,
  now: Date,
) =>
  reservation || isUrgent(contenu, now)
    ? dueNow(contenu, now)
    : { ...dueNow({ ...contenu, attend: true }, now), envoyer_apres: leavesAt(now) };

/** The email about the approval of an account (PEOPLE-03). */
export function envoiApprobation(
  user: Recipient & { email_confirme: boolean },
  role: Role,
  now: Date,
): NewCourriel {
  const contenu: ContenuCourriel = {
    sorte: 'approbation',
    nom: displayName(user),
    role,
    ...(!user.email_confirme && { a_confirmer: true }),
  };
  return { ...toAccount(user), ...dueNow(contenu, now), cause: `approbation ${user.id}` };
}

/**
 * The email about a refused account, which is already deleted when the email is sent (PEOPLE-04).
 */
export function envoiRefusCompte(user: Recipient, now: Date): NewCourriel {
  return {
    ...toAccount(user),
    ...dueNow({ sorte: 'refus', nom: displayName(user) }, now),
    user_id: null,
    cause: `refus ${user.id}`,
  };
}

/**
 * The email about an account that its owner or an administrator (`par`) has deleted. The account no
 * longer exists when the email is sent (PEOPLE-30, PEOPLE-05).
 */
export function envoiEffacement(user: Recipient, now: Date, par?: 'centre'): NewCourriel {
  return {
    ...toAccount(user),
    ...dueNow({ sorte: 'effacement', nom: displayName(user), ...(par && { par }) }, now),
    user_id: null,
    cause: `effacement ${user.id}`,
  };
}

/**
 * The email about a change in how the person signs in (MAIL-40). `adresse`: the recipient, if it is
 * not the account's own address.
 */
export function envoiCompte(
  user: Recipient,
  evenement: EvenementDeCompte,
  now: Date,
  adresse = user.email,
): NewCourriel {
  const le = now.toISOString();
  return {
    ...toAccount(user),
    ...dueNow({ sorte: 'compte_modifie', nom: displayName(user), evenement, le }, now),
    destinataire: adresse,
    cause: `compte_modifie ${evenement} ${user.id} ${le}`,
  };
}

/**
 * The email with a link, which is outdated when its link expires. `empreinte`: the fingerprint of
 * the link's token, which makes the cause unique. `seal` encrypts the token for the row of that
 * cause.
 */
export function envoiLien(
  sorte: UsageDeLien,
  user: Recipient,
  {
    jeton,
    empreinte,
    seal,
  }: { jeton: string; empreinte: string; seal: (jeton: string, cause: string) => string },
  now: Date,
): NewCourriel {
  const cause = `${sorte} ${empreinte}`;
  return {
    ...toAccount(user),
    ...dueNow({ sorte, nom: displayName(user), jeton: seal(jeton, cause) }, now),
    cause,
  };
}

/** The recipient columns for the copies address. */
export const toCentre = ({ adminEmail }: Parametres) => ({
  destinataire: adminEmail,
  destinataire_nom: '',
  user_id: null,
});

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

/**
 * The name of the arena in an email. Emails of an earlier version contain no name; for them it is
 * the original name of the arena.
 */
export const pisteDeCourriel = ({
  piste,
  type_piste,
}: Pick<LeconDeCourriel, 'piste' | 'type_piste'>): string =>
  piste ?? nomPiste(DEFAULT_PISTES, type_piste);

/** The data of a reservation for its emails. `type`: the label of its lesson type. */
export function leconDeCourriel(
  reservation: Omit<BookedLecon, 'type_lecon' | 'nombre_personnes'> & {
    id: string;
    version: number;
  },
  type: string,
  pistes: readonly Piste[],
): LeconDeCourriel {
  const {
    id,
    version,
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    noms_participants,
    remarques,
    statut,
  } = reservation;
  return {
    reservation_id: id,
    version,
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    type,
    piste: nomPiste(pistes, type_piste),
    noms_participants,
    remarques,
    ...(statut === 'en_attente' && { en_attente: true }),
  };
}

/**
 * The email to a rider who requested an alert: the slot is free, or its lesson has places
 * (`rejoindre`). `cause`: unique for each request. Outdated when the slot begins (RIDE-32).
 */
export function envoiPlaceLibre(
  user: Recipient,
  slot: CreneauDeCourriel,
  { cause, rejoindre }: { cause: string; rejoindre: boolean },
  now: Date,
): NewCourriel {
  const { date_reservation, heure_debut, heure_fin, type_piste, type, piste, type_lecon } = slot;
  const contenu: ContenuCourriel = {
    sorte: 'place_libre',
    nom: displayName(user),
    creneau: {
      date_reservation,
      heure_debut,
      heure_fin,
      type_piste,
      type,
      ...(piste !== undefined && { piste }),
      ...(type_lecon && { type_lecon }),
    },
    rejoindre,
  };
  return { ...toAccount(user), ...dueNow(contenu, now), cause };
}

type LeconEvent = {
  sorte: Exclude<SorteDeLecon, 'rappel'>;
  lecon: LeconDeCourriel;
  /** The name under which it was booked, for the centre's copy. */
  nom_client: string;
  /** The previous state of a changed lesson. */
  avant?: LeconDeCourriel | undefined;
  /** Why it is cancelled, if the centre gave a reason. */
  raison?: string | null | undefined;
  /** `par`: who did it. `place`: a rider only gave up seats of a lesson that still takes place. */
  par?: 'cavalier' | 'centre' | undefined;
  place?: true | undefined;
  /** Cents for each rider, if the centre shows its prices. */
  prix?: number | null | undefined;
  /** The recipient booked, or the lesson is new: its email leaves at once (MAIL-43). */
  reservation?: boolean | undefined;
};

/**
 * The common part of all emails about an event; null for a lesson that has begun, which causes no
 * email (MAIL-02).
 */
function commonOf({ sorte, lecon, avant: before, raison, par, place }: LeconEvent, now: Date) {
  const told = {
    lecon,
    ...(before && sorte === 'reservation_modifiee' && { avant: before }),
    ...(raison && sorte === 'reservation_annulee' && { raison }),
    ...(par && { par }),
    ...(place && { place }),
  };
  return hasBegun(lecon, momentAt(now))
    ? null
    : {
        reservation_id: lecon.reservation_id,
        told,
        cause: `${sorte} ${lecon.reservation_id} ${lecon.version}`,
      };
}

/**
 * The copy of a booking, a change or a cancellation to the copies address (MAIL-05). `comptes`: the
 * accounts that the change affects.
 */
export function envoisCentre(
  event: LeconEvent,
  parametres: Parametres,
  now: Date,
  comptes?: readonly string[],
): NewCourriel[] {
  const { sorte, nom_client } = event;
  const said = commonOf(event, now);
  if (!said || parametres.adminEmail === '' || !isAllowed(sorte, parametres)) return [];
  const contenu: ContenuDeLecon = {
    sorte,
    nom: nom_client,
    ...said.told,
    copie: true,
    ...(comptes && { comptes }),
  };
  return [
    {
      ...toCentre(parametres),
      reservation_id: said.reservation_id,
      ...dueAfterChanges(contenu, event, now),
      cause: `${said.cause} centre`,
    },
  ];
}

/** The price of a booking for its rider (RIDE-57). */
const priceOf = ({ sorte, lecon, prix }: LeconEvent): Pick<ContenuDeLecon, 'prix'> =>
  sorte === 'reservation_confirmee' && typeof prix === 'number'
    ? { prix: { centimes: prix, places: lecon.noms_participants.length } }
    : {};

/**
 * What the rider may still do with a lesson without the centre; for a booking also what is too
 * late, and until when it may be undone (SET-41).
 */
export function droitsOf(
  { sorte, lecon }: Pick<ContenuDeLecon, 'sorte' | 'lecon'>,
  parametres: Parametres,
  now: Date,
): Pick<ContenuDeLecon, 'soi_meme' | 'trop_tard' | 'raviser'> {
  const {
    riderCancellation: annuler,
    riderChanges: changer,
    cancellationHours,
    riderGrace,
    graceMinutes,
  } = parametres;
  const end = deadlineOf(lecon, cancellationHours);
  const rights =
    sorte === 'reservation_annulee' || !(annuler || changer) || end <= now
      ? {}
      : { soi_meme: { annuler, changer, jusque: end.toISOString() } };
  if (sorte !== 'reservation_confirmee' || (annuler && end > now)) return rights;
  const grace = graceEnd(lecon, {
    minutes: riderGrace ? graceMinutes : null,
    depuis: now.toISOString(),
  });
  return {
    ...rights,
    ...(annuler && { trop_tard: true as const }),
    ...(grace && grace > now && { raviser: grace.toISOString() }),
  };
}

/**
 * The email of a booking, a change or a cancellation to a rider; none about a lesson that has
 * begun. `suffix` makes the causes unique if several accounts have a seat.
 */
export function envoisCavalier(
  event: LeconEvent & { user: Recipient },
  parametres: Parametres,
  now: Date,
  suffix = '',
): NewCourriel[] {
  const { sorte, user } = event;
  const said = commonOf(event, now);
  if (!said || !isAllowed(sorte, parametres)) return [];
  const notice: ContenuDeLecon = {
    sorte,
    nom: displayName(user),
    ...said.told,
    copie: false,
    ...droitsOf(event, parametres, now),
    ...priceOf(event),
  };
  return [
    {
      ...toAccount(user),
      reservation_id: said.reservation_id,
      ...dueAfterChanges(notice, event, now),
      cause: `${said.cause}${suffix}`,
    },
  ];
}

/**
 * The reminder of a lesson, as the account with this recipient knows the lesson. There is one for
 * each beginning of a lesson. Its setting is read only when it is sent.
 */
export function envoiRappel(user: Recipient, lecon: LeconDeCourriel): NewCourriel {
  const { reservation_id, date_reservation, heure_debut } = lecon;
  return {
    ...toAccount(user),
    reservation_id,
    ...dueNow({ sorte: 'rappel', nom: displayName(user), lecon, copie: false }, rappelAt(lecon)),
    cause: `rappel ${reservation_id} ${date_reservation} ${heure_debut} ${user.id}`,
  };
}

/**
 * The emails of an event that affects one rider: to the rider, if there is an account, and to the
 * centre.
 */
export const envoisLecon = (
  { user, ...event }: LeconEvent & { user: Recipient | null },
  parametres: Parametres,
  now: Date,
): NewCourriel[] => [
  ...(user ? envoisCavalier({ ...event, user }, parametres, now) : []),
  ...envoisCentre(event, parametres, now),
];

type RiderView = Omit<LeconDeCourriel, 'reservation_id' | 'version' | 'type' | 'piste'> & {
  statut: StatutReservation;
  type_lecon: string;
};

/**
 * Which email a rider gets when an administrator has stored a reservation, and about which lesson;
 * null if nothing changed for the rider. A cancellation describes the lesson as the rider knew it;
 * a move into the past counts as a cancellation. `avant`: the lesson before the change.
 */
export function noticeOf<V extends RiderView>(
  before: V,
  after: V,
  now: Date,
): { sorte: Exclude<SorteDeLecon, 'rappel'>; lecon: V; avant?: V } | null {
  const sorte = kindOfChange(before, after);
  const wasCancelled = before.statut === 'annulee';
  const maintenant = momentAt(now);
  if (
    sorte === 'reservation_annulee' ||
    (sorte === 'reservation_modifiee' &&
      !wasCancelled &&
      hasBegun(after, maintenant) &&
      !hasBegun(before, maintenant))
  )
    return { sorte: 'reservation_annulee', lecon: before };
  return (
    sorte && {
      sorte,
      lecon: after,
      ...(sorte === 'reservation_modifiee' && !wasCancelled && { avant: before }),
    }
  );
}

function kindOfChange(before: RiderView, after: RiderView): Exclude<SorteDeLecon, 'rappel'> | null {
  const cancelled = after.statut === 'annulee';
  if (before.statut === 'annulee' && after.statut !== 'en_attente')
    return cancelled ? null : 'reservation_confirmee';
  if (cancelled) return 'reservation_annulee';
  const riderView = ({
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    type_lecon,
    noms_participants,
    remarques,
    statut,
  }: RiderView) =>
    JSON.stringify([
      date_reservation,
      heure_debut,
      heure_fin,
      type_piste,
      type_lecon,
      noms_participants,
      remarques,
      statut,
    ]);
  return riderView(before) === riderView(after) ? null : 'reservation_modifiee';
}
