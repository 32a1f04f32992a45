// chunk: open
/** The lessons that a rider may join, and the dialog that joins one (RIDE-76, RIDE-77). */
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { cleOuverte, type LeconOuverte } from '#domain/lessons/brouillon_places.ts';
import { formatEuros, tarifLe } from '#domain/prices.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { heuresOf, placesOf } from '#domain/slots/creneaux.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { CRENEAU_STYLES } from '../slots/creneauStates.tsx';
import type { JoinLeconProps } from './JoinLecon.tsx';
import { useNomPiste } from '../slots/pistes.ts';
import { TypeLeconIcon } from '../types/TypeLeconCards.tsx';

const { Part: JoinLecon } = lazyPart('part', () => import('./JoinLecon.tsx'));

const TEXTES = {
  titre: 'Leçons ouvertes',
  intro: 'Elles ont encore des places\u202f: vous pouvez les rejoindre.',
  aucune: 'Aucune leçon ouverte pour le moment',
  illisibles: "Les leçons ouvertes n'ont pas pu être chargées.",
  rejoindre: 'Rejoindre',
  horsConnexion: 'Hors connexion\u202f: rejoindre une leçon attend le retour du réseau.',
  moins: 'Voir moins',
  toutes: (n: number) => `Voir les ${n} leçons ouvertes`,
  succes: 'Votre réservation a été confirmée avec succès !',
} as const;

/** How many lessons are shown before the person asks for the others. */
const FIRST = 3;

export type LeconsOuvertesProps = Omit<
  JoinLeconProps,
  'lecon' | 'open' | 'gone' | 'offline' | 'onDone'
> & {
  /** Nothing is shown on a centre without open types. */
  shown: boolean;
  /** Undefined until they are read. */
  lecons: readonly LeconOuverte[] | undefined;
  /** The queries that failed, if any. */
  unreadable: readonly { isFetching: boolean; refetch: () => unknown }[];
  offline: boolean;
  /** The lesson whose dialog is open. */
  chosen: LeconOuverte | null;
  choose: (lecon: LeconOuverte | null) => void;
  /** What the person may do if there is no such lesson. */
  children: ReactNode;
};

export function LeconsOuvertes({
  shown,
  lecons,
  unreadable,
  offline,
  chosen,
  choose,
  children,
  ...join
}: LeconsOuvertesProps) {
  const [all, setAll] = useState(false);
  const [told, tell] = useState<readonly string[] | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titre = useId();
  const last = useLast(chosen);
  // The pressed button has gone with its lesson.
  useEffect(() => {
    if (told) heading.current?.focus();
  }, [told]);
  // What is typed in the dialog outlives a type that is closed.
  if (!shown && chosen === null) return null;
  return (
    <Card
      aria-labelledby={titre}
      aria-busy={!lecons && unreadable.length === 0}
      className="scroll-mt-20"
    >
      <h2 id={titre} ref={heading} tabIndex={-1}>
        {TEXTES.titre}
      </h2>
      <div role="status" className="empty:absolute">
        {told && (
          <Banner kind="success" spoken={false} onClose={() => tell(null)} className="mt-3">
            {TEXTES.succes}
            {told.map((sentence) => (
              <p key={sentence} className="font-normal">
                {sentence}
              </p>
            ))}
          </Banner>
        )}
      </div>
      {unreadable.length > 0 ? (
        <Unreadable queries={unreadable} className="mt-3">
          {TEXTES.illisibles}
        </Unreadable>
      ) : !lecons ? (
        <div className="mt-3 flex flex-col gap-3">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : lecons.length === 0 ? (
        <EmptyState title={TEXTES.aucune} className="py-4">
          {children}
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">{offline ? TEXTES.horsConnexion : TEXTES.intro}</p>
          <ul className="mt-1 divide-y divide-hairline">
            {(all ? lecons : lecons.slice(0, FIRST)).map((lecon) => (
              <Ligne
                key={cleOuverte(lecon)}
                lecon={lecon}
                type={typeIn(join.types, lecon)}
                // One at a time: the dialog would show the state of the other one.
                disabled={offline || join.places.sending}
                onJoin={() => {
                  tell(null);
                  choose(lecon);
                }}
              />
            ))}
          </ul>
          {lecons.length > FIRST && (
            <Button
              variant="secondary"
              className="mt-2 w-full"
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? TEXTES.moins : TEXTES.toutes(lecons.length)}
            </Button>
          )}
        </>
      )}
      {last && (
        <Suspense>
          <JoinLecon
            {...join}
            offline={offline}
            lecon={lecons?.find((one) => cleOuverte(one) === cleOuverte(last)) ?? last}
            open={chosen !== null}
            gone={lecons?.every((one) => cleOuverte(one) !== cleOuverte(last)) ?? false}
            fallback={heading}
            onDone={(sentences) => {
              choose(null);
              tell(sentences);
            }}
            onClose={() => choose(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

const typeIn = (types: readonly TypeLecon[], { ouverte }: LeconOuverte): TypeLecon | null =>
  types.find(({ value }) => value === ouverte) ?? null;

type LigneProps = {
  lecon: LeconOuverte;
  type: TypeLecon | null;
  disabled: boolean;
  onJoin: () => void;
};

function Ligne({ lecon, type, disabled, onJoin }: LigneProps) {
  const nomPiste = useNomPiste();
  const jour = formatJour(lecon.date_reservation, 'long').replace(/ \d{4}$/, '');
  const euros = type ? tarifLe(type, lecon.date_reservation) : undefined;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_11rem]">
        <p className="leading-5 font-semibold">
          <span className="inline-block first-letter:uppercase">{jour}</span>,{' '}
          <span className="inline-block">{heuresOf(lecon)}</span>
        </p>
        <p className="mt-1 flex items-start gap-2 text-sm leading-5">
          {type && <TypeLeconIcon type={type} className="size-5 rounded-md text-xs" />}
          <span className="min-w-0">
            <bdi className="wrap-break-word">{type?.label ?? lecon.ouverte}</bdi>
            <span className="text-muted">, {nomPiste(lecon.type_piste)}</span>
          </span>
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm leading-5 text-muted">
          <span
            className={`rounded-md px-1.5 font-semibold ${CRENEAU_STYLES.partiel} border-solid`}
          >
            {placesOf(lecon)}
          </span>
          {euros !== undefined && `${formatEuros(euros)} par personne`}
        </p>
      </div>
      <Button variant="secondary" size="small" disabled={disabled} onClick={onJoin}>
        {TEXTES.rejoindre}
        <span className="sr-only">
          &#x202f;: {type?.label}, {jour}, {heuresOf(lecon)}
        </span>
      </Button>
    </li>
  );
}
