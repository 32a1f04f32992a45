// chunk: offline
import { useEffect, useMemo, useState } from 'react';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import type { Fermeture } from '#domain/closures.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { isAdmin, type Personne, type Role } from '#domain/people/users.ts';
import { isFrugal } from '#web/data/frugal.ts';
import { momentOf, useNow } from '#web/data/horloge.ts';
import { isLeaving } from '#web/data/leaving.ts';
import { type Kept, keepOffline, type Offline } from '#web/data/offline.ts';
import { useCentre, useMesReservations, useMesTypes } from '#web/data/queries.ts';
import { useFermetures } from '#web/nouns/closures/fermetures.ts';
import { usePlanning } from '#web/nouns/lessons/reservations.ts';
import { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import { getSession, useUser } from '#web/data/session.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';

/** How the names of the pictures of the help begin that a person looks at (UI-94). */
const imagesOf = (role: Role) => (isAdmin(role) ? ['bureau-', 'cavaliers-'] : ['cavaliers-']);

/**
 * UI-55, UI-56: registers the service worker, and stores each reading of the future lessons and of
 * two days' planning. Without a worker (plain http, an old browser or a private window) nothing is
 * stored, because nothing could show it. The worker then fetches the pictures of the help (UI-94).
 */
export default function KeepOffline() {
  const user = useUser();
  const { role } = user;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const register = async () => {
      const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
      if (!workers) return;
      await workers.register('/sw.js');
      const { active } = await workers.ready;
      setReady(true);
      if (isFrugal()) return;
      // oxlint-disable-next-line require-post-message-target-origin -- a worker has none
      active?.postMessage({ images: imagesOf(role) });
    };
    register().catch(() => {}); // the page works without it
  }, [role]);
  return (
    ready && (
      <>
        <KeepMine user={user} />
        {isAdmin(user.role) && <KeepPlanning user={user} />}
      </>
    )
  );
}

function KeepMine({ user }: { user: Personne }) {
  const lundi = mondayOf(useNow().jour);
  const { data: read, dataUpdatedAt } = useMesReservations(lundi);
  const data = useMemo(
    () => read?.filter(({ date_reservation: jour }) => jour >= lundi),
    [read, lundi],
  );
  const types = useMesTypes();
  useKeep(user, 'miennes', { data, dataUpdatedAt }, types);
  return null;
}

function KeepPlanning({ user }: { user: Personne }) {
  const { jour } = useNow();
  const lecons = usePlanning(jour, addDays(jour, 1));
  const types = useAllTypes();
  const fermetures = useFermetures(jour, addDays(jour, 1));
  useKeep(user, 'planning', lecons, types, fermetures.data);
  return null;
}

type Reading<T> = { data: readonly T[] | undefined; dataUpdatedAt: number };

/**
 * Stores each new reading, with the centre's contact, because the page that the worker keeps may
 * contain an old telephone number. It checks last whether the person has just signed out: nothing
 * may be written after the stored data was removed.
 */
function useKeep<L extends { type_lecon: string }>(
  user: Personne,
  part: keyof Offline,
  { data, dataUpdatedAt: at }: Reading<L>,
  types: Reading<TypeLecon>,
  fermetures?: readonly Fermeture[],
): void {
  const contact = useCentre().data?.contact;
  const pistes = usePistes();
  useEffect(() => {
    if (!data || !types.data || getSession().user?.id !== user.id || isLeaving()) return;
    const lecons = data.map((lecon): Kept<L> => {
      const type = types.data?.find(({ value }) => value === lecon.type_lecon);
      return {
        ...lecon,
        type: type ? { label: type.label, icon: type.icon, color: type.color } : null,
      };
    });
    keepOffline(user, { [part]: { at, lu: momentOf(at), lecons, contact, pistes, fermetures } });
  }, [user, part, data, at, types.data, contact, pistes, fermetures]);
}
