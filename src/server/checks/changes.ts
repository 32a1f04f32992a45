/** Stores changes of a lesson by an administrator: seats, emails, a line of the journal. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { momentAt } from '#domain/core/calendrier.ts';
import { type Change, envoisDesComptes } from '#domain/emails/comptes.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  comptesParticipants,
  leconJournalOf,
  ligneModification,
  tarifsOf,
} from '#domain/journal/journal.ts';
import {
  chargedSeats,
  type Facturees,
  factureesOf,
  libelleOf,
  type MotifLigne,
} from '#domain/billing/lignes.ts';
import { allowedType, hasBegun } from '#domain/lessons/apres_coup.ts';
import {
  editedHeureFin,
  type Modification,
  modificationIn,
  raisonOf,
  refuseModification,
  refuseRaison,
} from '#domain/lessons/modification.ts';
import {
  edited,
  type Participant,
  type PrixDePlace,
  refusePrices,
  retiredSeats,
  type Attribution,
  newAccounts,
} from '#domain/lessons/participants.ts';
import { type MotifPrix, prixOf } from '#domain/prices.ts';
import { detailOf, hoursInWords, placeObstacle } from '#domain/slots/creneaux.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import type { Reader } from '#server/platform/db.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { journalOf } from '#server/stores/journal.ts';
import type { Reservation } from '#server/stores/lessons/columns.ts';
import {
  type EditFacts,
  labelIn,
  nameIn,
  type SeatedReservation,
} from '#server/stores/lessons/facts.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { daysOf, type NewLigne, storeEdit, storeRemoval } from '#server/stores/lessons/writes.ts';
import { grouped } from './several.ts';

/** The reason of a cancellation for the email; null if none is given. Throws `raison_invalide`. */
export function acceptRaison(given: string | null | undefined): string | null {
  const raison = raisonOf(given);
  const refus = refuseRaison(raison);
  if (refus) throw new Refus(refus);
  return raison;
}

/** A price that an edit gives to one seat, in euros as the call transmits it (PRICE-02). */
export type PrixDemande = { place: string; prix: number; motif: MotifPrix };

/** The prices of single seats in cents; throws `prix_invalide`. */
export const acceptPrix = (given: readonly PrixDemande[] = []): PrixDePlace[] =>
  given.map(({ place, prix, motif }) => {
    const centimes = prixOf(prix);
    if (centimes === null) throw new Refus('prix_invalide');
    return { place, centimes, motif };
  });

/** Refuses an edit that does not say a seat, or an account, of each name. */
export function refuseLengths({
  noms_participants: noms,
  places,
  comptes,
}: {
  noms_participants: readonly string[];
  places?: readonly unknown[] | undefined;
  comptes?: readonly unknown[] | undefined;
}): void {
  if ([places, comptes].some((list) => list && list.length !== noms.length))
    throw new Refus('noms_en_nombre');
}

/** The accounts that an edit names. */
export const accountsIn = (comptes: readonly (string | null)[] | undefined): string[] =>
  (comptes ?? []).filter((id) => id !== null);

/** The end of the changed lesson; throws the refusal of an administrator's edit (BOOK-06). */
export function acceptModification(
  ctx: Ctx,
  { current, wanted, pistes, occupations, parametres }: EditFacts,
  modification: Modification,
): string {
  const heures = openingHoursOf(parametres);
  const maintenant = momentAt(ctx.now());
  const type = allowedType(wanted, hasBegun(modification, maintenant), current.type_lecon);
  const context = { aujourdhui: maintenant.jour, current, type, pistes, heures, occupations };
  const refus = refuseModification(modification, context);
  const heure_fin = editedHeureFin(modification, context);
  if (!refus && heure_fin !== null) return heure_fin;
  const blocking = heure_fin
    ? placeObstacle({ heure_debut: modification.heure_debut, heure_fin }, occupations, null)
    : null;
  const [hold] = blocking?.reason === refus ? blocking.holds : [];
  throw new Refus(
    refus ?? 'heure_fin_impossible',
    hold && {
      detail:
        refus === 'creneau_ferme'
          ? detailOf(refus, hold)
          : `La piste est tenue par ${hold.nom_client}, ${hoursInWords(hold)}.`,
    },
  );
}

/** The emails of a change by the centre. */
const tell = (
  ctx: Ctx,
  facts: EditFacts,
  change: Change,
  raison: string | null,
): ReturnType<typeof envoisDesComptes> =>
  envoisDesComptes(change, { ...facts, labelOf: labelIn(facts), now: ctx.now(), raison });

/**
 * How seats leave. `groupe`: the emails are sent together with those of other lessons of the same
 * group (MAIL-26). `facturer`: seats that leave after the deadline are billed (LIG-03).
 */
type Leaving = { raison: string | null; groupe?: string; facturer?: boolean | undefined };

/**
 * What is billed of the seats that leave a lesson: their lines, valid only with the rules with which
 * they were decided, and what the journal says of them, without names (LIG-03).
 */
