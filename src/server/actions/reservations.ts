/** Booking, changing, removing and reading reservations (BOOK-04 to BOOK-08, DESK-12 to DESK-19, API-05, API-06). */
import { momentAt } from '#domain/calendrier.ts';
import { detailOf, findOverlaps, heureFin, type TypePiste } from '#domain/creneaux.ts';
import type { LeconDeCourriel } from '#domain/courriels.ts';
import { noticeOf, envoisLecon } from '#domain/courriels_envois.ts';
import { Refus } from '#domain/errors.ts';
import { editedHeureFin, type Modification, raisonOf, refuseModification, refuseRaison } from '#domain/modification.ts';
import { reglesOf } from '#domain/parametres.ts';
import {
  type Client, type DemandeReservation, refusePeriode, refuseReservation, type StatutReservation, type SortField,
} from '#domain/reservations.ts';
import { displayName, isAdmin, isNom, type Personne } from '#domain/users.ts';
import { type Concerns, isOverlap, type Tx } from '../platform/db.ts';
import { lockDays } from '../platform/locks.ts';
import { type Ctx, personneOf } from '../platform/services.ts';
import { deleteWaitingCourriels, insertCourriels } from '../stores/courriels.ts';
import { getParametres } from '../stores/parametres.ts';
import {
  countReservationsOfDay, deleteReservation, getReservation, getReservationWithPhone, insertReservation, listOtherOccupations, listAVenir, listOccupations, listReservations,
  lockReservation, type Reservation, resumeReservations, updateReservation,
} from '../stores/reservations.ts';
import { getPersonne } from '../stores/sessions.ts';
import { getType, getActiveType } from '../stores/types_lecons.ts';
import { lockStatut } from '../stores/users.ts';

/** Books a lesson or refuses it (BOOK-13, BOOK-15). Of simultaneous bookings of one arena and time, one is stored (BOOK-20). */
export async function create(ctx: Ctx, { pour, ...demande }: DemandeReservation & { pour?: Client | undefined }): Promise<Reservation> {
  const personne = personneOf(ctx);
  const bound = !isAdmin(personne.role);
  if (pour && bound) throw new Refus('role_insuffisant');
  return ctx.transaction(async (tx, concerns) => {
    const { date_reservation: jour, type_piste } = demande;
    const client = await clientOf(tx, pour, personne);
    concerns({ date_reservation: jour, user_id: client.user?.id ?? null });
    const parametres = await getParametres(tx);
    const regles = reglesOf(parametres);
    const type = await getActiveType(tx, demande.type_lecon);
    const quota = bound && regles.maxBookingsPerDay !== null;
    // Quota and pause depend on other rows than the constraint checks: each locks its day while it is applied.
    const pause = bound && regles.breakBetweenLessons !== null;
    await lockDays(tx, [...(quota ? [{ of: `cavalier ${personne.id}` as const, jour }] : []), ...(pause ? [{ of: `piste ${type_piste}` as const, jour }] : [])]);
    const refus = refuseReservation(demande, {
      maintenant: momentAt(ctx.now()),
      type,
      regles,
      bound,
      occupations: await listOccupations(tx, { date_reservation: jour, type_piste }),
      reservationsThatDay: quota ? await countReservationsOfDay(tx, personne.id, jour) : 0,
    });
    const heure_fin = type && heureFin(demande.heure_debut, type.duree_minutes);
    if (refus) throw new Refus(refus.code, { detail: detailOf(refus.code, refus.hold) });
    if (!type || !heure_fin) throw new Refus('heure_fin_impossible');
    const stored = await insertReservation(tx, {
      ...demande, heure_fin, user_id: client.user?.id ?? null, nom_client: client.nom, statut: 'confirmee',
    });
    if (!stored) throw new Refus('creneau_pris');
    const lecon = leconOf(stored, type.label);
    await insertCourriels(tx, envoisLecon({ sorte: 'reservation_confirmee', lecon, user: client.user, nom_client: client.nom }, parametres, ctx.now()));
    return stored;
  });
}

