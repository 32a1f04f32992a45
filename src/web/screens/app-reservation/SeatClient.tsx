import { useRef, useState } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { ClientChoisi } from '#domain/lessons/clients_des_places.ts';
import { useFoundClients } from '#web/nouns/customers/clients.ts';
import { SearchClient, TEXTES_PLACE } from '#web/nouns/customers/SearchClient.tsx';
import { answerTo, useTypedSearch } from '#web/ui/hooks/typedSearch.ts';
import { TEXTES } from './textes.pour.ts';

type SeatClientProps = {
  /** The customer chosen for this name; null for the one of the booking. */
  client: ClientChoisi | null;
  /** The participant, in the names of the controls. */
  who: string;
  /** The id of the line, which describes the field of the name. */
  id: string;
  onChoose: (client: ClientChoisi | null) => void;
};

/**
 * The line below a name of an administrator's booking: a button that opens the search for another
 * customer, and whose seat it then is (BOOK-37).
 */
export function SeatClient({ client, who, id, onChoose }: SeatClientProps) {
  const [choosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (chosen: ClientChoisi | null) => {
    onChoose(chosen);
    setChoosing(false);
    button.current?.focus();
  };
  return (
    <>
      <div className="-mt-2 flex w-full flex-wrap items-center gap-x-3 ps-9 text-sm text-muted">
        <p id={id} className="min-w-0 py-2 wrap-anywhere empty:hidden">
          {client && (
            <>
              {TEXTES_PLACE.place} {dePersonne(client.nom)}
              {!('user_id' in client) && TEXTES.nouveau}
            </>
          )}
        </p>
        <button
          ref={button}
          type="button"
          aria-expanded={choosing}
          className="min-h-11 text-start underline decoration-1 underline-offset-4 hover:text-ink"
          onClick={() => setChoosing(!choosing)}
        >
          {choosing ? TEXTES_PLACE.garder : TEXTES_PLACE.changer}
          <span className="sr-only"> {dePersonne(who)}</span>
        </button>
      </div>
      {choosing && <Choice chosen={client !== null} who={who} onChoose={close} />}
    </>
  );
}

function Choice({
  chosen,
  who,
  onChoose,
}: {
  chosen: boolean;
  who: string;
  onChoose: (client: ClientChoisi | null) => void;
}) {
  const [text, setText] = useState('');
  const search = useTypedSearch(text);
  const found = useFoundClients(search.asked);
  return (
    <SearchClient
      who={who}
      text={text}
      answer={answerTo(search, found)}
      none={chosen ? TEXTES.commeLaReservation : null}
      onText={setText}
      onChoose={(one) =>
        onChoose({ user_id: one.id, nom: one.nom, email: one.compte ? one.email : null })
      }
      onNew={(nom) => onChoose({ nom })}
      onNone={() => onChoose(null)}
    />
  );
}
