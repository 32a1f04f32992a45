import { type RefObject, useEffect, useId, useRef } from 'react';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { SERIES_REFUS } from '#domain/errors/series.ts';
import type { ReservationAsRead } from '#domain/reservations/brouillon_modification.ts';
import { lastJour } from '#domain/reservations/reservations.ts';
import { datesOf, MAX_DATES, RYTHMES, type Rythme } from '#domain/reservations/series.ts';
import { closedInWords, hoursInWords } from '#domain/slots/creneaux.ts';
import { pistesActives } from '#domain/slots/pistes.ts';
import type { DateDeSerie } from '#contract/series.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useDatesDeSerie, useRepeat, useSerie } from '#web/data/queries/series.ts';
import { useReservation } from '#web/data/queries/reservations.ts';
import { useUser } from '#web/data/session.ts';
import { useEcrit, writeEcrit } from '#web/data/useEcrit.ts';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { useNomPiste, usePistes } from '#web/parts/pistes.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DialogButtons, DialogFoot } from '#web/ui/DialogButtons.tsx';
import { Field, FieldError } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { KeepSigns } from '#web/ui/KeepSigns.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { type Refusal, useForm } from '#web/ui/useForm.ts';
import {
  addedInWords,
  datesInWords,
  repeatInWords,
  suiteInWords,
  TEXTES,
} from './textes.series.ts';

type RepeterProps = {
  /** Null: closed. */
  reservation: ReservationAsRead | null;
  onDone: (sentence: string) => void;
  onClose: () => void;
  /** Gets the focus if the card that opened the dialog is gone. */
  fallback: RefObject<HTMLElement | null>;
};

/** Repeats a lesson every week or every second week, after a check of each date (SERIE-02). */
export default function Repeter({ reservation, fallback, ...rest }: RepeterProps) {
  return (
    <FormDialog
      open={reservation !== null}
      title={TEXTES.titre}
      wide
      unsaved={false}
      onClose={rest.onClose}
      fallback={fallback}
    >
      {reservation && <Form key={reservation.id} reservation={reservation} {...rest} />}
    </FormDialog>
  );
}

/**
 * `places`: the arena of each date, or '' to skip it. A date without an entry uses the arena of the
 * lesson.
 */
type Draft = { rythme: Rythme; jusque: string | null; places: Readonly<Record<string, string>> };

type FormProps = Pick<RepeterProps, 'onDone' | 'onClose'> & { reservation: ReservationAsRead };

