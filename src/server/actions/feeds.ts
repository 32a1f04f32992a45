/**
 * Calendar feeds: the secret addresses of a person, and their content (RIDE-40 to RIDE-45). The file
 * of one lesson (RIDE-85).
 */
import { addDays, daysBetween, instantOf, momentAt } from '#domain/core/calendrier.ts';
import { refusePiste } from '#domain/slots/regles_pistes.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  isAlive,
  MOST_LESSONS,
  NOTED_EVERY_MS,
  periodOf,
  type SorteDeFlux,
} from '#domain/feeds.ts';
import { countsPerNetwork, UNKNOWN_FEEDS_PER_NETWORK } from '#domain/core/limits.ts';
import { isAdmin, refuseStatut } from '#domain/people/users.ts';
import { demandConfirmation } from '../checks/confirmation.ts';
import { passingRefus, transact } from '../platform/db.ts';
import { writeFeed, writeInvitations } from '../platform/mail/invitations.ts';
import { drawJeton, empreinteOf } from '../platform/secrets/jetons.ts';
import { type Ctx, personneOf, type Services } from '../platform/services.ts';
import { holdKeys, insertEssais, listWaits } from '../stores/signin/essais.ts';
import {
  deleteFlux,
  type Flux,
  getFlux,
  getLeconOf,
  type LeconDeFlux,
  listFlux,
  listLeconsOfFlux,
  noteReading,
  replaceFlux,
} from '../stores/feeds.ts';
import { insertJournal } from '../stores/journal.ts';
import { listFermeturesOf } from '../stores/closures.ts';
import { getParametres } from '../stores/settings.ts';
import { listPistes } from '../stores/slots.ts';
import { confirmSession } from '../stores/signin/sessions.ts';
import { lockUser } from '../stores/people/users.ts';

type View = Omit<Flux, 'created_at' | 'lu_at'> & { created_at: string; lu_at: string | null };

const viewOf = ({ created_at, lu_at, ...flux }: Flux): View => ({
  ...flux,
  created_at: created_at.toISOString(),
  lu_at: lu_at?.toISOString() ?? null,
});

export async function list(ctx: Ctx): Promise<View[]> {
  return (await listFlux(ctx.db, personneOf(ctx).id)).map(viewOf);
}

/**
 * Draws an address; the previous one of the same kind stops working at once. Only this answer
 * contains the token.
 */
export async function draw(
  ctx: Ctx,
  { type_piste }: { type_piste: SorteDeFlux },
): Promise<View & { adresse: string }> {
  const { jeton, empreinte } = drawJeton();
  const flux = await ctx.transaction(async (tx) => {
    // A change of role, status or password of the account holds the same lock, and removes the
    // feeds that it ends.
    const user = await lockUser(tx, personneOf(ctx).id);
    await confirmSession(tx, ctx);
    if (!user) throw new Refus('session_absente');
    const refus =
      refuseStatut(user.statut) ??
      (type_piste !== null && !isAdmin(user.role) ? 'role_insuffisant' : null);
    if (refus) throw new Refus(refus);
    if (!(await getParametres(tx)).calendarFeeds) throw new Refus('calendriers_fermes');
    const closed = type_piste === null ? null : refusePiste(await listPistes(tx), type_piste);
    if (closed) throw new Refus(closed);
    // Such a feed contains everybody's names and remarks, and needs no session any more.
    if (type_piste !== null) await demandConfirmation(tx, ctx);
    await insertJournal(tx, ctx, { action: 'calendrier.cree', details: { type_piste } });
    return replaceFlux(tx, { user_id: user.id, type_piste, empreinte, created_at: ctx.now() });
  });
  return {
    ...viewOf(flux),
    adresse: `${ctx.publicUrl.replace(/\/+$/, '')}/calendrier/${jeton}.ics`,
  };
}

export async function remove(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  await ctx.transaction(async (tx) => {
    const removed = await deleteFlux(tx, personneOf(ctx).id, id);
    if (!removed) throw new Refus('calendrier_introuvable');
    await insertJournal(tx, ctx, { action: 'calendrier.supprime', details: removed });
  });
  return { success: true };
}

/**
 * The calendar file of one of the caller's lessons, with the UID of the emails about it, so that a
 * calendar keeps one entry (RIDE-85). Throws `reservation_introuvable` if the caller has no seat.
 */
export async function fileOf(ctx: Ctx, { id }: { id: string }): Promise<File> {
  const found = await getLeconOf(ctx.db, personneOf(ctx).id, id);
  if (!found) throw new Refus('reservation_introuvable');
  const { content } = writeInvitations([
    { ...eventOf(ctx, null, found), organizer: ctx.expediteur },
  ]);
  return new File([content], 'lecon.ics', { type: 'text/calendar; charset=utf-8' });
}

/**
 * The calendar file of a token (RIDE-41). Throws `adresse_introuvable` for a token that is unknown
 * or no longer valid, without a difference (RIDE-42). A valid one is answered even if the same
 * network requests many others, because servers of large calendars read for many people.
 */
