import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { TEXTES } from './textes.ts';

export type Reservee = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  noms: readonly string[];
};

/** How many lessons are listed. */
const SHOWN = 50;

type ReserveesProps = {
  /** The lesson type, for screen readers. */
  type: string;
  /** The booked lessons that the changed price concerns. */
  lecons: readonly Reservee[];
  checked: boolean;
  onCheck: (checked: boolean) => void;
  aujourdhui: string;
  /** Whether their riders get an email, or why not. */
  note: string | undefined;
};

/** 'mardi 1er décembre', with the year if it is not this one. */
const dayInWords = (jour: string, aujourdhui: string): string =>
  jour.slice(0, 4) === aujourdhui.slice(0, 4)
    ? `${formatJour(jour, 'jour')} ${formatJour(jour, 'date')}`
    : formatJour(jour, 'long');

/** Whether lessons that are already booked get the new price too, and which ones (PRICE-21). */
export function Reservees({ type, lecons, checked, onCheck, aujourdhui, note }: ReserveesProps) {
  return (
    <div className="rounded-field bg-sand-soft px-3 py-1">
      <label className="flex min-h-11 flex-wrap items-center gap-x-2.5 py-1 leading-5 font-medium">
        <input
          type="checkbox"
          checked={checked}
          onChange={({ target }) => onCheck(target.checked)}
          className="size-5 shrink-0 accent-fir"
        />
        <span className="flex-1 basis-24">
          {TEXTES.appliquer(lecons.length)}
          <span className="sr-only"> ({type})</span>
        </span>
      </label>
      {note && <p className="text-sm text-muted">{note}</p>}
      <details className="text-sm">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {TEXTES.lesquelles(lecons.length)}
          <span className="sr-only"> ({type})</span>
        </summary>
        <ul className="grid gap-1 pb-2">
          {lecons.slice(0, SHOWN).map(({ id, date_reservation, heure_debut, noms }) => (
            <li key={id}>
              {dayInWords(date_reservation, aujourdhui)}, {formatHeure(heure_debut)} ·{' '}
              <bdi className="wrap-anywhere">{noms.join(', ')}</bdi>
            </li>
          ))}
          {lecons.length > SHOWN && <li>{TEXTES.autres(lecons.length - SHOWN)}</li>}
        </ul>
      </details>
    </div>
  );
}
