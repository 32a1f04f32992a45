import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Brouillon, setJour, toDemande } from '#domain/lessons/brouillon.ts';
import { formatHeure, formatJour } from '#domain/core/calendrier.ts';
import { DEFAULT_HORAIRE, dureeOf, heureFin } from '#domain/slots/creneaux.ts';
import { plageOf } from '#domain/slots/horaires.ts';
import type { CodeReservation } from '#domain/errors/reservation.ts';
import { horaireOf } from '#domain/settings/parametres.ts';
import { firstMissing, lastJour, refuseDetails } from '#domain/lessons/reservations.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types/types_lecons.ts';
import { isAdmin } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import {
  isAsAsked,
  type MaReservation,
  useChangeReservation,
} from '#web/nouns/lessons/mesReservations.ts';
import { useUser } from '#web/data/session.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import type { PlaceForm } from './useReservationForm.ts';
import { TEXTES } from './textes.lecon.ts';
import { useGrille } from './useGrille.ts';

const draftOf = ({
  type_lecon,
  nombre_personnes,
  noms_participants,
  type_piste,
  heure_debut,
  date_reservation,
  remarques,
}: MaReservation): Brouillon => ({
  type_lecon,
  nombre_personnes,
  noms_participants,
  noms_saisis: noms_participants,
  type_piste,
  heure_debut,
  date_reservation,
  remarques: remarques ?? '',
});

/** Whether something was changed, or is being stored. */
export type Progress = 'untouched' | 'touched' | 'sending';

type Options = {
  lecon: MaReservation;
  type: TypeLecon | null;
  /** The lesson was cancelled or deleted meanwhile: the input can only be read. */
  gone: boolean;
  onProgress: (progress: Progress) => void;
  /** Called with the success message. Null if there was nothing to store. */
  onStored: (sentence: string | null) => void;
};

/**
 * The form 'Changer ma leçon' (RIDE-16): its draft, the data that it reads, and its call. `lecon`
 * is updated live. Changes by others never change the draft.
 */
export function useChangement({ lecon, type, gone, onProgress, onStored }: Options) {
  // The dialog may be left before the answer arrives (UI-75). A toast then shows the outcome.
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const maintenant = useNow();
  const admin = isAdmin(useUser().role);
  const centre = useCentre().data;
  const regles = centre?.regles;
  const horaire = useMemo(
    () => (regles ? horaireOf(regles, !admin) : DEFAULT_HORAIRE),
    [regles, admin],
  );
  const change = useChangeReservation();
  const nomPiste = useNomPiste();
  const [opened, setOpened] = useState(lecon);
  const [brouillon, setBrouillon] = useState(() => draftOf(lecon));
  const duree_minutes = dureeOf(opened);
  const pistes = useMemo(
    () => (brouillon.type_piste === null ? [] : [brouillon.type_piste]),
    [brouillon.type_piste],
  );
  const grille = useGrille({
    jour: brouillon.date_reservation,
    pistes,
    duree_minutes,
    maintenant,
    horaire,
    own: opened,
  });

  const demande = toDemande(brouillon);
  const changed = demande === null || !isAsAsked(opened, demande);
  const sending = change.isPending;
  // A layout effect, because the next key may be Escape.
  useLayoutEffect(() => {
    onProgress(sending ? 'sending' : changed && !gone ? 'touched' : 'untouched');
    return () => onProgress('untouched');
  }, [sending, changed, gone, onProgress]);

  const { heure_debut, date_reservation: jour, type_piste } = brouillon;
  const moved =
    heure_debut !== opened.heure_debut ||
    jour !== opened.date_reservation ||
    type_piste !== opened.type_piste;
  const others = (lecon.personnes ?? lecon.nombre_personnes) - lecon.nombre_personnes;
  const total = Math.max(
    type?.max_personnes ?? MAX_PERSONNES_INCONNU,
    lecon.personnes ?? lecon.nombre_personnes,
  );
  const max = Math.max(1, total - others);
  const taken = moved ? grille.creneaux?.find(({ heure }) => heure === heure_debut)?.reason : null;
  const obstacle: CodeReservation | null =
    firstMissing(brouillon) ??
    refuseDetails(
      { ...brouillon, nombre_personnes: brouillon.nombre_personnes ?? 0 },
      { max_personnes: max, duree_minutes },
    ) ??
    taken ??
    null;
  /**
   * Someone else has stored a change. The person's own change may be read before its answer
   * arrives, so it does not count. Others may join and leave without changing what this person
   * reads and writes.
   */
  const newer = !sending && lecon.version > opened.version && !isAsAsked(lecon, opened);

  const submit = async () => {
    if (!demande || obstacle || newer || gone || sending) return;
    if (!changed) return onStored(null);
    const { type_lecon: _, ...asked } = demande;
    try {
      await change.mutateAsync({ id: lecon.id, version: lecon.version, ...asked });
    } catch (error) {
      if (!shown.current) toast('error', sentenceOf(error, TEXTES.echecChangement));
      return; // shown beside the button
    }
    const sentence = moved
      ? `Votre leçon est maintenant le ${formatJour(jour, 'long')} à ${formatHeure(asked.heure_debut)}, ${nomPiste(asked.type_piste)}.`
      : TEXTES.changee;
    if (shown.current) onStored(sentence);
    else toast('success', sentence);
  };
  const edit = (next: (draft: Brouillon) => Brouillon) => {
    change.reset();
    setBrouillon(next);
  };
  const place: PlaceForm = {
    draft: {
      brouillon,
      jour,
      type,
      fin: heure_debut && heureFin(heure_debut, duree_minutes, plageOf(horaire, jour)),
    },
    offer: {
      grille,
      maintenant,
      horaire,
      contact: centre?.contact,
      alertes: regles?.slotAlerts,
      orange: TEXTES.orange,
      premier: maintenant.jour,
      dernier: lastJour(maintenant.jour, admin ? null : (regles?.advanceBookingDays ?? null)),
      wish:
        type_piste === null
          ? null
          : { duree_minutes, pistes: [type_piste], maintenant, horaire, own: opened },
    },
    edit: {
      setJour: (chosen) => edit((draft) => setJour(draft, chosen)),
      setHeure: ({ heure }) => edit((draft) => ({ ...draft, heure_debut: heure })),
      setStart: (start) =>
        edit((draft) => ({
          ...draft,
          date_reservation: start.jour,
          type_piste: start.type_piste,
          heure_debut: start.heure,
        })),
    },
  };
  return {
    brouillon,
    max,
    shared: others > 0,
    obstacle,
    newer,
    sending,
    submit,
    edit,
    place,
    /** The stored lesson, until 'Recharger' is pressed. */
    opened,
    unsure: change.unsure,
    refused: change.isError ? sentenceOf(change.error, TEXTES.echecChangement) : null,
    /** Takes the currently stored values. */
    reload: () => {
      change.reset();
      setOpened(lecon);
      setBrouillon(draftOf(lecon));
    },
  };
}
