/** Booking a lesson and reading reservations (§5, §6; decisions 21 to 25). */
import { momentAt } from '#domain/calendrier.ts';
import { heureFin, type TypePiste } from '#domain/creneaux.ts';
import { Refus } from '#domain/errors.ts';
import { reglesOf } from '#domain/parametres.ts';
import {
  type DemandeReservation, refuserPeriode, refuserReservation, type StatutReservation, type Tri,
} from '#domain/reservations.ts';
import { displayName, isAdmin } from '#domain/users.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { getParametres } from '../stores/parametres.ts';
import {
  countReservationsDuJour, getReservation, insertReservation, listOccupations, listReservations, lockJour, type Reservation,
} from '../stores/reservations.ts';
import { getTypeActif } from '../stores/types_lecons.ts';

/** Books a lesson, or refuses it whole. Of simultaneous wishes for one arena and moment, one is stored. */
export async function create(ctx: Ctx, demande: DemandeReservation): Promise<Reservation> {
  const personne = personneOf(ctx);
  const lie = !isAdmin(personne.role);
  return ctx.transaction(async (tx) => {
    const { date_reservation: jour, type_piste } = demande;
    const regles = reglesOf(await getParametres(tx));
    const type = await getTypeActif(tx, demande.type_lecon);
    const quota = lie && regles.maxBookingsPerDay !== null;
    // Two rules look beyond the row the constraint guards; each holds its day while it is applied.
    if (quota) await lockJour(tx, `cavalier ${personne.id}`, jour);
    if (lie && regles.breakBetweenLessons !== null) await lockJour(tx, `piste ${type_piste}`, jour);
    const refus = refuserReservation(demande, {
      maintenant: momentAt(ctx.now()),
      type,
      regles,
      lie,
      occupations: await listOccupations(tx, { date_reservation: jour, type_piste }),
      reservationsDuJour: quota ? await countReservationsDuJour(tx, personne.id, jour) : 0,
    });
    const heure_fin = type && heureFin(demande.heure_debut, type.duree_minutes);
    if (refus || !heure_fin) throw new Refus(refus ?? 'heure_fin_impossible');
    const stored = await insertReservation(tx, {
      ...demande, heure_fin, user_id: personne.id, nom_client: displayName(personne), statut: 'confirmee',
    });
    if (!stored) throw new Refus('creneau_pris');
    return stored;
  });
}

export type Lecture = {
  du?: string | undefined;
  au?: string | undefined;
  date_reservation?: string | undefined;
  type_piste?: TypePiste | undefined;
  statut?: StatutReservation | undefined;
  miennes?: '1' | undefined;
  sort: Tri | `-${Tri}`;
};

/** A rider's own reservations; for an administrator everyone's, over a period of at most 366 days (decision 25). */
export async function list(ctx: Ctx, lecture: Lecture): Promise<Reservation[]> {
  const personne = personneOf(ctx);
  const { date_reservation, miennes, ...filtre } = lecture;
  const du = date_reservation ?? filtre.du;
  const au = date_reservation ?? filtre.au;
  const own = !isAdmin(personne.role) || miennes === '1';
  const refus = own && !(du && au) ? null : refuserPeriode(du, au);
  if (refus) throw new Refus(refus);
  return listReservations(ctx.db, { ...filtre, du, au, user_id: own ? personne.id : undefined });
}

/** One reservation, whole: one's own, or any for an administrator; otherwise it does not exist (decision 24). */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<Reservation> {
  const personne = personneOf(ctx);
  const reservation = await getReservation(ctx.db, id);
  if (!reservation || !(isAdmin(personne.role) || reservation.user_id === personne.id)) throw new Refus('reservation_introuvable');
  return reservation;
}