export async function read(services: Services, jeton: string, ip: string): Promise<string> {
  const flux = await getFlux(services.db, empreinteOf(jeton));
  if (!flux || !isAlive(flux)) throw await refuseUnknown(services, ip);
  // Simultaneous requests share one read, because a calendar server may send many at once.
  return services.shared.share(`flux ${flux.id}`, async () => {
    const { type_piste } = flux;
    const { nom } = services.centre;
    const period = periodOf(momentAt(services.now()).jour);
    const lecons = await listLeconsOfFlux(services.db, { ...flux, ...period, most: MOST_LESSONS });
    const closed =
      type_piste === null
        ? []
        : await listFermeturesOf(services.db, { piste: type_piste, ...period });
    await note(services, flux);
    const piste = flux.piste ?? type_piste;
    return writeFeed(type_piste === null ? `Mes leçons, ${nom}` : `${piste}, ${nom}`, [
      ...lecons.map((lecon) => eventOf(services, type_piste, lecon)),
      ...closed.flatMap((one) =>
        daysOfFermeture(one, period).map((jour) => closedEventOf(services, piste ?? '', one, jour)),
      ),
    ]);
  });
}

/**
 * In an administrator's feed, the title of an entry contains the riders, and its text contains
 * every remark.
 */
function eventOf(
  { centre: { nom, ville } }: Pick<Services, 'centre'>,
  sorte: SorteDeFlux,
  lecon: LeconDeFlux,
): Parameters<typeof writeFeed>[1][number] {
  const {
    id,
    version,
    statut,
    created_at,
    date_reservation: jour,
    heure_debut,
    heure_fin,
    piste,
    type,
    noms,
    remarques,
  } = lecon;
  return {
    uid: id,
    sequence: version,
    statut,
    date: new Date(created_at),
    start: instantOf(jour, heure_debut),
    end: instantOf(jour, heure_fin),
    title: `${type}${sorte === null ? `, ${nom}` : ` : ${noms.join(', ')}`}`,
    description: [noms.join(', '), ...remarques].join('\n'),
    location: `${piste}, ${nom}, ${ville}`,
  };
}

/** The days of a closure within a period. */
function daysOfFermeture(
  fermeture: { du: string; au: string },
  period: { du: string; au: string },
): string[] {
  const du = fermeture.du < period.du ? period.du : fermeture.du;
  const au = fermeture.au < period.au ? fermeture.au : period.au;
  return Array.from({ length: daysBetween(du, au) + 1 }, (_, n) => addDays(du, n));
}

/** An entry for each day of a closure, with the hours of the closure. */
const closedEventOf = (
  { centre: { nom, ville } }: Pick<Services, 'centre'>,
  piste: string,
  {
    id,
    motif,
    created_at,
    heure_debut,
    heure_fin,
  }: Awaited<ReturnType<typeof listFermeturesOf>>[number],
  jour: string,
): Parameters<typeof writeFeed>[1][number] => ({
  uid: `${id}-${jour}`,
  sequence: 0,
  statut: 'confirmee',
  date: new Date(created_at),
  start: instantOf(jour, heure_debut),
  end: instantOf(jour, heure_fin),
  title: `Fermé : ${motif}`,
  description: motif,
  location: `${piste}, ${nom}, ${ville}`,
});

/**
 * Records when a feed was read. If the database cannot be written, the feed is served nevertheless.
 */
async function note(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, lu_at }: { id: string; lu_at: Date | null },
): Promise<void> {
  const since = new Date(now().getTime() - NOTED_EVERY_MS);
  if (lu_at && lu_at >= since) return;
  try {
    await transact(db, ['flux'], (tx) => noteReading(tx, id, now(), since));
  } catch (error) {
    if (passingRefus(error) === null) throw error;
  }
}

/** The refusal of an unknown token: it counts for its network, up to a limit. */
async function refuseUnknown(
  { db, now }: Pick<Services, 'db' | 'now'>,
  ip: string,
): Promise<Refus> {
  const at = now();
  const counts = countsPerNetwork(
    ip,
    UNKNOWN_FEEDS_PER_NETWORK,
    (reseau) => `calendriers reseau ${reseau}`,
  );
  const cles = counts.map(({ cle }) => cle);
  const waiting = async (reader: Parameters<typeof listWaits>[0]) =>
    (await listWaits(reader, counts, at)).find((wait) => wait !== null) ?? null;
  const retryAfter =
    (await waiting(db)) ??
    (
      await holdKeys(db, cles, async (tx) => {
        const wait = await waiting(tx);
        if (wait === null) await insertEssais(tx, cles, at);
        return { wait };
      })
    )?.wait ??
    null;
  return retryAfter === null
    ? new Refus('adresse_introuvable')
    : new Refus('trop_de_calendriers', { retryAfter });
}
