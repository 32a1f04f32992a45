import { newBrouillon } from '#domain/lessons/brouillon.ts';
import { hasBegun } from '#domain/lessons/apres_coup.ts';
import type { ClientChoisi } from '#domain/lessons/clients_des_places.ts';
import { nextFree, type Place, verdictOfNew } from '#domain/lessons/deplacement.ts';
import { alsoIn, standingOf } from '#domain/lessons/doublons.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { DEFAULT_HORAIRE, heureFin, placesLeft } from '#domain/slots/creneaux.ts';
import { openingHoursOf, plageOf } from '#domain/slots/horaires.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { isSameContent } from '#web/data/ecritures.ts';
import { useNow } from '#web/data/horloge.ts';
import { writeReservationDraft } from '#web/data/reservationDraft.ts';
import { useCentre } from '#web/data/queries.ts';
import { useLastType } from '#web/nouns/customers/clients.ts';
import { useReservation, useReservations } from '#web/nouns/lessons/reservations.ts';
import { useUser } from '#web/data/session.ts';
import { SEARCHED } from '#web/data/lookUp.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { toast } from '#web/ui/hooks/toasts.ts';
import { TEXTES } from './textes.saisie.ts';
import type { Shown } from '../move/useDeplacement.ts';
import { type Stored, useEnvois } from './useEnvois.ts';

/** Where the fast entry books; `lecon`: the lesson in which it adds a seat (DESK-76). */
export type Cible = Place & { lecon?: ReservationAsRead | undefined };

/** Who rides, for which customer, and with which usual type. */
export type Choisi = { nom: string; client: ClientChoisi; type_lecon: string | null };

/** `type_lecon`: only if the person has chosen one. */
type Draft = { texte: string; choisi: Choisi | null; type_lecon: string | null };

const EMPTY: Draft = { texte: '', choisi: null, type_lecon: null };

