import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { addDays, daysBetween, mondayOf } from '#domain/core/calendrier.ts';
import { inWords } from '#domain/lessons/deplacement.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { dureeOf, STEP_MINUTES } from '#domain/slots/creneaux.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { MoisFacture } from '../shared/MoisFacture.tsx';
import { PorteeChoice } from '../shared/Portee.tsx';
import type { Day } from '../shared/searchParams.ts';
import { DEPLACER as TEXTES } from '../shared/textes.ts';
import { boxOf, placeAt, placeBeside, tableWith } from './places.ts';
import { type Moved, type Shown, useDeplacement } from './useDeplacement.ts';
import { useDrag } from './useDrag.ts';

type DeplacerProps = {
  /** Contains the tables. */
  zone: RefObject<HTMLElement | null>;
  day: Day;
  /** Null while another week is read. */
  shown: Shown | null;
  /** The lesson whose move was chosen in its card. */
  asked: ReservationAsRead | null;
  onMoved: Moved;
  /** The move that was asked for has begun. */
  onAsked: () => void;
};

/**
 * Moves a lesson on the planning (DESK-36): a frame shows where it would be and what the rule says
 * of it. It follows the arrow keys, the mouse, a tap and a drag.
 */
export function Deplacer({ zone, day, shown, asked, onMoved, onAsked }: DeplacerProps) {
  const nomPiste = useNomPiste();
  const moving = useDeplacement(shown, onMoved);
  const { move, lecon, place, start, aim, drop, end } = moving;
  const table = useRef<HTMLTableElement | null>(null);
  const frame = useRef<HTMLButtonElement>(null);
  const choosing = move.step === 'choosing' ? move : null;

  useDrag(zone, {
    start: (id) => {
      const found = shown?.lecons.find((one) => one.id === id);
      if (!found || move.step !== 'idle') return false;
      start(found, true);
      return true;
    },
    move: (x, y) => {
      const found = zone.current && placeAt(zone.current, x, y);
      if (found) table.current = found.table;
      aim(found?.place ?? null);
    },
    drop: (x, y) => {
      const found = zone.current && placeAt(zone.current, x, y);
      if (found && choosing) void drop(found.place);
      else end();
    },
    cancel: end,
  });

  // Chosen in the card: in the table whose card was open.
  useEffect(() => {
    if (!asked) return;
    onAsked();
    if (move.step !== 'idle') return;
    table.current = document.activeElement?.closest('table') ?? null;
    start(asked, false);
    // Only when it is asked.
    // oxlint-disable-next-line exhaustive-deps -- see above
  }, [asked]);

  // Another day is shown: the frame goes with it, or stays on its weekday.
  const shownDay = useRef(day.day);
  useEffect(() => {
    const before = shownDay.current;
    shownDay.current = day.day;
    if (!choosing?.place || choosing.drag || before === day.day) return;
    const { jour } = choosing.place;
    const weeks = daysBetween(mondayOf(before), day.lundi);
    aim({ ...choosing.place, jour: jour === before ? day.day : addDays(jour, weeks) });
  });

  // The mouse and taps, until a place is chosen. A tap that is refused leaves the frame there.
  const latest = useRef({ aim, drop, end });
  useEffect(() => {
    latest.current = { aim, drop, end };
  });
  const pointing = choosing !== null && !choosing.drag;
  useEffect(() => {
    const box = zone.current;
    if (!pointing || !box) return;
    const over = new AbortController();
    const found = ({ clientX, clientY }: MouseEvent) => placeAt(box, clientX, clientY);
    const point = (event: PointerEvent) => {
      const at = event.pointerType === 'mouse' ? found(event) : null;
      if (!at) return;
      table.current = at.table;
      latest.current.aim(at.place);
    };
    const press = (event: MouseEvent) => {
      // A press of the keyboard has no position; the frame handles its own.
      if (event.detail === 0 || !(event.target instanceof Element)) return;
      const at = found(event);
      if (!at) return;
      // The frame may come under the mouse during the press: the click is then of what has both.
      if (!event.target.closest('[role=grid], [data-frame]') && !event.target.contains(at.table))
        return;
      event.preventDefault();
      event.stopPropagation();
      table.current = at.table;
      latest.current.aim(at.place);
      void latest.current.drop(at.place);
    };
    const escape = ({ key }: globalThis.KeyboardEvent) => {
      // Escape closes first what is open above the planning.
      if (key === 'Escape' && !document.querySelector(OPEN)) latest.current.end();
    };
    box.addEventListener('pointermove', point, { signal: over.signal });
    box.addEventListener('click', press, { signal: over.signal, capture: true });
    document.addEventListener('keydown', escape, { signal: over.signal });
    return () => over.abort();
  }, [pointing, zone]);

  const rows = lecon ? dureeOf(lecon) / STEP_MINUTES : 0;
  const layFrame = () => {
    const [box, shape] = [zone.current, frame.current];
    if (!box || !shape) return;
    table.current = place && tableWith(box, place, table.current);
    const rect = place && table.current && boxOf(box, table.current, place, rows);
    // While another week is read it stays where it is, with the focus.
    if (rect || choosing?.drag) shape.hidden = !rect;
    if (rect)
      for (const [side, px] of Object.entries(rect)) shape.style.setProperty(side, `${px}px`);
  };
  useLayoutEffect(layFrame);
  const relay = useEffectEvent(layFrame);
  const moves = lecon !== null;
  useEffect(() => {
    const box = zone.current;
    if (!moves || !box) return;
    // The tables are drawn, unfolded, resized and scrolled without this part.
    const over = new AbortController();
    const sized = new ResizeObserver(() => relay());
    sized.observe(box);
    const drawn = new MutationObserver(() => relay());
    drawn.observe(box, { childList: true, subtree: true });
    box.addEventListener('scroll', () => relay(), {
      capture: true,
      passive: true,
      signal: over.signal,
    });
    return () => {
      over.abort();
      sized.disconnect();
      drawn.disconnect();
    };
  }, [moves, zone]);
  useEffect(() => {
    if (pointing) frame.current?.focus();
  }, [pointing]);
  // The frame had the focus: it returns to the lesson, wherever it is now (DESK-36).
  const last = useRef<string | null>(null);
  useEffect(() => {
    const id = last.current;
    last.current = lecon?.id ?? null;
    if (lecon || id === null || document.activeElement !== document.body) return;
    const cell = zone.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
    (cell ?? zone.current?.querySelector<HTMLElement>('h2[tabindex]'))?.focus({
      preventScroll: true,
    });
  }, [lecon, zone]);

  if (!lecon) return null;
  const verdict = place && moving.verdictAt(place);
  const said = place && verdict ? inWords(place, nomPiste(place.type_piste), verdict) : '';
  const keys = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const turn =
      event.key === 'PageUp' ? day.previousWeek : event.key === 'PageDown' ? day.nextWeek : null;
    if (!place || !(by ?? turn)) return;
    event.preventDefault();
    if (!by) return turn?.();
    if (table.current) aim(placeBeside(table.current, place, by));
    frame.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <button
        ref={frame}
        type="button"
        data-frame
        aria-label={`${TEXTES.ici}, ${said}`}
        onKeyDown={keys}
        onClick={() => place && void drop(place)}
        className={cx(
          'absolute z-3 flex scroll-my-24 items-start overflow-hidden rounded-md border-2 px-1.5 text-start text-xs leading-5 font-semibold shadow-float [[hidden]]:hidden',
          choosing?.drag && 'pointer-events-none',
          verdict?.etat === 'refuse'
            ? 'border-danger bg-danger-soft text-danger'
            : 'border-fir bg-card text-ink',
        )}
      >
        <span aria-hidden>{move.step === 'saving' ? TEXTES.enCours : verdict?.text}</span>
      </button>
      <section
        aria-label={TEXTES.titre}
        className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline bg-card px-edge py-2 shadow-float md:px-8"
      >
        <p className="min-w-0 flex-1 basis-60">
          <span className="font-semibold">
            {TEXTES.titre}
            {'\u202f'}: <bdi>{lecon.noms_participants.join(', ')}</bdi>
          </span>{' '}
          {choosing && <span className="text-sm text-muted">{TEXTES.aide}</span>}
        </p>
        <p aria-live="polite" className="min-w-0 basis-60 font-medium">
          {move.step === 'saving' ? (moving.unsure ? UNSURE : TEXTES.vers(move.place.heure)) : said}
        </p>
        <Button
          variant="secondary"
          disabled={move.step === 'saving' && !moving.unsure}
          onClick={end}
        >
          {move.step === 'saving' && moving.unsure ? TEXTES.fermer : TEXTES.annuler}
        </Button>
        <MoisFacture jour={lecon.date_reservation} />
      </section>
      <AlertDialog
        title={TEXTES.question}
        confirm={TEXTES.deplacer}
        busyLabel={TEXTES.enCours}
        open={move.step === 'asking'}
        ready={moving.scope.serie.data !== undefined}
        onConfirm={moving.confirm}
        onClose={end}
      >
        <p>{said}</p>
        <PorteeChoice scope={moving.scope} />
      </AlertDialog>
    </>
  );
}

/** What Escape closes before it ends a move. */
const OPEN = 'dialog:modal, [popover=auto]:popover-open';

const STEPS: Record<string, Pick<DOMPoint, 'x' | 'y'> | undefined> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};
