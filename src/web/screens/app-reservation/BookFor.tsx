// chunk: book-for
import { useEffect, useRef, useState } from 'react';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { useCentre } from '#web/data/queries.ts';
import { useFoundClients } from '#web/nouns/customers/clients.ts';
import {
  clientOptions,
  clientsFound,
  NEW_CLIENT,
  newClientIn,
  NOT_SEARCHED,
} from '#web/nouns/customers/clientOptions.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { answerTo, useTypedSearch } from '#web/ui/hooks/typedSearch.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.pour.ts';
import { useAskedClient } from './useAskedClient.ts';
import type { ReservationForm } from './useReservationForm.ts';

/** In the same file for the browser. */
export { SeatClient } from './SeatClient.tsx';

/** How many customers the list shows. */
const SHOWN = 8;

/**
 * An administrator books for a customer, found by name, email, telephone or rider, or for a new one
 * (BOOK-26). If it is empty: for themselves, or for the first participant of a lesson that has
 * begun (BOOK-35).
 */
export default function BookFor({
  pour: { texte: text, client, begun, obstacle, focused: arriving, write, choose },
}: {
  pour: NonNullable<ReservationForm['pour']>;
}) {
  const [focused, setFocused] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  // After the page has focused its heading (RIDE-65).
  useEffect(() => {
    if (!arriving) return;
    const timer = setTimeout(() => search.current?.focus());
    return () => clearTimeout(timer);
  }, [arriving]);
  const [missing, forget] = useAskedClient(choose);
  const emailed = (useCentre().data?.envois?.confirmation ?? false) && !begun;
  const sought = useTypedSearch(client ? '' : text);
  const { data: found = [], reading, failed } = answerTo(sought, useFoundClients(sought.asked));
  const isFailed = failed.length > 0;
  // If the search failed, the name may be that of a customer.
  const nouveau = client || isFailed ? null : newClientIn(text, found);
  return (
    <Card className="flex flex-col gap-3">
      <Field
        label={
          <>
            {TEXTES.titre} <span className="font-normal text-muted">(facultatif)</span>
          </>
        }
        hint={
          !client
            ? TEXTES[begun ? 'aideApresCoup' : 'aide']
            : 'user_id' in client && client.email !== null
              ? `${client.email}. ${emailed ? TEXTES.compte : TEXTES.compteSansEmail}`
              : TEXTES.sansCompte
        }
        error={missing ?? (obstacle && !focused && RESERVATION_REFUS[obstacle].message)}
      >
        {(field) => (
          <Combobox
            {...field}
            ref={search}
            listLabel={TEXTES.liste}
            text={text}
            options={clientOptions(found, SHOWN, { nom: nouveau })}
            reading={reading}
            note={found.length > SHOWN && TEXTES.autres}
            announcement={isFailed ? '' : clientsFound(found.length)}
            maxLength={NOM_MAX}
            onText={(typed) => {
              forget();
              write(typed);
            }}
            onChoose={(key) => {
              const one = found.find(({ id }) => id === key);
              if (one)
                choose({ user_id: one.id, nom: one.nom, email: one.compte ? one.email : null });
              else if (key === NEW_CLIENT && nouveau) choose({ nom: nouveau });
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        )}
      </Field>
      {isFailed && <Unreadable queries={failed}>{NOT_SEARCHED}</Unreadable>}
      {client && !('user_id' in client) && (
        <Field
          label={
            <>
              {TEXTES.telephone} <span className="font-normal text-muted">(facultatif)</span>
            </>
          }
        >
          {(field) => (
            <Input
              {...field}
              type="tel"
              autoComplete="off"
              maxLength={40}
              value={client.telephone ?? ''}
              onChange={({ target }) => choose({ nom: client.nom, telephone: target.value })}
            />
          )}
        </Field>
      )}
    </Card>
  );
}
