import type { ReactNode } from 'react';
import { leconsOutsideHoraire } from '#domain/coming.ts';
import { formatHeure, formatJour } from '#domain/calendrier.ts';
import { horaireOf, type Parametres, reglesOf } from '#domain/parametres.ts';
import { useAVenir } from '#web/data/queriesReservations.ts';
import { useQuestion } from '#web/ui/useQuestion.tsx';
import { REGLAGES } from './reglagesTextes.ts';

const heuresOf = (parametres: Parametres) => horaireOf(reglesOf(parametres), false);

/** Asks before storing hours that exclude coming lessons, and says how many (SET-04). */
export function useHorairesResserres(stockes: Parametres): { dialogue: ReactNode; confirm: (voulus: Parametres, save: () => void) => void } {
  const aVenir = useAVenir();
  const { dialog, ask } = useQuestion({ title: REGLAGES.resserrer, confirm: REGLAGES.resserrerBouton });
  const confirm = (voulus: Parametres, save: () => void) => {
    const [avant, apres] = [heuresOf(stockes), heuresOf(voulus)];
    const heures = `${formatHeure(apres.ouverture)} à ${formatHeure(apres.fermeture)}`;
    if (aVenir.isError || !aVenir.data) {
      if (apres.ouverture <= avant.ouverture && apres.fermeture >= avant.fermeture) return save();
      return ask(<p>{REGLAGES.dehorsInconnu}</p>, save);
    }
    const dehors = leconsOutsideHoraire(aVenir.data, avant, apres);
    if (!dehors) return save();
    const jour = formatJour(dehors.premiere, 'long');
    ask(
      <>
        <p>
          {dehors.lecons === 1
            ? `1 leçon à venir est en dehors de ${heures}, le ${jour}.`
            : `${dehors.lecons} leçons à venir sont en dehors de ${heures}, la première le ${jour}.`}
        </p>
        <p>{dehors.lecons === 1 ? REGLAGES.dehorsUne : REGLAGES.dehorsPlusieurs}</p>
      </>,
      save,
    );
  };
  return { dialogue: dialog, confirm };
}
