// chunk: desk-dialogs
/**
 * The inverse of what an administrator just did on the dashboard: the call that undoes it, or why
 * there is none, and what the screen says (DESK-50 to DESK-54). Everything here is plain data,
 * which a tab keeps.
 */
import { dePersonne } from '../core/elision.ts';
import type { Fermeture } from '../closures.ts';
import { dureeOf } from '../slots/creneaux.ts';
import { type Modification, modificationIn } from './modification.ts';
import { isMoved } from './participants.ts';
import { type ReservationAsRead, seatsIn } from './places_modification.ts';
import type { StatutReservation } from './reservations.ts';
import type { MotifPrix } from '../prices.ts';

/** A lesson with its version before the action, and the one that the inverse expects. */
type Touched = { id: string; avant: number; apres: number };

/** What an edit sends besides its fields. */
type Seats = {
  places?: (string | null)[] | undefined;
  comptes?: (string | null)[] | undefined;
  prix?: { place: string; prix: number; motif: MotifPrix }[] | undefined;
};

type Inverse =
  | {
      call: 'update';
      lecons: [Touched];
      fields: Modification & Seats & { titulaire?: string; raison?: string | null };
    }
  | { call: 'restore'; lecons: [Touched] }
  | { call: 'remove'; lecons: [Touched] }
  | {
      call: 'reopen';
      id: string;
      lecons: (Touched & ({ statut: 'confirmee' | 'en_attente' } | { piste: string }))[];
    }
  | {
      call: 'close';
      fermeture: Fermeture;
      /** Lessons that are cancelled again, and those that stayed cancelled. */
      lecons: (Touched & { raison: string | null })[];
      encore: Touched[];
    }
  | { call: 'change'; fermeture: Fermeture; avant: { motif: string; publique: boolean } }
  /** Seats of a day that were noted as present. */
  | { call: 'presences'; jour: string; places: readonly string[]; lecons: Touched[] }
  /** There is no call that undoes it exactly. */
  | { call: 'none'; why: string };

/** `label`: what was done, within a sentence; `refused`, `done`: the outcome of undoing it. */
export type Undo = { label: string; refused: string; done: string; inverse: Inverse };

/** Said instead of the refusal of an edit, which is about its dialog. */
export const CHANGED = 'La leçon a changé depuis, peut-être sur un autre écran.';

const WHY = {
  places: 'Ses places ne sont plus connues de cet écran.',
  prix: "Une de ses places n'avait pas de prix, et un prix ne s'enlève pas.",
  duree: 'Elle ne durait pas le temps de son type de leçon, et cette durée ne se redonne pas.',
  remarques: 'Les remarques du client qui avait rejoint la leçon sont parties avec sa place.',
  lignes: 'Ses places étaient facturées après le délai, et cela ne se redonne pas.',
  repetition:
    "Supprimez les leçons ajoutées depuis la première d'entre elles, avec «\u202fCelle-ci et les suivantes\u202f».",
  serie: {
    modification:
      "Plusieurs leçons d'une série ne se remettent pas ensemble. Changez-les de la même façon.",
    suppression:
      "Plusieurs leçons d'une série ne se remettent pas ensemble. Restaurez-les une à une depuis «\u202fLeçons supprimées\u202f».",
  },
} as const;

const undo = (
  label: string,
  { feminine = true, done }: { feminine?: boolean; done?: string },
  inverse: Inverse,
): Undo => {
  const title = label.charAt(0).toUpperCase() + label.slice(1);
  const e = feminine ? 'e' : '';
  return {
    label,
    done: done ?? `${title} est annulé${e}.`,
    refused:
      inverse.call === 'none'
        ? `${title} ne s'annule pas.`
        : `${title} n'a pas pu être annulé${e}.`,
    inverse,
  };
};

const leconDe = (nom_client: string): string =>
  nom_client.trim() === '' ? 'la leçon' : `la leçon ${dePersonne(nom_client)}`;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The account of each seat. */
const accountsIn = ({
  participants,
  noms_participants,
  user_id = null,
}: ReservationAsRead): (string | null)[] =>
  participants?.map((seat) => seat.user_id) ?? noms_participants.map(() => user_id);

/** What an edit asked, and what was stored. */
type Edited = {
  asked: Modification & Seats;
  after: Pick<ReservationAsRead, 'version' | 'user_id' | 'statut'>;
  /** The present duration of the type that the lesson had; undefined if the type is gone. */
  duree: number | undefined;
};

