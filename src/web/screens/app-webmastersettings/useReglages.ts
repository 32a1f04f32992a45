import type { ParametresLus } from '#domain/parametres.ts';
import { useEcrit } from '#web/data/ecrits.ts';
import { useUser } from '#web/data/session.ts';
import { type ChampReglage, type Saisie, saisieOf } from './reglages.ts';

/** What was written in the fields, over what was stored when the first of them was touched. */
type Ecrit = { base: Saisie; touches: Partial<Saisie> };

type Reglages = {
  valeurs: Saisie;
  /** Stored by someone else since one began to write; null while nothing was. */
  ailleurs: readonly ChampReglage[];
  stockes: Saisie;
  /** Those of them in which one writes something else: to be stored only once one has chosen. */
  divergents: readonly ChampReglage[];
  /** Of such a field: what is written stays, to be stored over theirs. */
  keep: (champ: ChampReglage) => void;
  /** The same: what is written gives way. */
  take: (champ: ChampReglage) => void;
  write: <K extends ChampReglage>(champ: K, valeur: Saisie[K]) => void;
  /** Takes back the fields that still say what was sent; what was written during the save stays. */
  forget: (envoye: Saisie, enregistre: ParametresLus) => void;
  /** Whether a field says something else than what is stored. */
  modifie: boolean;
  /** Gives up all that was written. */
  giveUp: () => void;
};

/** The fields: what is stored, under what is being written. A change elsewhere shows in the fields one has not touched. */
export function useReglages(parametres: ParametresLus): Reglages {
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

/** A field that says again what is stored is as if it had not been touched. */
function gardes(base: Saisie, touches: Partial<Saisie>, stockes: Saisie): Ecrit | null {
  const restes = Object.entries(touches).filter(([champ, valeur]) => stockes[champ as ChampReglage] !== valeur);
  return restes.length === 0 ? null : { base, touches: Object.fromEntries(restes) };
}
