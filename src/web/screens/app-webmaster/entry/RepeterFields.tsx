import { useId } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { RYTHMES } from '#domain/lessons/changement.ts';
import { closedInWords, hoursInWords } from '#domain/slots/creneaux.ts';
import { Chip } from '#web/parts/Chip.tsx';
import { ChoiceBox } from '#web/parts/ChoiceBox.tsx';
import { DatePicker } from '#web/parts/DatePicker.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { Field, FieldError } from '#web/ui/forms/Field.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { datesInWords, suiteInWords, TEXTES } from '../shared/textes.series.ts';
import type { Line, Repetition } from './useRepetition.ts';

type PartProps = { repetition: Repetition };

/** The rhythm; of a series, the one that it has and its last day (SERIE-03). */
export function Rythme({ repetition }: PartProps) {
  const { lecon, stored, read, settled, rythme, apres, form } = repetition;
  if (!read && stored.isError)
    return <Unreadable queries={[stored]}>{TEXTES.leconIllisible}</Unreadable>;
  if (!read) return <Skeleton className="h-18.5" />;
  if (lecon.serie_jours)
    return (
      <div>
        <p className="mb-1.5 font-medium">{TEXTES.rythme}</p>
        <p className="min-h-11">
          {settled && <NoBreakText>{suiteInWords(lecon.serie_jours, apres)}</NoBreakText>}
        </p>
      </div>
    );
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{TEXTES.rythme}</legend>
      <div className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-2">
        {RYTHMES.map((one) => (
          <ChoiceBox
            key={one}
            type="radio"
            name="rythme"
            checked={rythme === one}
            onChange={() => form.write('rythme', one)}
          >
            {TEXTES.rythmes[one]}
          </ChoiceBox>
        ))}
      </div>
    </fieldset>
  );
}

/** The last day, with its shortcuts. */
export function DernierJour({ repetition: { jusque, jours, shortcuts, form } }: PartProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field label={TEXTES.jusque} error={form.faults.jusque}>
        {(props) => (
          <DatePicker
            {...props}
            {...jours}
            name="jusque"
            label={TEXTES.jusque}
            placeholder={TEXTES.choisir}
            jour={jusque}
            onJour={(jour) => form.write('jusque', jour)}
          />
        )}
      </Field>
      <div className="flex min-h-11 flex-wrap gap-2" role="group" aria-label={TEXTES.raccourcis}>
        {shortcuts.map(({ date, label }) => (
          <Chip key={date} pressed={jusque === date} onClick={() => form.write('jusque', date)}>
            {label}
          </Chip>
        ))}
      </div>
    </div>
  );
}

/** Each date, and how many lessons that makes. */
export function Dates({ repetition }: PartProps) {
  const { jusque, dates, refus, lines, count, setPlace, form } = repetition;
  const fault = form.faults.places;
  const headingId = useId();
  const faultId = useId();
  return (
    <>
      {jusque && (
        <section aria-labelledby={headingId} aria-busy={dates.isPending}>
          <h3 id={headingId} className="text-lg">
            {TEXTES.dates}
            {lines && ` (${lines.length})`}
          </h3>
          {fault && (
            <FieldError id={faultId} className="mt-1">
              {fault}
            </FieldError>
          )}
          {dates.isPending && <Skeleton className="mt-2 h-16" />}
          {refus && <Banner kind="error">{refus}</Banner>}
          {dates.isError && !refus && !lines && (
            <Unreadable queries={[dates]}>{TEXTES.illisible}</Unreadable>
          )}
          {lines && (
            <ul className="mt-2 flex flex-col divide-y divide-hairline rounded-card border border-hairline">
              {lines.map((line) => (
                <DateLine
                  key={line.date.date}
                  line={line}
                  fault={fault && faultId}
                  onPlace={(place) => setPlace(line.date.date, place)}
                />
              ))}
            </ul>
          )}
        </section>
      )}
      <p aria-live="polite" className="-mt-3 font-medium empty:absolute">
        {lines && datesInWords(count, lines.length - count)}
      </p>
    </>
  );
}

type DateLineProps = {
  line: Line;
  /** The id of the sentence that says what is wrong with all of them. */
  fault: string | undefined;
  onPlace: (place: string) => void;
};

/** One date: its state, and the arena of the lesson. */
function DateLine({ line: { date, places, place }, fault, onPlace }: DateLineProps) {
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
