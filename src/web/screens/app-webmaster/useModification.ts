import { useState } from 'react';
import { removeNom, setNom, setNombre } from '#domain/brouillon.ts';
import { type CodeRefus, isCodeRefus, REFUS } from '#domain/errors.ts';
import {
  type BrouillonModification, brouillonOf, type Champ, champOf, changementsOf, dureeChangee, examine, modificationOf, phrasesDesChangements, regleOf,
  type ReservationLue, setTypeModifie,
} from '#domain/brouillon_modification.ts';
import { dureeOf } from '#domain/creneaux.ts';
import { heuresOf } from '#domain/heures_modification.ts';
import { isAttendue, raisonOf, refuseRaison } from '#domain/modification.ts';
import { horaireOf } from '#domain/parametres.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types_lecons.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useMaintenant } from '#web/data/horloge.ts';
import { useCentre } from '#web/data/queries.ts';
import { useReservation, useReservations, useUpdateReservation } from '#web/data/queries_reservations.ts';
import { useTypesOuDefaut } from '#web/data/queries_types_lecons.ts';
import { TEXTES } from './ModifierReservationTextes.ts';

/** What stands in the way of the whole: it changed elsewhere, it is gone, or the last attempt failed. */
type Obstacle = { kind: 'changee' | 'disparue' | 'echec'; message: string };

/** What the server refused, and of which draft: said until that draft is changed. */
type Refusee = { code: CodeRefus | null; message: string };

const AUCUN_TYPE: readonly TypeLecon[] = [];

/** The draft of one open dialog. What others do meanwhile is told, and never touches what is typed. */
export function useModification(ouverte: ReservationLue, onLeft: (enregistree: ReservationLue) => void) {
  const maintenant = useMaintenant();
  const { jour: aujourdhui } = maintenant;
  const stockee = useReservation(ouverte.id);
  const types = useTypesOuDefaut();
  const enregistrement = useUpdateReservation();
  const [lue, setLue] = useState(ouverte);
  const [brouillon, setBrouillon] = useState(() => brouillonOf(ouverte));
  const [raison, setRaison] = useState('');
  const [touche, setTouche] = useState(false);
  const [tente, setTente] = useState(0);
  const [refusee, setRefusee] = useState<Refusee | null>(null);
  const [rechargees, setRechargees] = useState<readonly string[] | null>(null);
  const [envoi, setEnvoi] = useState(false);
  const [premiere, setPremiere] = useState(true);

  /** Takes the stored version in the place of everything typed. */
  const take = (version: ReservationLue) => {
    setLue(version);
    setBrouillon(brouillonOf(version));
    setRefusee(null);
    setTente(0);
    setTouche(false);
  };

  // The list that the dialog was opened from may be a moment old: the first reading is taken while nothing is typed.
  const nouvelle = stockee.data && stockee.data.version > lue.version ? stockee.data : null;
  if (premiere && stockee.isFetchedAfterMount) {
    setPremiere(false);
    if (nouvelle && !touche) take(nouvelle);
  }

  const change = (next: BrouillonModification) => {
    setTouche(true);
    setRefusee(null);
    setRechargees(null);
    setBrouillon(next);
  };

  const { heure_fin, faute } = examine(brouillon, { aujourdhui, lue, types: types ?? AUCUN_TYPE });
  const annule = brouillon.statut === 'annulee' && isAttendue(lue, maintenant);
  const disparue = codeOf(stockee.error) === 'reservation_introuvable' || refusee?.code === 'reservation_introuvable';

  const heures = useHeures(brouillon, lue, types);

  /** Asks to store it; what is wrong is said at its field. */
  const submit = async () => {
    setTente((n) => n + 1);
    setRechargees(null);
    if (envoi || disparue || faute || !types || (annule && refuseRaison(raisonOf(raison)))) return;
    setEnvoi(true);
    setRefusee(null);
    try {
      onLeft(await enregistrement.mutateAsync({ id: lue.id, version: lue.version, ...modificationOf(brouillon), ...(annule && { raison: raisonOf(raison) }) }));
    } catch (error) {
      const code = codeOf(error);
      setRefusee({ code: isCodeRefus(code) ? code : null, message: sentenceOf(error, TEXTES.echec) });
    } finally {
      setEnvoi(false);
    }
  };

  const reload = async () => {
    const { data } = await stockee.refetch();
    if (!data) return;
    setRechargees(phrasesDesChangements(lue, data, types ?? AUCUN_TYPE));
    take(data);
  };

  const type = types?.find(({ value }) => value === brouillon.type_lecon);
  const garde = type?.value === lue.type_lecon;
  return {
    brouillon, types, lue, aujourdhui, heure_fin, envoi, touche, tente, disparue, submit, reload, rechargees, ...heures,
    recharge: stockee.isFetching,
    telephone: (stockee.data ?? lue).telephone,
    /** What someone else changed since it was read, and what was typed here. */
    ailleurs: nouvelle ? phrasesDesChangements(lue, nouvelle, types ?? AUCUN_TYPE) : [],
    saisis: changementsOf(lue, modificationOf(brouillon)),
    max: regleOf(brouillon, lue, types ?? AUCUN_TYPE)?.max_personnes ?? MAX_PERSONNES_INCONNU,
    maxDuType: type?.max_personnes ?? MAX_PERSONNES_INCONNU,
    /** A new length, and the one that the type has by now where the lesson keeps its own. */
    duree: dureeChangee(brouillon, lue, types ?? AUCUN_TYPE),
    dureeDuType: garde && type.duree_minutes !== dureeOf(lue) ? { avant: dureeOf(lue), apres: type.duree_minutes } : null,
    fautes: types ? fautesOf(tente > 0 ? faute : null, heure_fin, refusee) : {},
    obstacle: envoi ? null : obstacleOf(disparue, nouvelle !== null, refusee),
    /** Why the lesson is called off; null where nobody is told. */
    raison: annule ? raison : null,
    setRaison: (texte: string) => {
      setTouche(true);
      setRaison(texte);
    },
    setType: (type_lecon: string) => {
      const regle = regleOf({ ...brouillon, type_lecon }, lue, types ?? AUCUN_TYPE);
      change(setTypeModifie(brouillon, type_lecon, regle?.max_personnes ?? MAX_PERSONNES_INCONNU));
    },
    setNombre: (nombre: number) => change(setNombre(brouillon, nombre)),
    remove: (index: number) => change(removeNom(brouillon, index)),
    setNom: (index: number, nom: string) => change(setNom(brouillon, index, nom)),
    set: (champs: Partial<Pick<BrouillonModification, 'date_reservation' | 'type_piste' | 'heure_debut' | 'statut' | 'remarques'>>) => change({ ...brouillon, ...champs }),
  };
}

