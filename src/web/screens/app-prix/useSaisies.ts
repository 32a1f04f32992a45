import { centimesSaisis, formatCentimes, prixOf } from '#domain/prix.ts';
import { useEcrit } from '#web/data/ecrits.ts';
import { useUser } from '#web/data/session.ts';

/** What is being written in a field, and the version of the price that stood there when it began. */
type Saisie = { texte: string; version: number };

type PrixLu = { type_lecon: string; prix: number; version: number };

export type LignePrix = {
  type_lecon: string;
  /** As the field shows it. */
  texte: string;
  /** What would be stored. */
  centimes: number;
  modifie: boolean;
  /** Over which version it would be stored. */
  version: number;
  /** Someone else stored this meanwhile; null while nobody did. */
  ailleurs: number | null;
};

export type Saisies = {
  lignes: readonly LignePrix[];
  write: (type_lecon: string, texte: string) => void;
  /** Shows what would be stored in the place of what was written. */
  settle: (type_lecon: string) => void;
  /** Takes back the fields that still say what was just stored; what was written during the save stays, over what it has stored. */
  forget: (envoyees: readonly LignePrix[], enregistres: readonly PrixLu[]) => void;
  /** Of a price that someone else stored meanwhile: what is written stays, to be stored over it. */
  keep: (type_lecon: string) => void;
  /** The same: what is written gives way. */
  take: (type_lecon: string) => void;
  /** Gives up all that was written. */
  giveUp: () => void;
};

/** The fields: what was read, under what is being written. A price that changes elsewhere never overwrites a field one writes in. */
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
      const centimes = centimesSaisis(saisie.texte);
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
  const centimes = centimesSaisis(texte);
  return { type_lecon, texte, centimes, modifie: true, version, ailleurs: version === lu.version || centimes === lu.centimes ? null : lu.centimes };
}
