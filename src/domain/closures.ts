// chunk: app
/**
 * Closures of arenas: between two hours, on each of some days (FERM-01). `creneaux.ts` contains the
 * check of a booking against them.
 */
import { daysBetween, formatJour, type Moment } from './core/calendrier.ts';
import type { CodeFermeture } from './errors/fermetures.ts';
import { isOneLine } from './core/one_line.ts';
import { closedHours, isPast } from './slots/creneaux.ts';
import { DERNIERE_HEURE, PREMIERE_HEURE } from './slots/horaires.ts';
import type { Piste } from './slots/pistes.ts';

/** The closed hours: from `du` to `au` inclusive, between these hours of each day. */
export type PlageFermee = {
  pistes: string[];
  du: string;
  au: string;
  heure_debut: string;
  heure_fin: string;
};

/** `motif`: null for riders if the reason is not public. */
export type Fermeture = PlageFermee & { id: string; motif: string | null; publique: boolean };

/** The whole day, independent of the hours of the centre. */
export const JOUR_ENTIER = { heure_debut: PREMIERE_HEURE, heure_fin: DERNIERE_HEURE };

/**
 * The most days of a closure, characters of its reason, and lessons that one closure may affect
 * (LIM-171).
 */
const MAX_JOURS_FERMES = 370;
const MOTIF_MAX = 200;
export const MAX_LECONS_CONCERNEES = 300;

/**
 * Why hours cannot be closed; null if they can (FERM-02). `dernier`: the last day that can be
 * closed.
 */
export function refusePlage(
  { pistes: wanted, du, au, heure_debut, heure_fin }: PlageFermee,
  {
    pistes,
    maintenant,
    dernier,
  }: { pistes: readonly Piste[]; maintenant: Moment; dernier: string },
): CodeFermeture | null {
  if (wanted.length === 0 || new Set(wanted).size < wanted.length)
    return 'fermeture_pistes_manquantes';
  if (!wanted.every((id) => pistes.some((piste) => piste.id === id)))
    return 'fermeture_pistes_manquantes';
  if (du > au || du < maintenant.jour) return 'fermeture_jours_invalides';
  if (daysBetween(du, au) >= MAX_JOURS_FERMES) return 'fermeture_trop_longue';
  if (au > dernier) return 'fermeture_trop_lointaine';
  if (heure_debut >= heure_fin) return 'fermeture_heures_invalides';
  return isPast(au, heure_fin, maintenant) ? 'fermeture_passee' : null;
}

export const refuseMotif = (motif: string): CodeFermeture | null =>
  motif.trim() !== '' && isOneLine(motif.trim(), MOTIF_MAX) ? null : 'fermeture_motif_invalide';

/** The closures of a day, on one arena or on any, in the order of their hours. */
export const fermeturesOfDay = <F extends PlageFermee>(
  fermetures: readonly F[],
  jour: string,
  piste?: string,
): F[] =>
  fermetures
    .filter(
      ({ pistes, du, au }) =>
        du <= jour && jour <= au && (piste === undefined || pistes.includes(piste)),
    )
    .toSorted((a, b) => a.heure_debut.localeCompare(b.heure_debut));

/** 'le mercredi 2 décembre 2026, toute la journée', 'du 2 décembre 2026 au …, de 8h00 à 12h00'. */
export function periodOfFermeture({ du, au, ...hours }: PlageFermee): string {
  const days =
    du === au
      ? `le ${formatJour(du, 'long')}`
      : `du ${formatJour(du, 'annee')} au ${formatJour(au, 'annee')}`;
  return `${days}, ${closedHours(hours)}`;
}

type Movable = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  /** The arenas that are free in its hours. */
  libres: readonly string[];
};

/**
 * The arena to which each lesson moves, if one is free; assigned in the order of the lessons, so
 * that no two overlap there (FERM-05).
 */
export function destinationsOf(lecons: readonly Movable[]): Map<string, string> {
  const taken: (Movable & { piste: string })[] = [];
  for (const lecon of lecons) {
    const piste = lecon.libres.find(
      (one) =>
        !taken.some(
          (other) =>
            other.piste === one &&
            other.date_reservation === lecon.date_reservation &&
            other.heure_debut < lecon.heure_fin &&
            lecon.heure_debut < other.heure_fin,
        ),
    );
    if (piste !== undefined) taken.push({ ...lecon, piste });
  }
  return new Map(taken.map(({ id, piste }) => [id, piste]));
}
