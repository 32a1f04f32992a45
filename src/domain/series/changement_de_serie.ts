/**
 * A change of one lesson of a series in the other ones: field by field and person by person, and what
 * stays as it was there (SERIE-04, SERIE-06, SERIE-07).
 */
import type { Changement, Siege } from '../lessons/changement.ts';
import { addDays, daysBetween, formatHeure, formatJour } from '../core/calendrier.ts';
import { cleOf } from '../riders/cavaliers.ts';
import { type LeconSize, MAX_PERSONNES_INCONNU, type TypeLecon } from '../types/types_lecons.ts';
import { nomPiste, type Piste } from '../slots/pistes.ts';
import { type Modification, modificationIn } from '../lessons/modification.ts';
import { editedSize, NOMS_STATUT } from '../lessons/reservations.ts';

/** The fields that a lesson keeps if it had another value than the edited one. */
const CHAMPS = [
  'type_lecon',
  'date_reservation',
  'type_piste',
  'heure_debut',
  'statut',
  'remarques',
] as const satisfies (keyof Modification)[];

/**
 * Why a lesson does not follow: no place is left, the person is not in it, is in it already, is its
 * only one, or rides in it for another customer; or its field had another value.
 */
export const RAISONS_ECART = [
  'complete',
  'absent',
  'present',
  'seul',
  'client',
  ...CHAMPS,
] as const;
type Raison = (typeof RAISONS_ECART)[number];

/** What does not change in a lesson. `nom`: the person; null for a field. */
export type Ecart = { lecon: string; raison: Raison; nom: string | null };

/** A lesson of the series, with its seats in their order. */
export type LeconDeSerie = Modification & {
  id: string;
  heure_fin: string;
  participants: readonly Siege[];
};

/**
 * The same person: the same name, of the same customer or of none (DESK-32).
 */
const isSame = (one: Siege, other: Siege): boolean =>
  cleOf(one.nom) === cleOf(other.nom) &&
  (one.user_id === null || other.user_id === null || one.user_id === other.user_id);

const isNamed = (one: Siege, { nom }: Siege): boolean => cleOf(one.nom) === cleOf(nom);
const isExact = (one: Siege, other: Siege): boolean =>
  isSame(one, other) && one.user_id === other.user_id;
const isSeat = (one: Siege, { id }: Siege): boolean => one.id === id;

/**
 * The seat of each person of the edited lesson among others, by the id of the former: the first that
 * the first of the relations finds.
 */
function counterparts(
  avant: readonly Siege[],
  seats: readonly Siege[],
  relations: ((de: Siege, a: Siege) => boolean)[] = [isExact, isSame],
): ReadonlyMap<string, Siege> {
  const free = new Set(seats);
  const found = new Map<string, Siege>();
  for (const relation of relations)
    for (const de of avant) {
      const seat = found.has(de.id) ? undefined : [...free].find((one) => relation(de, one));
      if (!seat) continue;
      free.delete(seat);
      found.set(de.id, seat);
    }
  return found;
}

/**
 * Who changes in the edited lesson: into whom, null if the person leaves, and who is added. A person
 * who only takes another of its seats is in neither (SERIE-06). A name that is not typed yet says
 * nothing.
 */
function differenceOf({ avant, apres }: Changement['sieges']): {
  changes: { de: Siege; a: Siege | null }[];
  added: Siege[];
} {
  const stays = counterparts(avant, apres, [
    (de, a) => isSeat(de, a) && isExact(de, a),
    isExact,
    (de, a) => isSeat(de, a) && isNamed(de, a),
    isSame,
  ]);
  const rest = new Set(apres);
  for (const seat of stays.values()) rest.delete(seat);
  const changes = avant.flatMap((de) => {
    const a = stays.get(de.id) ?? [...rest].find((one) => isSeat(one, de)) ?? null;
    if (a) rest.delete(a);
    // A name that is typed again in another seat has no customer yet, which takes away none.
    const isAsBefore =
      a &&
      (cleOf(a.nom) === '' ||
        (a.nom === de.nom && (a.user_id === de.user_id || (a.user_id === null && !isSeat(de, a)))));
    return isAsBefore ? [] : [{ de, a }];
  });
  return { changes, added: [...rest].filter(({ nom }) => cleOf(nom) !== '') };
}