/** Undoes an edit of one lesson; null if it stored nothing (DESK-26). */
export function undoOfEdit(before: ReservationAsRead, edit: Edited): Undo | null {
  const { after } = edit;
  if (after.version === before.version) return null;
  const lecon = leconDe(before.nom_client);
  const why = whyNot(before, edit);
  const inverse: Inverse = why
    ? { call: 'none', why }
    : {
        call: 'update',
        lecons: [{ id: before.id, avant: before.version, apres: after.version }],
        fields: fieldsOf(before, edit),
      };
  if (before.statut !== 'annulee' && after.statut === 'annulee')
    return undo(`l'annulation de ${lecon}`, { done: done(lecon, "n'est plus annulée") }, inverse);
  if (before.statut === 'annulee' && after.statut !== 'annulee')
    return undo(`la reprise de ${lecon}`, { done: done(lecon, 'est à nouveau annulée') }, inverse);
  return isOnlyMoved(before, edit.asked)
    ? undo(`le déplacement de ${lecon}`, { feminine: false }, inverse)
    : undo(`la modification de ${lecon}`, {}, inverse);
}

const done = (lecon: string, what: string): string => `L${lecon.slice(1)} ${what}.`;

const isOnlyMoved = (before: ReservationAsRead, asked: Modification & Seats): boolean => {
  const { date_reservation, type_piste, heure_debut } = asked;
  const moved = { ...modificationIn(before), date_reservation, type_piste, heure_debut };
  return isMoved(before, asked) && same(moved, modificationIn(asked)) && !reseats(before, asked);
};

/** Whether an edit may change which seats there are, or whose they are. */
const reseats = (
  before: ReservationAsRead,
  { places, comptes, noms_participants }: Modification & Seats,
): boolean =>
  comptes !== undefined ||
  (places === undefined
    ? !same(noms_participants, before.noms_participants)
    : !same(places, seatsIn(before)));

/** The seats whose price the edit changes: all of them with another type (PRICE-03). */
const repricedIn = (before: ReservationAsRead, asked: Modification & Seats) =>
  (before.tarifs ?? []).filter(
    ({ place }) =>
      asked.type_lecon !== before.type_lecon || asked.prix?.some((one) => one.place === place),
  );

/** Why no call would store the lesson exactly as it was; null if one does. */
function whyNot(before: ReservationAsRead, { asked, after, duree }: Edited): string | null {
  const retyped = asked.type_lecon !== before.type_lecon;
  const revives = before.statut === 'annulee' && after.statut !== 'annulee';
  // The answer of the edit was lost, and somebody else changed the lesson before it was looked up.
  if (after.version !== before.version + 1) return CHANGED;
  if (!before.tarifs && (reseats(before, asked) || retyped || revives)) return WHY.places;
  if (repricedIn(before, asked).some(({ prix }) => prix === null)) return WHY.prix;
  if (retyped && dureeOf(before) !== duree) return WHY.duree;
  if (revives && before.lignes) return WHY.lignes;
  return losesRemarques(before, asked) || overwritesRemarques(before, asked, after.user_id)
    ? WHY.remarques
    : null;
}

/**
 * Whether an account that had joined loses its last seat to another account: its remarks, which
 * were with the seat, are then stored nowhere. A seat that is taken out keeps them.
 */
function losesRemarques(
  before: ReservationAsRead,
  { places = seatsIn(before) ?? [], comptes }: Seats,
): boolean {
  const accountOf = (place: string): string | null | undefined => comptes?.[places.indexOf(place)];
  return (before.participants ?? []).some(
    ({ id, user_id, remarques }) =>
      remarques !== null &&
      comptes !== undefined &&
      places.includes(id) &&
      accountOf(id) !== user_id &&
      !comptes.includes(user_id),
  );
}

/**
 * Whether the lesson passes to an account that had joined, with other remarks than its own: these
 * are then stored nowhere.
 */
const overwritesRemarques = (
  before: ReservationAsRead,
  { places = seatsIn(before) ?? [], remarques }: Modification & Seats,
  holder: string | null | undefined,
): boolean =>
  before.user_id !== holder &&
  remarques !== before.remarques &&
  (before.participants ?? []).some(({ id, user_id }) => user_id === holder && places.includes(id));

