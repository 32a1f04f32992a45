import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, daysBetween, formatJour, lundiOf } from '#domain/calendrier.ts';
import {
  type Brouillon, nouveauBrouillon, premierObstacle, setJour, setNom, setNombre, setPiste, setType, toDemande,
} from '#domain/brouillon.ts';
import { detailOf, hasStartLeft, heureFin, HORAIRE_PAR_DEFAUT, jourDOuverture, type Occupation, type TypePiste } from '#domain/creneaux.ts';
import { type CodeRefus, REFUS } from '#domain/errors.ts';
import { horaireOf } from '#domain/parametres.ts';
import { dernierJour } from '#domain/reservations.ts';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { isAdmin, isEmail, nomOf } from '#domain/users.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useEcrit } from '#web/data/ecrits.ts';
import { useMaintenant } from '#web/data/horloge.ts';
import { useCentre, useCreateReservation, useDisponibilites, useMesReservations, useTypesLecons } from '#web/data/queries.ts';
import { useReservations } from '#web/data/queries_reservations.ts';
import { useUser } from '#web/data/session.ts';
import { debutOf, lienDeLecon } from '#web/paths.reservation.ts';
import { leconAuMemeMoment, type Reservation, reservationOf } from './connues.ts';
import { DUREE_SUCCES, TEXTES } from './textes.ts';
import { pourOf, useClient } from './useClient.ts';
import { useGrille } from './useGrille.ts';

/** What came of the last attempt, or of a change made elsewhere. At most one stands on screen. */
export type Issue =
  | { kind: 'success'; message: string; /** A lesson for somebody else: whom, when, and the way to it. One's own stands among one's own. */ autre: { quand: string; lien: string } | null }
  | { kind: 'error'; message: string; /** The hour is to be chosen again. */ heurePerdue: boolean }
  /** The chosen hour went away while the form was being filled. */
  | { kind: 'info'; message: string };

