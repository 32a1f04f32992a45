import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { CHANGED, rebased, type Undo } from '#domain/lessons/undo.ts';
import { codeOf, sentenceOf, statusOf } from '#web/data/client.ts';
import { useUndo } from '#web/nouns/lessons/undo.ts';
import { UNSURE } from '#web/data/surely.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { isMac } from '#web/ui/pages/shortcut.ts';
import { useHandOver } from '#web/ui/hooks/useHandOver.ts';
import { cellOf, focusDrawn, sameSpot } from '../shared/focusDrawn.ts';
import { DUREE_SUCCES } from '../shared/textes.ts';

const TEXTES = {
  annuler: 'Annuler',
  enCours: 'Annulation…',
  echec: 'Veuillez réessayer.',
} as const;

const KEY = isMac ? '⌘Z' : 'Ctrl+Z';

type UndoButtonProps = { what: string; busy: boolean; onUndo: () => void };

/** 'Annuler' in the message about an action (DESK-50). F8 moves the focus to it. */
export function UndoButton({ what, busy, onUndo }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const origin = useRef<EventTarget | null>(null);
  useHandOver(button, () =>
    origin.current instanceof HTMLElement && origin.current.isConnected
      ? origin.current
      : document.querySelector('h1'),
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.defaultPrevented) return;
      event.preventDefault();
      button.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Button
      ref={button}
      variant="secondary"
      size="small"
      busy={busy}
      busyLabel={TEXTES.enCours}
      icon={<Undo2 aria-hidden className="size-5 shrink-0" />}
      onFocus={({ relatedTarget }) => {
        origin.current = relatedTarget;
      }}
      onClick={onUndo}
    >
      {TEXTES.annuler}
      <span className="hidden font-normal pointer-fine:inline"> ({KEY})</span>
      <span className="sr-only"> {what}</span>
    </Button>
  );
}

/** Finds what an undoing brings back: a lesson or closed hours, otherwise the hours that it frees. */
function drawnBy({ inverse }: Undo): () => HTMLElement | null {
  const active = document.activeElement?.closest<HTMLElement>('[data-column]') ?? null;
  const table = active?.closest('table');
  const ids = 'lecons' in inverse ? inverse.lecons.map(({ id }) => id) : [];
  const lesson = () => ids.map((id) => cellOf(id, table)).find((cell) => cell !== null);
  const spot = sameSpot(lesson() ?? active);
  return () => lesson() ?? spot();
}

type Message = { kind: 'success' | 'error' | 'info'; text: ReactNode; ms?: number | undefined };

type UndoLastProps = {
  /** The latest one last. */
  undos: readonly Undo[];
  onUndos: (change: (before: readonly Undo[]) => readonly Undo[]) => void;
  /** The message on screen is about the latest one. */
  isTold: boolean;
  /** `about`: the action that 'Annuler' in the message undoes. */
  onTell: (message: Message, about: Undo | null) => void;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  /** Receives what the button does; null once it can do nothing. */
  onReady: (run: (() => void) | null) => void;
};

/** Undoes the latest action, for Ctrl+Z or the button, and says what came of it. */
export function UndoLast({
  undos,
  onUndos,
  isTold,
  onTell,
  busy,
  onBusy,
  onReady,
}: UndoLastProps): null {
  const { perform, unsure } = useUndo();
  const queries = useQueryClient();
  const last = undos.at(-1);
  const forget = (undo: Undo, done: boolean) =>
    onUndos((all) => {
      const earlier = all.filter((one) => one !== undo);
      return done ? rebased(earlier, undo) : earlier;
    });
  const undoLast = async () => {
    // What is being stored is not in the list yet.
    if (busy || queries.isMutating() > 0 || !last) return;
    if (last.inverse.call === 'none') {
      forget(last, false);
      return onTell({ kind: 'error', text: `${last.refused} ${last.inverse.why}` }, null);
    }
    onBusy(true);
    if (!isTold) onTell({ kind: 'info', text: TEXTES.enCours }, last);
    try {
      const find = drawnBy(last);
      await perform(last);
      forget(last, true);
      focusDrawn(find);
      onTell({ kind: 'success', text: last.done, ms: DUREE_SUCCES }, null);
    } catch (error) {
      const code = codeOf(error);
      // Without an answer it may be tried again; a refusal would be the same.
      const status = code === null ? null : statusOf(error);
      if (status === null || status === 401 || status >= 500) {
        const text = sentenceOf(error, `${last.refused} ${TEXTES.echec}`);
        return onTell({ kind: 'error', text }, last);
      }
      forget(last, false);
      const why = code === 'reservation_changee' ? CHANGED : sentenceOf(error, TEXTES.echec);
      onTell({ kind: 'error', text: `${last.refused} ${why}` }, null);
    } finally {
      onBusy(false);
    }
  };
  const start = useEffectEvent(() => void undoLast());
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    ready(() => start());
    return () => ready(null);
  }, []);
  const sayUnsure = useEffectEvent(() => onTell({ kind: 'info', text: UNSURE }, last ?? null));
  useEffect(() => {
    if (unsure) sayUnsure();
  }, [unsure]);
  return null;
}
