import { useState } from 'react';
import type { ClientDePlace } from '#domain/lessons/places_modification.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAddClient, useFoundClients } from '#web/nouns/customers/clients.ts';
import { SearchClient } from '#web/nouns/customers/SearchClient.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { answerTo, useTypedSearch } from '#web/ui/hooks/typedSearch.ts';
import { TEXTES } from '../shared/textes.modification.ts';

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
  const [text, setText] = useState('');
  const search = useTypedSearch(text);
  const found = useFoundClients(search.asked);
  const add = useAddClient();
  const close = (chosen: ClientDePlace | null) => {
    onChoose(chosen);
    onClose();
  };
  return (
    <SearchClient
      who={who}
      text={text}
      answer={answerTo(search, found)}
      none={compte && TEXTES.compte.personne}
      onText={setText}
      onChoose={({ id, nom }) => close({ id, nom })}
      onNone={() => close(null)}
      onNew={(nom) => {
        if (!add.isPending)
          add.mutate(
            { nom, telephone: null, email: null, adresse: null, note: null },
            { onSuccess: close },
          );
      }}
    >
      {add.isPending && <p className="text-sm text-muted">{TEXTES.compte.enCours}</p>}
      {add.isError && (
        <Banner kind="error">{sentenceOf(add.error, TEXTES.compte.nonAjoute)}</Banner>
      )}
    </SearchClient>
  );
}
