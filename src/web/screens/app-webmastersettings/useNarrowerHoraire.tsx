import type { ReactNode } from 'react';
import { leconsOutsideHoraire } from '#domain/settings/coming.ts';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { horaireOf, type Parametres, reglesOf } from '#domain/settings/parametres.ts';
import { useAVenir } from '#web/data/queries/reservations.ts';
import { useQuestion } from '#web/ui/useQuestion.tsx';
import { TEXTES } from './textes.parametres.ts';

const heuresOf = (parametres: Parametres) => horaireOf(reglesOf(parametres), false);

/** Asks before storing hours that exclude coming lessons, and says how many (SET-04). */
export function useNarrowerHoraire(stored: Parametres): {
  dialog: ReactNode;
  confirm: (wanted: Omit<Parametres, 'horaires'>, save: () => void) => void;
} {
  const aVenir = useAVenir();
  const { dialog, ask } = useQuestion({ title: TEXTES.resserrer, confirm: TEXTES.resserrerBouton });
  const confirm = (wanted: Omit<Parametres, 'horaires'>, save: () => void) => {
    const [before, after] = [heuresOf(stored), heuresOf({ ...stored, ...wanted })];
    const heures = `${formatHeure(after.ouverture)} à ${formatHeure(after.fermeture)}`;
    if (aVenir.isError || !aVenir.data) {
      if (after.ouverture <= before.ouverture && after.fermeture >= before.fermeture) return save();
      return ask(<p>{TEXTES.dehorsInconnu}</p>, save);
    }
    const outside = leconsOutsideHoraire(aVenir.data, before, after);
    if (!outside) return save();
    const jour = formatJour(outside.premiere, 'long');
    ask(
      <>
        <p>
          {outside.lecons === 1
            ? `1 leçon à venir est en dehors de ${heures}, le ${jour}.`
            : `${outside.lecons} leçons à venir sont en dehors de ${heures}, la première le ${jour}.`}
        </p>
        <p>{outside.lecons === 1 ? TEXTES.dehorsUne : TEXTES.dehorsPlusieurs}</p>
      </>,
      save,
    );
  };
  return { dialog, confirm };
}