/** The form, what fills it and what comes of it. */
export function useFormulaire() {
  const maintenant = useMaintenant();
  const user = useUser();
  const lie = !isAdmin(user.role);
  const { data: centre } = useCentre();
  const regles = centre?.regles;
  const horaire = regles ? horaireOf(regles, lie) : HORAIRE_PAR_DEFAUT;
  const dernier = dernierJour(maintenant.jour, lie ? (regles?.advanceBookingDays ?? null) : null);
  const types = useTypesLecons();
  const creation = useCreateReservation();
  const miennes = useMesReservations(lundiOf(maintenant.jour));
  const pour = useClient(user.id, !lie);
  const { client } = pour;

  // Day, arena and hour may come by the address (DESK-07); an hour that is no longer free is refused with its sentence.
  // The address has then said it all: a reload goes on with what was written since.
  const [params, setParams] = useSearchParams();
  const [debut] = useState(() => debutOf(params));
  useEffect(() => {
    if (debut) setParams({}, { replace: true });
  }, [debut, setParams]);

  // Until the person picks a day it is the opening one (BOOK-09), which the clock and the centre's hours may move.
  const [jourChoisi, keepJour] = useEcrit<string | null>(user.id, 'jour.1', (garde) => debut?.jour ?? garde);
  // What was kept from an earlier visit gives way where it has no start left; what is chosen now does not.
  const [choisiIci, setChoisiIci] = useState(debut !== null);
  const semaine = lundiOf(maintenant.jour);
  const connuesDeLaSemaine = useDisponibilites(semaine, addDays(semaine, 6)).data;
  const setJourChoisi = (choisi: string) => {
    setChoisiIci(true);
    keepJour(choisi);
  };
  const tenable = jourChoisi !== null && jourChoisi >= maintenant.jour && jourChoisi <= dernier
    && (choisiIci || hasStartLeft(jourChoisi, maintenant, horaire));
  const jour = tenable ? jourChoisi : jourDOuverture(maintenant, horaire, connuesDeLaSemaine);
  const lundi = lundiOf(jour);

  const [saisie, setSaisie] = useEcrit<Brouillon>(user.id, 'reservation.1', (garde) => (debut
    ? { ...nouveauBrouillon(debut.jour), type_piste: debut.type_piste, heure_debut: debut.heure }
    : garde ?? nouveauBrouillon(jour)));
  const [envoi, setEnvoi] = useState(false);
  const [issue, setIssue] = useState<Issue | null>(null);
  const [nouvelle, setNouvelle] = useState<string | null>(null);
  const brouillon = { ...saisie, date_reservation: jour };
  const type = types.data?.find(({ value }) => value === saisie.type_lecon) ?? null;
  const grille = useGrille(jour, saisie.type_piste, type, maintenant, horaire);

  // Where a booking whose answer was lost is found again: among one's own, or among all of the day.
  const duJour = useReservations(client ? jour : null);
  const connues = client ? duJour : miennes;

  const succeed = ({ id, heure_debut, heure_fin }: Reservation) => {
    setNouvelle(client ? null : id);
    setJourChoisi(jour);
    setSaisie(nouveauBrouillon(jour));
    pour.forget();
    setIssue({
      kind: 'success', message: TEXTES.succes,
      autre: client && {
        quand: `${client.nom}, ${formatJour(jour, 'moyen')}, ${heure_debut} – ${heure_fin}`, lien: lienDeLecon({ id, date_reservation: jour }),
      },
    });
  };

  // Whatever takes the chosen hour away (another rider, the clock, an administrator) clears it and says so, but not
  // while our own booking is under way: the change may be ours. It also is where the answer to a booking was lost, as
  // one's own lessons tell once they are read again. Done while rendering, so that no frame shows it chosen.
  const perdue = envoi || saisie.heure_debut === null ? null : perteOf(saisie, jour, grille.creneaux);
  const prise = perdue !== null && isPris(perdue.motif);
  const mienne = prise ? reservationOf(toDemande(brouillon), client, connues.data) : null;
  if (mienne) succeed(mienne);
  else if (perdue && !(prise && connues.isFetching)) {
    setSaisie({ ...saisie, heure_debut: null });
    setIssue({ kind: 'info', message: [REFUS[perdue.motif].message, detailOf(perdue.motif, perdue.occupation)].filter(Boolean).join(' ') });
  }

  useEffect(() => {
    if (issue?.kind !== 'success') return;
    const timer = setTimeout(() => setIssue(null), DUREE_SUCCES);
    return () => clearTimeout(timer);
  }, [issue]);

  /** What one does to the form ends what was said of it; a success stays its five seconds. */
  const change = (next: Brouillon, keepIssue = false) => {
    setSaisie(next);
    if (!keepIssue) setIssue((avant) => (avant?.kind === 'success' ? avant : null));
  };
  const chooseJour = (choisi: string) => {
    setJourChoisi(choisi);
    change(setJour(brouillon, choisi));
  };

  const fin = type && saisie.heure_debut ? heureFin(saisie.heure_debut, type.duree_minutes) : null;
  const moi = client ? (isEmail(client.nom) ? null : client.nom) : nomOf(user);
  const obstacle = pour.obstacle ?? premierObstacle(brouillon, type);

  const submit = async () => {
    const demande = toDemande(brouillon);
    if (obstacle || envoi || !demande) return;
    setEnvoi(true);
    setIssue(null);
    try {
      succeed(await creation.mutateAsync({ ...demande, ...(client && { pour: pourOf(client) }) }));
    } catch (error) {
      // oxlint-disable-next-line no-console -- also logged; a refusal is no breakdown, hence no error
      console.warn('createReservation', error);
      const code = codeOf(error);
      // Nobody answered, or the hour has just gone: perhaps to this very booking, whose answer was lost on the way.
      const faite = code === null || isPris(code) ? reservationOf(demande, client, (await connues.refetch()).data) : null;
      if (faite) {
        succeed(faite);
        return;
      }
      // What was written while waiting stays.
      const heurePerdue = isPris(code) || code === 'pause_entre_lecons';
      if (heurePerdue) setSaisie((avant) => ({ ...avant, heure_debut: null }));
      setIssue({ kind: 'error', heurePerdue, message: sentenceOf(error, TEXTES.echec) });
    } finally {
      setEnvoi(false);
    }
  };

  return {
    admin: !lie, pour, brouillon, type, types, grille, maintenant, jour, lundi, dernier, contact: centre?.contact, envoi, issue, nouvelle, obstacle, submit, fin,
    /** Another lesson of theirs at that moment: said, and allowed. Not while one's own booking comes back as such a lesson. */
    memeMoment: fin && saisie.heure_debut && !envoi ? leconAuMemeMoment({ jour, heure_debut: saisie.heure_debut, heure_fin: fin }, client, connues.data) : null,
    /** Another week keeps the day of the week, so that what one books stands in the week one sees. */
    setLundi: (choisi: string) => {
      const pareil = addDays(choisi, daysBetween(lundi, jour));
      chooseJour(pareil < maintenant.jour ? maintenant.jour : pareil > dernier ? dernier : pareil);
    },
    setJour: chooseJour,
    setAujourdhui: () => chooseJour(maintenant.jour),
    setType: (choisi: TypeLecon) => change(setType(
      brouillon, choisi, saisie.heure_debut !== null && grille.isLibre(saisie.heure_debut, choisi.duree_minutes),
    )),
    setNombre: (nombre: number) => change(setNombre(brouillon, nombre), true),
    setNom: (index: number, nom: string) => change(setNom(brouillon, index, nom), true),
    /** Absent where there is no name to write: an email address is none. */
    setMoi: moi === null ? undefined : () => change(setNom(brouillon, 0, moi), true),
    setPiste: (type_piste: TypePiste) => change(setPiste(brouillon, type_piste)),
    setHeure: (heure_debut: string) => {
      // The hour fixes the day: an opening day that the clock moves must not carry a chosen hour to tomorrow.
      setJourChoisi(jour);
      change({ ...brouillon, heure_debut });
    },
    setRemarques: (remarques: string) => change({ ...brouillon, remarques }, true),
  };
}

export type Formulaire = ReturnType<typeof useFormulaire>;

/** Why the chosen hour can no longer be had, and the lesson that has it; null while it can, or while that is not known. */
function perteOf(saisie: Brouillon, jour: string, creneaux: Formulaire['grille']['creneaux']): { motif: CodeRefus; occupation: Occupation | null } | null {
  if (saisie.date_reservation !== jour) return { motif: 'heure_passee', occupation: null };
  const creneau = creneaux?.find(({ heure }) => heure === saisie.heure_debut);
  return creneau?.motif ? { motif: creneau.motif, occupation: creneau.occupation } : null;
}

/** True where another lesson has the hour: perhaps the very one that was asked for. */
function isPris(code: string | null): boolean {
  return code === 'creneau_pris' || code === 'creneau_deja_reserve';
}
