/**
 * A lesson that an account books again: at which moment, and what is in the way otherwise (RIDE-71,
 * RIDE-72). Whatever is offered here, a booking at that moment would accept.
 */
import { addDays, daysBetween, type Moment } from '../core/calendrier.ts';
import { RESERVATION_REFUS } from '../errors/reservation.ts';
import { horaireOf, type Regles } from '../settings/parametres.ts';
import type { TypeLecon } from '../types/types_lecons.ts';
import {
  creneauAt,
  type Disponibilite,
  findOverlaps,
  heureFin,
  isPast,
} from '../slots/creneaux.ts';
import { SEARCH_WEEKS } from '../slots/creneaux_libres.ts';
import { openingHoursOf, plageOf } from '../slots/horaires.ts';
import type { Piste, TypePiste } from '../slots/pistes.ts';
import { refusePiste } from '../slots/regles_pistes.ts';
import { allowedType } from './apres_coup.ts';
import {
  detailOfRefus,
  type PlaceRefus,
  refuseDetails,
  refuseJour,
  refuseQuota,
  refuseReservation,
  type StatutReservation,
} from './reservations.ts';

/** How far back the usual lessons are counted, and how many are offered (RIDE-70). */
export const HABITUDES = { jours: 365, offres: 3 };

/** A lesson without its day; `jour`: a day on which it was booked. */
export type Habitude = {
  type_lecon: string;
  type_piste: TypePiste;
  heure_debut: string;
  noms_participants: readonly string[];
  jour: string;
};

/** `rejoindre`: there is a lesson that the account would join. */
export type Reprise = Omit<Habitude, 'jour'> & {
  date_reservation: string;
  heure_fin: string;
  rejoindre: boolean;
};

type Own = {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  statut: StatutReservation;
  noms_participants: readonly string[];
};

export type RepriseContext = {
  maintenant: Moment;
  regles: Regles;
  /** Whether the rules with a switch bind the person: riders (SET-05). */
  bound: boolean;
  types: readonly TypeLecon[];
  pistes: readonly Piste[];
  occupations: readonly Disponibilite[];
  /** The account's own lessons from today on, with its own names. */
  miennes: readonly Own[];
};

const DEJA = 'Vous avez déjà une leçon à cette heure pour une de ces personnes.';

const nameKey = (nom: string): string => nom.trim().toLocaleLowerCase('fr');

/** The lesson on a day, or the sentence that says why not. */
export function repriseOn(
  jour: string,
  { jour: _, ...habitude }: Habitude,
  context: RepriseContext,
): Reprise | string {
  const { maintenant, regles, bound, pistes, occupations } = context;
  const { heure_debut, type_piste, noms_participants: noms } = habitude;
  const type = allowedType(
    context.types.find(({ value }) => value === habitude.type_lecon) ?? null,
    false,
  );
  const demande = {
    ...habitude,
    noms_participants: [...noms],
    nombre_personnes: noms.length,
    date_reservation: jour,
    remarques: null,
  };
  const sentence = (refus: PlaceRefus): string =>
    [RESERVATION_REFUS[refus.code].message].concat(detailOfRefus(refus, regles) ?? []).join(' ');
  const active = context.miennes.filter(({ statut }) => statut !== 'annulee');
  const ofDay = active.filter((one) => one.date_reservation === jour);
  const counted = {
    maintenant,
    regles,
    bound,
    reservationsThatDay: ofDay.length,
    reservationsToCome: active.filter(
      (one) => !isPast(one.date_reservation, one.heure_debut, maintenant),
    ).length,
  };
  const holds = occupations.filter(
    (one) => one.date_reservation === jour && one.type_piste === type_piste,
  );
  const horaire = horaireOf(regles, bound);
  const heure_fin =
    type && heureFin(heure_debut, type.duree_minutes, plageOf(openingHoursOf(regles), jour));
  const refus = refuseReservation(demande, { ...counted, type, pistes, occupations: holds });
  const mine = ofDay.filter((one) =>
    one.noms_participants.some((own) => noms.some((nom) => nameKey(nom) === nameKey(own))),
  );
  if (heure_fin && findOverlaps({ heure_debut, heure_fin }, mine, null).length > 0) return DEJA;
  if (!refus && heure_fin)
    return { ...habitude, date_reservation: jour, heure_fin, rejoindre: false };
  if (!type) return sentence({ code: 'type_lecon_inconnu', hold: null });
  // A lesson that begins there may have places for these people (RIDE-10).
  const creneau = creneauAt(
    heure_debut,
    { jour, duree_minutes: type.duree_minutes, maintenant, horaire },
    holds,
    type.ouverte
      ? {
          type_lecon: type.value,
          nombre_personnes: noms.length,
          mine: (heure) =>
            ofDay.some((one) => one.type_piste === type_piste && one.heure_debut === heure),
        }
      : null,
  );
  if (creneau.rejoindre && creneau.reason === null && creneau.occupation) {
    const code =
      refusePiste(pistes, type_piste) ??
      refuseJour(demande, counted) ??
      refuseDetails(demande, type) ??
      refuseQuota(counted);
    return code
      ? sentence({ code, hold: null })
      : {
          ...habitude,
          date_reservation: jour,
          heure_fin: creneau.occupation.heure_fin,
          rejoindre: true,
        };
  }
  return sentence(refus ?? { code: 'heure_fin_impossible', hold: null });
}

/** The first day with the weekday of `jour` from `from` on, on which its hour has not come yet. */
export function sameWeekday(jour: string, heure: string, from: string, maintenant: Moment): string {
  const after = ((daysBetween(jour, from) % 7) + 7) % 7;
  let next = addDays(from, (7 - after) % 7);
  while (isPast(next, heure, maintenant)) next = addDays(next, 7);
  return next;
}

/** The next moment at which the lesson can be booked again, from `from` on (RIDE-71). */
export function nextReprise(
  habitude: Habitude,
  from: string,
  context: RepriseContext,
): Reprise | null {
  const first = sameWeekday(habitude.jour, habitude.heure_debut, from, context.maintenant);
  const last = lastSearched(context.maintenant.jour);
  for (let jour = first; jour <= last; jour = addDays(jour, 7)) {
    const found = repriseOn(jour, habitude, context);
    if (typeof found !== 'string') return found;
  }
  return null;
}

/** The last day that is searched (LIM-104). */
export const lastSearched = (aujourdhui: string): string => addDays(aujourdhui, SEARCH_WEEKS * 7);
