/** The values and errors of the forms of the week and of a season (SET-46). */
import { ADMIN_REFUS, type CodeAdmin } from '#domain/errors/admin.ts';
import { addDays } from '#domain/core/calendrier.ts';
import type { HeuresDuJour, Horaires, Periode, Saison, Semaine } from '#domain/slots/horaires.ts';
import {
  JOURS_SEMAINE,
  overlappingSaisons,
  refuseSaison,
  refuseSemaine,
} from '#domain/slots/regles_horaires.ts';
import { CRENEAUX, DEMI_HEURES } from '#domain/slots/creneaux.ts';
import type { Faults } from '#web/ui/forms/useForm.ts';

export type JourName = (typeof JOURS_SEMAINE)[number];
/** The seven days by name, so that each can have its own error. */
export type Jours = Record<JourName, HeuresDuJour>;
export type SaisonDraft = Jours &
  Omit<Saison, 'semaine' | 'du' | 'au'> &
  Record<'du' | 'au', string | null>;

export const joursOf = (semaine: Semaine): Jours =>
  Object.fromEntries(JOURS_SEMAINE.map((jour, i) => [jour, semaine[i] ?? null])) as Jours;

export const semaineOf = (jours: Jours): Semaine => JOURS_SEMAINE.map((jour) => jours[jour]);

export const draftOf = (saison: Saison | null): SaisonDraft => ({
  nom: saison?.nom ?? '',
  du: saison?.du ?? null,
  au: saison?.au ?? null,
  annuelle: saison?.annuelle ?? false,
  ...joursOf(saison?.semaine ?? []),
});

export const saisonOf = ({ nom, du, au, annuelle, ...jours }: SaisonDraft): Saison => ({
  nom,
  du: du ?? '',
  au: au ?? '',
  annuelle,
  semaine: semaineOf(jours),
});

const sentence = (code: CodeAdmin): string => ADMIN_REFUS[code].message;

/** The days whose periods are refused. */
export const faultsOfJours = (jours: Jours): Faults<Jours> =>
  Object.fromEntries(
    JOURS_SEMAINE.flatMap((jour) => {
      const code = refuseSemaine(JOURS_SEMAINE.map((one) => (one === jour ? jours[jour] : null)));
      return code ? [[jour, sentence(code)]] : [];
    }),
  );

/** `others`: all seasons except this one. */
export function faultsOfSaison(draft: SaisonDraft, others: readonly Saison[]): Faults<SaisonDraft> {
  const saison = saisonOf(draft);
  const open: Semaine = [[], null, null, null, null, null, null];
  const name = refuseSaison({ ...saison, du: '2026-01-01', au: '2026-01-02', semaine: open });
  const dates = refuseSaison({ ...saison, nom: 'x', semaine: open });
  const empty = saison.semaine.every((jour) => jour === null);
  const shared = !dates && overlappingSaisons([saison, ...others])?.[1].nom;
  return {
    ...faultsOfJours(draft),
    ...(name && { nom: sentence(name) }),
    ...(dates && { du: sentence(dates) }),
    ...(shared && { du: `${sentence('saisons_communes')} Voyez «\u202f${shared}\u202f».` }),
    ...(empty && { lundi: sentence('saison_vide') }),
  };
}

/** The field to which a refusal of the server belongs. */
export const fieldOf = (code: string | null): keyof SaisonDraft | undefined =>
  ({
    saison_nom_invalide: 'nom',
    saison_dates_invalides: 'du',
    saisons_communes: 'du',
    saison_vide: 'lundi',
  })[code ?? ''] as keyof SaisonDraft | undefined;

/** A first suggestion for a period: the usual hours, or after other periods the rest of the day. */
export function nextPeriode(
  periodes: readonly Periode[],
  { openingTime, closingTime }: { openingTime: string; closingTime: string },
): Periode {
  const last = periodes.at(-1);
  if (!last) return { debut: openingTime, fin: closingTime };
  const debut = DEMI_HEURES[DEMI_HEURES.indexOf(last.fin) + 2] ?? '22:30';
  const latest = CRENEAUX.at(-1) ?? '20:00';
  return { debut, fin: debut < latest ? latest : (DEMI_HEURES.at(-1) ?? '23:00') };
}

/** The seasons with one replaced, added or removed. */
export const withSaison = (
  horaires: Horaires,
  before: Saison | null,
  after: Saison | null,
): Horaires => ({
  ...horaires,
  saisons: [
    ...horaires.saisons.filter((one) => JSON.stringify(one) !== JSON.stringify(before)),
    ...(after ? [after] : []),
  ],
});

/** The first and last days that a season may have. */
export const boundsOf = (aujourdhui: string) => ({
  first: addDays(aujourdhui, -730),
  last: addDays(aujourdhui, 3_650),
});