export function chargeOf(
  ctx: Ctx,
  { current, parametres, pistes, rules, ...facts }: EditFacts,
  {
    facturer = false,
    leaving,
    motif,
  }: {
    facturer?: boolean | undefined;
    leaving: readonly Participant[];
    motif: MotifLigne;
  },
): { stored?: { rules: string; lignes: NewLigne[] }; details?: { facturees: Facturees } } {
  const charged = facturer ? chargedSeats(current, leaving, parametres, ctx.now()) : [];
  if (charged.length === 0) return {};
  const { id: reservation_id, date_reservation: jour, type_lecon } = current;
  const libelle = libelleOf(current, labelIn({ current, ...facts })(type_lecon), pistes);
  return {
    details: { facturees: factureesOf(charged) },
    stored: {
      rules,
      lignes: charged.map(({ seat: { id: place, user_id, nom }, centimes }) => ({
        user_id,
        nom,
        jour,
        libelle,
        centimes,
        motif,
        reservation_id,
        place,
        created_at: ctx.now(),
        cree_par: personneOf(ctx).id,
      })),
    },
  };
}

/**
 * Stores a change that was decided on these facts; null if the lesson or its new arena has changed
 * since. A change without differences stores nothing (DESK-26). `attribution`: the seat and the account
 * of each name (RIDE-03), of which some may have been taken out before (DESK-52); `prix`: the
 * prices that it gives to seats (PRICE-22).
 */
export async function storeChange(
  ctx: Ctx,
  reader: Reader,
  facts: EditFacts,
  modification: Modification & { heure_fin: string },
  {
    raison,
    attribution: asked = {},
    prix = [],
    groupe,
    facturer,
  }: Leaving & {
    attribution?: Attribution;
    prix?: readonly PrixDePlace[] | undefined;
  },
): Promise<Reservation | null> {
  const { current } = facts;
  const attribution = { ...asked, retires: facts.retires };
  const { titulaire } = attribution;
  const change = { ...modificationIn(modification), heure_fin: modification.heure_fin };
  const choisis = newAccounts(current, attribution);
  if (choisis.some((id) => [...facts.comptes, ...facts.nommes].every((one) => one.id !== id)))
    throw new Refus('client_introuvable');
  const after = edited(current, change, {
    ...attribution,
    prix,
    nameOf: nameIn(facts),
    newId: randomUUID,
  });
  if (titulaire !== undefined && after.participants.every((seat) => seat.user_id !== titulaire))
    throw new Refus('client_introuvable');
  if (after.participants.some(({ id, user_id }) => user_id !== null && facts.reglees.includes(id)))
    throw new Refus('place_reglee');
  const refus = refusePrices(after, prix);
  if (refus) throw new Refus(refus);
  if (isDeepStrictEqual(after, current)) return unseated(current);
  const courriels = tell(
    ctx,
    facts,
    { avant: current, apres: after, version: current.version + 1 },
    raison,
  );
  const maintenant = momentAt(ctx.now());
  const retires = retiredSeats(current, after);
  const charged = chargeOf(ctx, facts, {
    facturer,
    ...(after.statut === 'annulee'
      ? { leaving: current.participants, motif: 'annulation' }
      : { leaving: retires, motif: 'retrait' }),
  });
  const ligne = ligneModification(
    current,
    change,
    comptesParticipants(current.participants, after.participants),
    hasBegun(current, maintenant) && hasBegun(after, maintenant),
    tarifsOf(current.participants, prix),
  );
  return storeEdit(reader, current, daysOf(current, after), {
    apres: after,
    at: ctx.now(),
    par: personneOf(ctx).id,
    raison,
    courriels: grouped(courriels, groupe),
    announcement: ctx.announcement(...concerned(current), ...concerned(after)),
    retires,
    remis: facts.retires
      .map(({ id }) => id)
      .filter((id) => after.participants.some((seat) => seat.id === id)),
    choisis,
    ...charged.stored,
    ligne: journalOf(ctx, {
      ...ligne,
      details: { ...ligne.details, ...charged.details },
      objet_id: current.id,
    }),
  });
}

/** Moves a lesson to the deleted ones (DESK-30); false if it has changed since it was read. */
export async function storeDeletion(
  ctx: Ctx,
  reader: Reader,
  facts: EditFacts,
  { raison, groupe, facturer }: Leaving,
): Promise<boolean> {
  const { current } = facts;
  const charged = chargeOf(ctx, facts, {
    facturer,
    leaving: current.participants,
    motif: 'suppression',
  });
  const courriels = tell(
    ctx,
    facts,
    { avant: current, apres: null, version: current.version + 1 },
    raison,
  );
  return storeRemoval(reader, current, {
    courriels: grouped(courriels, groupe),
    announcement: ctx.announcement(...concerned(current)),
    supprimee_at: ctx.now(),
    supprimee_par: personneOf(ctx).id,
    raison,
    ...charged.stored,
    ligne: journalOf(ctx, {
      action: 'reservation.supprimee',
      objet_id: current.id,
      details: { lecon: leconJournalOf(current), ...charged.details },
    }),
  });
}

const unseated = ({ participants: _, ...reservation }: SeatedReservation): Reservation =>
  reservation;
