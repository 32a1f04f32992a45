import { type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { jourEcrit } from '#domain/planning/recherche.ts';
import { FieldError } from '../ui/forms/Field.tsx';
import { Input } from '../ui/forms/Input.tsx';
import { toast } from '../ui/hooks/toasts.ts';

const TEXTES = {
  label: 'Date',
  exemple: '17/3 ou 17 mars 2027',
  aide: "Le jour et le mois, puis l'année si elle n'est pas la prochaine.",
  illisible: (text: string, first: string, last: string) =>
    `«\u202f${text}\u202f» n'est pas une date du ${formatJour(first, 'annee')} au ${formatJour(last, 'annee')}. Écrivez par exemple 17/3, 17/03/2027 ou 17 mars.`,
} as const;

/** Milliseconds without a key before a day is shown (LIM-198). */
const PAUSE = 600;
/** The longest date has a day of the week and its month in words. */
const LONGUEUR_MAX = 40;

type JourEcritProps = {
  ref: Ref<HTMLInputElement>;
  text: string;
  today: string;
  first: string;
  last: string;
  onText: (text: string) => void;
  /** The typed day, after a pause, or when the field is left. */
  onJour: (jour: string) => void;
  /** The typed day, by Enter. */
  onEnter: (jour: string) => void;
};

/**
 * A day that is typed. It is shown after a pause, and the field stays, so that a slow hand is not
 * interrupted; Enter ends it (DESK-80).
 */
export function JourEcrit({
  ref,
  text,
  today,
  first,
  last,
  onText,
  onJour,
  onEnter,
}: JourEcritProps) {
  const id = useId();
  const [asked, setAsked] = useState('');
  const dropped = useRef(false);
  const typed = text.trim();
  const jour = jourEcrit(text, today, { first, last });
  const wrong = typed !== '' && jour === null && asked === text;
  const show = useEffectEvent(() => {
    if (jour !== null) onJour(jour);
  });
  useEffect(() => {
    const timer = setTimeout(show, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const leave = () => {
    // Another window has the focus now: the field is not left.
    if (typed === '' || dropped.current || !document.hasFocus()) return;
    if (jour === null) toast('error', TEXTES.illisible(typed, first, last));
    else onJour(jour);
  };
  return (
    <>
      <div className="mb-1 flex items-center gap-2">
        <label htmlFor={id} className="font-medium">
          {TEXTES.label}
        </label>
        <Input
          ref={ref}
          id={id}
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGUEUR_MAX}
          placeholder={TEXTES.exemple}
          aria-describedby={`${id}-aide`}
          aria-invalid={wrong || undefined}
          value={text}
          onChange={({ target }) => onText(target.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === 'Escape') dropped.current = true;
            if (event.key !== 'Enter') return;
            // Not the form around the calendar.
            event.preventDefault();
            if (jour === null) return setAsked(text);
            dropped.current = true;
            onEnter(jour);
          }}
        />
      </div>
      <div id={`${id}-aide`}>
        {typed === '' ? (
          <span className="sr-only">{`${TEXTES.exemple}. ${TEXTES.aide}`}</span>
        ) : (
          jour !== null && <p className="font-medium">{formatJour(jour, 'long')}</p>
        )}
        <div role="alert">
          {wrong && <FieldError>{TEXTES.illisible(typed, first, last)}</FieldError>}
        </div>
      </div>
    </>
  );
}
