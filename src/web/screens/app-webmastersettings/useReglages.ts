import type { StoredParametres } from '#domain/parametres.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useUser } from '#web/data/session.ts';
import { type ChampReglage, type Saisie, saisieOf } from './reglages.ts';

/** The values written in the fields, and the stored settings they started from. */
type Ecrit = { base: Saisie; touches: Partial<Saisie> };

type Reglages = {
  valeurs: Saisie;
  /** Stored by someone else since the first change here; null while nothing was. */
  ailleurs: readonly ChampReglage[];
  stockes: Saisie;
  /** The fields among them that also differ here: they are stored only once the person has chosen. */
  divergents: readonly ChampReglage[];
  /** For such a field: keeps the value written here, to be stored over theirs. */
  keep: (champ: ChampReglage) => void;
  /** For such a field: takes their value. */
  take: (champ: ChampReglage) => void;
  write: <K extends ChampReglage>(champ: K, valeur: Saisie[K]) => void;
  /** After a save: clears the fields that still hold what was sent; what was written during the save stays. */
  forget: (envoye: Saisie, enregistre: StoredParametres) => void;
  /** Whether a field differs from what is stored. */
  modifie: boolean;
  /** Discards all changes. */
  giveUp: () => void;
};

/** The fields: the stored values, overlaid by the values written here. A change elsewhere shows in untouched fields. */
export function useReglages(parametres: StoredParametres): Reglages {
  const [ecrit, setEcrit] = useEcrit<Ecrit | null>(useUser().id, 'reglages.1', (garde) => garde);
  const stockes = saisieOf(parametres);
  const ailleurs = ecrit ? champsOf(stockes).filter((champ) => ecrit.base[champ] !== stockes[champ]) : [];
  return {
    valeurs: { ...stockes, ...ecrit?.touches },
    modifie: ecrit !== null,
    giveUp: () => setEcrit(null),
    stockes,
    ailleurs,
    divergents: ailleurs.filter((champ) => ecrit !== null && champ in ecrit.touches && ecrit.touches[champ] !== stockes[champ]),
    keep: (champ) => setEcrit((avant) => avant && { ...avant, base: { ...avant.base, [champ]: stockes[champ] } }),
    take: (champ) => setEcrit((avant) => avant && gardes({ ...avant.base, [champ]: stockes[champ] }, { ...avant.touches, [champ]: stockes[champ] }, stockes)),
    write: (champ, valeur) => setEcrit((avant) => gardes(avant?.base ?? stockes, { ...avant?.touches, [champ]: valeur }, stockes)),
    forget: (envoye, enregistre) => setEcrit((avant) => {
      if (!avant) return null;
      const stored = saisieOf(enregistre);
      const restes = champsOf(stored).flatMap((champ) =>
        (champ in avant.touches && avant.touches[champ] !== envoye[champ] ? [[champ, avant.touches[champ]]] : []));
      return gardes(stored, Object.fromEntries(restes) as Partial<Saisie>, stored);
    }),
  };
}

const champsOf = (saisie: Saisie) => Object.keys(saisie) as ChampReglage[];

/** A field that equals the stored value again counts as untouched. */
function gardes(base: Saisie, touches: Partial<Saisie>, stockes: Saisie): Ecrit | null {
  const restes = Object.entries(touches).filter(([champ, valeur]) => stockes[champ as ChampReglage] !== valeur);
  return restes.length === 0 ? null : { base, touches: Object.fromEntries(restes) };
}
