/** The arenas of the centre, with the names that it gave them (BOOK-03, SET-44). */

/** The drawing on the card of an arena: an indoor arena, an outdoor arena, a round pen, another. */
export const DESSINS = ['manege', 'carriere', 'rond', 'autre'] as const;
export type Dessin = (typeof DESSINS)[number];

/** The id of an arena, as lessons name it. It never changes. */
export type TypePiste = string;

/** `ordre`: the position among the arenas. An inactive arena can no longer be booked. */
export type Piste = {
  id: TypePiste;
  nom: string;
  note: string;
  dessin: Dessin;
  ordre: number;
  actif: boolean;
};

/** The two arenas that the migration inserts, which are also those of the demonstration. */
export const DEFAULT_PISTES: readonly Piste[] = [
  {
    id: 'interieure',
    nom: 'Piste Intérieure',
    note: "Disponible toute l'année",
    dessin: 'manege',
    ordre: 1,
    actif: true,
  },
  {
    id: 'exterieure',
    nom: 'Piste Extérieure',
    note: 'En plein air',
    dessin: 'carriere',
    ordre: 2,
    actif: true,
  },
];

/** The name of an arena; its id if it is unknown. */
export const nomPiste = (pistes: readonly Pick<Piste, 'id' | 'nom'>[], id: TypePiste): string =>
  pistes.find((piste) => piste.id === id)?.nom ?? id;

/** The arenas that can be booked, in their order. */
export const pistesActives = (pistes: readonly Piste[]): Piste[] =>
  pistes.filter(({ actif }) => actif);

/** The arenas that can be booked, and those of the given lessons, in their order. */
export function pistesOf(
  pistes: readonly Piste[],
  lecons: readonly { type_piste: TypePiste }[],
): Piste[] {
  const held = new Set(lecons.map(({ type_piste }) => type_piste));
  return pistes.filter(({ id, actif }) => actif || held.has(id));
}

/** Names that consist of 'Piste' and an adjective: within a sentence they have no capitals. */
const ADJECTIVE = /^Piste (Intérieure|Extérieure)$/;

/** A name within a sentence: 'piste intérieure', 'Rond de longe'. */
export const nomDansPhrase = (nom: string): string =>
  ADJECTIVE.test(nom) ? nom.toLowerCase() : nom;

const listOf = (noms: readonly string[]): string =>
  new Intl.ListFormat('fr', { type: 'disjunction' }).format(noms);
/** If there are more names than this, only their number is shown. */
const MOST_NAMED = 3;

/** All arenas in a few words: 'Piste intérieure ou extérieure', 'Carrière ou Rond', '5 pistes'. */
export function pistesInWords(pistes: readonly Pick<Piste, 'nom'>[]): string {
  const adjectives = pistes.flatMap(({ nom }) => ADJECTIVE.exec(nom)?.[1]?.toLowerCase() ?? []);
  if (adjectives.length === pistes.length) return `Piste ${listOf(adjectives)}`;
  return pistes.length > MOST_NAMED
    ? `${pistes.length} pistes`
    : listOf(pistes.map(({ nom }) => nom));
}

/** What a visitor may book: 'la piste intérieure ou extérieure', 'une piste'. */
export function pistesAReserver(pistes: readonly Pick<Piste, 'nom'>[]): string {
  if (pistes.every(({ nom }) => ADJECTIVE.test(nom)))
    return `la ${pistesInWords(pistes).replace('P', 'p')}`;
  return pistes.length === 1 ? 'la piste' : 'une piste';
}
