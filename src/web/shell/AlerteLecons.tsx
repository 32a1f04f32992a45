import { useEffect, useEffectEvent, useRef } from 'react';
import { annoncesOf, type LeconSuivie } from '#domain/annonces.ts';
import { lundiOf } from '#domain/calendrier.ts';
import { useMaintenant } from '#web/data/horloge.ts';
import { useIsChangedHere, useMesReservationsConnues } from '#web/data/queries.ts';
import { PATHS } from '#web/paths.ts';
import { toast } from '#web/ui/toasts.ts';

/** More than that at once are one piece of news. */
const UNE_A_UNE = 3;

const VOIR = { to: PATHS.reservation.path, label: 'Voir' };

/**
 * Says on every screen what the centre does to one's coming lessons, by comparing two readings of them: the stream of
 * changes carries no data. Nothing is read for it before a screen has shown them once.
 */
export function AlerteLecons() {
  const maintenant = useMaintenant();
  const du = lundiOf(maintenant.jour);
  const { data } = useMesReservationsConnues(du);
  const isChangedHere = useIsChangedHere();
  const connues = useRef<{ du: string; lecons: readonly LeconSuivie[] } | null>(null);
  const announce = useEffectEvent((avant: readonly LeconSuivie[], apres: readonly LeconSuivie[]) => {
    const nouvelles = annoncesOf(avant, apres, maintenant).filter(({ id }) => !isChangedHere(id));
    if (nouvelles.length > UNE_A_UNE) toast('info', `${nouvelles.length} de vos leçons ont été annulées, déplacées ou supprimées par le centre.`, VOIR);
    else for (const { texte } of nouvelles) toast('info', texte, VOIR);
  });
  useEffect(() => {
    const avant = connues.current;
    connues.current = data ? { du, lecons: data } : null;
    if (data && avant?.du === du) announce(avant.lecons, data); // a new week's first reading is no news
  }, [data, du]);
  return null;
}
