import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { hasBegun } from '#domain/lessons/apres_coup.ts';
import { autresComptes } from '#domain/lessons/autres_comptes.ts';
import { annulationInWords } from '#domain/lessons/annulees.ts';
import {
  draftChanges,
  fieldOf,
  changedDuree,
  type EditAction,
  editReducer,
  type EditState,
  examine,
  faultsOf,
  isNewer,
  isOnlyNoted,
  modificationOf,
  openEdit,
  changeSentences,
  sizeOf,
} from '#domain/lessons/brouillon_modification.ts';
import {
  type ClientDePlace,
  placesOf,
  priceFaults,
  siegesOf,
  type PrixSaisi,
  takesOtherPrices,
  typedPrices,
  type ReservationAsRead,
} from '#domain/lessons/places_modification.ts';
import { dureeOf } from '#domain/slots/creneaux.ts';
import { RESERVATION_REFUS } from '#domain/errors/reservation.ts';
import {
  isCancellationEmailed,
  modificationIn,
  raisonOf,
  refuseRaison,
} from '#domain/lessons/modification.ts';
import { DEFAULT_HORAIRE } from '#domain/slots/creneaux.ts';
import { openingHoursOf } from '#domain/slots/horaires.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types/types_lecons.ts';
import { codeOf, readingSentenceOf } from '#web/data/client.ts';
import { useNow } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { useReservation } from '#web/nouns/lessons/reservations.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { usePortee } from '../shared/Portee.tsx';
import { TEXTES } from '../shared/textes.modification.ts';
import { useHeures } from './useHeures.ts';
import type { Facturer } from '../shared/useFacturer.tsx';
import { type Saved, useSaveModification } from './useSaveModification.ts';

const NO_TYPES: readonly TypeLecon[] = [];

/**
 * The open edit dialog: its state (`domain/lessons/brouillon_modification.ts`), the data that
 * it reads, and its call (`useSaveModification`).
 */
