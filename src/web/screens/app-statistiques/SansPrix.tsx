import { formatJour } from '#domain/core/calendrier.ts';
import { notesOfPrices } from '#domain/statistics/statistiques.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useCompletePrix } from '#web/nouns/prices.ts';
import { useLeconsSansPrix } from '#web/nouns/statistics/statistiques.ts';
import { leconLink } from '#web/paths/reservation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { TEXTES } from './textes.ts';
import type { Filter } from './useFilter.ts';

/** How many lessons are listed; the others follow once these have a price. */
const SHOWN = 50;

type SansPrixProps = { n: number; input: Filter['input']; say: ReturnType<typeof useBanner>[1] };

/**
 * The seats of the period that have no price, with their lessons, and one press that gives each the
 * price of its day (PRICE-20).
 */
export function SansPrix({ n, input, say }: SansPrixProps) {
  const complete = useCompletePrix();
  const lecons = useLeconsSansPrix(input);
  const press = () =>
    complete.mutate(undefined, {
      onSuccess: ({ places }) => say({ kind: 'success', text: TEXTES.tarifees(places), ms: 5_000 }),
      onError: (error) =>
        say({ kind: 'error', text: sentenceOf(error, TEXTES.nonTarifees), ms: 8_000 }),
    });
  return (
    <section
      aria-labelledby="titre-sans-prix"
      className="mt-3 max-w-4xl rounded-field bg-partiel px-3 py-2 text-sm text-partiel-ink"
    >
      <h2 id="titre-sans-prix" className="text-sm font-medium">
        {notesOfPrices({ prix_depuis: null, sans_prix: n })}
      </h2>
      {lecons.isError && !lecons.data ? (
        <Unreadable queries={[lecons]}>{TEXTES.leconsIllisibles}</Unreadable>
      ) : (
        <ul className="mt-1 columns-1 gap-4 sm:columns-2">
          {lecons.data?.slice(0, SHOWN).map((lecon) => (
            <li key={lecon.place}>
              <Link to={leconLink(lecon)} className="link">
                {formatJour(lecon.date_reservation, 'moyen')}, {lecon.heure_debut}
              </Link>{' '}
              <bdi>{lecon.cavalier}</bdi>
            </li>
          ))}
        </ul>
      )}
      {n > SHOWN && <p>{TEXTES.autresPlaces(n - SHOWN)}</p>}
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        busy={complete.isPending}
        busyLabel={TEXTES.tarifer}
        onClick={press}
      >
        {TEXTES.tarifer}
      </Button>
    </section>
  );
}
