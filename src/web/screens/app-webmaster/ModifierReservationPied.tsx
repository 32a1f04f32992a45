import { type ReactNode, useEffect, useRef } from 'react';
import { CHAMPS } from '#domain/brouillon_modification.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/DialogButtons.tsx';
import { TEXTES } from './ModifierReservationTextes.ts';
import type { ModificationOuverte } from './useModification.ts';

type PiedProps = {
  modification: ModificationOuverte;
  /** Asks before changes are discarded. */
  askReload: (content: ReactNode, go: () => void) => void;
  onClose: () => void;
};

/** The two buttons, always in view, and above them the messages about the whole reservation. */
export function ModifierReservationPied({ modification, askReload, onClose }: PiedProps) {
  const { envoi, obstacle, disparue, recharge, rechargees, reload, ailleurs, saisis } = modification;
  const fermer = useRef<HTMLButtonElement>(null);
  // The field that had the focus may be disabled by now.
  useEffect(() => {
    const { activeElement: active } = document;
    if (disparue && (active === document.body || active?.matches(':disabled'))) fermer.current?.focus();
  }, [disparue]);
  const takeStored = () => {
    if (saisis.length === 0) return void reload();
    askReload(
      <>
        <p>{TEXTES.saisiPerdu}{saisis.map((champ) => CHAMPS[champ]).join(', ')}.</p>
        <Ailleurs phrases={ailleurs} />
      </>,
      () => void reload(),
    );
  };
  return (
    <DialogFoot>
      {/* An obstacle is an alert of its own; a polite message needs a live region that exists before it. */}
      <div aria-live={obstacle ? 'off' : 'polite'} className="empty:hidden">
        {obstacle && (
          <Banner key={obstacle.message} kind="error">
            {obstacle.message}
            {obstacle.kind === 'changee' && (
              <>
                <Ailleurs phrases={ailleurs} />
                <Button variant="secondary" busy={recharge} onClick={takeStored} className="mt-2">{TEXTES.recharger}</Button>
              </>
            )}
          </Banner>
        )}
        {!obstacle && rechargees && (
          <Banner kind="info">
            {TEXTES.rechargee}
            <Ailleurs phrases={rechargees} />
          </Banner>
        )}
      </div>
      <DialogButtons beside>
        <Button ref={fermer} variant="secondary" disabled={envoi} onClick={onClose}>{disparue ? 'Fermer' : 'Annuler'}</Button>
        {!disparue && <Button type="submit" busy={envoi} busyLabel={TEXTES.enCours}>{TEXTES.enregistrer}</Button>}
      </DialogButtons>
    </DialogFoot>
  );
}

/** What someone else changed, a line for each field. */
function Ailleurs({ phrases }: { phrases: readonly string[] }) {
  return phrases.length > 0 && (
    <div className="mt-1 text-sm font-normal text-ink">
      <p>{TEXTES.changeEntreTemps}</p>
      <ul className="list-disc ps-5">
        {phrases.map((phrase) => <li key={phrase} className="wrap-anywhere">{phrase}</li>)}
      </ul>
    </div>
  );
}
