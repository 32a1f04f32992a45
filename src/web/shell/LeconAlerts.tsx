import { useEffect, useEffectEvent, useRef } from 'react';
import { annoncesOf, type FollowedLecon } from '#domain/annonces.ts';
import { mondayOf } from '#domain/calendrier.ts';
import { useNow } from '#web/data/horloge.ts';
import { useIsChangedHere, useKnownMesReservations } from '#web/data/queries.ts';
import { PATHS } from '#web/paths.ts';
import { toast } from '#web/ui/toasts.ts';

/** More changes than this at once give one toast. */
const UNE_A_UNE = 3;

const VOIR = { to: PATHS.reservation.path, label: 'Voir' };

/**
 * UI-13: toasts about changes that the centre makes to the rider's coming lessons. It compares two readings, because the
 * live stream carries no data, and reads nothing before a screen has shown those lessons once.
 */
export function LeconAlerts() {
  const maintenant = useNow();
  const du = mondayOf(maintenant.jour);
  const { data } = useKnownMesReservations(du);
  const isChangedHere = useIsChangedHere();
  const connues = useRef<{ du: string; lecons: readonly FollowedLecon[] } | null>(null);
  const announce = useEffectEvent((avant: readonly FollowedLecon[], apres: readonly FollowedLecon[]) => {
    const nouvelles = annoncesOf(avant, apres, maintenant).filter(({ id }) => !isChangedHere(id));
    if (nouvelles.length > UNE_A_UNE) toast('info', `${nouvelles.length} de vos leçons ont été annulées, déplacées ou supprimées par le centre.`, VOIR);
    else for (const { texte } of nouvelles) toast('info', texte, VOIR);
  });
  useEffect(() => {
    const avant = connues.current;
    connues.current = data ? { du, lecons: data } : null;
    if (data && avant?.du === du) announce(avant.lecons, data); // the first reading of another week is not a change
  }, [data, du]);
  return null;
}
