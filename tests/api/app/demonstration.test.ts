/** The rights of riders in a new centre, and in the demonstration (SET-31). */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fillDemo } from '../../../src/server/actions/backups/demo.ts';
import { MORNING, useTestApp } from '../../support/app.ts';

const t = useTestApp();

const SWITCHES = ['riderCancellation', 'riderChanges', 'slotAlerts', 'calendarFeeds', 'showPrices'];

/** In order: the switches that are on, the open types, and the hours before a lesson. */
async function rights(): Promise<unknown[]> {
  const {
    rows: [parametres = {}],
  } = await t.services.db.execute(sql`select * from parametres`);
  const { rows: types } = await t.services.db.execute<{ value: string }>(
    sql`select value from types_lecons where ouverte order by ordre`,
  );
  return [
    SWITCHES.filter((field) => parametres[field] === true),
    types.map(({ value }) => value),
    parametres['cancellationHours'],
  ];
}

test("un nouveau centre ne permet rien de plus ; la démonstration permet tout, jusqu'à 24 heures avant, et la leçon collective est ouverte", async () => {
  // SET-34
  t.clock.now = MORNING;
  expect(await rights()).toEqual([[], [], 24]);
  await fillDemo(t.services);
  expect(await rights()).toEqual([SWITCHES, ['collective'], 24]);

  // There are lessons to join and to change, and riders to choose.
  const {
    rows: [counts],
  } = await t.services.db.execute(sql`select
    (select count(*)::int from reservations where type_lecon = 'collective' and statut = 'confirmee' and nombre_personnes < 6 and date_reservation > '2026-11-21') > 3 as joindre,
    (select count(distinct user_id)::int from cavaliers) >= 3 as comptes,
    (select count(*)::int from cavaliers join participants on participants.cavalier_id = cavaliers.id) > 0 as montent,
    (select count(*)::int from reservations join users on users.id = user_id where email = 'camille.lambert@demo.example' and date_reservation > '2026-11-22') > 0 as a_changer`);
  // FERM-01: a morning of the second week is closed, without lessons.
  const { rows: closed } = await t.services.db.execute(
    sql`select jour::text, heure_debut::text, heure_fin::text from occupations where fermeture_id is not null`,
  );
  expect(closed).toEqual([{ jour: '2026-11-29', heure_debut: '08:00:00', heure_fin: '12:00:00' }]);
  expect(counts).toEqual({ joindre: true, comptes: true, montent: true, a_changer: true });
  // CLI-05, CLI-07: a grandmother pays for an account, other customers book by telephone.
  const { rows: clients } = await t.services.db
    .execute(sql`select p.full_name as paye_pour, c.telephone is not null as telephone,
      exists (select from participants s where s.user_id = c.id) as places,
      exists (select from reservations r where r.user_id = c.id and date_reservation > '2026-11-21') as a_venir,
      count(*)::int as n
    from clients c left join clients paid on paid.paye_par = c.id left join users p on p.id = paid.id where c.nom is not null
    group by 1, 2, 3, 4 order by 1`);
  expect(clients).toEqual([
    { paye_pour: 'Élise Maes', telephone: true, places: false, a_venir: false, n: 1 },
    { paye_pour: null, telephone: true, places: true, a_venir: true, n: 24 },
  ]);
  // Nobody rides more than a family would.
  const { rows: most } = await t.services.db.execute(sql`select max(n)::int as seats from (
    select count(*) as n from participants p join reservations r on r.id = p.reservation_id
    group by p.user_id, date_trunc('week', r.date_reservation)) as weeks`);
  expect(most).toEqual([{ seats: 4 }]);
  // A seat belongs to the account or the customer that it names, or to whoever has saved the rider
  // (SET-17).
  const { rows: seats } = await t.services.db.execute(sql`select
      count(*) filter (where named.id is not null and p.user_id is distinct from named.id)::int as of_another,
      count(*) filter (where named.id is null and kept.user_id is distinct from p.user_id)::int as of_nobody,
      count(*) filter (where p.user_id <> r.user_id)::int > 100 as shared
    from participants p join reservations r on r.id = p.reservation_id
    left join (select id, full_name as nom from users union all select id, nom from clients where nom is not null) as named on named.nom = p.nom
    left join cavaliers kept on kept.nom = p.nom`);
  expect(seats).toEqual([{ of_another: 0, of_nobody: 0, shared: true }]);
});
