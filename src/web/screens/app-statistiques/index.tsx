import { CalendarClock } from 'lucide-react';
import { type RefObject, useCallback, useDeferredValue, useRef, useState } from 'react';
import { periodInWords, cavaliersReport } from '#documents/prints/rapport.ts';
import {
  anciennesInWords,
  aVenirInWords,
  type CavalierDeStatistiques,
  COUNTING_RULE,
  homonymesOf,
  notesOfAbsences,
  notesOfPrices,
  type Statistiques as Chiffres,
} from '#domain/statistics/statistiques.ts';
import { isUnreadable, sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useSplitName } from '#web/nouns/statistics/orthographes.ts';
import { useCavaliers, useStatistiques } from '#web/nouns/statistics/statistiques.ts';
import { PATHS } from '#web/paths/paths.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { StickyBanner } from '#web/ui/messages/StickyBanner.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { useLeave } from '#web/ui/pages/useLeave.ts';
import { Boot } from '#web/ui/drawings/Boot.tsx';
import { Cavalier } from './Cavalier.tsx';
import { Exports } from './Exports.tsx';
import { Familles } from './Familles.tsx';
import { Filters } from './Filters.tsx';
import { Graphiques } from './Graphiques.tsx';
import { Lignes } from './Lignes.tsx';
import { MergeNames } from './MergeNames.tsx';
import { Orthographes } from './Orthographes.tsx';
import { TEXTES } from './textes.ts';
import { TEXTES as NOMS } from './textes.orthographes.ts';
import { SansPrix } from './SansPrix.tsx';
import { Totaux } from './Totaux.tsx';
import { type Filter, useFilter, VUES } from './useFilter.ts';

/** /app/statistiques (PRICE-05). */
export default function Statistiques() {
  const filter = useFilter();
  const statistiques = useStatistiques(filter.input);
  const cavaliers = useCavaliers(filter.input);
  useLeave(
    isUnreadable([statistiques.error, cavaliers.error]),
    PATHS.accueil.path,
    TEXTES.illisible,
  );
  const { data, isPlaceholderData } = statistiques;
  const [message, say] = useBanner();
  const [merged, setMerged] = useState<CavalierDeStatistiques | null>(null);
  const rider = useLast(merged);
  const heading = useRef<HTMLHeadingElement>(null);
  const done = (vers: string) => {
    setMerged(null);
    say({ kind: 'success', text: NOMS.fait(rider?.nom ?? '', vers), ms: NOMS.duree });
  };

  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeading title={PATHS.statistiques.titre} intro={TEXTES.intro} />
      <StickyBanner message={message} />
      <Filters filter={filter} cavaliers={cavaliers.data ?? []} />
      <p role="status" className="sr-only">
        {data && !isPlaceholderData ? inWords(data) : TEXTES.chargement}
      </p>
      {!data && !statistiques.isError && <Loading />}
      {!data && statistiques.isError && (
        <Unreadable queries={[statistiques]} className="mt-5">
          {TEXTES.illisible}
        </Unreadable>
      )}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? 'opacity-60 transition-opacity delay-150' : undefined}
        >
          <Result
            statistiques={data}
            filter={filter}
            outdated={isPlaceholderData}
            heading={heading}
            onMerge={setMerged}
            say={say}
          />
        </div>
      )}
      <Orthographes say={say} leave={() => heading.current?.focus()} />
      <FormDialog
        title={NOMS.titre}
        open={merged !== null}
        fallback={heading}
        onClose={() => setMerged(null)}
      >
        {rider !== null && (
          <MergeNames rider={rider} onDone={done} onClose={() => setMerged(null)} />
        )}
      </FormDialog>
    </div>
  );
}

function inWords({ cavaliers, total_reservations: n, a_venir }: Chiffres): string {
  if (cavaliers.length === 0) return TEXTES.vide;
  return `${n} ${n > 1 ? 'réservations' : 'réservation'}, ${cavaliers.length} ${cavaliers.length > 1 ? 'cavaliers' : 'cavalier'}. ${aVenirInWords(a_venir)}`.trim();
}

function Loading() {
  return (
    <div aria-busy className="mt-5">
      <p aria-hidden className="text-muted">
        {TEXTES.chargement}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, i) => (
          <Skeleton key={i} card className="h-24" />
        ))}
      </div>
      <div className="mt-6 flex flex-col gap-2.5">
        {Array.from({ length: 8 }, (_, i) => (
          <Skeleton key={i} card className="h-16" />
        ))}
      </div>
    </div>
  );
}

type ResultProps = {
  statistiques: Chiffres;
  filter: Filter;
  /**
   * The figures belong to the previous filter: they are not exported under the name of this one.
   */
  outdated: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onMerge: (rider: CavalierDeStatistiques) => void;
  say: ReturnType<typeof useBanner>[1];
};

