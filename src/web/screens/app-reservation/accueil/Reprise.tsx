import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { RepriseLue } from '#contract/reprises.ts';
import { formatJour, mondayOf } from '#domain/core/calendrier.ts';
import { findSameTime } from '#domain/lessons/brouillon_form.ts';
import { lateAfter, lateBefore } from '#domain/lessons/trop_tard.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { isAdmin } from '#domain/people/users.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { Offline } from '#web/data/live.ts';
import { newId } from '#web/data/newId.ts';
import { useCentre, useMesReservations, useMesTypes, useTypesLecons } from '#web/data/queries.ts';
import { useCreateReservation } from '#web/nouns/lessons/booking.ts';
import { useEncore } from '#web/nouns/lessons/reprises.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { Participants } from '#web/nouns/lessons/Participants.tsx';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import type { ModalProps } from '#web/ui/overlays/Modal.tsx';
import { toast } from '#web/ui/hooks/toasts.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { Warning } from '#web/ui/messages/Warning.tsx';
import { amountOf, warningOf } from '../Summary.tsx';
import { TEXTES } from './textes.ts';

/** The type of such a lesson, offered or not. */
export function useTypeOf(): (value: string) => TypeLecon | null {
  const [offered, mine] = [useTypesLecons().data, useMesTypes().data];
  return (value) =>
    [...(offered ?? []), ...(mine ?? [])].find((type) => type.value === value) ?? null;
}

/** 'mardi 8 décembre 2026, 17h00 – 18h00'. */
const whenOf = (lecon: {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
}): string => `${formatJour(lecon.date_reservation, 'long')}, ${heuresOf(lecon)}`;

/** Day and hours; the hours stay together. */
export const When = ({ reprise, className }: { reprise: RepriseLue; className?: string }) => (
  <span className={cx('block font-semibold', className)}>
    <span className="inline-block first-letter:uppercase">
      {formatJour(reprise.date_reservation, 'long').replace(/ \d{4}$/, '')},
    </span>{' '}
    <span className="whitespace-nowrap">{heuresOf(reprise)}</span>
  </span>
);

type DialogProps = Pick<ModalProps, 'open' | 'fallback' | 'onClose'> & {
  /** Called with the success message once the lesson is stored. */
  onDone: (sentence: string) => void;
};

type ConfirmProps = DialogProps & {
  /** Null while it is being read, or if there is none. */
  reprise: RepriseLue | null;
  /** Shown above the lesson. */
  before?: ReactNode;
};

/** Shows a lesson that is ready to be booked; its button stores it (RIDE-73). */
export function ConfirmReprise({ reprise, before, open, fallback, onClose, onDone }: ConfirmProps) {
  const creation = useCreateReservation(() => {});
  const maintenant = useNow();
  const regles = useCentre().data?.regles;
  const bound = !isAdmin(useUser().role);
  const deadline = bound && regles ? { regles, maintenant } : null;
  const late = reprise && deadline ? lateBefore(reprise, deadline) : null;
  const own = useMesReservations(mondayOf(maintenant.jour)).data;
  // Not while sending, because the lesson itself may then already be among them.
  const same =
    reprise && !creation.isPending
      ? findSameTime({ ...reprise, jour: reprise.date_reservation }, null, own)
      : null;
  const offline = useContext(Offline);
  // The offer that the dialog shows, until it is left or opened for another one.
  const shown = useRef<RepriseLue | null>(null);
  useEffect(() => {
    shown.current = open ? reprise : null;
    // The person may leave the page before the answer.
    return () => {
      shown.current = null;
    };
  }, [open, reprise]);
  const type = useTypeOf()(reprise?.type_lecon ?? '');
  const nomPiste = useNomPiste();
  const myTypes = useMesTypes().data;
  const close = () => {
    creation.reset();
    onClose();
  };
  const store = async () => {
    if (!reprise) return;
    const { rejoindre, heure_fin: _, ...lecon } = reprise;
    try {
      const stored = await creation.mutateAsync({
        ...lecon,
        id: newId(),
        nombre_personnes: lecon.noms_participants.length,
        remarques: null,
        joins: rejoindre,
        pour: null,
        comptes: null,
      });
      const after = deadline && lateAfter({ ...reprise, ...stored }, deadline);
      const sentence = [`Leçon réservée\u202f: ${whenOf(reprise)}.`, after]
        .filter(Boolean)
        .join(' ');
      if (shown.current !== reprise) return toast('success', sentence);
      onDone(sentence);
      close();
    } catch (error) {
      // Otherwise shown below.
      if (shown.current !== reprise) toast('error', sentenceOf(error, TEXTES.echec));
    }
  };
  const price =
    reprise && amountOf(type, reprise.noms_participants.length, reprise.date_reservation);
  return (
    <AlertDialog
      open={open}
      fallback={fallback}
      title={TEXTES.question}
      confirm={reprise?.rejoindre ? TEXTES.rejoindre : TEXTES.confirmer}
      busyLabel={TEXTES.enCours}
      busy={creation.isPending}
      unsure={creation.unsure}
      ready={reprise !== null && !offline}
      onConfirm={() => void store()}
      onClose={close}
    >
      {before}
      {reprise && (
        <>
          <When reprise={reprise} className="text-lg" />
          <p>
            <bdi className="font-medium">{type?.label ?? reprise.type_lecon}</bdi>,{' '}
            {nomPiste(reprise.type_piste)}
          </p>
          <Participants noms={reprise.noms_participants} />
          {price && <p>Prix&#x202f;: {price}</p>}
          {reprise.rejoindre && <p>{TEXTES.partagee}</p>}
          {late && <p className="font-medium">{late}</p>}
          {same && <Warning>{warningOf(same, nomPiste(same.type_piste), null, myTypes)}</Warning>}
        </>
      )}
      {offline && <p>{TEXTES.horsConnexion}</p>}
      {creation.unsure && <Banner kind="info">{UNSURE}</Banner>}
      {creation.isError && <Banner kind="error">{sentenceOf(creation.error, TEXTES.echec)}</Banner>}
    </AlertDialog>
  );
}

/** The same for a lesson a week later, which is looked for first (RIDE-72). */
export function ConfirmEncore({ id, ...dialog }: DialogProps & { id: string }) {
  const encore = useEncore(dialog.open ? id : null);
  // What was offered stays while the dialog is open: once it is stored, the reading that follows
  // finds the week after. Opened again, it is read anew.
  const [shown, show] = useState<typeof encore.data>();
  if (!dialog.open && shown) show(undefined);
  if (dialog.open && !shown && encore.data && !encore.isFetching) show(encore.data);
  return (
    <ConfirmReprise
      {...dialog}
      reprise={shown?.reprise ?? null}
      before={
        shown ? (
          shown.obstacle && (
            <>
              <p>
                <span className="inline-block font-medium first-letter:uppercase">
                  {formatJour(shown.jour, 'long')}
                </span>
                &#x202f;: {shown.obstacle}
              </p>
              <p>{shown.reprise ? TEXTES.suivant : TEXTES.aucunMoment}</p>
            </>
          )
        ) : encore.isError ? (
          <Unreadable queries={[encore]}>
            {sentenceOf(encore.error, TEXTES.encoreIllisible)}
          </Unreadable>
        ) : (
          <p role="status">{TEXTES.lecture}</p>
        )
      }
    />
  );
}