export function useModification(
  opened: ReservationAsRead,
  onSaved: Saved,
  askFacturer: Facturer['ask'],
) {
  const maintenant = useNow();
  const { jour: aujourdhui } = maintenant;
  const stored = useReservation(opened.id);
  const types = useTypesOrDefaults();
  const known = types ?? NO_TYPES;
  const pistes = usePistes();
  const regles = useCentre().data?.regles;
  const heures = regles ? openingHoursOf(regles) : DEFAULT_HORAIRE;
  const [state, dispatch] = useReducer(editReducer, opened, openEdit);
  const { original, brouillon, sending, refused } = state;
  const scope = usePortee(
    stored.data,
    draftChanges(brouillon, original).length > 0
      ? {
          avant: modificationIn(original),
          apres: modificationOf(brouillon),
          sieges: siegesOf(brouillon, original),
        }
      : null,
  );
  const { save, unsure } = useSaveModification({ state, dispatch, scope, onSaved });

  // State changes while rendering: in an effect, one frame would show the outdated reservation.
  if (!state.read && stored.isFetchedAfterMount && stored.data)
    dispatch({ kind: 'read', stored: stored.data });
  else if (!sending && stored.data && isOnlyNoted(stored.data, original))
    dispatch({ kind: 'noted', stored: stored.data });

  const examined = examine(brouillon, { maintenant, original, types: known, pistes, heures });
  const begun = hasBegun(brouillon, maintenant);
  const told = isCancellationEmailed(original, maintenant);
  const cancels = brouillon.statut === 'annulee' && original.statut !== 'annulee';
  const gone =
    codeOf(stored.error) === 'reservation_introuvable' ||
    refused?.code === 'reservation_introuvable';
  const newer = stored.data && isNewer(stored.data, original) ? stored.data : null;
  const prices = priceFaults(brouillon, original);
  const type = types?.find(({ value }) => value === brouillon.type_lecon);

  const isValid = (): boolean =>
    !sending &&
    !gone &&
    !examined.fault &&
    Object.keys(prices).length === 0 &&
    types !== undefined &&
    !(cancels && refuseRaison(raisonOf(state.raison)));
  const send = async (facturer: boolean) => {
    const valid = isValid();
    dispatch({ kind: 'submit', valid });
    if (valid) await save(cancels ? raisonOf(state.raison) : undefined, facturer);
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const fail = (error: unknown) => {
    const message = readingSentenceOf(error, TEXTES.echec);
    dispatch({ kind: 'answered', refused: { code: null, message } });
  };
  const asking = useRef(false);
  /** Asks before if late seats leave (LIG-02). */
  const submitRead = async () => {
    if (asking.current) return;
    const kept = placesOf(brouillon);
    const { tarifs = [] } = original;
    const leaves = (n: number) => kept !== undefined && !kept.includes(tarifs[n]?.place ?? null);
    if (!isValid() || !(cancels || tarifs.some((_, n) => leaves(n)))) return send(false);
    asking.current = true;
    const others = scope.several?.lecons.filter(({ id }) => id !== original.id) ?? [];
    try {
      await askFacturer(
        [
          { lecon: original, leaves: cancels ? 'toutes' : leaves },
          ...others.map((lecon) => ({
            lecon,
            leaves: cancels ? ('toutes' as const) : (n: number) => scope.leaves(lecon.id, n),
          })),
        ],
        (facturer) => void latest.current(facturer),
      );
    } catch (error) {
      fail(error);
    } finally {
      asking.current = false;
    }
  };
  // Only a lesson that was read names its seats, so a press that may take some out waits for the
  // reading. If that fails, the press fails too: one more failure is counted than when it was made.
  const failures = stored.errorUpdateCount;
  /** The failures before such a press. */
  const [pressed, setPressed] = useState<number | null>(null);
  const waits = pressed === failures && !state.read;
  const submit = async () => {
    if (waits) return;
    const isRenamed =
      brouillon.noms_participants.join('\n') !== original.noms_participants.join('\n');
    if (state.read || !isRenamed || !isValid()) return submitRead();
    setPressed(failures);
    if (stored.isError) await stored.refetch();
  };
  const goOn = useEffectEvent(() => {
    if (pressed === failures) void submitRead();
    else if (!state.read) fail(stored.error);
  });
  useEffect(() => {
    if (pressed !== null && (state.read || pressed !== failures)) goOn();
  }, [pressed, failures, state.read]);
  // Not while it is read because of a change elsewhere: a press would be ignored.
  const [reloading, setReloading] = useState(false);
  const reload = async () => {
    setReloading(true);
    const { data } = await stored.refetch();
    setReloading(false);
    if (data) dispatch({ kind: 'reloaded', stored: data, types: known, pistes });
  };

  return {
    draft: {
      brouillon,
      original,
      telephone: (stored.data ?? original).telephone,
      autres: autresComptes(stored.data ?? original),
      annulation: annulationInWords(stored.data ?? original),
      /** The reason of an earlier cancellation. */
      raisonDite: (stored.data ?? original).raison,
      /** Why the lesson is cancelled. Null if it is not. */
      raison: cancels ? state.raison : null,
      /** Whether the rider reads it in an email. */
      told,
      /** The fields that differ from the version that was read. */
      changed: draftChanges(brouillon, original),
    },
    prix: {
      /** Each seat takes the price of the new type. */
      others: takesOtherPrices(brouillon, original),
      /** Some seats get another price, in this lesson only. */
      typed: typedPrices(brouillon, original).length > 0,
      /** The faults of each seat, shown after the first attempt. */
      faults: state.attempts > 0 ? prices : {},
    },
    type: {
      types,
      /** The most people that the draft may have, and the maximum that its type now allows. */
      max: sizeOf(brouillon, original, known)?.max_personnes ?? MAX_PERSONNES_INCONNU,
      maxOfType: type?.max_personnes ?? MAX_PERSONNES_INCONNU,
      /** A new duration, and the current one of the type if the lesson keeps its own. */
      duree: changedDuree(brouillon, original, known),
      dureeOfType:
        type?.value === original.type_lecon && type.duree_minutes !== dureeOf(original)
          ? { avant: dureeOf(original), apres: type.duree_minutes }
          : null,
    },
    moment: {
      aujourdhui,
      /**
       * The draft's lesson has begun (BOOK-35). `leaves`: the stored lesson was still in the
       * future.
       */
      begun,
      leaves: begun && told,
      heure_fin: examined.heure_fin,
      ...useHeures(state, types, examined.heure_fin),
    },
    status: {
      sending: sending || waits,
      unsure,
      gone,
      touched: state.touched,
      attempts: state.attempts,
      faults: types ? faultsOf(state, examined) : {},
      obstacle: sending ? null : obstacleOf(gone, newer !== null, refused),
    },
    /** The version that someone else has stored meanwhile. */
    stored: {
      reload,
      reloading,
      /** What that version changes, and what the last reload changed, in sentences. */
      changes: newer ? changeSentences(original, newer, { types: known, pistes }) : [],
      reloaded: state.reloaded,
    },
    scope,
    edit: {
      setType: (type_lecon: string) => dispatch({ kind: 'type', type_lecon, types: known }),
      setNombre: (nombre: number) => dispatch({ kind: 'nombre', nombre }),
      setNom: (index: number, nom: string) => dispatch({ kind: 'nom', index, nom }),
      remove: (index: number) => dispatch({ kind: 'remove', index }),
      setClient: (index: number, compte: ClientDePlace | null) =>
        dispatch({ kind: 'compte', index, compte }),
      setPrix: (place: string, saisi: PrixSaisi | null) => dispatch({ kind: 'prix', place, saisi }),
      setFields: (fields: Extract<EditAction, { kind: 'fields' }>['fields']) =>
        dispatch({ kind: 'fields', fields }),
      setRaison: (raison: string) => dispatch({ kind: 'raison', raison }),
    },
    submit,
  };
}

export type OpenModification = ReturnType<typeof useModification>;

/**
 * Messages about the whole reservation: it is deleted, someone else has changed it, or the last
 * attempt failed.
 */
function obstacleOf(
  gone: boolean,
  changed: boolean,
  refused: EditState['refused'],
): { kind: 'gone' | 'changed' | 'failed'; message: string } | null {
  if (gone) return { kind: 'gone', message: TEXTES.disparue };
  if (changed || refused?.code === 'reservation_changee')
    return { kind: 'changed', message: RESERVATION_REFUS.reservation_changee.message };
  if (refused && !(refused.code && fieldOf(refused.code)))
    return { kind: 'failed', message: refused.message };
  return null;
}
