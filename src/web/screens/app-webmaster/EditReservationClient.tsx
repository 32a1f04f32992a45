import { useId, useLayoutEffect, useRef, useState } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { ClientDePlace } from '#domain/reservations/places_modification.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAddClient, useFoundClients } from '#web/data/queries/clients.ts';
import { clientOptions, clientsFound, NEW_CLIENT, newClientIn } from '#web/parts/clientOptions.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { useDebounced } from '#web/ui/useDebounced.ts';
import { TEXTES } from './textes.modification.ts';

/** How many customers the list shows. */
const SHOWN = 6;
const NOBODY = 'personne';

type CompteProps = {
  /** Whose seat it is. */
  compte: ClientDePlace | null;
  /** The participant, in the names of the controls. */
  who: string;
  onChoose: (compte: ClientDePlace | null) => void;
  onClose: () => void;
};

/**
 * Chooses whose seat it is, by name, email, telephone or saved rider; or a new customer's, or nobody's
 * (RIDE-03).
 */
export function ChooseClient({ compte, who, onChoose, onClose }: CompteProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useLayoutEffect(() => field.current?.focus(), []);
  const found = useFoundClients(text, useDebounced(text, 200));
  const add = useAddClient();
  const nouveau = newClientIn(text, found);
  const close = (chosen: ClientDePlace | null) => {
    onChoose(chosen);
    onClose();
  };
  const options = [
    ...clientOptions(found, SHOWN, nouveau),
    ...(compte ? [{ key: NOBODY, content: TEXTES.compte.personne }] : []),
  ];
  return (
    <div className="flex w-full flex-col gap-1 pb-1 @lg:ps-9">
      <label htmlFor={id} className="text-sm font-medium">
        {TEXTES.compte.titre}
        <span className="sr-only"> {dePersonne(who)}</span>
      </label>
      <Combobox
        id={id}
        ref={field}
        inFlow
        listLabel={TEXTES.compte.liste}
        text={text}
        options={options}
        note={found.length > SHOWN && TEXTES.compte.autres}
        announcement={clientsFound(found.length)}
        maxLength={NOM_MAX}
        onText={setText}
        onChoose={(key) => {
          const one = found.find(({ id: client }) => client === key);
          if (one) close({ id: one.id, nom: one.nom });
          else if (key === NOBODY) close(null);
          else if (key === NEW_CLIENT && nouveau && !add.isPending)
            add.mutate(
              { nom: nouveau, telephone: null, email: null, adresse: null, note: null },
              { onSuccess: close },
            );
        }}
      />
      {add.isPending && <p className="text-sm text-muted">{TEXTES.compte.enCours}</p>}
      {add.isError && (
        <Banner kind="error">{sentenceOf(add.error, TEXTES.compte.nonAjoute)}</Banner>
      )}
    </div>
  );
}
