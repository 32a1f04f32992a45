import { type ReactNode, useEffect, useRef } from 'react';
import { FIELDS } from '#domain/lessons/brouillon_modification.ts';
import { UNSURE } from '#web/data/surely.ts';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import { saveInWords } from '../shared/textes.series.ts';
import type { OpenModification } from './useModification.ts';

type EditReservationFootProps = {
  modification: OpenModification;
  /** Asks before changes are discarded. */
  askReload: (content: ReactNode, go: () => void) => void;
  onClose: () => void;
};

/** The two buttons, always in view, and above them the messages about the whole reservation. */
export function EditReservationFoot({
  modification: {
    draft: { changed },
    status,
    stored,
    scope,
  },
  askReload,
  onClose,
}: EditReservationFootProps) {
  const { sending, unsure, obstacle, gone } = status;
  const close = useRef<HTMLButtonElement>(null);
  // The field that had the focus may be disabled by then.
  useEffect(() => {
    const { activeElement: active } = document;
    if (gone && (active === document.body || active?.matches(':disabled'))) close.current?.focus();
  }, [gone]);
  const takeStored = () => {
    if (changed.length === 0) return void stored.reload();
    askReload(
      <>
        <p>
          {TEXTES.saisiPerdu}
          {changed.map((field) => FIELDS[field]).join(', ')}.
        </p>
        <Changes sentences={stored.changes} />
      </>,
      () => void stored.reload(),
    );
  };
  return (
    <DialogFoot>
      <Announced urgent={obstacle !== null}>
        {obstacle && (
          <Banner key={obstacle.message} kind="error">
            {obstacle.message}
            {obstacle.kind === 'changed' && (
              <>
                <Changes sentences={stored.changes} />
                <Button
                  variant="secondary"
                  busy={stored.reloading}
                  onClick={takeStored}
                  className="mt-2"
                >
                  {TEXTES.recharger}
                </Button>
              </>
            )}
          </Banner>
        )}
        {unsure && (
          <Banner kind="info" spoken={false}>
            {UNSURE}
          </Banner>
        )}
        {!obstacle && stored.reloaded && (
          <Banner kind="info" spoken={false}>
            {TEXTES.rechargee}
            <Changes sentences={stored.reloaded} />
          </Banner>
        )}
      </Announced>
      <DialogButtons beside>
        <Button ref={close} variant="secondary" disabled={sending && !unsure} onClick={onClose}>
          {gone || unsure ? 'Fermer' : 'Annuler'}
        </Button>
        {!gone && (
          <Button type="submit" busy={sending} busyLabel={TEXTES.enCours}>
            {saveInWords(scope.count)}
          </Button>
        )}
      </DialogButtons>
    </DialogFoot>
  );
}

/** What someone else has changed, one line per field. */
function Changes({ sentences }: { sentences: readonly string[] }) {
  return (
    sentences.length > 0 && (
      <div className="mt-1 text-sm font-normal text-ink">
        <p>{TEXTES.changeEntreTemps}</p>
        <ul className="list-disc ps-5">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      </div>
    )
  );
}
