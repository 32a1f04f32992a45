import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { Fermeture } from '#domain/closures.ts';
import type { Tell } from '#web/data/outcome.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';

const { Part: EditFermeture } = lazyPart('part', async () => ({
  default: (await import('./dialogues.tsx')).EditFermeture,
}));
const { Part: Rouvrir } = lazyPart('part', async () => ({
  default: (await import('./dialogues.tsx')).Rouvrir,
}));
const { Part: Fermer } = lazyPart('part', () => import('./Fermer.tsx'));

/** The dialogs that close arenas, change a closure and reopen it. `jour`: the shown day. */
export function useFermetureDialogs(
  onDone: Tell,
  heading: RefObject<HTMLElement | null>,
  jour: string,
): {
  close: () => void;
  editClosed: (fermeture: Fermeture) => void;
  reopen: (fermeture: Fermeture) => void;
  closing: ReactNode;
} {
  /** Undefined: never opened, so the code of the dialog is not loaded. */
  const [shown, setShown] = useState<boolean>();
  const [edited, editClosed] = useState<Fermeture | null>();
  const [ended, reopen] = useState<Fermeture | null>();
  return {
    close: () => setShown(true),
    editClosed,
    reopen,
    closing: (
      <>
        {shown !== undefined && (
          <Suspense>
            <Fermer
              open={shown}
              jour={jour}
              onDone={(...told) => {
                setShown(false);
                onDone(...told);
              }}
              onClose={() => setShown(false)}
            />
          </Suspense>
        )}
        {edited !== undefined && (
          <Suspense>
            <EditFermeture
              fermeture={edited}
              onDone={(...told) => {
                editClosed(null);
                onDone(...told);
              }}
              onClose={() => editClosed(null)}
              fallback={heading}
            />
          </Suspense>
        )}
        {ended !== undefined && (
          <Suspense>
            <Rouvrir
              fermeture={ended}
              onDone={onDone}
              onClose={() => reopen(null)}
              fallback={heading}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