/** Whose reservation it will be (BOOK-26). The account is locked, so that it still exists and is `actif` when the reservation is stored. */
async function clientOf(tx: Tx, pour: Client | undefined, personne: Personne): Promise<{ user: Personne | null; nom: string }> {
  if (!pour) return { user: personne, nom: displayName(personne) };
  if ('nom' in pour) {
    if (!isNom(pour.nom)) throw new Refus('nom_client_invalide');
    return { user: null, nom: pour.nom.trim().replace(/\s+/gu, ' ') };
  }
  const user = await lockStatut(tx, pour.user_id) === 'actif' ? await getPersonne(tx, pour.user_id) : null;
  if (!user) throw new Refus('client_introuvable');
  return { user, nom: displayName(user) };
}

/** Stores an administrator's edit or refuses it (API-06, BOOK-06); the rider gets an email about what changed (MAIL-07). */
export async function update(ctx: Ctx, { raison: given, ...demande }: Edit & { raison?: string | null | undefined }): Promise<Reservation> {
  const raison = acceptRaison(given);
  return ctx.transaction((tx, concerns) => edit(ctx, tx, concerns, demande, raison)).catch((error: unknown) => {
    throw isOverlap(error) ? new Refus('creneau_pris', { cause: error }) : error;
  });
}

/** An edit of a reservation, and the version it was made on. */
type Edit = Modification & { id: string; version?: number | undefined };

/** The reason of a cancellation as the email quotes it; null where none is given. */
function acceptRaison(given: string | null | undefined): string | null {
  const raison = raisonOf(given);
  const refus = refuseRaison(raison);
  if (refus) throw new Refus(refus);
  return raison;
}

async function edit(ctx: Ctx, tx: Tx, concerns: Concerns, { id, version, ...modification }: Edit, raison: string | null): Promise<Reservation> {
  const { date_reservation, type_piste } = modification;
  const before = await getReservation(tx, id);
  if (!before) throw new Refus('reservation_introuvable');
  // The days it leaves and enters.
  await lockDays(tx, [before, modification].map((lecon) => ({ of: `piste ${lecon.type_piste}` as const, jour: lecon.date_reservation })));
  const current = await lockReservation(tx, id);
  if (!current) throw new Refus('reservation_introuvable');
  concerns(current, { date_reservation, user_id: current.user_id });
  if (version !== undefined && version !== current.version) throw new Refus('reservation_changee');
  const keepsType = modification.type_lecon === current.type_lecon;
  const type = await (keepsType ? getType : getActiveType)(tx, modification.type_lecon);
  const maintenant = momentAt(ctx.now());
  const context = {
    aujourdhui: maintenant.jour, current, type, occupations: await listOtherOccupations(tx, id, { date_reservation, type_piste }),
  };
  const refus = refuseModification(modification, context);
  const heure_fin = editedHeureFin(modification, context);
  if (refus || heure_fin === null) {
    const [blocking] = (refus === 'creneau_pris' || refus === 'creneau_deja_reserve') && heure_fin ? findOverlaps({ heure_debut: modification.heure_debut, heure_fin }, context.occupations, null) : [];
    throw new Refus(refus ?? 'heure_fin_impossible', blocking && { detail: `La piste est tenue par ${blocking.nom_client}, de ${blocking.heure_debut} à ${blocking.heure_fin}.` });
  }
  const { type_lecon, nombre_personnes, noms_participants, heure_debut, remarques, statut } = modification;
  const change = { type_lecon, nombre_personnes, noms_participants, date_reservation, type_piste, heure_debut, heure_fin, remarques, statut };
  if (JSON.stringify({ ...current, ...change }) === JSON.stringify(current)) return current;
  const stored = await updateReservation(tx, id, change);
  if (!stored) throw new Refus('reservation_introuvable');
  const annonce = noticeOf(current, stored, ctx.now());
  if (annonce) await tell(ctx, tx, { ...annonce, lecon: { ...annonce.lecon, version: stored.version }, raison });
  return stored;
}

