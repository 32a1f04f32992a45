import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ReservationAsRead } from '#domain/brouillon_modification.ts';
import { formatJour } from '#domain/calendrier.ts';
import { PISTES } from '#domain/creneaux.ts';
import { LECON } from './adresse.ts';
import { TEXTES } from './textes.ts';

/** Shows the outcome of an action; with `reste` until it is closed, because it holds a link. null removes it. */
export type Tell = (text: ReactNode, reste?: boolean) => void;

/** True when an edit changed the day, the start or the arena. */
export function isDeplacee(avant: ReservationAsRead, apres: ReservationAsRead): boolean {
  return (['date_reservation', 'heure_debut', 'type_piste'] as const).some((champ) => avant[champ] !== apres[champ]);
}

type LeconDeplaceeProps = {
  phrase: string;
  /** The lesson as it is stored now. */
  lecon: ReservationAsRead;
  /** The search parameter that leads there; null when it is already on screen. */
  vers: 'semaine' | 'jour' | null;
  onFollow: () => void;
};

/** After an edit that moved a lesson: its new place, and a link to it (DESK-21). */
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
