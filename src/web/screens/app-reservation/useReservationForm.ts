import {
  type Dispatch,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useSearchParams } from '#web/ui/hooks/navigation.tsx';
import {
  type Brouillon,
  comptesOf,
  firstObstacle,
  isBlank,
  pisteOf,
  toDemande,
} from '#domain/lessons/brouillon.ts';
import {
  checkHeure,
  findSameTime,
  type FormAction,
  type FormEdit,
  formReducer,
  isTaken,
  jourOf,
  NO_CLIENT,
  openForm,
  walkInOf,
} from '#domain/lessons/brouillon_form.ts';
import { type ClientChoisi, clientsOfNames } from '#domain/lessons/clients_des_places.ts';
import { preremplissageOf } from '#domain/lessons/preremplissage.ts';
import { addDays, mondayOf, type Moment } from '#domain/core/calendrier.ts';
import {
  DEJA_COMMENCEE,
  heureFin,
  DEFAULT_HORAIRE,
  type Horaire,
  placesLeft,
} from '#domain/slots/creneaux.ts';
import { plageOf } from '#domain/slots/horaires.ts';
import { pistesActives, type TypePiste } from '#domain/slots/pistes.ts';
import type { CreneauSitue } from '#domain/slots/toutes_pistes.ts';
import { hasBegun, premierJour } from '#domain/lessons/apres_coup.ts';
import { alsoIn, standingOf } from '#domain/lessons/doublons.ts';
import type { Found, Start, Wish } from '#domain/slots/creneaux_libres.ts';
import type { CodeReservation } from '#domain/errors/reservation.ts';
import { ridesAt } from '#domain/lessons/ouvertes.ts';
import { horaireOf } from '#domain/settings/parametres.ts';
import { lastJour } from '#domain/lessons/reservations.ts';
import { lateBefore } from '#domain/lessons/trop_tard.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import type { Contact } from '#domain/people/contact.ts';
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
import { useReservations } from '#web/nouns/lessons/reservations.ts';
import { useAllTypes } from '#web/nouns/types/typesLecons.ts';
import { useUser } from '#web/data/session.ts';
import { startOf } from '#web/paths/reservation.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { useTimed } from '#web/ui/hooks/useTimed.ts';
import { DUREE_SUCCES, TEXTES } from './textes.ts';
import { useEnvois } from './useEnvois.ts';
import { type Joining, useGrille } from './useGrille.ts';

/**
 * The booking form: its state (`domain/lessons/brouillon_form.ts`), the data that it reads,
 * and its one call.
 */
