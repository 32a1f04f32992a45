import { useEffect, useReducer, useRef, useState } from 'react';
import { useSearchParams } from '#web/ui/navigation.tsx';
import { comptesOf, firstObstacle, toDemande } from '#domain/reservations/brouillon.ts';
import {
  checkHeure,
  findSameTime,
  type FormEdit,
  formReducer,
  isTaken,
  jourOf,
  NO_CLIENT,
  openForm,
  walkInOf,
} from '#domain/reservations/brouillon_form.ts';
import { type ClientChoisi, clientsOfNames } from '#domain/reservations/clients_des_places.ts';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import {
  type Creneau,
  DEJA_COMMENCEE,
  heureFin,
  DEFAULT_HORAIRE,
  placesLeft,
} from '#domain/slots/creneaux.ts';
import { plageOf } from '#domain/slots/horaires.ts';
import { pistesActives, type TypePiste } from '#domain/slots/pistes.ts';
import { hasBegun, premierJour } from '#domain/reservations/apres_coup.ts';
import { alsoIn, standingOf } from '#domain/reservations/doublons.ts';
import type { Found, Start, Wish } from '#domain/slots/creneaux_libres.ts';
import type { CodeReservation } from '#domain/errors/reservation.ts';
import { ridesAt } from '#domain/reservations/ouvertes.ts';
import { horaireOf } from '#domain/settings/parametres.ts';
import { lastJour } from '#domain/reservations/reservations.ts';
import { lateBefore } from '#domain/reservations/trop_tard.ts';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import { displayName, isAdmin, isEmail, nomOf } from '#domain/people/users.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { KEPT, readReservationDraft } from '#web/data/reservationDraft.ts';
import { useKeepEcrit } from '#web/data/useEcrit.ts';
import { useNow } from '#web/data/horloge.ts';
import {
  useCentre,
  useDisponibilites,
  useMesReservations,
  useTypesLecons,
} from '#web/data/queries.ts';
import { useCreateReservation } from '#web/data/queries/booking.ts';
import { useReservations } from '#web/data/queries/reservations.ts';
import { useAllTypes } from '#web/data/queries/typesLecons.ts';
import { useUser } from '#web/data/session.ts';
import { UNSURE } from '#web/data/surely.ts';
import { startOf } from '#web/paths/reservation.ts';
import { usePistes } from '#web/parts/pistes.ts';
import { useTimed } from '#web/ui/useTimed.ts';
import { DUREE_SUCCES, TEXTES } from './textes.ts';
import { useGrille } from './useGrille.ts';

/**
 * The booking form: its state (`domain/reservations/brouillon_form.ts`), the data that it reads,
 * and its one call.
 */