/** The content of the edit that stores the former state. */
function fieldsOf(
  before: ReservationAsRead,
  { asked, after }: Edited,
): Extract<Inverse, { call: 'update' }>['fields'] {
  const reseated = reseats(before, asked);
  const prix = repricedIn(before, asked).flatMap(({ place, prix: euros }) =>
    euros === null ? [] : [{ place, prix: euros, motif: 'correction' as const }],
  );
  const holder = before.user_id ?? null;
  return {
    ...modificationIn(before),
    ...(before.tarifs && { places: seatsIn(before) }),
    ...(reseated && { comptes: accountsIn(before) }),
    ...(prix.length > 0 && { prix }),
    ...(holder !== null && holder !== after.user_id && { titulaire: holder }),
    ...(before.statut === 'annulee' &&
      after.statut !== 'annulee' && { raison: before.raison ?? null }),
  };
}

/** Undoes an edit or a deletion of several lessons of a series: no call does. */
export const undoOfSerie = (what: 'modification' | 'suppression', lecons: number): Undo =>
  undo(`la ${what} de ${lecons} leçons`, {}, { call: 'none', why: WHY.serie[what] });

/** Undoes a repetition: no call does. */
export const undoOfRepetition = (): Undo =>
  undo('la répétition de la leçon', {}, { call: 'none', why: WHY.repetition });

/** Undoes a deletion: the lesson is restored. */
export const undoOfRemoval = ({
  id,
  version,
  nom_client,
}: Pick<ReservationAsRead, 'id' | 'version' | 'nom_client'>): Undo => {
  const lecon = leconDe(nom_client);
  return undo(
    `la suppression de ${lecon}`,
    { done: done(lecon, 'est restaurée') },
    { call: 'restore', lecons: [{ id, avant: version, apres: version + 1 }] },
  );
};

/** Undoes a booking of the desk: the lesson is deleted (DESK-77). */
export const undoOfBooking = ({
  id,
  version,
  nom_client,
}: Pick<ReservationAsRead, 'id' | 'version' | 'nom_client'>): Undo =>
  undo(
    `la réservation ${dePersonne(nom_client)}`,
    {},
    // A looked up lesson may have been changed by somebody else since (DESK-77).
    version === 0
      ? { call: 'remove', lecons: [{ id, avant: version, apres: version }] }
      : { call: 'none', why: CHANGED },
  );

/**
 * Undoes a seat that the desk added: the lesson is edited back (DESK-77), unless somebody else has
 * changed it meanwhile. Null if nothing was stored. `after`: it is another lesson if the shown one had
 * just left its place.
 */
export function undoOfSeat(
  before: ReservationAsRead,
  after: ReservationAsRead,
  nom: string,
): Undo | null {
  const asked = modificationIn(after);
  const made: { inverse: Inverse } | null =
    after.id === before.id && after.version <= before.version + 1
      ? undoOfEdit(before, { asked, after, duree: undefined })
      : { inverse: { call: 'none', why: CHANGED } };
  return made && undo(`l'ajout ${dePersonne(nom)}`, { feminine: false }, made.inverse);
}

/** Undoes 'Tous présents' (PRES-09). `lecons`: the lessons of these seats, as they were before. */
export const undoOfPresents = (
  jour: string,
  places: readonly string[],
  lecons: readonly Pick<ReservationAsRead, 'id' | 'version'>[],
): Undo =>
  undo(
    'la note des présents',
    { done: 'Les présents ne sont plus notés.' },
    {
      call: 'presences',
      jour,
      places,
      lecons: lecons.map(({ id, version }) => ({ id, avant: version, apres: version + 1 })),
    },
  );

/** A lesson that a closure cancelled, kept or moved, as it was before. */
type Decided = {
  id: string;
  version: number;
  statut: StatutReservation;
  type_piste: string;
  /** 'garder', 'annuler', or the arena to which it moved. */
  sort: string;
};

const fermetureDe = ({ motif }: Pick<Fermeture, 'motif'>): string =>
  `la fermeture «\u202f${motif ?? ''}\u202f»`;

/** Undoes a closure: it is reopened, with the lessons that it cancelled or moved. */
export const undoOfClosing = (fermeture: Fermeture, lecons: readonly Decided[]): Undo =>
  undo(
    fermetureDe(fermeture),
    {},
    {
      call: 'reopen',
      id: fermeture.id,
      lecons: lecons
        .filter(({ sort }) => sort !== 'garder')
        .map(({ id, version, sort, statut, type_piste }) => ({
          id,
          avant: version,
          apres: version + 1,
          ...(sort === 'annuler'
            ? { statut: statut === 'en_attente' ? statut : 'confirmee' }
            : { piste: type_piste }),
        })),
    },
  );