export function useReservationForm() {
  const maintenant = useNow();
  const user = useUser();
  const admin = isAdmin(user.role);
  const centre = useCentre().data;
  const horaire = useMemo(
    () => (centre ? horaireOf(centre.regles, !admin) : DEFAULT_HORAIRE),
    [centre, admin],
  );
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
  const send = useEnvois({
    tell: (message) => dispatch({ kind: 'unsure', message }),
    onFound: (reservation, sent, edited) => dispatch({ kind: 'found', reservation, sent, edited }),
  });
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
  const every = usePistes();
  const pistes = useMemo(() => pistesActives(every).map(({ id }) => id), [every]);
  const lecons = useDisponibilites(week, addDays(week, 6)).data;
  const { jour: kept, jourIsNew } = state;
  const { type_lecon, heure_debut } = state.brouillon;
  const jour = useMemo(
    () =>
      jourOf(
        { jour: kept, jourIsNew, brouillon: { type_lecon, heure_debut } },
        {
          maintenant,
          premier: first,
          dernier: last,
          horaire,
          connues: lecons && { pistes, lecons },
        },
      ),
    [kept, jourIsNew, type_lecon, heure_debut, maintenant, first, last, horaire, pistes, lecons],
  );
  const lundi = mondayOf(jour);
  // With only one arena there is no choice. If the arena can no longer be booked, another one must
  // be chosen (SET-44).
  const named = pisteOf(state.brouillon);
  const type_piste = pistes.find((id) => id === named || pistes.length === 1) ?? null;
  const brouillon = useMemo(
    () => ({ ...state.brouillon, date_reservation: jour, type_piste }),
    [state.brouillon, jour, type_piste],
  );
  const { toutesPistes = false } = brouillon;
  // A lesson that an administrator enters afterwards (BOOK-35).
  const begun =
    admin &&
    (jour < maintenant.jour ||
      (brouillon.heure_debut !== null &&
        hasBegun({ date_reservation: jour, heure_debut: brouillon.heure_debut }, maintenant)));
  const all = useAllTypes(begun).data;
  const types = begun && all ? { ...offered, data: all } : offered;
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
  const lessons = own.data ?? NO_LESSON;
  const forClient = Boolean(client);
  // The desk may give a customer another place (RIDE-65).
  const mine = useMemo(
    () => (place: Start) => !forClient && ridesAt(lessons, place),
    [forClient, lessons],
  );
  // Nothing of an administrator's own: most of their bookings are for somebody else.
  const preremplissage = useMemo(
    () =>
      admin ? { noms: [''], type_piste: null } : preremplissageOf(lessons, nomOf(user), pistes),
    [lessons, user, pistes, admin],
  );
  // The arena of the last booking comes first.
  const usual = preremplissage.type_piste;
  const shown = useMemo(() => {
    if (!toutesPistes) return type_piste === null ? [] : [type_piste];
    return pistes.toSorted((a, b) => Number(b === usual) - Number(a === usual));
  }, [toutesPistes, type_piste, pistes, usual]);
  const { nombre_personnes } = brouillon;
  const wish = useMemo<Wish | null>(
    () =>
      type && {
        duree_minutes: type.duree_minutes,
        pistes: shown.length > 0 ? shown : pistes,
        maintenant,
        horaire,
        rejoindre: type.ouverte ? { types: [type], nombre_personnes, mine } : null,
      },
    [type, shown, pistes, maintenant, horaire, nombre_personnes, mine],
  );
  const openTypes = useMemo(() => types.data?.filter(({ ouverte }) => ouverte) ?? [], [types.data]);
  const value = type?.value ?? null;
  const places = useMemo<Joining | null>(
    () =>
      openTypes.length > 0 ? { type_lecon: value, types: openTypes, nombre_personnes, mine } : null,
    [openTypes, value, nombre_personnes, mine],
  );
  const grille = useGrille({
    jour,
    pistes: shown,
    duree_minutes: type?.duree_minutes,
    maintenant,
    horaire,
    places,
    apresCoup: admin,
    heure: heure_debut,
    type_piste,
  });
  const duJour = useReservations(client || (admin && heure_debut) ? jour : null);
  const known = client ? duJour : own;

  // State changes while rendering: in an effect, one frame would show a lost start as chosen. The
  // choices of an address wait for its type.
  const creneaux = brouillon.fromAddress && types.isPending ? null : grille.creneaux;
  if (type_piste && type_piste !== named)
    dispatch({ kind: 'edit', edit: { kind: 'piste', type_piste }, jour });
  // The maximum of a type from an address is known later (BOOK-11).
  const settled = !own.isPending && pistes.length > 0;
  if (settled && isBlank(state.brouillon) && (brouillon.type_lecon === null || !types.isPending))
    dispatch({ kind: 'preset', preremplissage, max: type?.max_personnes });
  // A type, and a lesson to join, of an address have places for fewer people (RIDE-64).
  const there = brouillon.fromAddress
    ? grille.creneaux?.find(({ heure }) => heure === heure_debut)?.occupation
    : null;
  const left =
    there?.ouverte === value && there.heure_debut === heure_debut ? placesLeft(there) : 0;
  const most = brouillon.fromAddress
    ? Math.min(type?.max_personnes ?? Infinity, left || Infinity)
    : Infinity;
  if ((nombre_personnes ?? 0) > most)
    dispatch({ kind: 'edit', edit: { kind: 'nombre', nombre: most }, jour });
  // Only then: the start is not lost to fewer people.
  else {
    const heureOutcome = checkHeure(state, {
      jour,
      client,
      creneaux,
      connues: known.data,
      reading: known.isFetching,
    });
    if (heureOutcome) dispatch(heureOutcome);
  }

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

  const { noms_participants } = brouillon;
  const personnes = noms_participants.length;
  // A rider is never shown other people's lessons.
  const aussi =
    admin && fin && heure_debut && type_piste && !sending
      ? alsoIn(
          {
            date_reservation: jour,
            type_piste,
            heure_debut,
            heure_fin: fin,
            statut: 'confirmee',
            noms_participants,
            comptes: clients.map((one) => (one ? accountOf(one) : user.id)),
          },
          duJour.data?.map(standingOf) ?? [],
        )
      : NOBODY;

  const submit = async () => {
    const demande = toDemande(brouillon);
    if (obstacle || sending || !demande) return;
    dispatch({ kind: 'send' });
    try {
      const reservation = await send({
        ...demande,
        joins: brouillon.rejoindre,
        pour: client,
        comptes: comptes.some(Boolean) ? comptes : null,
      });
      const { noms_participants: noms, type_piste: arena } = reservation;
      dispatch({
        kind: 'booked',
        reservation,
        client,
        ...(!admin && { suite: { noms, type_piste: arena } }),
      });
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

  const latest = useLatest({ jour, brouillon, grille, openTypes, me });
  const edits = useMemo(() => editsOf(latest, dispatch), [latest, dispatch]);
  const hasName = me !== null;
  /** Absent if there is no name to write. An email address is not a name (BOOK-12). */
  const edit = useMemo(
    () => ({ ...edits, setMoi: hasName ? edits.setMoi : undefined }),
    [edits, hasName],
  );
  const contact = centre?.contact;
  const alertes = centre?.regles.slotAlerts && !choisi && !begun;
  /** Why an orange slot cannot be chosen (BOOK-16). */
  const orange = openTypes.length > 0 ? TEXTES.ouverte : TEXTES.orange;
  const place = useMemo<PlaceForm>(
    () => ({
      draft: { brouillon: { type_piste, heure_debut, toutesPistes }, jour, type, fin },
      offer: {
        grille,
        premier: first,
        dernier: last,
        maintenant,
        contact,
        wish,
        horaire,
        alertes,
        orange,
      },
      edit,
    }),
    [
      type_piste,
      heure_debut,
      toutesPistes,
      jour,
      type,
      fin,
      grille,
      first,
      last,
      maintenant,
      contact,
      wish,
      horaire,
      alertes,
      orange,
      edit,
    ],
  );
  const regles = centre?.regles;
  const late = useMemo(
    () =>
      !admin && heure_debut && regles
        ? lateBefore({ date_reservation: jour, heure_debut }, { regles, maintenant })
        : null,
    [admin, heure_debut, jour, regles, maintenant],
  );
  // Not while sending, because the reservation itself may then already be among the known ones.
  const sameTime =
    fin && heure_debut && !sending
      ? findSameTime({ jour, heure_debut, heure_fin: fin }, client, known.data)
      : null;
  const starts = begun && heure_debut !== null ? DEJA_COMMENCEE : null;
  const data = types.data;
  const summary = useMemo(
    () => ({
      personnes,
      heure_debut,
      type_piste,
      type,
      types: data,
      fin,
      jour,
      client,
      joined: joined !== undefined,
      sending,
      outcome,
      hold,
      obstacle,
      sameTime,
      aussi,
      late,
      /** Shown before a lesson is entered that has already begun (BOOK-35). */
      begun: starts,
    }),
    [
      personnes,
      heure_debut,
      type_piste,
      type,
      data,
      fin,
      jour,
      client,
      joined,
      sending,
      outcome,
      hold,
      obstacle,
      sameTime,
      aussi,
      late,
      starts,
    ],
  );
  return {
    /** The input, with the values derived from it. */
    draft: { brouillon, jour, type, choisi, joined, me },
    types,
    lundi,
    maintenant,
    slotAlerts: regles?.slotAlerts,
    /** Day, arena and start. */
    place,
    /** What is shown beside the button. */
    summary,
    /** The state of the booking. */
    status: {
      outcome,
      hold,
      nouvelle: state.nouvelle,
      /** How many times an address has named a start since the form was opened. */
      arrivals: state.arrivals,
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
            dispatch({ kind: 'edit', edit: { kind: 'compte', index, client: chosen }, jour }),
          write: (typed: string) =>
            dispatch({ kind: 'client', client: { texte: typed, choisi: null } }),
          choose: (chosen: ClientChoisi) =>
            dispatch({ kind: 'client', client: { texte: chosen.nom, choisi: chosen } }),
        }
      : null,
    edit,
    submit,
  };
}

export type ReservationForm = ReturnType<typeof useReservationForm>;

const NO_LESSON: NonNullable<ReturnType<typeof useMesReservations>['data']> = [];
const NOBODY: ReturnType<typeof alsoIn> = [];

/** What a change needs of the form as it was drawn last. */
type Latest = {
  jour: string;
  brouillon: Brouillon;
  grille: Grille;
  openTypes: readonly TypeLecon[];
  me: string | null;
};

/** Reads the value of the last drawing, always by the same function. */
function useLatest<T>(value: T): () => T {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return useCallback(() => ref.current, []);
}

type Grille = ReturnType<typeof useGrille>;

/** The changes, always the same functions, so that a key draws only its own section again. */
function editsOf(latest: () => Latest, dispatch: Dispatch<FormAction>) {
  const edit = (change: FormEdit) => dispatch({ kind: 'edit', edit: change, jour: latest().jour });
  const setNom = (index: number, nom: string) => edit({ kind: 'nom', index, nom });
  return {
    setJour: (chosen: string) => edit({ kind: 'jour', jour: chosen }),
    setNom,
    setType: (chosen: TypeLecon) => {
      const { brouillon, grille } = latest();
      const { heure_debut, type_piste } = brouillon;
      edit({
        kind: 'type',
        type: chosen,
        keepHeure:
          heure_debut !== null &&
          // Until the grid is read, the start stays; `checkHeure` then decides.
          (grille.creneaux === null ||
            type_piste === null ||
            grille.isLibre(heure_debut, type_piste, chosen.duree_minutes)),
      });
    },
    setNombre: (nombre: number) => edit({ kind: 'nombre', nombre }),
    setMoi: () => setNom(0, latest().me ?? ''),
    setPiste: (chosen: TypePiste) => edit({ kind: 'piste', type_piste: chosen }),
    setToutes: () => edit({ kind: 'toutes' }),
    setHeure: ({ heure: heure_debut, type_piste, rejoindre }: CreneauSitue) =>
      edit({ kind: 'heure', heure_debut, type_piste, rejoindre: Boolean(rejoindre) }),
    /** Chooses the type of a lesson that could be joined there (RIDE-63). */
    setOther: ({ heure: heure_debut, type_piste, autre, occupation }: CreneauSitue) => {
      const other = latest().openTypes.find(({ value }) => value === autre?.value);
      if (other && occupation)
        edit({
          kind: 'joinOther',
          type: other,
          heure_debut,
          type_piste,
          places: placesLeft(occupation),
        });
    },
    setStart: ({ jour: chosen, type_piste, heure: heure_debut, rejoindre }: Found) => {
      const any = latest().brouillon.toutesPistes ?? false;
      for (const change of [
        { kind: 'jour', jour: chosen },
        ...(any ? [] : [{ kind: 'piste', type_piste } as const]),
        { kind: 'heure', heure_debut, type_piste, rejoindre },
      ] as const)
        dispatch({ kind: 'edit', edit: change, jour: chosen });
    },
    setRemarques: (remarques: string) => edit({ kind: 'remarques', remarques }),
  };
}

/**
 * The common part of the forms in which a day and a start are chosen: the booking form, and
 * 'Changer ma leçon' (RIDE-16).
 */
export type PlaceForm = {
  draft: {
    brouillon: Pick<Brouillon, 'type_piste' | 'heure_debut' | 'toutesPistes'>;
    jour: string;
    type: TypeLecon | null;
    fin: string | null;
  };
  offer: {
    grille: Grille;
    premier: string;
    dernier: string;
    maintenant: Moment;
    contact: Contact | undefined;
    wish: Wish | null;
    horaire: Horaire;
    /** Whether the centre notifies people who request a taken slot (RIDE-30). */
    alertes: boolean | undefined;
    orange: string;
  };
  edit: {
    setJour: (jour: string) => void;
    setHeure: (creneau: CreneauSitue) => void;
    setStart: (found: Found) => void;
    /** Absent if no lesson can be joined. */
    setOther?: (creneau: CreneauSitue) => void;
  };
};

const accountOf = (client: ClientChoisi): string | null =>
  'user_id' in client ? client.user_id : null;
