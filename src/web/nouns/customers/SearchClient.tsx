import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { ClientTrouve } from '#domain/customers/clients.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import type { Answer } from '#web/ui/hooks/typedSearch.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import {
  clientOptions,
  clientsFound,
  NEW_CLIENT,
  newClientIn,
  NOT_SEARCHED,
} from './clientOptions.tsx';

/** How many customers the list shows. */
const SHOWN = 6;
const NONE = 'aucun';
const NOBODY: readonly ClientTrouve[] = [];

/** The words about the customer of a seat, in the booking form and in the edit dialog (RIDE-03). */
export const TEXTES_PLACE = {
  place: 'Place',
  titre: 'À qui est cette place',
  changer: 'Autre client',
  garder: 'Fermer',
  liste: 'Clients',
  autres: "D'autres clients correspondent\u202f: écrivez davantage.",
} as const;

type SearchClientProps = {
  /** The participant, in the name of the field. */
  who: string;
  text: string;
  answer: Answer<readonly ClientTrouve[]>;
  /** The last option, which takes the choice back. */
  none: string | null;
  onText: (text: string) => void;
  onChoose: (client: ClientTrouve) => void;
  onNew: (nom: string) => void;
  onNone: () => void;
  children?: ReactNode;
};

/**
 * The search for whose seat it is, below the name of a participant: by name, email, telephone or saved
 * rider (CLI-04). It opens with the focus. A new customer, who may be stored at once, and nobody are
 * chosen by the arrow keys or a press only.
 */
export function SearchClient({
  who,
  text,
  answer: { data: found = NOBODY, reading, failed },
  none,
  onText,
  onChoose,
  onNew,
  onNone,
  children,
}: SearchClientProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  // If the search failed, the name may be that of a customer.
  const nouveau = failed.length > 0 ? null : newClientIn(text, found);
  return (
    <div className="flex w-full flex-col gap-1 pb-1 @lg:ps-9">
      <label htmlFor={id} className="text-sm font-medium">
        {TEXTES_PLACE.titre}
        <span className="sr-only"> {dePersonne(who)}</span>
      </label>
      <Combobox
        id={id}
        ref={field}
        inFlow
        listLabel={TEXTES_PLACE.liste}
        text={text}
        options={[
          ...clientOptions(found, SHOWN, { nom: nouveau, enter: false }),
          ...(none === null ? [] : [{ key: NONE, content: none, enter: false }]),
        ]}
        reading={reading}
        note={found.length > SHOWN && TEXTES_PLACE.autres}
        announcement={failed.length > 0 ? '' : clientsFound(found.length)}
        maxLength={NOM_MAX}
        onText={onText}
        onChoose={(key) => {
          const one = found.find((client) => client.id === key);
          if (one) onChoose(one);
          else if (key === NONE) onNone();
          else if (key === NEW_CLIENT && nouveau) onNew(nouveau);
        }}
      />
      {failed.length > 0 && <Unreadable queries={failed}>{NOT_SEARCHED}</Unreadable>}
      {children}
    </div>
  );
}
