import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatJour, type Moment } from '#domain/core/calendrier.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import { setNom, setNombre, toDemande } from '#domain/lessons/brouillon.ts';
import { findSameTime, type ReservationConnue } from '#domain/lessons/brouillon_form.ts';
import { type LeconOuverte, openPlaces, placesObstacle } from '#domain/lessons/brouillon_places.ts';
import { type DemandeReservation, REMARQUES_MAX } from '#domain/lessons/reservations.ts';
import { lateAfter, lateBefore } from '#domain/lessons/trop_tard.ts';
import type { Regles } from '#domain/settings/parametres.ts';
import { montantInWords, prixOf, tarifLe } from '#domain/prices.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { heuresOf, placesLeft } from '#domain/slots/creneaux.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import * as TEXTS from '#web/ui/basics/texts.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { Warning } from '#web/ui/messages/Warning.tsx';
import { CavalierNames } from '../riders/CavalierNames.tsx';
import { NombrePersonnes } from '../lessons/NombrePersonnes.tsx';
import { ParticipantList } from '../lessons/ParticipantList.tsx';
import { useNomPiste } from '../slots/pistes.ts';
import { RemarquesField } from '../lessons/RemarquesField.tsx';
import { TypeLeconIcon } from '../types/TypeLeconCards.tsx';

const TEXTES = {
  titre: 'Rejoindre cette leçon',
  avecDAutres: "Une leçon avec d'autres personnes, dont les noms ne sont pas montrés.",
  disparue: "Cette leçon n'a plus de place, ou elle a été changée. Choisissez-en une autre.",
  rejoindre: 'Rejoindre la leçon',
  enCours: 'Réservation en cours…',
  perdu: 'Ce que vous avez saisi sera perdu.',
  confirmee: 'Votre réservation a été confirmée avec succès !',
  horsConnexion: 'Hors connexion\u202f: rejoindre une leçon attend le retour du réseau.',
  deja: (heures: string, piste: string) =>
    `Vous avez déjà une leçon à ce moment\u202f: ${heures}, ${piste}. Vous pouvez continuer.`,
} as const;

export type JoinLeconProps = {
  lecon: LeconOuverte;
  /** It cannot be joined any more: it is full, or was changed. */
  gone: boolean;
  open: boolean;
  /** The types whose lessons can be joined. */
  types: readonly TypeLecon[];
  /** The person's coming lessons. */
  own: readonly ReservationConnue[];
  regles: Pick<Regles, 'annulationHeures' | 'graceMinutes'> | undefined;
  maintenant: Moment;
  /** Null without a usable name (BOOK-12). */
  moi: string | null;
  /** The names with which the form opens. */
  namesFor: (places: number) => string[];
  cavaliers: readonly { id: string; nom: string }[];
  /** Without a network nothing is sent (UI-56). */
  offline: boolean;
  places: {
    /** When the seats were taken, or why they were not. */
    send: (demande: DemandeReservation) => Promise<{ created_at: string } | { refused: string }>;
    sending: boolean;
    unsure: string | null;
    refused: string | null;
    reset: () => void;
  };
  fallback?: RefObject<HTMLElement | null>;
  /** Called with the sentences below the success. */
  onDone: (sentences: string[]) => void;
  onClose?: () => void;
};

type Progress = 'untouched' | 'touched' | 'sending';

/** The dialog that takes seats in an open lesson (RIDE-77). */
export default function JoinLecon({ open, fallback, onClose, ...form }: JoinLeconProps) {
  const [progress, setProgress] = useState<Progress>('untouched');
  const close = () => {
    if (!form.places.sending) form.places.reset();
    onClose?.();
  };
  return (
    <FormDialog
      title={TEXTES.titre}
      open={open}
      busy={progress === 'sending'}
      unsaved={progress === 'touched'}
      lost={TEXTES.perdu}
      tells
      fallback={fallback}
      onClose={close}
    >
      <JoinForm {...form} onProgress={setProgress} onClose={close} />
    </FormDialog>
  );
}

type JoinFormProps = Omit<JoinLeconProps, 'open' | 'fallback' | 'onClose'> & {
  onProgress: (progress: Progress) => void;
  onClose: () => void;
};

