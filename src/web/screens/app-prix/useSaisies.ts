import { centimesSaisis, formatCentimes, prixOf } from '#domain/prix.ts';
import { useEcrit } from '#web/data/ecrits.ts';
import { useUser } from '#web/data/session.ts';

/** What is being written in a field, and the price that stood there when it began. */
type Saisie = { texte: string; depuis: number };

export type LignePrix = {
  type_lecon: string;
  /** As the field shows it. */
  texte: string;
  /** What would be stored. */
  centimes: number;
  modifie: boolean;
  /** Someone else stored this meanwhile; null while nobody did. */
  ailleurs: number | null;
};

export type Saisies = {
  lignes: readonly LignePrix[];
  write: (type_lecon: string, texte: string) => void;
  /** Shows what would be stored in the place of what was written. */
  settle: (type_lecon: string) => void;
  /** Takes back the fields that still say what was just stored; what was written during the save stays. */
  forget: (envoyees: readonly LignePrix[]) => void;
  /** Gives up all that was written. */
  giveUp: () => void;
};

/** The fields: what was read, under what is being written. A price that changes elsewhere never overwrites a field one writes in. */
export function useSaisies(prix: readonly { type_lecon: string; prix: number }[]): Saisies {
  const [saisies, setSaisies] = useEcrit<Readonly<Record<string, Saisie>>>(useUser().id, 'prix.1', (garde) => garde ?? {});
  const lus = Object.fromEntries(prix.map(({ type_lecon, prix: euros }) => [type_lecon, prixOf(euros) ?? 0]));
  return {
    lignes: Object.entries(lus).map(([type_lecon, lu]) => ligneOf(type_lecon, lu, saisies[type_lecon])),
    write: (type_lecon, texte) => setSaisies((avant) => ({
      ...avant, [type_lecon]: { texte, depuis: avant[type_lecon]?.depuis ?? lus[type_lecon] ?? 0 },
    })),
    settle: (type_lecon) => setSaisies((avant) => {
      const { [type_lecon]: saisie, ...autres } = avant;
      if (!saisie) return avant;
      const centimes = centimesSaisis(saisie.texte);
      return centimes === lus[type_lecon] ? autres : { ...autres, [type_lecon]: { ...saisie, texte: formatCentimes(centimes) } };
    }),
    forget: (envoyees) => setSaisies((avant) => Object.fromEntries(
      Object.entries(avant).filter(([type_lecon, { texte }]) => !envoyees.some((envoyee) => envoyee.type_lecon === type_lecon && envoyee.texte === texte)),
    )),
    giveUp: () => setSaisies({}),
  };
}

function ligneOf(type_lecon: string, lu: number, saisie: Saisie | undefined): LignePrix {
  if (!saisie) return { type_lecon, texte: formatCentimes(lu), centimes: lu, modifie: false, ailleurs: null };
  const centimes = centimesSaisis(saisie.texte);
  return { type_lecon, texte: saisie.texte, centimes, modifie: true, ailleurs: saisie.depuis === lu ? null : lu };
}
