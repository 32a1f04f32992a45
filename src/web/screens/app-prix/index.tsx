import { type FormEvent, useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { formatJour } from '#domain/core/calendrier.ts';
import { arePricesTold } from '#domain/emails/prix.ts';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import { lastJour } from '#domain/lessons/reservations.ts';
import { eurosOf, formatCentimes, isPrix, retarifees } from '#domain/prices.ts';
import { isUnreadable, sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useParametres } from '#web/nouns/settings.ts';
import { usePrix, usePrixReservees, useSavePrix } from '#web/nouns/prices.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import { focusDivergence } from '#web/nouns/health/Divergence.tsx';
import { BACK_LINKS, ongletPath, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { focusField } from '#web/ui/forms/focusField.ts';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { SaveButtons } from '#web/ui/forms/SaveButtons.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLeave } from '#web/ui/pages/useLeave.ts';
import { useQuestion } from '#web/ui/forms/useQuestion.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { PrixCard } from './PrixCard.tsx';
import { nameOf } from './Prochain.tsx';
import type { Reservee } from './Reservees.tsx';
import { DUREE, TEXTES } from './textes.ts';
import {
  beforeSuivant,
  type PrixRow,
  storedValables,
  usePrixDraft,
  valablesOf,
} from './usePrixDraft.ts';

const GRID = 'grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3';

export { prefetchPrix as readFirst } from '#web/nouns/prices.ts';

/** /app/prix (PRICE-01). */
export default function Prix() {
  const types = useAllTypes();
  const prix = usePrix();
  const { jour: aujourdhui } = useNow();
  const question = useQuestion({ title: TEXTES.aZero, confirm: TEXTES.mettreAZero });
  const [message, say] = useBanner();
  const save = useSavePrix(() => say({ kind: 'info', text: UNSURE }));
  const { rows, actionsOf, forget, giveUp } = usePrixDraft(prix.data ?? []);
  const [tried, setTried] = useState(false);
  const unsaved = rows.some(({ modified: changed }) => changed);
  const reservees = usePrixReservees(unsaved);
  const note = useNote();
  useLeave(isUnreadable([types.error, prix.error]), PATHS.accueil.path, TEXTES.illisible);

  const cards =
    types.data &&
    prix.data &&
    types.data.flatMap((type) => {
      const row = rows.find(({ type_lecon }) => type_lecon === type.value);
      if (!row) return [];
      const after = row.modified ? valablesOf(row) : null;
      const own = reservees.data?.filter(({ type_lecon }) => type_lecon === type.value) ?? [];
      const lecons = after ? retarifees(own, storedValables(row), after) : [];
      return [{ type, row, lecons, fault: dayFault(row, aujourdhui, tried) }];
    });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!cards || save.isPending) return;
    setTried(true);
    const wrong = cards.flatMap(({ row }) => wrongField(row, aujourdhui) ?? [])[0];
    if (wrong !== undefined) return focusField(event.currentTarget, wrong);
    // Only the changed rows, so that another person's change of another type is not overwritten.
    const sent = cards.filter(({ row }) => row.modified);
    say(null);
    if (focusDivergence(event.currentTarget)) {
      say({ kind: 'error', text: ADMIN_REFUS.prix_changes.message, ms: DUREE.echec });
      return;
    }
    const fallen = sent.flatMap(({ type, row }) => fallsOf(type.label, row));
    if (fallen.length === 0) return store(sent);
    question.ask(
      <>
        <ul>
          {fallen.map(({ label, before }) => (
            <li key={label}>
              <bdi>{label}</bdi>&#x202f;: {formatCentimes(before)} € → 0,00 €
            </li>
          ))}
        </ul>
        <p>{TEXTES.aZeroAide}</p>
      </>,
      () => void store(sent),
    );
  };

  const store = async (sent: readonly { row: PrixRow; lecons: readonly Reservee[] }[]) => {
    try {
      forget(
        sent.map(({ row }) => row),
        await save.mutateAsync(sent.map(({ row, lecons }) => sentOf(row, lecons.length > 0))),
      );
      setTried(false);
      say({ kind: 'success', text: TEXTES.succes, ms: DUREE.succes });
    } catch (error) {
      say({ kind: 'error', text: sentenceOf(error, TEXTES.echec), ms: DUREE.echec });
    }
  };

  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeading
        title={PATHS.prix.titre}
        intro={TEXTES.intro}
        back={{ to: BACK_LINKS.webmaster, label: TEXTES.retour }}
      />
      <p className="mt-2 max-w-3xl text-sm text-muted">{TEXTES.desMaintenant}</p>
      <StickyBanner message={message} />
      {question.dialog}
      <div className="mt-6" aria-busy={types.isPending || prix.isPending}>
        {!cards &&
          (types.isError || prix.isError ? (
            <Unreadable queries={[types, prix]}>{TEXTES.illisible}</Unreadable>
          ) : (
            <div className={GRID}>
              {Array.from({ length: 6 }, (_, i) => (
                <Skeleton key={i} card className="h-44" />
              ))}
            </div>
          ))}
        {cards?.length === 0 && (
          <EmptyState
            title={TEXTES.vide}
            illustration={<Boot className="w-28" />}
            action={
              <Link
                to={ongletPath('types', BACK_LINKS.webmastersettings)}
                className={buttonStyle()}
              >
                {TEXTES.versParametres}
              </Link>
            }
          >
            {TEXTES.videAide}
          </EmptyState>
        )}
        {cards && cards.length > 0 && (
          <form noValidate aria-label={PATHS.prix.titre} onSubmit={(event) => void submit(event)}>
            <ul aria-label="Tarifs" className={GRID}>
              {cards.map((card) => (
                <PrixCard
                  key={card.type.value}
                  {...card}
                  actions={actionsOf(card.type.value)}
                  aujourdhui={aujourdhui}
                  note={note}
                />
              ))}
            </ul>
            {unsaved && reservees.isError && !reservees.data && (
              <Unreadable queries={[reservees]} className="mt-6">
                {TEXTES.reserveesIllisibles}
              </Unreadable>
            )}
            <div className="mt-6">
              <SaveButtons
                label={TEXTES.enregistrer}
                busy={save.isPending}
                busyLabel={TEXTES.enCours}
                unsaved={unsaved}
                onGiveUp={giveUp}
              />
            </div>
          </form>
        )}
      </div>
    </div>
  );
}