/** A seat after the change. `id`: null for a new one; `compte`: undefined if it stays as it is. */
type After = { id: string | null; nom: string; compte: string | null | undefined };
type EcartDePersonne = Pick<Ecart, 'raison' | 'nom'>;

/**
 * The seats of a lesson if the people of another one change as `sieges` say: who leaves there leaves
 * here, who comes there comes here, and everybody else stays. `max`: the most people here.
 */
function seatsAlike(
  seats: readonly Siege[],
  sieges: Changement['sieges'],
  max: number,
): { after: After[]; ecarts: EcartDePersonne[] } {
  const found = counterparts(sieges.avant, seats);
  const own = new Set(found.values());
  const guests = seats.filter((seat) => !own.has(seat));
  const isGuest = (one: Siege) => guests.some((guest) => isSame(guest, one));
  const ecarts: EcartDePersonne[] = [];
  const keep = (raison: Raison, { nom }: Siege) => ecarts.push({ raison, nom: nom.trim() });
  const { changes, added: coming } = differenceOf(sieges);
  /** The new content of a seat here; null if it leaves. */
  const changed = new Map<Siege, Omit<After, 'id'> | null>();
  for (const { de, a } of changes) {
    const seat = found.get(de.id);
    const compte = a && a.user_id !== de.user_id ? a.user_id : undefined;
    const isThere = a !== null && isGuest(a);
    if (isThere) keep('present', a);
    // A namesake is there, and the same person may not lose the seat to it.
    if (isThere && isNamed(a, de)) continue;
    if (!seat) {
      if (guests.some((one) => isNamed(one, de))) keep('client', de);
      else if (!isThere) keep('absent', de);
    } else if (isThere) changed.set(seat, null);
    else if (compte !== undefined && ![null, de.user_id, compte].includes(seat.user_id))
      keep('client', de);
    else changed.set(seat, a ? { nom: a.nom, compte } : null);
  }
  const stays = seats.filter((seat) => changed.get(seat) !== null);
  const added: Siege[] = [];
  for (const a of coming) {
    if (isGuest(a)) keep('present', a);
    else if (stays.length + added.length >= max) keep('complete', a);
    else added.push(a);
  }
  const last = seats.at(-1);
  if (last && stays.length + added.length === 0) {
    // Without anybody it would be no lesson.
    stays.push(last);
    changed.delete(last);
    keep('seul', last);
  }
  return {
    after: [
      ...stays.map((seat) => ({
        id: seat.id,
        nom: seat.nom,
        compte: undefined,
        ...changed.get(seat),
      })),
      ...added.map(({ nom, user_id }) => ({ id: null, nom, compte: user_id })),
    ],
    ecarts,
  };
}

/** The fields, without the people, and which of those that change there do not change here. */
export function fieldsAlike(
  lecon: Modification,
  { avant, apres, rythme }: Pick<Changement, 'avant' | 'apres' | 'rythme'>,
): { modification: Modification; kept: (typeof CHAMPS)[number][] } {
  const onItsDay = daysBetween(avant.date_reservation, lecon.date_reservation) % rythme === 0;
  const follows = (champ: (typeof CHAMPS)[number]): boolean =>
    champ === 'date_reservation' ? onItsDay : lecon[champ] === avant[champ];
  const valueOf = (champ: (typeof CHAMPS)[number]) =>
    champ === 'date_reservation'
      ? addDays(lecon[champ], daysBetween(avant[champ], apres[champ]))
      : apres[champ];
  const changed = CHAMPS.filter((champ) => avant[champ] !== apres[champ]);
  const following = changed.filter(follows);
  return {
    modification: {
      ...lecon,
      ...Object.fromEntries(following.map((champ) => [champ, valueOf(champ)])),
    },
    kept: changed.filter((champ) => !follows(champ) && lecon[champ] !== apres[champ]),
  };
}

/**
 * What a lesson becomes if another lesson of its series changes, with the seat and the account of each
 * name as an edit takes them (`Attribution`), and what stays as it was. `typeOf`: the size of a type.
 */
