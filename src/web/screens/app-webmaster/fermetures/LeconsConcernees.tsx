import { useId } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { TEXTES } from './textes.ts';
import type { Sorts } from './useFermetureDraft.ts';
import { allTo, type Decided, type useSorts } from './useSorts.ts';

/** The affected lessons of a closure, and the decision about each (FERM-05). */
export function LeconsConcernees({
  concernees,
  decided,
  onSorts,
}: ReturnType<typeof useSorts> & { onSorts: (chosen: Sorts) => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={concernees.isPending}>
      <h3 id={id} className="text-lg">
        {TEXTES.lecons}
        {decided && decided.length > 0 && ` (${decided.length})`}
      </h3>
      {concernees.isPending && <Skeleton className="mt-2 h-16" />}
      {concernees.isError &&
        (codeOf(concernees.error) === 'fermeture_trop_de_lecons' ? (
          <Banner kind="error">{sentenceOf(concernees.error, TEXTES.illisible)}</Banner>
        ) : (
          <Unreadable queries={[concernees]}>{TEXTES.illisible}</Unreadable>
        ))}
      {decided?.length === 0 && <p className="text-muted">{TEXTES.aucune}</p>}
      {decided && decided.length > 0 && (
        <>
          <div className="mt-2 flex flex-wrap gap-2">
            {(['annuler', 'garder', 'deplacer'] as const).map((sort) => (
              <Button
                key={sort}
                variant="secondary"
                size="small"
                onClick={() => onSorts(allTo(sort, decided))}
              >
                {TEXTES.tout[sort]}
              </Button>
            ))}
          </div>
          <ul className="mt-3 flex flex-col divide-y divide-hairline rounded-card border border-hairline">
            {decided.map((one) => (
              <Lecon
                key={one.lecon.id}
                {...one}
                onSort={(sort) => onSorts({ [one.lecon.id]: sort })}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Lecon({ lecon, sort, isNew, onSort }: Decided & { onSort: (sort: string) => void }) {
  const nomPiste = useNomPiste();
  const { date_reservation: jour, type_piste, nom_client, noms_participants: noms, libres } = lecon;
  const hours = heuresOf(lecon);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <p className="min-w-0 flex-1 basis-56">
        <span className="block font-semibold first-letter:uppercase">
          {formatJour(jour, 'moyen')}, <span className="whitespace-nowrap">{hours}</span>{' '}
          {isNew && <Pill tone="cognac">{TEXTES.nouvelle}</Pill>}
        </span>
        <span className="block text-sm wrap-anywhere text-muted">
          <bdi>{nom_client}</bdi> · {nomPiste(type_piste)} · {noms.length}{' '}
          {noms.length > 1 ? 'personnes' : 'personne'}
        </span>
      </p>
      <Select
        aria-label={`${isNew ? `${TEXTES.nouvelle}, ` : ''}${formatJour(jour, 'long')}, ${hours}, ${nom_client}`}
        value={sort}
        onChange={({ target }) => onSort(target.value)}
        className="w-full sm:w-60"
      >
        <option value="annuler">{TEXTES.sorts.annuler}</option>
        <option value="garder">{TEXTES.sorts.garder}</option>
        {libres.map((piste) => (
          <option key={piste} value={piste}>
            {TEXTES.vers(nomPiste(piste))}
          </option>
        ))}
      </Select>
    </li>
  );
}
