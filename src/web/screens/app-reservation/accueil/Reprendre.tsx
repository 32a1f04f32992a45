import { ChevronRight } from 'lucide-react';
import type { RepriseLue } from '#contract/reprises.ts';
import type { useReprises } from '#web/nouns/lessons/reprises.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { amountOf } from '../Summary.tsx';
import { useTypeOf, When } from './Reprise.tsx';
import { TEXTES } from './textes.ts';

type ReprendreProps = {
  reprises: ReturnType<typeof useReprises>;
  onChoose: (reprise: RepriseLue) => void;
};

/** The usual lessons, each at its next free moment (RIDE-70). Nothing if there are none. */
export function Reprendre({ reprises, onChoose }: ReprendreProps) {
  const typeOf = useTypeOf();
  const nomPiste = useNomPiste();
  if (reprises.data?.length === 0) return null;
  return (
    <Card aria-labelledby="titre-reprendre">
      <h2 id="titre-reprendre">{TEXTES.reprendre}</h2>
      <p className="text-sm text-muted">{TEXTES.reprendreAide}</p>
      {reprises.isError && !reprises.data && (
        <Unreadable queries={[reprises]} className="mt-3">
          {TEXTES.reprisesIllisibles}
        </Unreadable>
      )}
      <ul className="mt-3 flex flex-col gap-2">
        {reprises.data?.map((reprise) => {
          const type = typeOf(reprise.type_lecon);
          const price = amountOf(type, reprise.noms_participants.length, reprise.date_reservation);
          return (
            <li key={JSON.stringify(reprise)}>
              <button
                type="button"
                onClick={() => onChoose(reprise)}
                className="flex w-full items-center gap-2 rounded-field border border-line bg-card px-3 py-2 text-start hover:bg-sand-soft"
              >
                <span className="min-w-0 flex-1">
                  <When reprise={reprise} />
                  <span className="block text-sm wrap-anywhere text-muted">
                    <bdi>{reprise.noms_participants.join(', ')}</bdi>,{' '}
                    <bdi>{type?.label ?? reprise.type_lecon}</bdi>, {nomPiste(reprise.type_piste)}
                  </span>
                  {price && <span className="block text-sm">{price}</span>}
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
