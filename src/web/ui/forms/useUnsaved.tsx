// chunk: forms
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useNavigate } from '../hooks/navigation.tsx';
import { setBackGuard } from '../hooks/backGuard.ts';
import * as TEXTS from '../basics/texts.ts';
import { useQuestion } from './useQuestion.tsx';

type Unsaved = {
  open: boolean;
  /** Called at the time of leaving. */
  isUnsaved: () => boolean;
  /** It is being stored: nothing leads away, and nothing is asked. */
  busy: boolean;
  /**
   * The sentence that describes the lost input, and optional texts for the question and its button.
   */
  lost: string;
  title?: string;
  confirm?: string;
  /** Closes the form before another page is shown. */
  onClose: () => void;
};

type Guard = {
  /** Render it before the dialog of the form. */
  question: ReactNode;
  /**
   * True if nothing is unsaved. Otherwise false, and `go` is called after the person has confirmed.
   */
  mayLeave: (go: () => void) => boolean;
};

/**
 * The position in the history that `navigation.tsx` stores in each of its entries. Null for another
 * entry.
 */
const positionOf = (state: unknown): number | null =>
  (state as { idx?: number } | null)?.idx ?? null;

/**
 * UI-40: asks before unsaved input is lost, in the same words for each way out: the dialog (through
 * `mayLeave`), Back and Forward, and a link. For a reload or the closing of the tab, the browser's
 * own words are used.
 */
export function useUnsaved({
  open,
  isUnsaved,
  busy,
  lost,
  title = TEXTS.leaveTitle,
  confirm = TEXTS.leave,
  onClose,
}: Unsaved): Guard {
  const navigate = useNavigate();
  const { dialog, ask } = useQuestion({ title, confirm, danger: true });
  const mayLeave = (go: () => void): boolean => {
    if (!isUnsaved()) return true;
    if (!busy) ask(<p>{lost}</p>, go);
    return false;
  };
  const mayGo = useEffectEvent((go: () => void) =>
    mayLeave(() => {
      onClose();
      go();
    }),
  );
  const goTo = useEffectEvent((to: string) => navigate(to));
  const unsaved = useEffectEvent(isUnsaved);

  useEffect(() => {
    if (!open) return;
    /** Confirmed: the next way out is free. */
    let free = false;
    /** Back was undone: the event of the return is ignored. */
    let returning = false;
    const here = positionOf(history.state);
    const leave = (go: () => void) => {
      free = true;
      go();
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!free && unsaved()) event.preventDefault();
    };
    // The browser has already moved, so it is moved back.
    const onPop = (event: PopStateEvent) => {
      const there = positionOf(event.state);
      const steps = there === null || here === null ? 0 : there - here;
      if (!returning && (free || steps === 0 || mayGo(() => leave(() => history.go(steps)))))
        return;
      event.stopImmediatePropagation();
      returning = !returning;
      if (returning) history.go(-steps);
    };
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (
        free ||
        !link ||
        link.origin !== location.origin ||
        link.target ||
        link.download ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      if (mayGo(() => leave(() => goTo(link.pathname + link.search + link.hash)))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('beforeunload', onUnload);
    setBackGuard(onPop);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      setBackGuard(null);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [open]);
  return { question: dialog, mayLeave };
}
