/**
 * The actions of riders on their own seats: join a lesson, give up their seats, change their lesson
 * (RIDE-10 to RIDE-13).
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { momentAt } from '#domain/core/calendrier.ts';
import { contactOf, reachInWords } from '#domain/people/contact.ts';
import { detailOf } from '#domain/slots/creneaux.ts';
import { envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { CodeParticipants } from '#domain/errors/participants.ts';
import type { CodeReservation } from '#domain/errors/reservation.ts';
import { hasBegun } from '#domain/lessons/apres_coup.ts';
import { bookedAt } from '#domain/lessons/grace.ts';
import { comptesParticipants, leconJournalOf, ligneModification } from '#domain/journal/journal.ts';
import { editedHeureFin } from '#domain/lessons/modification.ts';
import { type Parametres, reglesOf } from '#domain/settings/parametres.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import {
  accountsOf,
  type Changement,
  joined,
  left,
  type OwnLecon,
  ownView,
  refuseAnnulation,
  isMoved,
  refuseChangement,
  refuseJoin,
  seated,
  withOwnNames,
} from '#domain/lessons/participants.ts';
import { prixLe, type PrixValable } from '#domain/prices.ts';
import type { PourClients } from '#domain/lessons/clients_des_places.ts';
import {
  type Client,
  type DemandeReservation,
  detailOfRefus,
  REMARQUES_MAX,
} from '#domain/lessons/reservations.ts';
import { displayName, isAdmin, type Personne } from '#domain/people/users.ts';
import { acceptSeats, refuseUnknown } from '#server/checks/clients_des_places.ts';
import {
  readStored,
  type Remember,
  storeOnce,
  type WithEcriture,
} from '#server/checks/ecritures.ts';
import type { Reader } from '#server/platform/db.ts';
import { type DayLock, daysOfRules, decideUnderLocks } from '#server/platform/locks.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { listValables } from '#server/stores/prices/prix.ts';
import { journalOf, type LigneComplete } from '#server/stores/journal.ts';
import {
  countThatDay,
  type JoinFacts,
  readJoinFacts,
} from '#server/stores/lessons/participants_facts.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import type { Ecriture } from '#server/stores/lessons/ecritures.ts';
import { type EditFacts, labelIn, nameIn, readEditFacts } from '#server/stores/lessons/facts.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import {
  daysOf,
  type Edit as StoredEdit,
  storeEdit,
  untilStored,
} from '#server/stores/lessons/writes.ts';

/** The refusals that tell people to contact the centre. */
const AT_THE_CENTRE: ReadonlySet<string> = new Set<CodeParticipants>([
  'annulation_au_centre',
  'changement_au_centre',
  'delai_passe',
  'lecon_fermee',
]);

/** A refusal, with how to reach the centre if that is what the rider can do (RIDE-14). */
const refusal = (
  code: CodeReservation | CodeParticipants,
  parametres: Parametres,
  detail?: string,
): Refus =>
  new Refus(code, {
    detail: AT_THE_CENTRE.has(code) ? reachInWords(contactOf(parametres)) : detail,
  });

type Join = DemandeReservation & PourClients<Client>;

/**
 * Gives the caller seats in a lesson that has places left, or customers whom an administrator names
 * (RIDE-10, RIDE-65). Of simultaneous joins, as many succeed as there are places. The same join that
 * is sent again is answered (API-27).
 */
export function join(ctx: Ctx, asked: Join & WithEcriture): Promise<OwnLecon<Reservation>> {
  const { ecriture: _, ...wanted } = asked;
  return storeOnce(
    ctx,
    'reservations.join',
    asked,
    (remember) => takeSeats(ctx, wanted, remember),
    (id) => readStored(ctx, id),
  );
}

