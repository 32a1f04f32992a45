import { useId, useLayoutEffect, useRef, useState } from 'react';
import { dePersonne } from '#domain/core/elision.ts';
import type { CompteDePlace } from '#domain/reservations/brouillon_modification.ts';
import { NOM_MAX } from '#domain/people/users.ts';
import { useFoundAccounts } from '#web/data/queries/users.ts';
import { AccountOption } from '#web/parts/AccountOption.tsx';
import { Combobox } from '#web/ui/Combobox.tsx';
import { useDebounced } from '#web/ui/useDebounced.ts';
import { TEXTES } from './textes.modification.ts';

/** How many accounts the list shows. */
const SHOWN = 6;
const NOBODY = 'personne';

type CompteProps = {
  /** Whose seat it is. */
  compte: CompteDePlace | null;
  /** The participant, in the names of the controls. */
  who: string;
  onChoose: (compte: CompteDePlace | null) => void;
  onClose: () => void;
};

/** Chooses whose seat it is, by name, email, telephone or saved rider; or nobody's (RIDE-03). */
export function ChooseCompte({ compte, who, onChoose, onClose }: CompteProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useLayoutEffect(() => field.current?.focus(), []);
  const found = useFoundAccounts(text, useDebounced(text, 200));
  const options = [
    ...found.slice(0, SHOWN).map(({ user_id, nom, email }) => ({
      key: user_id,
      content: <AccountOption nom={nom} email={email} />,
    })),
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
        announcement={TEXTES.compte.trouves(found.length)}
        maxLength={NOM_MAX}
        onText={setText}
        onChoose={(key) => {
          const account = found.find(({ user_id }) => user_id === key);
          onChoose(account ? { id: account.user_id, nom: account.nom } : null);
          onClose();
        }}
      />
    </div>
  );
}
