/** The past lessons of an account, with the prices of its seats (RIDE-50, RIDE-52). */
import { sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { TypePiste } from '#domain/slots/pistes.ts';
import type { Absence } from '#domain/lessons/presences.ts';
import type { StatutReservation } from '#domain/lessons/reservations.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';

/**
 * `noms_participants`: only those of the account's own seats (RIDE-02). `centimes`: what these seats
 * cost together, those that are billed; null if the centre does not show prices. `absences`: what was
 * noted about them (PRES-05).
 */
type PassedRow = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: TypePiste;
  type_lecon: string;
  statut: StatutReservation;
  noms_participants: string[];
  absences: { nom: string; presence: Absence; facturee: boolean }[];
  centimes: number | null;
};
/** What is billed of seats of the account that left after the deadline (LIG-06). */
type LateRow = { id: string; jour: string; nom: string; libelle: string; centimes: number };
type Passed = {
  annee: number | null;
  annees: number[];
  lecons: PassedRow[];
  lignes: LateRow[];
};

/**
 * The lessons and the lines of a year, latest first, and the years that have any. If `annee` is null,
 * those of the latest of these years. Without prices there are no lines.
 */
export async function listPassed(
  reader: Reader,
  user_id: string,
  { jour, heure }: Moment,
  annee: number | null,
): Promise<Passed> {
  const {
    rows: [row],
  } = await reader.execute<Passed>(sql`
    with own as (
      select reservation_id, array_agg(nom order by position) as noms, coalesce(sum(centimes) filter (where facturee), 0)::int as centimes,
        coalesce(json_agg(json_build_object('nom', nom, 'presence', presence, 'facturee', facturee) order by position) filter (where presence is not null), '[]') as absences from participants where user_id = ${user_id} group by 1
    ), passed as (
      select r.*, own.noms, own.centimes, own.absences, extract(year from r.date_reservation)::int as annee from own join reservations r on r.id = own.reservation_id
      where r.date_reservation < ${jour}::date or (r.date_reservation = ${jour}::date and r.heure_fin <= ${heure}::time)
    ), late as (
      select l.*, extract(year from l.jour)::int as annee from lignes l cross join parametres p where l.user_id = ${user_id} and l.jour <= ${jour}::date and p."showPrices"
    ), chosen as (
      select coalesce(${annee}::int, max(annee)) as annee, coalesce(json_agg(distinct annee), '[]') as annees
      from (select annee from passed union all select annee from late) as years
    )
    select chosen.annee, chosen.annees, (
      select coalesce(json_agg(json_build_object(
        'id', r.id, 'date_reservation', r.date_reservation, 'heure_debut', r.heure_debut, 'heure_fin', r.heure_fin, 'type_piste', r.type_piste,
        'type_lecon', r.type_lecon, 'statut', r.statut, 'noms_participants', r.noms, 'absences', r.absences,
        'centimes', case when p."showPrices" then r.centimes end
      ) order by r.date_reservation desc, r.heure_debut desc, r.id), '[]')
      from passed r cross join parametres p where r.annee = chosen.annee
    ) as lecons, (
      select coalesce(json_agg(json_build_object('id', l.id, 'jour', l.jour, 'nom', l.nom, 'libelle', l.libelle, 'centimes', l.centimes)
        order by l.jour desc, l.libelle, l.nom, l.id), '[]')
      from late l where l.annee = chosen.annee
    ) as lignes from chosen`);
  const { lecons = [], lignes = [], annees = [], annee: found = null } = row ?? {};
  return {
    annee: found,
    annees: annees.toSorted((a, b) => b - a),
    lignes,
    lecons: lecons.map((one) => ({
      ...one,
      heure_debut: heureOf(one.heure_debut),
      heure_fin: heureOf(one.heure_fin),
    })),
  };
}
