import { useEffect, useRef } from 'react';
import { CLIENTS_REFUS } from '#domain/errors/clients.ts';
import type { ClientChoisi } from '#domain/lessons/clients_des_places.ts';
import { codeOf } from '#web/data/client.ts';
import { useFiche } from '#web/nouns/customers/fiche.ts';
import { customerAsked } from '#web/paths/reservation.ts';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import { TEXTES } from './textes.pour.ts';

/**
 * Chooses the customer that the address names (BOOK-31), once, and clears the address: after a
 * reload, the stored draft applies. Returns the sentence if the customer cannot be chosen, and a
 * function that takes it back.
 */
export function useAskedClient(
  choose: (client: ClientChoisi) => void,
): [error: string | null, forget: () => void] {
  const [params, setParams] = useSearchParams();
  const id = customerAsked(params);
  const { data, error } = useFiche(id);
  const done = useRef<string>(null);
  useEffect(() => {
    // The address is cleared in a transition: until then, a later choice must not be replaced.
    if (!data || done.current === data.id) return;
    done.current = data.id;
    choose({ user_id: data.id, nom: data.nom, email: data.compte?.email ?? null });
    setParams({}, { replace: true });
  }, [data, choose, setParams]);
  return [
    id === null || !error
      ? null
      : codeOf(error) === 'client_inconnu'
        ? CLIENTS_REFUS.client_inconnu.message
        : TEXTES.clientIllisible,
    () => {
      if (id !== null) setParams({}, { replace: true });
    },
  ];
}
