import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { ClientTrouve } from '#domain/people/clients.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { clientOptions, clientsFound, NEW_CLIENT } from './clientOptions.tsx';

/** How many customers the list shows. */
const SHOWN = 6;
const NONE = 'aucun';

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
  found: readonly ClientTrouve[];
  /** The name of a new customer in the text. */
  nouveau: string | null;
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
 * rider (CLI-04). It opens with the focus.
 */
export function SearchClient({
  who,
  text,
  found,
  nouveau,
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
          ...clientOptions(found, SHOWN, nouveau),
          ...(none === null ? [] : [{ key: NONE, content: none }]),
        ]}
        note={found.length > SHOWN && TEXTES_PLACE.autres}
        announcement={clientsFound(found.length)}
        maxLength={NOM_MAX}
        onText={onText}
        onChoose={(key) => {
          const one = found.find((client) => client.id === key);
          if (one) onChoose(one);
          else if (key === NONE) onNone();
          else if (key === NEW_CLIENT && nouveau) onNew(nouveau);
        }}
      />
      {children}
    </div>
  );
}
