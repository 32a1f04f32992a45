import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReservationLue } from '#domain/brouillon_modification.ts';
import { formatJour } from '#domain/calendrier.ts';
import { PISTES } from '#domain/creneaux.ts';
import { LECON } from './adresse.ts';
import { TEXTES } from './textes.ts';

/** Says what came of an action; `reste`: until it is closed, since it leads somewhere. null: nothing any more. */
export type Tell = (text: ReactNode, reste?: boolean) => void;

/** True where an edit moved the lesson. */
export function isDeplacee(avant: ReservationLue, apres: ReservationLue): boolean {
  return (['date_reservation', 'heure_debut', 'type_piste'] as const).some((champ) => avant[champ] !== apres[champ]);
}

type LeconDeplaceeProps = {
  phrase: string;
  /** Where it stands now. */
  lecon: ReservationLue;
  /** What of the address leads there; null where it is on screen already. */
  vers: 'semaine' | 'jour' | null;
  onFollow: () => void;
};

/** What came of an edit that moved a lesson: where it went, and the way there. */
export function LeconDeplacee({ phrase, lecon: { date_reservation, heure_debut, type_piste }, vers, onFollow }: LeconDeplaceeProps) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  if (vers) next.set(vers, date_reservation);
  next.delete(LECON);
  return (
    <>
      {phrase}. La leçon est maintenant le {formatJour(date_reservation, 'long')} à {heure_debut}, {PISTES[type_piste].nom}.
      {vers && <> <Link to={{ search: next.toString() }} preventScrollReset onClick={onFollow} className="link inline-block py-1">{TEXTES.voir[vers]}</Link></>}
    </>
  );
}