function JoinForm({
  lecon,
  gone,
  types,
  own,
  regles,
  maintenant,
  moi,
  namesFor,
  cavaliers,
  offline,
  places: { send, sending, unsure, refused, reset },
  onDone,
  onProgress,
  onClose,
}: JoinFormProps) {
  const nomPiste = useNomPiste();
  const left = placesLeft(lecon);
  const [opened] = useState(() => openPlaces(lecon, namesFor(left)));
  const [brouillon, setBrouillon] = useState(opened);
  const shown = useShown();
  const close = useRef<HTMLButtonElement>(null);
  const { date_reservation: jour, heure_debut, heure_fin, ouverte, type_piste } = lecon;
  const type = types.find(({ value }) => value === ouverte) ?? null;
  const { noms_participants: noms, nombre_personnes, remarques } = brouillon;
  const isGone = gone && !sending;
  const changed = brouillon !== opened;
  // A layout effect, because the next key may be Escape.
  useLayoutEffect(() => {
    onProgress(sending ? 'sending' : changed && !isGone ? 'touched' : 'untouched');
    return () => onProgress('untouched');
  }, [sending, changed, isGone, onProgress]);
  // The pressed button is removed with its lesson.
  useEffect(() => {
    if (isGone && document.activeElement === document.body) close.current?.focus();
  }, [isGone]);

  const obstacle = placesObstacle(brouillon, lecon, type);
  const centimes = prixOf((type && tarifLe(type, jour)) ?? Number.NaN);
  const montant =
    centimes !== null && nombre_personnes ? montantInWords(centimes, nombre_personnes) : null;
  const late = regles ? lateBefore(lecon, { regles, maintenant }) : null;
  const same = sending ? null : findSameTime({ jour, heure_debut, heure_fin }, null, own);
  const when = `${formatJour(jour, 'long')}, ${heuresOf(lecon)}, ${nomPiste(type_piste)}`;

  const edit = (next: (draft: typeof brouillon) => typeof brouillon) => {
    reset();
    setBrouillon(next);
  };
  const onNom = (index: number, nom: string) => edit((draft) => setNom(draft, index, nom));
  const submit = async () => {
    const demande = toDemande(brouillon);
    if (!demande || obstacle || isGone || sending) return;
    const answer = await send(demande);
    if ('refused' in answer) {
      // Otherwise shown beside the button.
      if (!shown.current) {
        toast('error', answer.refused);
        reset();
      }
      return;
    }
    const sentences = [
      `${type?.label ?? ouverte}, ${when}.`,
      montant && `Prix\u202f: ${montant}`,
      regles && lateAfter({ ...lecon, ...answer }, { regles, maintenant }),
    ].filter((sentence) => typeof sentence === 'string');
    if (shown.current) onDone(sentences);
    else toast('success', `${TEXTES.confirmee} ${sentences[0]}`);
  };
  const problem = refused ?? (isGone ? TEXTES.disparue : null);
  return (
    <form
      noValidate
      aria-label={TEXTES.titre}
      className="@container mt-3 flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div>
        <p className="flex items-center gap-2">
          {type && <TypeLeconIcon type={type} className="size-6 rounded-md text-sm" />}
          <bdi className="min-w-0 font-medium wrap-break-word">{type?.label ?? ouverte}</bdi>
        </p>
        <p className="mt-1 font-semibold first-letter:uppercase">
          {formatJour(jour, 'long')}, <span className="inline-block">{heuresOf(lecon)}</span>,{' '}
          <span className="inline-block">{nomPiste(type_piste)}</span>
        </p>
        <p className="mt-1 text-sm text-muted">{TEXTES.avecDAutres}</p>
      </div>
      <NombrePersonnes
        max={Math.max(1, left)}
        limited={left > 0}
        chosen={nombre_personnes}
        onChoose={(nombre) => edit((draft) => setNombre(draft, nombre))}
      />
      <ParticipantList
        noms={noms}
        onNom={onNom}
        onSelf={moi === null ? undefined : () => onNom(0, moi)}
      >
        <CavalierNames cavaliers={cavaliers} noms={noms} onNom={onNom} moi={moi} />
      </ParticipantList>
      <RemarquesField
        remarques={remarques}
        error={remarques.length > REMARQUES_MAX && RESERVATION_REFUS.remarques_trop_longues.message}
        onChange={(written) => edit((draft) => ({ ...draft, remarques: written }))}
      />
      <DialogFoot>
        {problem !== null && (
          <Banner key={problem} kind="error">
            {problem}
          </Banner>
        )}
        <div role="status" className="flex flex-col gap-2 empty:absolute">
          {unsure !== null && (
            <Banner kind="info" spoken={false}>
              {unsure}
            </Banner>
          )}
          {late && (
            <p className="text-sm">
              <NoBreakText>{late}</NoBreakText>
            </p>
          )}
          {same && <Warning>{TEXTES.deja(heuresOf(same), nomPiste(same.type_piste))}</Warning>}
        </div>
        <p id="manque-places" aria-live="polite" className="text-sm text-muted empty:absolute">
          {offline && !sending
            ? TEXTES.horsConnexion
            : obstacle && !sending && !isGone && RESERVATION_REFUS[obstacle].message}
        </p>
        {montant && (
          <p className="text-sm">
            Prix&#x202f;: <span className="font-semibold">{montant}</span>
          </p>
        )}
        <DialogButtons beside>
          <Button
            ref={close}
            variant="secondary"
            disabled={sending && unsure === null}
            onClick={onClose}
          >
            {isGone || unsure !== null ? TEXTS.close : TEXTS.cancel}
          </Button>
          {!isGone && (
            <Button
              type="submit"
              className="min-w-[min(11.75rem,100%)]"
              disabled={(obstacle !== null || offline) && !sending}
              busy={sending}
              busyLabel={TEXTES.enCours}
              aria-describedby="manque-places"
            >
              {TEXTES.rejoindre}
            </Button>
          )}
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** The dialog may be left before the answer arrives (UI-75). A toast then shows the outcome. */
function useShown(): RefObject<boolean> {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
