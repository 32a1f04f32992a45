import { formatJour } from '#domain/core/calendrier.ts';
import { isCodeReservation } from '#domain/errors/reservation.ts';
import { undoOfRepetition } from '#domain/lessons/undo.ts';
import { SERIES_REFUS } from '#domain/errors/series.ts';
import { hasBegun } from '#domain/lessons/apres_coup.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { lastJour } from '#domain/lessons/reservations.ts';
import { datesOf, MAX_DATES } from '#domain/series/series.ts';
import { type Rythme } from '#domain/lessons/changement.ts';
import { pistesActives } from '#domain/slots/pistes.ts';
import type { DateDeSerie } from '#contract/series.ts';
import { codeOf, refusalOf, sentenceOf } from '#web/data/client.ts';
import { OTHER_CONTENT } from '#web/data/lookUp.ts';
import { useNow } from '#web/data/horloge.ts';
import { useDatesDeSerie, useRepeat, useSerie } from '#web/nouns/series.ts';
import { useReservation } from '#web/nouns/lessons/reservations.ts';
import type { Tell } from '#web/data/outcome.ts';
import { useAttempt } from '#web/data/useAttempt.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { useForm } from '#web/ui/forms/useForm.ts';
import { addedInWords, TEXTES } from '../shared/textes.series.ts';

/**
 * `places`: the arena of each date, or '' to skip it. A date without an entry uses the arena of the
 * lesson.
 */
type Draft = { rythme: Rythme; jusque: string | null; places: Readonly<Record<string, string>> };

/** The lesson to repeat as it is stored, and the end of its series. */
function useLecon(reservation: ReservationAsRead) {
  const stored = useReservation(reservation.id);
  const lecon = stored.data ?? reservation;
  // The planning knows nothing of series.
  const read = stored.data !== undefined || reservation.serie_jours !== undefined;
  const serie = useSerie(lecon.serie_id);
  const jour = lecon.date_reservation;
  const dernier = serie.data?.dernier;
  return {
    lecon,
    stored,
    read,
    gone: codeOf(stored.error) === 'reservation_introuvable',
    /** The day after which it is repeated: of a series, its last day, once `settled`. */
    apres: dernier && dernier > jour ? dernier : jour,
    settled: read && !(lecon.serie_id && serie.isPending),
  };
}

/** What 'Répéter' asks, the dates with the arena of each, and the call. */
export function useRepetition(reservation: ReservationAsRead, onDone: Tell) {
  const maintenant = useNow();
  const origin = useLecon(reservation);
  const { lecon, apres, settled } = origin;
  const { id, date_reservation, heure_debut, type_piste } = lecon;
  const isActive = pistesActives(usePistes()).some((piste) => piste.id === type_piste);
  const {
    values: draft,
    setValues: setDraft,
    notice,
    send,
  } = useAttempt({
    name: `repetition.1 ${id}`,
    start: (kept: Draft | null): Draft => kept ?? { rythme: 7, jusque: null, places: {} },
    mutation: useRepeat(),
    other: OTHER_CONTENT,
    onStored: ({ lecons }) => onDone(addedInWords(lecons), { undo: undoOfRepetition() }),
  });
  const rythme = lecon.serie_jours ?? draft.rythme;
  const dates = useDatesDeSerie(id, rythme, draft.jusque);
  const code = codeOf(dates.error);
  const refus =
    isCodeReservation(code) || code?.startsWith('serie_')
      ? sentenceOf(dates.error, TEXTES.illisible)
      : null;
  // Those that were read stay if reading them again has no answer: the call checks each date.
  const lines =
    draft.jusque && !refus && dates.data?.map((date) => lineOf(date, draft, lecon, isActive));
  const chosen = (lines || []).flatMap(({ date: { date }, place }) =>
    place === '' ? [] : [{ date, type_piste: place }],
  );
  const last = lastJour(maintenant.jour);
  // The same dates as the server's (SERIE-03).
  const possible = datesOf(date_reservation, rythme, last).filter(
    (date) => date > apres && !hasBegun({ date_reservation: date, heure_debut }, maintenant),
  );

  const form = useForm<Draft>([draft, setDraft], {
    check: () => ({
      ...(!draft.jusque && { jusque: SERIES_REFUS.serie_sans_date.message }),
      ...(draft.jusque && dates.isError && !lines && { jusque: refus ?? TEXTES.illisible }),
      ...(lines && lines.length === 0 && { jusque: SERIES_REFUS.serie_sans_date.message }),
      ...(lines && lines.length > 0 && chosen.length === 0 && { places: TEXTES.toutesSautees }),
    }),
    clears: () => ({ jusque: undefined, places: undefined }),
    send: () =>
      refusalOf(
        send({ lecon: id, version: lecon.version, rythme, dates: chosen }, { again: true }),
        TEXTES.echec,
      ),
  });
  return {
    ...origin,
    rythme,
    jusque: draft.jusque,
    /** The days that can be the last one. */
    jours: { today: maintenant.jour, first: possible[0] ?? last, last },
    shortcuts: settled ? shortcutsOf(possible, last) : [],
    dates,
    /** Why there are no dates until that last day. Null if there are, or they cannot be read. */
    refus,
    lines: lines || undefined,
    count: chosen.length,
    setPlace: (date: string, place: string) =>
      form.write('places', { ...draft.places, [date]: place }),
    form,
    notice,
  };
}

export type Repetition = ReturnType<typeof useRepetition>;

/** A date, the arenas that it may have, and its arena: '' to skip it. */
export type Line = { date: DateDeSerie; places: readonly string[]; place: string };

/** `isActive`: whether the arena of the lesson can be booked (SET-44). */
function lineOf(
  date: DateDeSerie,
  draft: Draft,
  { type_piste }: { type_piste: string },
  isActive: boolean,
): Line {
  const free = date.etat === 'libre';
  const places =
    date.etat === 'hors_grille' ? [] : [...(free && isActive ? [type_piste] : []), ...date.libres];
  const place = draft.places[date.date] ?? (free ? type_piste : '');
  return { date, places, place: places.includes(place) ? place : '' };
}

/** Ten repetitions, and the ends of the following half years, up to the longest allowed series. */
function shortcutsOf(dates: readonly string[], last: string): { date: string; label: string }[] {
  const [first, tenth] = [dates[0], dates[9]];
  if (first === undefined) return [];
  const year = Number(first.slice(0, 4));
  const ends = [`${year}-06-30`, `${year}-12-31`, `${year + 1}-06-30`].filter((end) => {
    const n = dates.filter((date) => date <= end).length;
    return end <= last && n > 0 && n <= MAX_DATES;
  });
  return [
    ...(tenth === undefined ? [] : [{ date: tenth, label: '10 fois' }]),
    ...ends.slice(0, 2).map((date) => ({ date, label: formatJour(date, 'annee') })),
  ];
}