export type ModificationOuverte = ReturnType<typeof useModification>;

/** What each hour of the draft's day and arena is, followed live; null while that is not known, or cannot be read. */
function useHeures(brouillon: BrouillonModification, lue: ReservationLue, types: readonly TypeLecon[] | undefined) {
  const journee = useReservations(brouillon.date_reservation);
  const centre = useCentre();
  const illisibles = [journee, centre].filter(({ isError }) => isError);
  const horaire = centre.data ? horaireOf(centre.data.regles, false) : null;
  const connues = illisibles.length === 0 && types && horaire && journee.data;
  return {
    horaire,
    heures: connues ? heuresOf(brouillon, { lue, types, horaire, journee: journee.data }) : null,
    heuresIllisibles: illisibles,
  };
}

type Fautes = Partial<Record<Champ, string>>;

/** The sentence of each field: an end that cannot be computed at once, what the draft lacks once one tried to store it, and what the server refused. */
function fautesOf(faute: CodeRefus | null, heure_fin: string | null, refusee: Refusee | null): Fautes {
  const fautes: Fautes = {};
  const say = (code: CodeRefus | null, message: string) => {
    const champ = code && champOf(code);
    if (champ) fautes[champ] = message;
  };
  if (faute) say(faute, REFUS[faute].message);
  if (heure_fin === null && faute !== 'type_lecon_inconnu') say('heure_fin_impossible', REFUS.heure_fin_impossible.message);
  if (refusee) say(refusee.code, refusee.message);
  return fautes;
}

function obstacleOf(disparue: boolean, changee: boolean, refusee: Refusee | null): Obstacle | null {
  if (disparue) return { kind: 'disparue', message: TEXTES.disparue };
  if (changee || refusee?.code === 'reservation_changee') return { kind: 'changee', message: REFUS.reservation_changee.message };
  if (refusee && !(refusee.code && champOf(refusee.code))) return { kind: 'echec', message: refusee.message };
  return null;
}