/** Removes a reservation; the rider gets an email if it was not cancelled already. */
export async function remove(ctx: Ctx, { id, raison: given }: { id: string; raison?: string | null | undefined }): Promise<{ success: boolean }> {
  const raison = acceptRaison(given);
  return ctx.transaction(async (tx, concerns) => {
    const current = await lockReservation(tx, id);
    if (!current) throw new Refus('reservation_introuvable');
    concerns(current);
    await deleteReservation(tx, id);
    if (current.statut !== 'annulee') await tell(ctx, tx, { sorte: 'reservation_annulee', lecon: { ...current, version: current.version + 1 }, raison });
    return { success: true };
  });
}

type Announcement = { sorte: Parameters<typeof envoisLecon>[0]['sorte']; lecon: Reservation; avant?: Reservation | undefined; raison: string | null };

/** The emails of a change: the waiting reminder is deleted, and the new emails are written. */
async function tell(ctx: Ctx, tx: Tx, { sorte, lecon: reservation, avant: before, raison }: Announcement): Promise<void> {
  const { user_id, nom_client } = reservation;
  const named = async (one: Reservation) => leconOf(one, (await getType(tx, one.type_lecon))?.label ?? one.type_lecon);
  await deleteWaitingCourriels(tx, { reservation_id: reservation.id, sorte: 'rappel' });
  const user = user_id === null ? null : await getPersonne(tx, user_id);
  const evenement = { sorte, lecon: await named(reservation), avant: before && await named(before), user, nom_client, raison };
  await insertCourriels(tx, envoisLecon(evenement, await getParametres(tx), ctx.now()));
}

function leconOf(reservation: Reservation, type: string): LeconDeCourriel {
  const { id, version, date_reservation, heure_debut, heure_fin, type_piste, noms_participants, remarques, statut } = reservation;
  return { reservation_id: id, version, date_reservation, heure_debut, heure_fin, type_piste, type, noms_participants, remarques, ...(statut === 'en_attente' && { en_attente: true }) };
}

export type ListFilter = {
  du?: string | undefined;
  au?: string | undefined;
  date_reservation?: string | undefined;
  type_piste?: TypePiste | undefined;
  statut?: StatutReservation | undefined;
  miennes?: '1' | undefined;
  sort: SortField | `-${SortField}`;
};

/** A rider's own reservations; for an administrator everyone's, over at most 366 days (API-05). */
export async function list(ctx: Ctx, query: ListFilter): Promise<Reservation[]> {
  const personne = personneOf(ctx);
  const { date_reservation, miennes, ...filter } = query;
  const du = date_reservation ?? filter.du;
  const au = date_reservation ?? filter.au;
  const admin = isAdmin(personne.role);
  const own = !admin || miennes === '1';
  const refus = own && !(du && au) ? null : refusePeriode(du, au);
  if (refus) throw new Refus(refus);
  if (own) return listReservations(ctx.db, { ...filter, du, au, user_id: personne.id }, { withPhone: admin });
  // The same for every administrator.
  const all = { ...filter, du, au };
  return ctx.shared.share(`reservations ${JSON.stringify(all)}`, () => listReservations(ctx.db, all, { withPhone: true }));
}

/** The three cards of the dashboard (DESK-02). */
export function resume(ctx: Ctx): ReturnType<typeof resumeReservations> {
  return ctx.shared.share('reservations', () => resumeReservations(ctx.db, momentAt(ctx.now()).jour));
}

/** Coming lessons, grouped by what a change of the settings may affect (SET-04, SET-13). */
export function aVenir(ctx: Ctx): ReturnType<typeof listAVenir> {
  return listAVenir(ctx.db, momentAt(ctx.now()));
}

/** One reservation: the caller's own, or any for an administrator; otherwise `reservation_introuvable` (BOOK-08). */
export async function get(ctx: Ctx, { id }: { id: string }): Promise<Reservation> {
  const personne = personneOf(ctx);
  const admin = isAdmin(personne.role);
  const reservation = await (admin ? getReservationWithPhone : getReservation)(ctx.db, id);
  if (!reservation || !(admin || reservation.user_id === personne.id)) throw new Refus('reservation_introuvable');
  return reservation;
}
