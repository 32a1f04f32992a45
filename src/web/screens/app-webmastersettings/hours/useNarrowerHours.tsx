import { type ReactNode, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import type { Parametres } from '#domain/settings/parametres.ts';
import { readHorsHeures } from '#web/nouns/settings.ts';
import { useQuestion } from '#web/ui/forms/useQuestion.tsx';
import { LeconLinks } from '../shared/LeconLinks.tsx';
import { TEXTES } from '../shared/textes.parametres.ts';

type Hours = Pick<Parametres, 'openingTime' | 'closingTime' | 'horaires'>;

/** Asks before it stores hours that leave future lessons outside, and lists them (SET-04). */
export function useNarrowerHours(stored: Hours): {
  dialog: ReactNode;
  /** The lessons are being read. */
  reading: boolean;
  /**
   * True if nothing needs to be asked. Otherwise false, and `save` is called after the
   * confirmation.
   */
  confirm: (wanted: Hours, save: () => void) => Promise<boolean>;
} {
  const { dialog, ask } = useQuestion({ title: TEXTES.resserrer, confirm: TEXTES.resserrerBouton });
  const [reading, setReading] = useState(false);
  const confirm = async (wanted: Hours, save: () => void) => {
    const { openingTime, closingTime, horaires } = wanted;
    const same =
      openingTime === stored.openingTime &&
      closingTime === stored.closingTime &&
      JSON.stringify(horaires) === JSON.stringify(stored.horaires);
    if (same) return true;
    setReading(true);
    const outside = await readHorsHeures({ openingTime, closingTime, horaires });
    setReading(false);
    if (outside === null) {
      ask(<p>{TEXTES.dehorsInconnu}</p>, save);
      return false;
    }
    const [first] = outside.lecons;
    if (!first) return true;
    ask(
      <>
        <p>
          {outside.total === 1
            ? TEXTES.dehorsUne
            : TEXTES.dehorsPlusieurs(outside.total, formatJour(first.date_reservation, 'long'))}
        </p>
        <LeconLinks {...outside} />
        <p>{outside.total === 1 ? TEXTES.resteUne : TEXTES.restentPlusieurs}</p>
      </>,
      save,
    );
    return false;
  };
  return { dialog, reading, confirm };
}
