import { typedCentimes, formatCentimes, prixOf } from '#domain/prix.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useUser } from '#web/data/session.ts';

/** The text in a field, and the version of the price that it started from. */
type Saisie = { texte: string; version: number };

type PrixLu = { type_lecon: string; prix: number; version: number };

export type LignePrix = {
  type_lecon: string;
  /** The text in the field. */
  texte: string;
  /** What would be stored. */
  centimes: number;
  modifie: boolean;
  /** The version that the save would replace. */
  version: number;
  /** The price that someone else stored meanwhile; null while nobody did. */
  ailleurs: number | null;
};

export type Saisies = {
  lignes: readonly LignePrix[];
  write: (type_lecon: string, texte: string) => void;
  /** Replaces the written text by the price that would be stored. */
  settle: (type_lecon: string) => void;
  /** After a save: clears the fields that still hold what was stored; what was written during the save stays, over the stored version. */
  forget: (envoyees: readonly LignePrix[], enregistres: readonly PrixLu[]) => void;
  /** For a price that someone else stored meanwhile: keeps the price written here, to be stored over theirs. */
  keep: (type_lecon: string) => void;
  /** For such a price: takes theirs. */
  take: (type_lecon: string) => void;
  /** Discards all changes. */
  giveUp: () => void;
};

/** The fields: the stored prices, overlaid by the prices written here. A price that changes elsewhere never overwrites a field being edited. */
export function useSaisies(prix: readonly PrixLu[]): Saisies {
  const [saisies, setSaisies] = useEcrit<Readonly<Record<string, Saisie>>>(useUser().id, 'prix.2', (garde) => garde ?? {});
  const lus = Object.fromEntries(prix.map(({ type_lecon, prix: euros, version }) => [type_lecon, { centimes: prixOf(euros) ?? 0, version }]));
  return {
    lignes: Object.entries(lus).map(([type_lecon, lu]) => ligneOf(type_lecon, lu, saisies[type_lecon])),
    write: (type_lecon, texte) => setSaisies((avant) => ({
      ...avant, [type_lecon]: { texte, version: avant[type_lecon]?.version ?? lus[type_lecon]?.version ?? 0 },
    })),
    settle: (type_lecon) => setSaisies((avant) => {
      const { [type_lecon]: saisie, ...autres } = avant;
      if (!saisie) return avant;
      const centimes = typedCentimes(saisie.texte);
      return centimes === lus[type_lecon]?.centimes ? autres : { ...autres, [type_lecon]: { ...saisie, texte: formatCentimes(centimes) } };
    }),
    forget: (envoyees, enregistres) => setSaisies((avant) => Object.fromEntries(
      Object.entries(avant).flatMap(([type_lecon, saisie]) => {
        const envoyee = envoyees.find((une) => une.type_lecon === type_lecon);
        if (!envoyee) return [[type_lecon, saisie]];
        const version = enregistres.find((un) => un.type_lecon === type_lecon)?.version ?? saisie.version;
        return envoyee.texte === saisie.texte ? [] : [[type_lecon, { ...saisie, version }]];
      }),
    )),
    keep: (type_lecon) => setSaisies((avant) => {
      const [saisie, lu] = [avant[type_lecon], lus[type_lecon]];
      return saisie && lu ? { ...avant, [type_lecon]: { ...saisie, version: lu.version } } : avant;
    }),
    take: (type_lecon) => setSaisies(({ [type_lecon]: _, ...autres }) => autres),
    giveUp: () => setSaisies({}),
  };
}

function ligneOf(type_lecon: string, lu: { centimes: number; version: number }, saisie: Saisie | undefined): LignePrix {
  if (!saisie) return { type_lecon, texte: formatCentimes(lu.centimes), centimes: lu.centimes, modifie: false, version: lu.version, ailleurs: null };
  const { texte, version } = saisie;
  const centimes = typedCentimes(texte);
  return { type_lecon, texte, centimes, modifie: true, version, ailleurs: version === lu.version || centimes === lu.centimes ? null : lu.centimes };
}
