// chunk: app
import type { ReactNode } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { type BookedLecon, rythmeInWords } from '#domain/lessons/reservations.ts';
import type { Rythme } from '#domain/lessons/changement.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Participants, Remarques } from './Participants.tsx';
import { useNomPiste } from '../slots/pistes.ts';
import { StatutBadge } from './StatutBadge.tsx';
import { TypeLeconIcon } from '../types/TypeLeconCards.tsx';

type ReservationCardProps = {
  /** `personnes`: the total number of riders in a shared lesson (RIDE-02). */
  reservation: Omit<BookedLecon, 'nombre_personnes'> & {
    personnes?: number | undefined;
    serie_jours?: Rythme | null | undefined;
  };
  /** Null if the type was deleted: its stored value is shown (DESK-09). */
  type: Pick<TypeLecon, 'label' | 'icon' | 'color'> | null;
  /** Below the day, beside the lesson: a button without text. */
  belowDay?: ReactNode;
  children?: ReactNode;
};

/**
 * One of the rider's own lessons. Texts written by people are isolated (`bdi`), because they may be
 * written right to left.
 */
export function ReservationCard({ reservation, type, belowDay, children }: ReservationCardProps) {
  const {
    date_reservation,
    type_piste,
    type_lecon,
    noms_participants,
    statut,
    remarques,
    personnes,
    serie_jours,
  } = reservation;
  const nomPiste = useNomPiste();
  return (
    <article className="flex gap-3 py-3 max-[18rem]:flex-col @lg:gap-4 @lg:py-4">
      <div className="flex shrink-0 flex-col items-center gap-1 max-[18rem]:items-start">
        <p
          className={cx(
            'flex h-16 w-14 flex-col items-center justify-center rounded-field bg-sand',
            statut === 'annulee' && 'opacity-70',
          )}
        >
          <span className="sr-only">{formatJour(date_reservation, 'long')}</span>
          <span aria-hidden className="text-xs leading-4">
            {formatJour(date_reservation, 'semaine').replace('.', '')}
          </span>
          <span aria-hidden className="font-title text-xl leading-6 font-semibold">
            {Number(date_reservation.slice(8))}
          </span>
          <span aria-hidden className="text-xs leading-4">
            {formatJour(date_reservation, 'moisCourt')}
          </span>
        </p>
        {belowDay}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p
            className={cx(
              'text-lg leading-6 font-semibold',
              statut === 'annulee' && 'line-through decoration-1',
            )}
          >
            {heuresOf(reservation)}
          </p>
          <StatutBadge statut={statut} />
        </div>
        <p className="mt-1 flex items-start gap-2">
          {type && <TypeLeconIcon type={type} className="size-6 rounded-md text-sm" />}
          <span className="min-w-0">
            <bdi className="font-medium wrap-break-word">{type?.label ?? type_lecon}</bdi>{' '}
            <span className="inline-block text-muted">
              {nomPiste(type_piste)}
              {serie_jours && `, ${rythmeInWords(serie_jours, date_reservation)}`}
            </span>
          </span>
        </p>
        <Participants noms={noms_participants} className="mt-1 text-muted" />
        {personnes && (
          <p className="mt-1 text-muted">
            Vous partagez cette leçon&#x202f;: {personnes} personnes en tout
          </p>
        )}
        <Remarques>{remarques}</Remarques>
        {children}
      </div>
    </article>
  );
}
