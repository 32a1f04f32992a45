import { useEffect, useEffectEvent, useRef } from 'react';
import { annoncesOf, type FollowedLecon } from '#domain/annonces.ts';
import { mondayOf } from '#domain/calendrier.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre, useIsChangedHere, useKnownMesReservations } from '#web/data/queries.ts';
import { PATHS } from '#web/paths.ts';
import { toast } from '#web/ui/toasts.ts';

/** More changes than this at once give one toast. */
const MOST_TOASTS = 3;

const LINK = { to: PATHS.reservation.path, label: 'Voir' };

/**
 * UI-13: toasts about changes that the centre, or another device, makes to the rider's coming lessons. It compares two readings, because the
 * live stream carries no data, and reads nothing before a screen has shown those lessons once.
 */
export function LeconAlerts() {
  const maintenant = useNow();
  const du = mondayOf(maintenant.jour);
  const { data } = useKnownMesReservations(du);
  const isChangedHere = useIsChangedHere();
  const regles = useCentre().data?.regles;
  const known = useRef<{ du: string; lecons: readonly FollowedLecon[] } | null>(null);
  const announce = useEffectEvent((before: readonly FollowedLecon[], after: readonly FollowedLecon[]) => {
    const droits = { annuler: typeof regles?.annulationHeures === 'number', changer: typeof regles?.changementHeures === 'number' };
    const changes = annoncesOf(before, after, maintenant, droits).filter(({ id }) => !isChangedHere(id));
    if (changes.length > MOST_TOASTS) toast('info', `${changes.length} de vos leçons ont été annulées, déplacées ou supprimées${droits.annuler || droits.changer ? '' : ' par le centre'}.`, LINK);
    else for (const { texte: text } of changes) toast('info', text, LINK);
  });
  useEffect(() => {
    const before = known.current;
    known.current = data ? { du, lecons: data } : null;
    if (data && before?.du === du) announce(before.lecons, data); // the first reading of another week is not a change
  }, [data, du]);
  return null;
}