export function changedAlike(
  lecon: LeconDeSerie,
  changement: Changement,
  typeOf: (value: string) => LeconSize | null,
): {
  modification: Modification;
  ids: (string | null)[];
  comptes: (string | null | undefined)[];
  ecarts: Ecart[];
} {
  const { modification, kept } = fieldsAlike(modificationIn(lecon), changement);
  const type = typeOf(modification.type_lecon);
  const size = editedSize(modification, { current: lecon, type });
  const { after, ecarts } = seatsAlike(
    lecon.participants,
    changement.sieges,
    size?.max_personnes ?? MAX_PERSONNES_INCONNU,
  );
  return {
    modification: {
      ...modification,
      nombre_personnes: after.length,
      noms_participants: after.map(({ nom }) => nom),
    },
    ids: after.map(({ id }) => id),
    comptes: after.map(({ compte }) => compte),
    ecarts: [...kept.map((raison) => ({ raison, nom: null })), ...ecarts].map((one) => ({
      lecon: lecon.id,
      ...one,
    })),
  };
}

/** True if the change leaves the lesson as it is. */
const isUnchanged = (
  lecon: LeconDeSerie,
  { modification, ids, comptes }: ReturnType<typeof changedAlike>,
): boolean =>
  JSON.stringify(modification) === JSON.stringify(modificationIn(lecon)) &&
  JSON.stringify(ids) === JSON.stringify(lecon.participants.map(({ id }) => id)) &&
  comptes.every((compte) => compte === undefined);

/**
 * What a change does in the other lessons: how many change, what stays as it was, and whether a seat
 * leaves, by the id of its lesson and its position from 0.
 */
export function reachOf(
  others: readonly LeconDeSerie[],
  changement: Changement,
  types: readonly TypeLecon[],
): { changed: number; ecarts: Ecart[]; leaves: (lecon: string, position: number) => boolean } {
  const typeOf = (value: string) => types.find((type) => type.value === value) ?? null;
  const all = others.map((lecon) => ({ lecon, ...changedAlike(lecon, changement, typeOf) }));
  const left = new Set(
    all.flatMap(({ lecon, ids }) =>
      lecon.participants.flatMap(({ id }, n) => (ids.includes(id) ? [] : [`${lecon.id} ${n}`])),
    ),
  );
  return {
    changed: all.filter(({ lecon, ...after }) => !isUnchanged(lecon, after)).length,
    ecarts: all.flatMap(({ ecarts }) => ecarts),
    leaves: (lecon, position) => left.has(`${lecon} ${position}`),
  };
}

/** True if two lists say the same, in any order. */
export const areSame = (one: readonly Ecart[], other: readonly Ecart[]): boolean => {
  const said = (list: readonly Ecart[]) =>
    JSON.stringify(
      list.map(({ lecon, raison, nom }) => [lecon, raison, nom].join('\n')).toSorted(),
    );
  return said(one) === said(other);
};

type Names = { types: readonly TypeLecon[]; pistes: readonly Piste[] };
type Named = Pick<
  Modification,
  'date_reservation' | 'type_lecon' | 'type_piste' | 'heure_debut' | 'statut'
>;

/** 'mercredi 16 décembre 2026 : complète, pas de place pour Zoé ; garde son heure (16h00).' */
export const ecartsInWords = (lecon: Named, ecarts: readonly Ecart[], names: Names): string =>
  `${formatJour(lecon.date_reservation, 'long')}\u202f: ${ecarts
    .map((ecart) => raisonInWords(ecart, lecon, names))
    .join('\u202f; ')}.`;

function raisonInWords({ raison, nom }: Ecart, lecon: Named, { types, pistes }: Names): string {
  switch (raison) {
    case 'complete':
      return `complète, pas de place pour ${nom}`;
    case 'absent':
      return `${nom} n'y est pas`;
    case 'present':
      return `${nom} y est déjà`;
    case 'seul':
      return `il n'y a personne d'autre que ${nom}`;
    case 'client':
      return `${nom} y est pour un autre client`;
    case 'type_lecon':
      return `garde son type (${types.find(({ value }) => value === lecon.type_lecon)?.label ?? lecon.type_lecon})`;
    case 'date_reservation':
      return 'garde sa date';
    case 'type_piste':
      return `garde sa piste (${nomPiste(pistes, lecon.type_piste)})`;
    case 'heure_debut':
      return `garde son heure (${formatHeure(lecon.heure_debut)})`;
    case 'statut':
      return `garde son statut (${NOMS_STATUT[lecon.statut]})`;
    case 'remarques':
      return 'garde ses remarques';
  }
}