export function useReservationForm() {
  const maintenant = useNow();
  const user = useUser();
  const admin = isAdmin(user.role);
  const centre = useCentre().data;
  const horaire = centre ? horaireOf(centre.regles, !admin) : DEFAULT_HORAIRE;
  const last = lastJour(
    maintenant.jour,
    admin ? null : (centre?.regles.advanceBookingDays ?? null),
  );
  const first = admin ? premierJour(maintenant.jour) : maintenant.jour;
  const offered = useTypesLecons();

  const [params, setParams] = useSearchParams();
  const [start] = useState(() => startOf(params));
  const [state, dispatch] = useReducer(formReducer, null, () =>
    openForm(start, readReservationDraft(user.id), maintenant.jour),
  );
  const creation = useCreateReservation(() => dispatch({ kind: 'unsure', message: UNSURE }));
  useKeepEcrit(user.id, KEPT.brouillon, state.brouillon);
  useKeepEcrit(user.id, KEPT.client, state.client);
  useKeepEcrit(user.id, KEPT.jour, state.jour);

  // An address is read once and then cleared: after a reload, the stored draft applies.
  const opening = useRef(start !== null);
  const read = useRef<URLSearchParams>(null);
  useEffect(() => {
    const next = startOf(params);
    // The address is cleared in a transition: data that arrives before it must not apply it again.
    if (!next || read.current === params) return;
    read.current = params;
    if (!opening.current)
      dispatch({
        kind: 'start',
        start: next,
        type: offered.data?.find(({ value }) => value === next.type_lecon) ?? null,
      });
    opening.current = false;
    setParams({}, { replace: true });
  }, [params, setParams, offered.data]);

  const week = mondayOf(maintenant.jour);
  const pistes = pistesActives(usePistes()).map(({ id }) => id);
  const lecons = useDisponibilites(week, addDays(week, 6)).data;
  const jour = jourOf(state, {
    maintenant,
    premier: first,
    dernier: last,
    horaire,
    connues: lecons && { pistes, lecons },
  });
  const lundi = mondayOf(jour);
  // With only one arena there is no choice. If the arena can no longer be booked, another one must
  // be chosen (SET-44).
  const { type_piste: named } = state.brouillon;
  const type_piste = pistes.find((id) => id === named || pistes.length === 1) ?? null;
  const brouillon = { ...state.brouillon, date_reservation: jour, type_piste };
  // A lesson that an administrator enters afterwards (BOOK-35).
  const begun =
    admin &&
    (jour < maintenant.jour ||
      (brouillon.heure_debut !== null &&
        hasBegun({ date_reservation: jour, heure_debut: brouillon.heure_debut }, maintenant)));
  const every = useAllTypes(begun).data;
  const types = begun && every ? { ...offered, data: every } : offered;
  const type = types.data?.find(({ value }) => value === brouillon.type_lecon) ?? null;
  const { texte: text, choisi } = admin ? state.client : NO_CLIENT;
  const comptes = admin ? comptesOf(brouillon) : [];
  const walkIn =
    begun && text.trim() === ''
      ? walkInOf(
          brouillon.noms_participants.filter((_, n) => !comptes[n]),
          { user_id: user.id, nom: displayName(user), email: user.email },
        )
      : null;
  const { clients, holder } = clientsOfNames(brouillon.noms_participants, {
    pour: choisi ?? walkIn ?? undefined,
    comptes,
  });
  const client = clients.length === 0 ? choisi : (clients[holder] ?? null);
  const own = useMesReservations(week);
  // The desk may give a customer another place (RIDE-65).
  const mine = (place: Start) => !client && ridesAt(own.data ?? [], place);
  const wish: Wish | null = type && {
    duree_minutes: type.duree_minutes,
    pistes: brouillon.type_piste ? [brouillon.type_piste] : pistes,
    maintenant,
    horaire,
    rejoindre: type.ouverte
      ? { types: [type], nombre_personnes: brouillon.nombre_personnes, mine }
      : null,
  };
  const openTypes = types.data?.filter(({ ouverte }) => ouverte) ?? [];
  const grille = useGrille(
    jour,
    brouillon.type_piste,
    type,
    maintenant,
    horaire,
    openTypes.length > 0
      ? {
          type_lecon: type?.value ?? null,
          types: openTypes,
          nombre_personnes: brouillon.nombre_personnes,
          mine: (heure) => type_piste !== null && mine({ jour, heure, type_piste }),
        }
      : null,
    admin,
  );
  const duJour = useReservations(client || (admin && brouillon.heure_debut) ? jour : null);
  const known = client ? duJour : own;

  // State changes while rendering: in an effect, one frame would show a lost start as chosen. The
  // choices of an address wait for its type.
  const creneaux = brouillon.fromAddress && types.isPending ? null : grille.creneaux;
  const heureOutcome = checkHeure(state, {
    jour,
    client,
    creneaux,
    connues: known.data,
    reading: known.isFetching,
  });
  if (heureOutcome) dispatch(heureOutcome);
  if (type_piste && type_piste !== named)
    dispatch({ kind: 'edit', edit: { kind: 'piste', type_piste }, jour });
  // A type from an address is chosen before its maximum is known (BOOK-11). A rider without a
  // booking, or with whom a lesson is completed, counts as one person (BOOK-35, RIDE-65).
  if (
    type &&
    brouillon.nombre_personnes === null &&
    (type.max_personnes === 1 || (brouillon.fromAddress && (begun || start?.pour)))
  )
    dispatch({ kind: 'edit', edit: { kind: 'nombre', nombre: 1 }, jour });

  const { outcome, sending } = state;
  const hold = useTimed(outcome, outcome?.kind === 'booked' ? DUREE_SUCCES : undefined, () =>
    dispatch({ kind: 'hideOutcome' }),
  );

  // If a text was typed but nothing chosen, the booking is refused, so that nobody books for
  // themselves by mistake.
  const clientMissing: CodeReservation | null =
    text.trim() !== '' && choisi === null ? 'client_manquant' : null;
  const obstacle = clientMissing ?? firstObstacle(brouillon, type);
  const joined = brouillon.rejoindre
    ? grille.creneaux?.find(({ heure }) => heure === brouillon.heure_debut)
    : undefined;
  const fin =
    joined?.occupation?.heure_fin ??
    (type && brouillon.heure_debut
      ? heureFin(brouillon.heure_debut, type.duree_minutes, plageOf(horaire, jour))
      : null);
  const me = choisi ? (isEmail(choisi.nom) ? null : choisi.nom) : nomOf(user);

  const { type_piste: piste, heure_debut: debut, noms_participants } = brouillon;
  // A rider is never shown other people's lessons.
  const aussi =
    admin && fin && debut && piste && !sending
      ? alsoIn(
          {
            date_reservation: jour,
            type_piste: piste,
            heure_debut: debut,
            heure_fin: fin,
            statut: 'confirmee',
            noms_participants,
            comptes: clients.map((one) => (one ? accountOf(one) : user.id)),
          },
          duJour.data?.map(standingOf) ?? [],
        )
      : [];

  const submit = async () => {
    const demande = toDemande(brouillon);
    if (obstacle || sending || !demande) return;
    dispatch({ kind: 'send' });
    try {
      const reservation = await creation.mutateAsync({
        ...demande,
        joins: brouillon.rejoindre,
        pour: client,
        comptes: comptes.some(Boolean) ? comptes : null,
      });
      dispatch({ kind: 'booked', reservation, client });
    } catch (error) {
      // oxlint-disable-next-line no-console -- only a warning, because a refusal is no failure
      console.warn('createReservation', error);
      const code = codeOf(error);
      dispatch({
        kind: 'refused',
        heureTaken: isTaken(code) || code === 'pause_entre_lecons' || Boolean(joined && code),
        message: sentenceOf(error, TEXTES.echec),
      });
    }
  };

  const edit = (change: FormEdit) => dispatch({ kind: 'edit', edit: change, jour });
  const setJour = (chosen: string) => edit({ kind: 'jour', jour: chosen });
  const setNom = (index: number, nom: string) => edit({ kind: 'nom', index, nom });
  return {
    /** The input, with the values derived from it. */
    draft: { brouillon, jour, type, fin, client, choisi, joined },
    /** What can be chosen. */
    offer: {
      types,
      grille,
      lundi,
      premier: first,
      dernier: last,
      maintenant,
      contact: centre?.contact,
      wish,
      horaire,
      /** Why an orange slot cannot be chosen (BOOK-16). */
      orange: openTypes.length > 0 ? TEXTES.ouverte : TEXTES.orange,
      /** Whether the centre notifies people who request a taken slot (RIDE-30). */
      alertes: centre?.regles.slotAlerts && !choisi && !begun,
    },
    /** The state of the booking. */
    status: {
      /** Shown before a lesson is entered that has already begun (BOOK-35). */
      begun: begun && brouillon.heure_debut !== null ? DEJA_COMMENCEE : null,
      /**
       * Shown before a booking that its rider cannot cancel afterwards, or only for some minutes
       * (RIDE-46).
       */
      late:
        !admin && brouillon.heure_debut && centre
          ? lateBefore(
              { date_reservation: jour, heure_debut: brouillon.heure_debut },
              { regles: centre.regles, maintenant },
            )
          : null,
      sending,
      outcome,
      hold,
      obstacle,
      aussi,
      nouvelle: state.nouvelle,
      /** How many times an address has named a start since the form was opened. */
      arrivals: state.arrivals,
      // Not while sending, because the reservation itself may then already be among the known ones.
      sameTime:
        fin && brouillon.heure_debut && !sending
          ? findSameTime(
              { jour, heure_debut: brouillon.heure_debut, heure_fin: fin },
              client,
              known.data,
            )
          : null,
    },
    /** The field "Réserver pour". Null for riders. */
    pour: admin
      ? {
          texte: text,
          client: choisi,
          begun,
          focused: start?.pour ?? false,
          obstacle: clientMissing,
          comptes,
          chooseCompte: (index: number, chosen: ClientChoisi | null) =>
            edit({ kind: 'compte', index, client: chosen }),
          write: (typed: string) =>
            dispatch({ kind: 'client', client: { texte: typed, choisi: null } }),
          choose: (chosen: ClientChoisi) =>
            dispatch({ kind: 'client', client: { texte: chosen.nom, choisi: chosen } }),
        }
      : null,
    edit: {
      setJour,
      setNom,
      setType: (chosen: TypeLecon) =>
        edit({
          kind: 'type',
          type: chosen,
          keepHeure:
            brouillon.heure_debut !== null &&
            // Until the grid is read, the start stays; `checkHeure` then decides.
            (grille.creneaux === null ||
              grille.isLibre(brouillon.heure_debut, chosen.duree_minutes)),
        }),
      setNombre: (nombre: number) => edit({ kind: 'nombre', nombre }),
      /** Absent if there is no name to write. An email address is not a name (BOOK-12). */
      setMoi: me === null ? undefined : () => setNom(0, me),
      setPiste: (chosen: TypePiste) => edit({ kind: 'piste', type_piste: chosen }),
      setHeure: (heure_debut: string, rejoindre: boolean) =>
        edit({ kind: 'heure', heure_debut, rejoindre }),
      /** Chooses the type of a lesson that could be joined there (RIDE-63). */
      setOther: ({ heure: heure_debut, autre, occupation }: Creneau) => {
        const other = openTypes.find(({ value }) => value === autre?.value);
        if (other && occupation)
          edit({ kind: 'joinOther', type: other, heure_debut, places: placesLeft(occupation) });
      },
      setStart: ({ jour: chosen, type_piste: arena, heure: heure_debut, rejoindre }: Found) => {
        for (const change of [
          { kind: 'jour', jour: chosen },
          { kind: 'piste', type_piste: arena },
          { kind: 'heure', heure_debut, rejoindre },
        ] as const)
          dispatch({ kind: 'edit', edit: change, jour: chosen });
      },
      setRemarques: (remarques: string) => edit({ kind: 'remarques', remarques }),
    },
    submit,
  };
}

export type ReservationForm = ReturnType<typeof useReservationForm>;

/**
 * The common part of the forms in which a day and a start are chosen: the booking form, and
 * 'Changer ma leçon' (RIDE-16).
 */
export type PlaceForm = {
  draft: Pick<ReservationForm['draft'], 'brouillon' | 'jour' | 'type' | 'fin'>;
  offer: Pick<
    ReservationForm['offer'],
    'grille' | 'premier' | 'dernier' | 'maintenant' | 'contact' | 'wish' | 'horaire' | 'alertes'
  > & {
    orange: string;
  };
  /** `setOther` is absent if no lesson can be joined. */
  edit: Pick<ReservationForm['edit'], 'setJour' | 'setHeure' | 'setStart'> &
    Partial<Pick<ReservationForm['edit'], 'setOther'>>;
};

const accountOf = (client: ClientChoisi): string | null =>
  'user_id' in client ? client.user_id : null;
