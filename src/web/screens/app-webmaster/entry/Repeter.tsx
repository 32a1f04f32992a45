import { type RefObject, useEffect, useRef } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import { hoursInWords } from '#domain/slots/creneaux.ts';
import type { Tell } from '#web/data/outcome.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { FormMessages } from '#web/ui/messages/FormMessages.tsx';
import { Dates, DernierJour, Rythme } from './RepeterFields.tsx';
import { repeatInWords, TEXTES } from '../shared/textes.series.ts';
import { useRepetition } from './useRepetition.ts';

type RepeterProps = {
  /** Null: closed. */
  reservation: ReservationAsRead | null;
  onDone: Tell;
  onClose: () => void;
  /** Gets the focus if the card that opened the dialog is gone. */
  fallback: RefObject<HTMLElement | null>;
};

/** Repeats a lesson every week or every second week, after a check of each date (SERIE-02). */
export default function Repeter({ reservation, fallback, ...rest }: RepeterProps) {
  return (
    <FormDialog
      open={reservation !== null}
      title={TEXTES.titre}
      wide
      unsaved={false}
      onClose={rest.onClose}
      fallback={fallback}
    >
      {reservation && <Form key={reservation.id} reservation={reservation} {...rest} />}
    </FormDialog>
  );
}

type FormProps = Pick<RepeterProps, 'onDone' | 'onClose'> & { reservation: ReservationAsRead };

function Form({ reservation, onDone, onClose }: FormProps) {
  const repetition = useRepetition(reservation, onDone);
  const { lecon, gone, jusque, dates, count, form } = repetition;
  const { refusal, busy } = form;
  if (gone) return <Gone onClose={onClose} />;
  return (
    <form {...form.form} aria-label={TEXTES.titre} className="mt-4 flex flex-col gap-5">
      <p className="-mt-2 text-muted first-letter:uppercase">
        {formatJour(lecon.date_reservation, 'long')}, {hoursInWords(lecon)},{' '}
        <bdi>{lecon.nom_client}</bdi>
      </p>
      <Rythme repetition={repetition} />
      <DernierJour repetition={repetition} />
      <Dates repetition={repetition} />
      <DialogFoot>
        <FormMessages notice={repetition.notice} refusal={refusal} />
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Annuler
          </Button>
          <Button
            type="submit"
            disabled={jusque !== null && dates.isPending}
            busy={busy}
            busyLabel={TEXTES.enCours}
          >
            {repeatInWords(count)}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** The lesson was deleted meanwhile: nothing can be repeated. */
function Gone({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  // What had the focus is gone too.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="mt-4 flex flex-col gap-5">
      <Banner kind="error">{RESERVATION_REFUS.reservation_introuvable.message}</Banner>
      <DialogFoot>
        <DialogButtons>
          <Button ref={close} variant="secondary" onClick={onClose}>
            Fermer
          </Button>
        </DialogButtons>
      </DialogFoot>
    </div>
  );
}
