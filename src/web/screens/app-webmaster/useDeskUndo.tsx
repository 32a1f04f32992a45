import { type ReactNode, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Undo } from '#domain/lessons/undo.ts';
import { useUser } from '#web/data/session.ts';
import type { Tell } from '#web/data/outcome.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { LeftOut } from '#web/ui/messages/partsLeftOut.tsx';
import { isShortcut } from '#web/ui/pages/shortcut.ts';
import { type Shown, useBanner } from '#web/ui/messages/useBanner.ts';
import { DUREE_ANNULER, DUREE_SUCCES } from './shared/textes.ts';

const { Part: UndoLast, load: loadLast } = lazyPart(
  'part',
  async () => ({ default: (await import('./dialogues.tsx')).UndoLast }),
  LeftOut,
);
const { Part: UndoButton, load: loadButton } = lazyPart(
  'part',
  async () => ({ default: (await import('./dialogues.tsx')).UndoButton }),
  LeftOut,
);

/** So that the key and the button are there as soon as something can be undone. */
export const loadUndo = () => Promise.all([loadLast(), loadButton()]);

/** The most actions that a tab remembers. */
const MOST = 50;

/**
 * The message about the last action, and what undoes this action and those before it in this tab
 * (DESK-50).
 */
export function useDeskUndo(): {
  tell: Tell;
  message: Shown | null;
  /** The button 'Annuler' of the message. */
  action: ReactNode;
  undoer: ReactNode;
} {
  const [message, say] = useBanner();
  const [undos, setUndos] = useEcrit<readonly Undo[]>(
    useUser().id,
    'annulations.1',
    (kept) => kept ?? [],
  );
  /** The action that the message is about. */
  const [told, setTold] = useState<Undo | null>(null);
  const [busy, setBusy] = useState(false);
  const run = useRef<(() => void) | null>(null);
  /** Ctrl+Z was pressed before the code that undoes had arrived. */
  const pressed = useRef(false);
  const tell: Tell = (text, { stays = false, undo = null } = {}) => {
    if (undo) setUndos((before) => [...before, undo].slice(-MOST));
    if (text === undefined) return;
    setTold(undo);
    const ms = stays ? undefined : undo ? DUREE_ANNULER : DUREE_SUCCES;
    say(text === null ? null : { kind: 'success', text, ms });
  };
  const last = undos.at(-1);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!last || !isShortcut(event, 'z')) return;
    event.preventDefault();
    if (event.repeat) return;
    if (run.current) run.current();
    else pressed.current = true;
  });
  // Before the planning is painted: a press may follow at once.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return {
    tell,
    message,
    action: last && last === told && last.inverse.call !== 'none' && (
      <Suspense>
        <UndoButton what={last.label} busy={busy} onUndo={() => run.current?.()} />
      </Suspense>
    ),
    undoer: last && (
      <Suspense>
        <UndoLast
          undos={undos}
          onUndos={setUndos}
          isTold={message !== null && last === told}
          onTell={(next, about) => {
            setTold(about);
            say(next);
          }}
          busy={busy}
          onBusy={setBusy}
          onReady={(next) => {
            run.current = next;
            if (next && pressed.current) {
              pressed.current = false;
              next();
            }
          }}
        />
      </Suspense>
    ),
  };
}
