/**
 * Stored reservations for the measurements: a plausible full week, and any number of others around
 * it.
 */
import type pg from 'pg';
import { addDays, daysBetween, mondayOf } from '#domain/core/calendrier.ts';
import { heureFin, toHeure, toMinutes } from '#domain/slots/creneaux.ts';
import { DEFAULT_TYPES } from '../src/domain/types/types_lecons.ts';
import { storeLecons } from '../tests/support/places.ts';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';

type Row = {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  type_piste: string;
  type_lecon: string;
  nombre_personnes: number;
  statut: string;
};

/** The first week that is read: always the same, and never among the booked days. */
const MONDAY = mondayOf('2050-06-12');

/** The n-th of the weeks that are read, which are consecutive. */
export const readWeek = (n: number): Period => ({
  du: addDays(MONDAY, 7 * n),
  au: addDays(MONDAY, 7 * n + 6),
});

/** Starts of a well filled day on one arena: eleven lessons in twelve hours. */
const DEPARTS = [
  '08:00',
  '09:00',
  '10:00',
  '11:00',
  '12:00',
  '13:30',
  '14:30',
  '15:30',
  '16:30',
  '17:30',
  '18:30',
];

/**
 * 154 lessons in the seven days of a read week on two arenas, always the same. No rider is on both
 * arenas at the same time.
 */
function week(n: number): Row[] {
  const rows: Row[] = [];
  for (let day = 0; day < 7; day += 1) {
    for (const { id: type_piste } of DEFAULT_PISTES) {
      for (const heure_debut of DEPARTS) {
        const type = DEFAULT_TYPES[rows.length % DEFAULT_TYPES.length]!;
        rows.push({
          date_reservation: addDays(readWeek(n).du, day),
          heure_debut,
          type_piste,
          heure_fin:
            heureFin(heure_debut, type.duree_minutes) ?? toHeure(toMinutes(heure_debut) + 30),
          type_lecon: type.value,
          nombre_personnes: 1 + (rows.length % type.max_personnes),
          statut: rows.length % 17 === 0 ? 'en_attente' : 'confirmee',
        });
      }
    }
  }
  return rows;
}

/** Days, both ends included. */
type Period = { du: string; au: string };

/** The longest period of the table. */
export const CENTURY: Period = { du: '2000-01-01', au: '2100-12-31' };

/**
 * The days around one read week on which `total` reservations are as dense as `pleine` are over the
 * century.
 */
export function equallyDensePeriod(total: number, full: number): Period {
  const read = week(0).length;
  const days = Math.round((daysAround(CENTURY, 1) * (total - read)) / (full - read));
  return total < full
    ? {
        du: addDays(readWeek(0).du, -Math.ceil(days / 2)),
        au: addDays(readWeek(0).au, Math.floor(days / 2)),
      }
    : CENTURY;
}

/** The days outside the read weeks. */
const daysAround = ({ du: due, au }: Period, weeks: number): number =>
  daysBetween(due, au) + 1 - 7 * weeks;

/**
 * Stores `total` reservations, including those of so many read weeks. The others are distributed
 * evenly over the other given days: at most 48 per day, as many as two arenas can hold. They are
 * stored in the order in which people book, up to four weeks ahead: the rows of a week are among
 * those of its neighbours, as in a database in real use.
 */
export async function seedReservations(
  sql: pg.Client,
  total: number,
  periode: Period = CENTURY,
  weeks = 1,
): Promise<void> {
  const rows = Array.from({ length: weeks }, (_, n) => week(n)).flat();
  // old lessons keep their names during the measurement
  await sql.query('update parametres set "lessonRetention" = false');
  await storeLecons(
    sql,
    `with autres as (
      select jour::date as date_reservation, time '08:00' + (n % 24) * interval '30 minutes' as heure_debut,
        time '08:30' + (n % 24) * interval '30 minutes' as heure_fin,
        (array['interieure', 'exterieure'])[n / 24 % 2 + 1] as type_piste,
        (array['particuliere', 'longe', 'saut', 'liberte'])[n % 4 + 1] as type_lecon, 1 as nombre_personnes,
        case n % 21 when 0 then 'annulee' when 1 then 'en_attente' else 'confirmee' end as statut
      from (
        select n, $4::date + (n * $5 / $1)::int as jour from generate_series(0, $1::bigint - 1) as n
      ) as places
    ), semaine as (
      select date_reservation::date, heure_debut::time, heure_fin::time, type_piste, type_lecon, nombre_personnes, statut
      from jsonb_to_recordset($2) as (date_reservation text, heure_debut text, heure_fin text, type_piste text, type_lecon text, nombre_personnes int, statut text)
    ), toutes as (
      select case when date_reservation >= $3::date then date_reservation + 7 * $6::int else date_reservation end as date_reservation,
        heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut from autres
      union all select * from semaine
    )
    select *, array_fill(case type_piste when 'interieure' then 'Camille Lambert' else 'Camille Laurent' end, array[nombre_personnes]) as noms_participants,
      'Camille Lambert' as nom_client, case when hashtext(date_reservation::text || heure_debut) % 4 = 0 then 'Poney calme, merci' end as remarques
    from toutes
    order by date_reservation - abs(hashtext(date_reservation::text || heure_debut || type_piste) % 28), heure_debut`,
    [
      total - rows.length,
      JSON.stringify(rows),
      MONDAY,
      periode.du,
      daysAround(periode, weeks),
      weeks,
    ],
  );
}

/** How many customers, and riders of each, the seats have: five years of a centre. */
const CUSTOMERS = 300;
const RIDERS = 2;

/**
 * Gives every seat a customer, and two thirds of them a rider, with one of 600 names. The names of the
 * lessons follow.
 */
export async function seedRiders(sql: pg.Client): Promise<void> {
  await sql.query(
    `insert into clients (nom, cle) select 'Client ' || n, 'client ' || n from generate_series(1, ${CUSTOMERS}) as n`,
  );
  await sql.query(
    `insert into cavaliers (user_id, nom) select id, 'Cavalier ' || k || ' de ' || nom from clients, generate_series(1, ${RIDERS}) as k where nom is not null`,
  );
  // In one transaction: seats and lessons are compared at its end.
  await sql.query(`
    begin;
    update participants p set user_id = v.user_id, nom = v.nom, cavalier_id = case when hashtext(p.id::text) % 3 <> 0 then v.id end
      from (select row_number() over (order by nom) - 1 as n, id, user_id, nom from cavaliers) as v where v.n = abs(hashtext(p.id::text)) % ${CUSTOMERS * RIDERS};
    update reservations r set noms_participants = s.noms, nom_client = s.noms[1]
      from (select reservation_id, array_agg(nom order by position) as noms from participants group by 1) as s where s.reservation_id = r.id;
    commit`);
}
