import { type RefObject, useEffect, useRef, useState } from 'react';
import { setNom, setNombre, setPiste } from '#domain/lessons/brouillon.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { isAdmin, nomOf } from '#domain/people/users.ts';
import { formatEuros, tarifLe } from '#domain/prices.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import type { MaReservation } from '#web/nouns/lessons/mesReservations.ts';
import { useTypesLecons } from '#web/data/queries.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import { NombrePersonnes } from '#web/nouns/lessons/NombrePersonnes.tsx';
import { ParticipantList } from '#web/nouns/lessons/ParticipantList.tsx';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { PisteCards } from '#web/nouns/slots/PisteCards.tsx';
import { RemarquesField } from '#web/nouns/lessons/RemarquesField.tsx';
import { TypeLeconIcon } from '#web/nouns/types/TypeLeconCards.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { holdFocus } from '#web/ui/overlays/holdFocus.ts';
import * as TEXTS from '#web/ui/basics/texts.ts';
import CavalierButtons from './CavalierButtons.tsx';
import { Noms } from './noms.ts';
import { Heures, Jour } from './Place.tsx';
import { TEXTES } from './textes.lecon.ts';
import { type Progress, useChangement } from './useChangement.ts';

type ChangeLeconProps = {
  lecon: MaReservation;
  type: TypeLecon | null;
  /** The lesson was cancelled or deleted meanwhile. */
  gone: boolean;
  open: boolean;
  fallback: RefObject<HTMLElement | null>;
  /** Called with the success message. */
  onDone: (sentence: string) => void;
  onClose: () => void;
};

/** The dialog 'Changer ma leçon' (RIDE-16). */
export default function ChangeLecon({ open, fallback, onClose, ...form }: ChangeLeconProps) {
  const [progress, setProgress] = useState<Progress>('untouched');
  return (
    <FormDialog
      title={TEXTES.titreChanger}
      wide
      open={open}
      busy={progress === 'sending'}
      unsaved={progress === 'touched'}
      lost={TEXTES.perdu}
      tells
      fallback={fallback}
      onClose={onClose}
    >
      <ChangeForm {...form} onProgress={setProgress} onClose={onClose} />
    </FormDialog>
  );
}

type ChangeFormProps = Pick<ChangeLeconProps, 'lecon' | 'type' | 'gone' | 'onDone' | 'onClose'> & {
  onProgress: (progress: Progress) => void;
};

function ChangeForm({ lecon, type, gone, onDone, onProgress, onClose }: ChangeFormProps) {
  const user = useUser();
  const changement = useChangement({
    lecon,
    type,
    gone,
    onProgress,
    onStored: (sentence) => {
      onClose();
      if (sentence !== null) onDone(sentence);
    },
  });
  const { brouillon, opened, place, max, shared, obstacle, refused, newer, sending, unsure, edit } =
    changement;
  const me = nomOf(user);
  // A rider takes the price of the new day (PRICE-03). The own types have no prices.
  const offered = useTypesLecons().data?.find(({ value }) => value === type?.value);
  const [avant, apres] = [opened, brouillon].map(({ date_reservation: jour }) =>
    jour && offered && !isAdmin(user.role) ? tarifLe(offered, jour) : undefined,
  );
  const nomPiste = useNomPiste();
  const onNom = (index: number, nom: string) => edit((draft) => setNom(draft, index, nom));
  const form = useRef<HTMLFormElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const recharger = useRef<HTMLButtonElement>(null);
  // The pressed button is removed with the content.
  useEffect(() => {
    if (gone && document.activeElement === document.body) close.current?.focus();
  }, [gone]);
  const reload = () => {
    holdFocus(() => form.current?.querySelector<HTMLElement>('input:checked') ?? null);
    changement.reload();
  };
  const problem = gone
    ? TEXTES.disparue
    : newer
      ? RESERVATION_REFUS.reservation_changee.message
      : refused;
  return (
    <form
      ref={form}
      noValidate
      aria-label={TEXTES.titreChanger}
      className="@container mt-3 flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // Not disabled in that case: a change by someone else may arrive at any time, and would
        // take the focus away.
        if (newer) recharger.current?.focus();
        else void changement.submit();
      }}
    >
      <div>
        <p className="flex items-center gap-2">
          {type && <TypeLeconIcon type={type} className="size-6 rounded-md text-sm" />}
          <bdi className="min-w-0 font-medium wrap-break-word">
            {type?.label ?? lecon.type_lecon}
          </bdi>
        </p>
        <p className="mt-1 text-muted">
          {TEXTES.actuellement} {formatJour(opened.date_reservation, 'long')}, {heuresOf(opened)},{' '}
          {nomPiste(opened.type_piste)}
        </p>
      </div>
      {shared ? (
        <p className="text-muted">{TEXTES.partagee}</p>
      ) : (
        <>
          <div>
            <Jour form={place} title={<h3 className="text-lg">Le jour</h3>} />
          </div>
          <PisteCards
            chosen={brouillon.type_piste}
            own={opened.type_piste}
            onChoose={(piste) => edit((draft) => setPiste(draft, piste))}
          />
          <Heures form={place} />
          <p role="status" className="font-medium empty:absolute">
            {avant !== undefined &&
              apres !== undefined &&
              avant !== apres &&
              `Le prix de ce jour est de ${formatEuros(apres)} par personne, au lieu de ${formatEuros(avant)}.`}
          </p>
        </>
      )}
      <NombrePersonnes
        max={max}
        chosen={brouillon.nombre_personnes}
        onChoose={(nombre) => edit((draft) => setNombre(draft, nombre))}
      />
      <ParticipantList
        noms={brouillon.noms_participants}
        onNom={onNom}
        onSelf={me === null ? undefined : () => onNom(0, me)}
      >
        <Noms value={brouillon.noms_participants}>
          <CavalierButtons onNom={onNom} moi={me} />
        </Noms>
      </ParticipantList>
      <RemarquesField
        remarques={brouillon.remarques}
        onChange={(remarques) => edit((draft) => ({ ...draft, remarques }))}
      />
      <DialogFoot>
        {problem !== null && (
          <Banner key={problem} kind="error">
            {problem}
            {newer && !gone && (
              <Button
                ref={recharger}
                variant="secondary"
                size="small"
                className="mt-2"
                onClick={reload}
              >
                {TEXTES.recharger}
              </Button>
            )}
          </Banner>
        )}
        <div role="status" className="empty:absolute">
          {unsure && (
            <Banner kind="info" spoken={false}>
              {UNSURE}
            </Banner>
          )}
        </div>
        <p id="manque-changement" aria-live="polite" className="text-sm text-muted empty:absolute">
          {obstacle && !sending && !gone && RESERVATION_REFUS[obstacle].message}
        </p>
        <DialogButtons beside>
          <Button ref={close} variant="secondary" disabled={sending && !unsure} onClick={onClose}>
            {gone || unsure ? TEXTS.close : TEXTS.cancel}
          </Button>
          {!gone && (
            <Button
              type="submit"
              disabled={obstacle !== null && !sending}
              busy={sending}
              busyLabel={TEXTES.enCours}
              aria-describedby="manque-changement"
            >
              {TEXTES.enregistrer}
            </Button>
          )}
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}
