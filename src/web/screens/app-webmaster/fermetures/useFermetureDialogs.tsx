import { type ReactNode, type RefObject, Suspense, useState } from 'react';
import type { Fermeture } from '#domain/slots/fermetures.ts';
import { later } from '#web/ui/later.tsx';
import { EditFermeture } from './EditFermeture.tsx';
import { Rouvrir } from './Rouvrir.tsx';

const { Part: Fermer } = later('part', () => import('./Fermer.tsx'));

/** The dialogs that close arenas, change a closure and reopen it. `jour`: the shown day. */
export function useFermetureDialogs(
  onDone: (sentence: string) => void,
  heading: RefObject<HTMLElement | null>,
  jour: string,
): {
  close: () => void;
  editClosed: (fermeture: Fermeture) => void;
  reopen: (fermeture: Fermeture) => void;
  closing: ReactNode;
} {
  /** Null: never opened, so its code is not loaded. */
  const [shown, setShown] = useState<boolean | null>(null);
  const [edited, editClosed] = useState<Fermeture | null>(null);
  const [ended, reopen] = useState<Fermeture | null>(null);
  return {
    close: () => setShown(true),
    editClosed,
    reopen,
    closing: (
      <>
        {shown !== null && (
          <Suspense>
            <Fermer
              open={shown}
              jour={jour}
              onDone={(sentence) => {
                setShown(false);
                onDone(sentence);
              }}
              onClose={() => setShown(false)}
            />
          </Suspense>
        )}
        <EditFermeture
          fermeture={edited}
          onDone={(sentence) => {
            editClosed(null);
            onDone(sentence);
          }}
          onClose={() => editClosed(null)}
          fallback={heading}
        />
        <Rouvrir
          fermeture={ended}
          onDone={onDone}
          onClose={() => reopen(null)}
          fallback={heading}
        />
      </>
    ),
  };
}