/** The draft of the fast entry, what the rules say of its place, and its one call (DESK-70). */
export function useSaisie(
  cible: Cible | null,
  shown: Shown | null,
  types: readonly TypeLecon[] | undefined,
  onStored: (stored: Stored) => void,
) {
  const user = useUser();
  const maintenant = useNow();
  const regles = useCentre().data?.regles;
  // Carried over to the next cell that is pressed: the first one may have been the wrong one.
  const [draft, setDraft] = useEcrit<Draft>(user.id, 'saisie.1', (kept) => kept ?? EMPTY);
  const last = useLastType();
  const envois = useEnvois((stored) => {
    const { noms_participants: noms, pour } = stored.sent;
    // The person may have gone on to another one meanwhile.
    setDraft((now) =>
      now.choisi && isSameContent([now.choisi.nom, now.choisi.client], [noms[0], pour])
        ? EMPTY
        : now,
    );
    onStored(stored);
  });
  /** The lesson as it is now; undefined if it has left its place. */
  const lecon = cible?.lecon && shown?.lecons.find(({ id }) => id === cible.lecon?.id);
  const before = useReservation(cible?.lecon?.id ?? null).data;
  const begun =
    cible !== null &&
    hasBegun({ date_reservation: cible.jour, heure_debut: cible.heure }, maintenant);
  const offered = types?.filter(({ actif }) => actif || begun) ?? [];
  const { choisi } = draft;
  const usual = choisi?.type_lecon ?? last;
  const value = cible?.lecon?.type_lecon ?? draft.type_lecon ?? usual;
  const known = cible?.lecon ? types : offered;
  const type = known?.find((one) => one.value === value) ?? null;
  const heures = regles ? openingHoursOf(regles) : DEFAULT_HORAIRE;
  const contextOn = (jour: string) => ({
    types: types ?? [],
    heures,
    lecons: shown?.lecons.filter((one) => one.date_reservation === jour) ?? [],
    fermetures: shown?.fermetures ?? [],
    maintenant,
  });
  const isShown = cible !== null && (shown?.jours.includes(cible.jour) ?? false);
  const verdict =
    isShown && !cible.lecon && type ? verdictOfNew(type.value, cible, contextOn(cible.jour)) : null;
  const places =
    lecon && type
      ? placesLeft({ personnes: lecon.nombre_personnes, max: type.max_personnes })
      : null;
  /** Why it cannot be stored now, if it cannot. */
  const obstacle = cible?.lecon
    ? isShown && !lecon
      ? TEXTES.disparue
      : places !== null && places <= 0
        ? TEXTES.complete
        : null
    : verdict?.etat === 'refuse'
      ? `${verdict.text}.`
      : null;
  const fin =
    lecon?.heure_fin ??
    (cible && type ? heureFin(cible.heure, type.duree_minutes, plageOf(heures, cible.jour)) : null);
  const day = useReservations(choisi && cible ? cible.jour : null).data;
  const aussi =
    choisi && cible && fin && !envois.isPending
      ? alsoIn(
          {
            date_reservation: cible.jour,
            type_piste: cible.type_piste,
            heure_debut: cible.heure,
            heure_fin: fin,
            statut: 'confirmee',
            noms_participants: [choisi.nom],
            comptes: ['user_id' in choisi.client ? choisi.client.user_id : null],
          },
          day?.map(standingOf) ?? [],
        )
      : [];

  /** Null if something is not chosen yet. */
  const envoi =
    cible && choisi && type
      ? {
          type_lecon: type.value,
          nombre_personnes: 1,
          noms_participants: [choisi.nom],
          type_piste: cible.type_piste,
          heure_debut: cible.heure,
          date_reservation: cible.jour,
          remarques: null,
          joins: cible.lecon !== undefined,
          pour: choisi.client,
          comptes: null,
          avant: cible.lecon ? (before ?? cible.lecon) : null,
        }
      : null;
  return {
    draft,
    type,
    offered,
    /** Whether the chosen type is the usual one of the chosen person, or the last of the desk. */
    habit:
      draft.type_lecon === null && type && value === usual
        ? choisi?.type_lecon
          ? TEXTES.habituelle
          : TEXTES.derniere
        : null,
    fin,
    begun,
    verdict,
    places,
    obstacle: envois.isPending ? null : obstacle,
    aussi,
    unsure: envois.unsure,
    /** Of the same entry, sent by an earlier page, whose result is not known yet (UI-113). */
    notice: envoi && envois.isAwaited(envoi) ? SEARCHED : null,
    setTexte: (texte: string) => setDraft({ ...draft, texte, choisi: null }),
    setType: (type_lecon: string) => setDraft({ ...draft, type_lecon }),
    choose: (one: Choisi) => setDraft({ ...draft, texte: one.nom, choisi: one }),
    /** Throws as the call. */
    store: async (): Promise<void> => {
      if (envoi) await envois.send(envoi);
    },
    /** The next start after a stored lesson at which another one of its type fits (DESK-71). */
    nextAfter: ({ date_reservation: jour, type_piste, heure_debut, type_lecon }: Stored['lecon']) =>
      nextFree(type_lecon, { jour, type_piste, heure: heure_debut }, contextOn(jour)),
    /** Gives everything to the booking form (DESK-75). */
    handOver: () => {
      if (!cible) return;
      const noms = choisi ? [choisi.nom] : [];
      // The last type of the desk is nobody's choice while nobody is chosen: in the form it would
      // clear the pressed start, if it does not fit there or when another type is chosen (DESK-07).
      const decided = cible.lecon !== undefined || draft.type_lecon !== null || choisi !== null;
      writeReservationDraft(user.id, {
        brouillon: {
          ...newBrouillon(cible.jour),
          type_lecon: decided ? (type?.value ?? null) : null,
          type_piste: cible.type_piste,
          heure_debut: cible.heure,
          nombre_personnes: 1,
          noms_participants: choisi ? noms : [''],
          noms_saisis: noms,
          fromAddress: true,
        },
        client: { texte: draft.texte, choisi: choisi?.client ?? null },
        jour: cible.jour,
      });
      setDraft(EMPTY);
    },
  };
}

export type Saisie = ReturnType<typeof useSaisie>;

/** The sentence of a refusal; one that comes after the dialog was closed is a toast. */
export const refusalOf = (error: unknown, open: boolean): string => {
  // oxlint-disable-next-line no-console -- only a warning, because a refusal is no failure
  console.warn('createReservation', codeOf(error) ?? error);
  const sentence = sentenceOf(error, TEXTES.echec);
  if (!open) toast('error', sentence);
  return sentence;
};