function Result({
  statistiques,
  filter: { input, fields, change },
  outdated,
  heading,
  onMerge,
  say,
}: ResultProps) {
  const maintenant = useNow();
  // Here, because the row and its pressed button are removed.
  const split = useSplitName();
  const { mutate } = split;
  const separate = useCallback(
    ({ cle, nom }: CavalierDeStatistiques) =>
      mutate(
        { nom: cle },
        {
          onSuccess: () => {
            say({ kind: 'success', text: NOMS.separe(nom), ms: NOMS.duree });
            heading.current?.focus();
          },
          onError: (error) => say({ kind: 'error', text: sentenceOf(error, NOMS.nonSepare) }),
        },
      ),
    [mutate, say, heading],
  );
  const { du, au, cavalier } = input;
  // The figures are drawn first; a long list follows in a deferred render.
  const list = useDeferredValue(statistiques.cavaliers);
  const client = homonymesOf(list);
  const empty = statistiques.cavaliers.length === 0;
  const filter = { du: du ?? null, au: au ?? null, cavalier: cavalier ?? null };
  const vue = cavalier === undefined ? fields.par : 'cavalier';
  return (
    <>
      <Totaux statistiques={statistiques} />
      {statistiques.a_venir > 0 && (
        <p className="mt-3 flex max-w-4xl items-start gap-2 rounded-field bg-partiel px-3 py-2 text-sm font-medium text-partiel-ink">
          <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{aVenirInWords(statistiques.a_venir)}</span>
        </p>
      )}
      {statistiques.sans_prix > 0 && (
        <SansPrix n={statistiques.sans_prix} input={input} say={say} />
      )}
      <div className="mt-4 max-w-4xl text-sm text-muted">
        <p>{COUNTING_RULE}</p>
        {[
          ...notesOfPrices({ ...statistiques, sans_prix: 0 }),
          ...notesOfAbsences(statistiques),
        ].map((note) => (
          <p key={note} className="mt-1">
            {note}
          </p>
        ))}
        {statistiques.anciennes > 0 && (
          <p className="mt-1">{anciennesInWords(statistiques.anciennes)}</p>
        )}
        <p className="mt-1">{TEXTES.totaux}</p>
      </div>
      {cavalier === undefined && <Lignes input={input} say={say} />}
      {empty ? (
        <EmptyState title={TEXTES.vide} illustration={<Boot className="w-28" />}>
          <p role="status">
            {cavalier !== undefined && !outdated && <Absent cavalier={cavalier} />}
          </p>
          <p>{TEXTES.videAide}</p>
        </EmptyState>
      ) : (
        <section aria-labelledby="titre-cavaliers" className="mt-6">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div>
              <h2 ref={heading} tabIndex={-1} id="titre-cavaliers" className="rounded-field">
                {TEXTES.titres[vue]}
              </h2>
              <p className="text-muted">{periodInWords(filter.du, filter.au)}</p>
              {vue === 'famille' && (
                <p className="max-w-2xl text-sm text-muted">{TEXTES.parFamilleAide}</p>
              )}
            </div>
            {cavalier === undefined && (
              <fieldset className="flex flex-wrap gap-1.5 sm:gap-2">
                <legend className="sr-only">{TEXTES.vue}</legend>
                {VUES.map((one) => (
                  <Choice
                    key={one}
                    name="par"
                    value={one}
                    checked={vue === one}
                    onChoose={() => change({ par: one })}
                    className={cx(CHOICE_CARD, 'flex min-h-11 items-center px-4 font-semibold')}
                  >
                    {TEXTES.vues[one]}
                  </Choice>
                ))}
              </fieldset>
            )}
          </div>
          {vue === 'famille' && <Familles input={input} />}
          {vue === 'graphiques' && <Graphiques input={input} />}
          {vue === 'cavalier' && (
            <>
              <div className="mt-3 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:justify-end">
                <PrintButton
                  disabled={outdated}
                  html={() =>
                    cavaliersReport(statistiques, filter, { centre: CENTRE.nom, maintenant })
                  }
                >
                  {TEXTES.imprimer}
                </PrintButton>
                <Exports statistiques={statistiques} input={input} disabled={outdated} />
              </div>
              <ul className="mt-4 flex flex-col gap-2.5">
                {list.map((one) => (
                  <Cavalier
                    key={`${one.cle} ${cavalier ?? ''}`}
                    cavalier={one}
                    client={client(one)}
                    du={du}
                    au={au}
                    open={cavalier !== undefined}
                    onMerge={onMerge}
                    onSplit={separate}
                    splitting={split.isPending && split.variables.nom === one.cle}
                  />
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </>
  );
}

/**
 * Why the rider in the address has no line: no lesson in this period, or nobody with that name
 * (PRICE-05).
 */
function Absent({ cavalier }: { cavalier: string }) {
  const allTime = useStatistiques({ cavalier });
  if (!allTime.data) return null;
  return (
    <span className="wrap-anywhere">
      {allTime.data.cavaliers.length === 0 ? TEXTES.inconnu(cavalier) : TEXTES.sansLecon(cavalier)}
    </span>
  );
}
