import { TriangleAlert, UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AutreCompte } from '#domain/lessons/autres_comptes.ts';
import { type Aussi, warningsOf } from '#domain/lessons/doublons.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Telephone } from '../people/Contact.tsx';
import { useNomPiste } from '../slots/pistes.ts';

type ParticipantsProps = {
  noms: readonly string[];
  className?: string;
  /** Shown after each name. The names are then in columns, so that nothing moves when it grows. */
  after?: ((index: number) => ReactNode) | undefined;
};

/**
 * The names of the participants. Names are isolated (`bdi`), because they may be written right to
 * left.
 */
export function Participants({ noms, className, after }: ParticipantsProps) {
  return (
    <ul
      aria-label="Participants"
      className={cx(
        after
          ? 'grid grid-cols-[repeat(auto-fill,minmax(min(11.5rem,100%),1fr))] gap-x-3'
          : 'flex flex-wrap',
        className,
      )}
    >
      {noms.map((nom, i) => (
        <li
          key={i}
          className={cx('min-w-0', after && 'flex items-center gap-1 max-[18rem]:flex-wrap')}
        >
          <bdi className="wrap-anywhere">{nom}</bdi>
          {after?.(i)}
          {!after && i < noms.length - 1 && (
            <span aria-hidden className="mr-1">
              ,
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The remarks of a lesson. */
export function Remarques({ children }: { children: string | null }) {
  return (
    Boolean(children) && (
      <p
        dir="auto"
        className="mt-2 border-s-2 border-hairline ps-3 text-sm wrap-anywhere whitespace-pre-line text-muted"
      >
        {children}
      </p>
    )
  );
}

/** Why a lesson was cancelled or deleted (DESK-40). */
export function RaisonDite({ children }: { children: string | null | undefined }) {
  return (
    Boolean(children) && (
      <p className="text-sm wrap-anywhere">
        Raison&#x202f;: <bdi>{children}</bdi>
      </p>
    )
  );
}

type BookedByProps = {
  nom_client: string;
  telephone: string | null | undefined;
  className?: string;
};

/** Who booked, and the telephone number of their account. */
export function BookedBy({ nom_client, telephone, className }: BookedByProps) {
  return (
    <p className={cx('flex items-start gap-1.5 text-sm text-muted', className)}>
      <UserRound aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Réservé par <bdi className="wrap-anywhere">{nom_client}</bdi>
        {telephone && (
          <>
            {' '}
            · <Telephone number={telephone} />
          </>
        )}
      </span>
    </p>
  );
}

type AutresComptesProps = { comptes: readonly AutreCompte[]; className?: string };

/**
 * The other accounts of a lesson: for whom they booked, their telephone numbers, and what they
 * wrote when they joined (RIDE-19).
 */
export function AutresComptes({ comptes, className }: AutresComptesProps) {
  if (comptes.length === 0) return null;
  return (
    <ul aria-label="Rejoint par" className={cx('flex flex-col gap-1.5', className)}>
      {comptes.map(({ compte, telephone, remarques, noms }, i) => (
        <li key={i} className="text-sm text-muted">
          <p className="flex items-start gap-1.5">
            <UsersRound aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">
              Rejoint par <bdi className="wrap-anywhere">{compte}</bdi>
              {noms.some((nom) => nom !== compte) && (
                <>
                  {' '}
                  pour{' '}
                  {noms.map((nom, n) => (
                    <span key={n}>
                      {n > 0 && ', '}
                      <bdi className="wrap-anywhere">{nom}</bdi>
                    </span>
                  ))}
                </>
              )}
              {telephone && (
                <>
                  {' '}
                  · <Telephone number={telephone} />
                </>
              )}
            </span>
          </p>
          <Remarques>{remarques}</Remarques>
        </li>
      ))}
    </ul>
  );
}

type DoublonsProps = { aussi: readonly Aussi[]; noms: readonly string[]; className?: string };

/** Riders who are in another lesson at the same time (DESK-32). */
export function Doublons({ aussi, noms, className }: DoublonsProps) {
  const nomPiste = useNomPiste();
  return warningsOf(aussi, noms, nomPiste).map((sentence) => (
    <p
      key={sentence}
      className={cx('flex items-start gap-1.5 text-sm font-medium text-partiel-ink', className)}
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">{sentence}</span>
    </p>
  ));
}