function Form({ reservation, onDone, onClose }: FormProps) {
  const maintenant = useNow();
  const stored = useReservation(reservation.id);
  const lecon = stored.data ?? reservation;
  // The planning knows nothing of series.
  const read = stored.data !== undefined || reservation.serie_jours !== undefined;
  const serie = useSerie(lecon.serie_id);
  const { id, date_reservation: jour, type_piste } = lecon;
  const isActive = pistesActives(usePistes()).some((piste) => piste.id === type_piste);
  const { id: user } = useUser();
  const name = `repetition.1 ${id}`;
  const [draft, setDraft] = useEcrit<Draft>(
    user,
    name,
    (kept) => kept ?? { rythme: 7, jusque: null, places: {} },
  );
  const rythme = lecon.serie_jours ?? draft.rythme;
  const dates = useDatesDeSerie(id, rythme, draft.jusque);
  const known = draft.jusque ? dates.data : undefined;
  const own = isActive ? type_piste : null;
  const placeOf = (one: DateDeSerie): string => {
    const place = draft.places[one.date] ?? (one.etat === 'libre' ? type_piste : '');
    return placesAt(one, own).includes(place) ? place : '';
  };
  const chosen = (known ?? []).flatMap((one) => {
    const place = placeOf(one);
    return place === '' ? [] : [{ date: one.date, type_piste: place }];
  });
  const repeat = useRepeat();
  const last = lastJour(maintenant.jour);
  const dernier = serie.data?.dernier;
  const apres = dernier && dernier > jour ? dernier : jour;
  const settled = read && !(lecon.serie_id && serie.isPending);
  const shortcuts = settled ? shortcutsAfter(apres, rythme).filter(({ date }) => date <= last) : [];
  const headingId = useId();
  const skippedId = useId();

  const form = useForm<Draft>([draft, setDraft], {
    check: () => ({
      ...(!draft.jusque && { jusque: SERIES_REFUS.serie_sans_date.message }),
      ...(draft.jusque && dates.isError && { jusque: sentenceOf(dates.error, TEXTES.illisible) }),
      ...(known?.length === 0 && { jusque: SERIES_REFUS.serie_sans_date.message }),
      ...(known?.length && chosen.length === 0 && { places: TEXTES.toutesSautees }),
    }),
    clears: () => ({ jusque: undefined, places: undefined }),
    send: async (): Promise<Refusal<Draft>> => {
      try {
        const { lecons } = await repeat.mutateAsync({
          id,
          version: lecon.version,
          rythme,
          dates: chosen,
        });
        writeEcrit(user, name, null);
        onDone(addedInWords(lecons));
        return null;
      } catch (error) {
        return sentenceOf(error, TEXTES.echec);
      }
    },
  });
  const { faults, refusal, busy, write } = form;
  if (codeOf(stored.error) === 'reservation_introuvable') return <Gone onClose={onClose} />;

  return (
    <form {...form.form} aria-label={TEXTES.titre} className="mt-4 flex flex-col gap-5">
      <p className="-mt-2 text-muted first-letter:uppercase">
        {formatJour(jour, 'long')}, {hoursInWords(lecon)}, <bdi>{lecon.nom_client}</bdi>
      </p>
      {!read && stored.isError && (
        <Unreadable queries={[stored]}>{TEXTES.leconIllisible}</Unreadable>
      )}
      {!read && !stored.isError && <Skeleton className="h-18.5" />}
      {read && lecon.serie_jours && (
        <div>
          <p className="mb-1.5 font-medium">{TEXTES.rythme}</p>
          <p className="min-h-11">
            {settled && <KeepSigns>{suiteInWords(lecon.serie_jours, apres)}</KeepSigns>}
          </p>
        </div>
      )}
      {read && !lecon.serie_jours && (
        <fieldset>
          <legend className="mb-1.5 font-medium">{TEXTES.rythme}</legend>
          <div className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-2">
            {RYTHMES.map((one) => (
              <label key={one} className={CHOICE}>
                <input
                  type="radio"
                  name="rythme"
                  checked={rythme === one}
                  onChange={() => write('rythme', one)}
                  className="size-5 shrink-0 accent-fir"
                />
                {TEXTES.rythmes[one]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex flex-col gap-2">
        <Field label={TEXTES.jusque} error={faults.jusque}>
          {(props) => (
            <DatePicker
              {...props}
              name="jusque"
              label={TEXTES.jusque}
              placeholder={TEXTES.choisir}
              jour={draft.jusque}
              today={maintenant.jour}
              first={addDays(apres, rythme)}
              last={last}
              onJour={(jusque) => write('jusque', jusque)}
            />
          )}
        </Field>
        <div className="flex min-h-11 flex-wrap gap-2" role="group" aria-label={TEXTES.raccourcis}>
          {shortcuts.map(({ date, label }) => (
            <button
              key={date}
              type="button"
              aria-pressed={draft.jusque === date}
              className={cx(CHIP, draft.jusque === date && 'border-fir bg-fir text-white')}
              onClick={() => write('jusque', date)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
      {draft.jusque && (
        <section aria-labelledby={headingId} aria-busy={dates.isPending}>
          <h3 id={headingId} className="text-lg">
            {TEXTES.dates}
            {known && ` (${known.length})`}
          </h3>
          {dates.isPending && <Skeleton className="mt-2 h-16" />}
          {dates.isError &&
            (codeOf(dates.error)?.startsWith('serie_') ? (
              <Banner kind="error">{sentenceOf(dates.error, TEXTES.illisible)}</Banner>
            ) : (
              <Unreadable queries={[dates]}>{TEXTES.illisible}</Unreadable>
            ))}
          {known && (
            <ul className="mt-2 flex flex-col divide-y divide-hairline rounded-card border border-hairline">
              {known.map((one) => (
                <DateLine
                  key={one.date}
                  date={one}
                  places={placesAt(one, own)}
                  place={placeOf(one)}
                  fault={faults.places && skippedId}
                  onPlace={(place) => write('places', { ...draft.places, [one.date]: place })}
                />
              ))}
            </ul>
          )}
        </section>
      )}
      <p aria-live="polite" className="-mt-3 font-medium empty:absolute">
        {known && datesInWords(chosen.length, known.length - chosen.length)}
      </p>
      {faults.places && (
        <FieldError id={skippedId} className="-mt-3">
          {faults.places}
        </FieldError>
      )}
      <DialogFoot>
        {refusal && <Banner kind="error">{refusal}</Banner>}
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button
            type="submit"
            disabled={draft.jusque !== null && dates.isPending}
            busy={busy}
            busyLabel={TEXTES.enCours}
          >
            {repeatInWords(chosen.length)}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** The lesson was deleted meanwhile: nothing can be repeated. */
function Gone({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  // What had the focus is gone too.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="mt-4 flex flex-col gap-5">
      <Banner kind="error">{RESERVATION_REFUS.reservation_introuvable.message}</Banner>
      <DialogFoot>
        <DialogButtons>
          <Button ref={close} variant="secondary" onClick={onClose}>
            Fermer
          </Button>
        </DialogButtons>
      </DialogFoot>
    </div>
  );
}

/**
 * The arenas that a date may have. `own`: the arena of the lesson; null if it is switched off
 * (SET-44).
 */
const placesAt = ({ etat, libres }: DateDeSerie, own: string | null): string[] =>
  etat === 'hors_grille' ? [] : [...(etat === 'libre' && own !== null ? [own] : []), ...libres];

const CHOICE =
  'flex min-h-11 items-center gap-2.5 rounded-field border border-line px-3 py-1 has-checked:border-fir has-checked:bg-sand-soft has-focus-visible:outline-2';
const CHIP =
  'min-h-11 rounded-full border border-line bg-card px-3.5 py-1 text-sm font-medium hover:border-ink';

/**
 * Ten repetitions after a day, and the ends of the following half years, up to the longest allowed
 * series.
 */
function shortcutsAfter(jour: string, rythme: Rythme): { date: string; label: string }[] {
  const year = Number(jour.slice(0, 4));
  const ends = [`${year}-06-30`, `${year}-12-31`, `${year + 1}-06-30`].filter((date) => {
    const n = datesOf(jour, rythme, date).length;
    return n > 0 && n <= MAX_DATES;
  });
  return [
    { date: addDays(jour, 10 * rythme), label: '10 fois' },
    ...ends.slice(0, 2).map((date) => ({ date, label: formatJour(date, 'annee') })),
  ];
}

type DateLineProps = {
  date: DateDeSerie;
  /** The arenas that can be chosen for the date. */
  places: readonly string[];
  place: string;
  /** The id of the sentence that says what is wrong with all of them. */
  fault: string | undefined;
  onPlace: (place: string) => void;
};

/** One date: its state, and the arena of the lesson. */
function DateLine({ date, places, place, fault, onPlace }: DateLineProps) {
  const { etat, hors, par } = date;
  const nomPiste = useNomPiste();
  const said =
    etat === 'hors_grille'
      ? TEXTES.horsGrille
      : par === null
        ? TEXTES.libre
        : 'motif' in par
          ? closedInWords(par.motif)
          : `${par.nom_client}, ${hoursInWords(par)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
      <p className={cx('min-w-0 flex-1 basis-44', place === '' && 'text-muted')}>
        <span className="block font-semibold first-letter:uppercase">
          {formatJour(date.date, 'moyen')}
        </span>
        <span className="block text-sm wrap-anywhere">
          {said}
          {hors && `, ${TEXTES.hors}`}
        </span>
      </p>
      <Select
        name="places"
        aria-label={formatJour(date.date, 'long')}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault}
        value={place}
        onChange={({ target }) => onPlace(target.value)}
        className="w-full sm:w-56"
      >
        <option value="">{TEXTES.sauter}</option>
        {places.map((piste) => (
          <option key={piste} value={piste}>
            {nomPiste(piste)}
          </option>
        ))}
      </Select>
    </li>
  );
}
