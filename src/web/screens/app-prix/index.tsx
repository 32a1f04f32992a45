import type { FormEvent } from 'react';
import { Link } from '#web/ui/navigation.tsx';
import { ADMIN_REFUS } from '#domain/errors/admin.ts';
import { eurosOf, formatCentimes, isPrix } from '#domain/settings/prix.ts';
import { isUnreadable, sentenceOf } from '#web/data/client.ts';
import { usePrix, useSavePrix } from '#web/data/queries/prix.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useAllTypes } from '#web/data/queries/typesLecons.ts';
import { focusDivergence } from '#web/parts/Divergence.tsx';
import { BACK_LINKS, ongletPath, PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { focusField } from '#web/ui/focusField.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { SaveButtons } from '#web/ui/SaveButtons.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StickyBanner } from '#web/ui/StickyBanner.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { useBanner } from '#web/ui/useBanner.ts';
import { useLeave } from '#web/ui/useLeave.ts';
import { useQuestion } from '#web/ui/useQuestion.tsx';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { PrixCard } from './PrixCard.tsx';
import { DUREE, TEXTES } from './textes.ts';
import { type PrixRow, usePrixDraft } from './usePrixDraft.ts';

const GRID = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

export { prefetchPrix as readFirst } from '#web/data/queries/prix.ts';

/** /app/prix (PRICE-01). */
export default function Prix() {
  const types = useAllTypes();
  const prix = usePrix();
  const question = useQuestion({ title: TEXTES.aZero, confirm: TEXTES.mettreAZero });
  const [message, say] = useBanner();
  const save = useSavePrix(() => say({ kind: 'info', text: UNSURE }));
  const { rows, write, settle, forget, keep, take, giveUp } = usePrixDraft(prix.data ?? []);
  useLeave(isUnreadable([types.error, prix.error]), PATHS.accueil.path, TEXTES.illisible);

  const cards =
    types.data &&
    prix.data &&
    types.data.flatMap((type) => {
      const row = rows.find(({ type_lecon }) => type_lecon === type.value);
      return row ? [{ type, row }] : [];
    });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!cards || save.isPending) return;
    const wrong = cards.find(({ row }) => !isPrix(row.centimes));
    if (wrong) return focusField(event.currentTarget, wrong.type.value);
    // Only the changed fields, so that another person's change of another field is not overwritten.
    const sent = cards.flatMap(({ row }) => (row.modified ? [row] : []));
    say(null);
    if (focusDivergence(event.currentTarget)) {
      say({ kind: 'error', text: ADMIN_REFUS.prix_changes.message, ms: DUREE.echec });
      return;
    }
    const fallen = cards.filter(({ row }) => row.modified && row.centimes === 0 && row.before > 0);
    if (fallen.length === 0) return store(sent);
    question.ask(
      <>
        <ul>
          {fallen.map(({ type, row }) => (
            <li key={type.value}>
              <bdi>{type.label}</bdi>&#x202f;: {formatCentimes(row.before)} € → 0,00 €
            </li>
          ))}
        </ul>
        <p>{TEXTES.aZeroAide}</p>
      </>,
      () => void store(sent),
    );
  };

  const store = async (sent: readonly PrixRow[]) => {
    try {
      forget(
        sent,
        await save.mutateAsync(
          sent.map(({ type_lecon, centimes, version }) => ({
            type_lecon,
            prix: Number(eurosOf(centimes)),
            version,
          })),
        ),
      );
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
              {cards.map(({ type, row }) => (
                <PrixCard
                  key={type.value}
                  type={type}
                  row={row}
                  onText={(text) => write(type.value, text)}
                  onLeft={() => settle(type.value)}
                  onKeep={() => keep(type.value)}
                  onTake={() => take(type.value)}
                />
              ))}
            </ul>
            <div className="mt-6">
              <SaveButtons
                label={TEXTES.enregistrer}
                busy={save.isPending}
                busyLabel={TEXTES.enCours}
                unsaved={rows.some(({ modified: changed }) => changed)}
                onGiveUp={giveUp}
              />
            </div>
          </form>
        )}
      </div>
    </div>
  );
}