async function takeSeats(
  ctx: Ctx,
  { pour, comptes, ...demande }: Join,
  remember: Remember,
): Promise<OwnLecon<Reservation>> {
  const personne = personneOf(ctx);
  const bound = !isAdmin(personne.role);
  const forClients = Boolean(pour ?? comptes);
  if (forClients && bound) throw new Refus('role_insuffisant');
  const { noms_participants: noms, remarques } = demande;
  const { seats, holder, ids } = acceptSeats(noms, { pour, comptes }, personne);
  const read = (reader: Reader): Promise<JoinFacts> =>
    readJoinFacts(reader, demande, {
      account: personne.id,
      choisis: ids,
      now: momentAt(ctx.now()),
    });
  const attempt = async (
    reader: Reader,
    facts: JoinFacts,
  ): Promise<OwnLecon<Reservation> | null> => {
    const { current, type, parametres, reservationsThatDay, reservationsToCome } = facts;
    const regles = reglesOf(parametres);
    const refus = refuseJoin(demande, forClients ? null : personne.id, {
      maintenant: momentAt(ctx.now()),
      regles,
      bound,
      current,
      type,
      reservationsThatDay,
      reservationsToCome,
    });
    if (refus || !current)
      throw refusal(
        refus ?? 'lecon_disparue',
        parametres,
        refus ? detailOfRefus({ code: refus, hold: null }, regles) : undefined,
      );
    refuseUnknown(ids, facts);
    const after = joined(current, seats, {
      remarques,
      holder,
      newId: randomUUID,
      at: ctx.now().toISOString(),
    });
    if ((after.remarques ?? '').length > REMARQUES_MAX) throw new Refus('remarques_trop_longues');
    const others = facts.comptes.filter(({ id }) => id !== personne.id);
    return store(ctx, reader, {
      facts: { ...facts, current, comptes: [...others, personne] },
      after,
      choisis: ids.filter((id) => !accountsOf(current).includes(id)),
      auteur: forClients ? null : personne.id,
      ligne: journalOf(ctx, {
        ...(forClients
          ? ligneModification(
              current,
              { noms_participants: after.noms_participants },
              comptesParticipants(current.participants, after.participants),
              hasBegun(current, momentAt(ctx.now())),
            )
          : { action: 'place.prise', details: { lecon: leconJournalOf(after) } }),
        objet_id: current.id,
      }),
      ecriture: remember(current.id),
    });
  };
  return untilStored(() =>
    decideUnderLocks(ctx.db, read, attempt, ({ parametres }) =>
      bound
        ? daysOfRules(reglesOf(parametres), {
            account: personne.id,
            jour: demande.date_reservation,
            pistes: [],
          })
        : [],
    ),
  );
}

/**
 * Gives up the caller's seats; the lesson is cancelled if nobody else rides in it (RIDE-11,
 * RIDE-12).
 */
export async function leave(ctx: Ctx, { id }: { id: string }): Promise<{ success: boolean }> {
  const personne = personneOf(ctx);
  return untilStored(async () => {
    const facts = await ownFacts(ctx.db, id, null, personne);
    const { current, parametres } = facts;
    const { annulationHeures: heures, graceMinutes: minutes } = reglesOf(parametres);
    const grace = { minutes, depuis: bookedAt(current, personne.id) };
    const refus = refuseAnnulation(current, {
      now: ctx.now(),
      heures,
      bound: !isAdmin(personne.role),
      grace,
    });
    if (refus) throw refusal(refus, parametres);
    const after = left(current, personne.id, nameIn(facts));
    const stored = await store(ctx, ctx.db, {
      facts,
      after,
      ligne: journalOf(ctx, {
        action: after.statut === 'annulee' ? 'reservation.annulee' : 'place.annulee',
        objet_id: id,
        details: { lecon: leconJournalOf(current) },
      }),
    });
    return stored && { success: true };
  });
}

/**
 * Stores the caller's change of their own lesson; if it is refused, the lesson stays unchanged
 * (RIDE-13).
 */