/** Whether riders of booked lessons are told of a new price, or why not; undefined until it is read. */
function useNote(): string | undefined {
  const { data: parametres } = useParametres();
  if (!parametres) return undefined;
  if (!parametres.showPrices) return TEXTES.sansPrix;
  return arePricesTold(parametres) ? TEXTES.dits : TEXTES.sansEmail;
}

/** Why the first day of the next price cannot be stored. `tried`: a missing day is a fault too. */
function dayFault(
  { wanted: { suivant } }: PrixRow,
  aujourdhui: string,
  tried: boolean,
): string | null {
  if (!suivant) return null;
  if (suivant.du === null) return tried ? TEXTES.jourManquant : null;
  return suivant.du > aujourdhui && suivant.du <= lastJour(aujourdhui)
    ? null
    : ADMIN_REFUS.prix_jour_invalide.message;
}

/** The name of the first field of a row that cannot be stored. */
function wrongField(row: PrixRow, aujourdhui: string): string | null {
  const { type_lecon, wanted } = row;
  if (!isPrix(wanted.centimes)) return type_lecon;
  if (dayFault(row, aujourdhui, true) !== null) return nameOf.jour(type_lecon);
  return wanted.suivant && !isPrix(wanted.suivant.centimes) ? nameOf.prix(type_lecon) : null;
}

/** The prices of a row that fall to 0, and what they were before (PRICE-02). */
function fallsOf(type: string, row: PrixRow): { label: string; before: number }[] {
  const { wanted, stored } = row;
  const next = wanted.suivant;
  return [
    ...(wanted.centimes === 0 && stored.centimes > 0
      ? [{ label: type, before: stored.centimes }]
      : []),
    ...(next?.du && next.centimes === 0 && beforeSuivant(row) > 0
      ? [
          {
            label: `${type}, à partir du ${formatJour(next.du, 'annee')}`,
            before: beforeSuivant(row),
          },
        ]
      : []),
  ];
}

/** A row as it is saved. `concerns`: whether it concerns booked lessons. */
function sentOf({ type_lecon, wanted, version, appliquer }: PrixRow, concerns: boolean) {
  const { centimes, suivant } = wanted;
  return {
    type_lecon,
    prix: Number(eurosOf(centimes)),
    suivant: suivant?.du ? { du: suivant.du, prix: Number(eurosOf(suivant.centimes)) } : null,
    version,
    ...(appliquer && concerns && { appliquer }),
  };
}