/** Undoes a change of a closure's reason, or of who reads it. */
export const undoOfChange = (
  fermeture: Fermeture,
  apres: Partial<{ motif: string; publique: boolean }>,
): Undo =>
  undo(
    `la modification de ${fermetureDe(fermeture)}`,
    {},
    {
      call: 'change',
      fermeture,
      avant: {
        motif: apres.motif ?? fermeture.motif ?? '',
        publique: apres.publique ?? fermeture.publique,
      },
    },
  );

type Cancelled = { id: string; version: number; raison?: string | null | undefined };

/**
 * Undoes a reopening: the hours are closed again. `back`: the lessons that came back; `others`:
 * those that the closure had cancelled and that did not.
 */
export const undoOfReopening = (
  fermeture: Fermeture,
  back: readonly Cancelled[],
  others: readonly Cancelled[],
): Undo =>
  undo(
    `la réouverture de ${fermetureDe(fermeture)}`,
    {},
    {
      call: 'close',
      fermeture,
      lecons: back.map(({ id, version, raison = null }) => ({
        id,
        avant: version,
        apres: version + 1,
        raison,
      })),
      encore: others.map(({ id, version }) => ({ id, avant: version, apres: version })),
    },
  );

/** The input of the call that closes again. `concernees`: the lessons in these hours now. */
export const closingInput = (
  { fermeture: { motif, ...fermeture }, lecons, encore }: Extract<Inverse, { call: 'close' }>,
  concernees: readonly { id: string; version: number }[],
) => ({
  ...fermeture,
  motif: motif ?? '',
  encore: encore.map(shown),
  lecons: [
    ...lecons.map((one) => ({ ...shown(one), sort: 'annuler' as const, raison: one.raison })),
    ...concernees
      .filter(({ id }) => lecons.every((one) => one.id !== id))
      .map(({ id, version }) => ({ id, version, sort: 'garder' as const })),
  ],
});

/** The input of the call that reopens. */
export const reopeningInput = ({ id, lecons }: Extract<Inverse, { call: 'reopen' }>) => ({
  id,
  lecons: lecons.map(({ avant: _, apres: version, ...lecon }) => ({ ...lecon, version })),
});

/** The input of the edit that undoes another. */
export const editInput = ({
  lecons: [{ id, apres }],
  fields,
}: Extract<Inverse, { call: 'update' }>) => ({
  id,
  version: apres,
  ...fields,
});

/** The input of the call that gives a closure its former reason. */
export const changeInput = ({
  fermeture: { id, motif, publique },
  avant,
}: Extract<Inverse, { call: 'change' }>) => ({ id, motif: motif ?? '', publique, avant });

const shown = ({ id, apres }: Touched) => ({ id, version: apres });

const touchedBy = (inverse: Inverse): readonly Touched[] =>
  'lecons' in inverse ? inverse.lecons : [];

/**
 * Earlier actions after a later one was undone: their lessons are as those actions left them, in
 * the version that the undoing stored. A lesson that somebody else has changed keeps its version,
 * and its inverse is refused.
 */
export function rebased(earlier: readonly Undo[], undone: Undo): Undo[] {
  const versionOf = (lecon: Touched): number => {
    const after = touchedBy(undone.inverse).find(
      (one) => one.id === lecon.id && one.avant === lecon.apres,
    );
    return after ? after.apres + 1 : lecon.apres;
  };
  const rebase = <T extends Touched>(lecon: T): T => ({ ...lecon, apres: versionOf(lecon) });
  return earlier.map((one) => ({ ...one, inverse: rebasedInverse(one.inverse, rebase) }));
}

function rebasedInverse(inverse: Inverse, rebase: <T extends Touched>(lecon: T) => T): Inverse {
  switch (inverse.call) {
    case 'update':
    case 'restore':
    case 'remove':
      return { ...inverse, lecons: [rebase(inverse.lecons[0])] };
    case 'presences':
      return { ...inverse, lecons: inverse.lecons.map(rebase) };
    case 'reopen':
      return { ...inverse, lecons: inverse.lecons.map(rebase) };
    case 'close':
      return {
        ...inverse,
        lecons: inverse.lecons.map(rebase),
        encore: inverse.encore.map(rebase),
      };
    case 'change':
    case 'none':
      return inverse;
  }
}
