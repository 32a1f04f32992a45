import { useEffect, useEffectEvent, useRef } from 'react';
import type { Alerte } from '#contract/alertes.ts';
import { annoncesOf, type FollowedLecon, libresOf } from '#domain/lessons/messages.ts';
import { mondayOf } from '#domain/core/calendrier.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre, useIsChangedHere, useKnownMesReservations } from '#web/data/queries.ts';
import { useKnownAlertes } from '#web/nouns/alerts/alertes.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { PATHS } from '#web/paths/paths.ts';
import { reservationLink } from '#web/paths/reservation.ts';
import { toast } from '#web/ui/hooks/toasts.ts';

/** More changes than this at the same time give one toast. */
const MOST_TOASTS = 3;

const LINK = { to: PATHS.reservation.path, label: 'Voir' };

/**
 * UI-13: toasts about changes that the centre, or another device, makes to the rider's future
 * lessons. It compares two readings, because the live stream carries no data. It reads nothing
 * until a screen has shown those lessons once.
 */
export function LeconAlerts() {
  const maintenant = useNow();
  const du = mondayOf(maintenant.jour);
  const { data } = useKnownMesReservations(du);
  const isChangedHere = useIsChangedHere();
  const regles = useCentre().data?.regles;
  const pistes = usePistes();
  const known = useRef<{ du: string; lecons: readonly FollowedLecon[] } | null>(null);
  const announce = useEffectEvent(
    (before: readonly FollowedLecon[], after: readonly FollowedLecon[]) => {
      const droits = {
        annuler: typeof regles?.annulationHeures === 'number',
        changer: typeof regles?.changementHeures === 'number',
      };
      const changes = annoncesOf(before, after, maintenant, { ...droits, pistes }).filter(
        ({ id }) => !isChangedHere(id),
      );
      if (changes.length > MOST_TOASTS)
        toast(
          'info',
          `${changes.length} de vos leçons ont été annulées, déplacées ou supprimées${droits.annuler || droits.changer ? '' : ' par le centre'}.`,
          LINK,
        );
      else for (const { texte: text } of changes) toast('info', text, LINK);
    },
  );
  useEffect(() => {
    const before = known.current;
    known.current = data ? { du, lecons: data } : null;
    // the first reading of another week is not a change
    if (data && before?.du === du) announce(before.lecons, data);
  }, [data, du]);
  return null;
}

/**
 * RIDE-64: toasts about requested slots that have become free. It reads nothing until a screen has
 * shown the person's requests.
 */
export function AlerteAlerts() {
  const { data } = useKnownAlertes();
  const pistes = usePistes();
  const known = useRef<readonly Alerte[] | null>(null);
  useEffect(() => {
    const freed = known.current && data ? libresOf(known.current, data, pistes) : [];
    known.current = data ?? null;
    if (freed.length > MOST_TOASTS)
      toast('info', `${freed.length} créneaux que vous attendez se sont libérés.`, LINK);
    else
      for (const {
        alerte: { date_reservation: jour, heure_debut: heure, ...place },
        texte: text,
      } of freed)
        toast('info', text, { to: reservationLink({ jour, heure, ...place }), label: 'Réserver' });
  }, [data, pistes]);
  return null;
}
