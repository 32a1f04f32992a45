import { CHAMPS } from '#domain/brouillon_modification.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/DialogButtons.tsx';
import { TEXTES } from './ModifierReservationTextes.ts';
import type { ModificationOuverte } from './useModification.ts';

type PiedProps = { modification: ModificationOuverte; onClose: () => void };

/** The two buttons, always in view, and above them what concerns the whole. */
export function ModifierReservationPied({ modification: { envoi, obstacle, recharge, rechargees, reload }, onClose }: PiedProps) {
  const disparue = obstacle?.kind === 'disparue';
  return (
    <DialogFoot>
      {/* An obstacle is an alert of its own; a quiet word needs a region that is there before it. */}
      <div aria-live={obstacle ? 'off' : 'polite'} className="empty:hidden">
        {obstacle && (
          <Banner key={obstacle.message} kind="error">
            <span className="flex flex-wrap items-center justify-between gap-3">
              {obstacle.message}
              {obstacle.kind === 'changee' && (
                <Button variant="secondary" busy={recharge} onClick={() => void reload()}>{TEXTES.recharger}</Button>
              )}
            </span>
          </Banner>
        )}
        {!obstacle && rechargees && (
          <Banner kind="info">
            {TEXTES.rechargee}
            {rechargees.length > 0 && ` Changé entre-temps : ${rechargees.map((champ) => CHAMPS[champ]).join(', ')}.`}
          </Banner>
        )}
      </div>
      <DialogButtons beside>
        <Button variant="secondary" disabled={envoi} onClick={onClose}>{disparue ? 'Fermer' : 'Annuler'}</Button>
        {!disparue && <Button type="submit" busy={envoi} busyLabel={TEXTES.enCours}>{TEXTES.enregistrer}</Button>}
      </DialogButtons>
    </DialogFoot>
  );
}