export async function change(
  ctx: Ctx,
  { id, version, ...changement }: Changement & { id: string; version: number },
): Promise<OwnLecon<Reservation>> {
  const personne = personneOf(ctx);
  const bound = !isAdmin(personne.role);
  const { date_reservation: jour, type_piste } = changement;
  const read = (reader: Reader): Promise<EditFacts> => ownFacts(reader, id, changement, personne);
  const attempt = async (
    reader: Reader,
    facts: EditFacts,
  ): Promise<OwnLecon<Reservation> | null> => {
    const { current, type, pistes, parametres, occupations } = facts;
    if (version !== current.version) throw new Refus('reservation_changee');
    const regles = reglesOf(parametres);
    const reservationsThatDay =
      bound && regles.maxBookingsPerDay !== null
        ? await countThatDay(reader, { account: personne.id, jour, except: id })
        : 0;
    const now = ctx.now();
    const refus = refuseChangement(changement, personne.id, {
      now,
      maintenant: momentAt(now),
      current,
      type,
      pistes,
      regles,
      bound,
      occupations,
      reservationsThatDay,
      reservationsToCome: 0,
    }); // a moved lesson does not count as a further one
    if (refus) throw refusal(refus.code, parametres, detailOf(refus.code, refus.hold));
    const heure_fin = editedHeureFin(
      { ...changement, type_lecon: current.type_lecon },
      { aujourdhui: jour, current, type, pistes, heures: openingHoursOf(regles), occupations },
    );
    if (heure_fin === null) throw new Refus('heure_fin_impossible');
    const { noms_participants: noms, remarques, heure_debut } = changement;
    const isHolder = current.user_id === personne.id;
    const place = { date_reservation: jour, type_piste, heure_debut };
    const moved = { ...current, ...place, heure_fin, ...(isHolder && { remarques }) };
    const after = seated(
      moved,
      withOwnNames(current, personne.id, noms, remarques, randomUUID),
      nameIn(facts),
    );
    if (isDeepStrictEqual(after, current)) return viewOf(current, personne);
    // A seat without a price takes that of the day when it is stored. The centre's moves keep it (PRICE-03).
    if (bound && jour !== current.date_reservation) {
      const prix = await listValables(reader, current.type_lecon);
      if (prixLe(prix, jour) !== prixLe(prix, current.date_reservation))
        after.participants = after.participants.map(({ centimes: _, ...seat }) => seat);
    }
    // Only fields of the lesson, because the seats contain the names of all riders.
    const { remarques: said, noms_participants, nombre_personnes } = after;
    return store(ctx, reader, {
      facts,
      after,
      days: daysOf(current, after),
      ligne: journalOf(ctx, {
        ...ligneModification(
          current,
          { ...place, heure_fin, remarques: said, noms_participants, nombre_personnes },
          comptesParticipants(current.participants, after.participants),
        ),
        objet_id: id,
      }),
    });
  };
  // Storing also locks the arena that the lesson leaves, so both are locked at once, in the order
  // of all locks (platform/locks.ts).
  return untilStored(() =>
    decideUnderLocks(ctx.db, read, attempt, ({ parametres, current }) =>
      bound
        ? daysOfRules(
            { ...reglesOf(parametres), maxOpenBookings: null },
            { account: personne.id, jour, pistes: daysOf(current, changement) },
          )
        : [],
    ),
  );
}

/**
 * All data that decide a change of a lesson in which the caller has a seat. Other lessons are
 * answered as not found (BOOK-08).
 */
async function ownFacts(
  reader: Reader,
  id: string,
  wanted: Pick<Changement, 'date_reservation' | 'type_piste'> | null,
  { id: account, role }: Personne,
): Promise<EditFacts> {
  const facts = await readEditFacts(reader, id, wanted && { type_lecon: null, ...wanted }, {
    desk: isAdmin(role),
  });
  if (!facts || !accountsOf(facts.current).includes(account))
    throw new Refus('reservation_introuvable');
  return facts;
}

/** A change by the caller, or a join that an administrator makes for customers. */
type Change = {
  /** `prix`: for a join, the prices of its type. */
  facts: Omit<EditFacts, 'nommes' | 'wanted' | 'occupations' | 'retires' | 'reglees'> & {
    prix?: readonly PrixValable[] | null;
  };
  after: StoredEdit['apres'];
  /** The arenas and days that a moved lesson leaves and enters. */
  days?: readonly DayLock[];
  /** Customers that get their first seat. */
  choisis?: readonly string[];
  /** The rider who makes the change; null if the centre makes it. */
  auteur?: string | null;
  ligne: LigneComplete;
  ecriture?: Ecriture | null;
};

/** Stores a change; null if the lesson has changed since it was read. */
async function store(
  ctx: Ctx,
  reader: Reader,
  {
    facts: { prix = null, ...facts },
    after,
    days = [],
    choisis = [],
    auteur = personneOf(ctx).id,
    ligne,
    ecriture = null,
  }: Change,
): Promise<OwnLecon<Reservation> | null> {
  const { current } = facts;
  const personne = personneOf(ctx);
  const now = ctx.now();
  const courriels = envoisDesComptes(
    { avant: current, apres: after, version: current.version + 1 },
    {
      ...facts,
      labelOf: labelIn(facts),
      now,
      prix: prix && prixLe(prix, current.date_reservation),
      auteur,
    },
  );
  const stored = await storeEdit(reader, current, days, {
    apres: after,
    at: now,
    par: personne.id,
    raison: null,
    courriels,
    announcement: ctx.announcement(...concerned(current), ...concerned(after)),
    choisis,
    ligne,
    ecriture,
    // A rider's new hours were decided with these rules (BOOK-36).
    rules: isAdmin(personne.role) || !isMoved(current, after) ? null : facts.rules,
  });
  if (!stored || auteur === null) return stored;
  return viewOf({ ...stored, participants: after.participants }, personne);
}

/**
 * A lesson as the caller reads it. If the caller has no seat left, the stored lesson without the
 * data of others.
 */
function viewOf(
  { participants, ...lecon }: StoredEdit['apres'],
  personne: Personne,
): OwnLecon<Reservation> {
  const own = participants.filter(({ user_id }) => user_id === personne.id);
  return ownView(lecon, own, { id: personne.id, nom: displayName(personne) });
}
