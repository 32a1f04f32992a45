/**
 * The statistics of a month and of all time, compared with the plainest query that adds the same
 * seats up, by family, and their charts. Every seat has a customer, most have a rider. All run
 * without HTTP.
 */
import pg from 'pg';
import { openPool } from '#server/platform/db.ts';
import { listMois, listTenues } from '../src/server/stores/statistics/graphiques.ts';
import { listFamilles, readStatistics } from '../src/server/stores/statistics/statistiques.ts';
import { createDatabase } from '../tests/support/postgres.ts';
import { PRICE_SEATS, pricing } from '../tests/support/prix.ts';
import { settle } from './fixture.ts';
import { integer, type Figure, milliseconds, ratio } from './report.ts';
import { alternate, median, ratios } from './rounds.ts';
import { equallyDensePeriod, seedReservations, seedRiders } from './seed.ts';

/** The stored lessons, and the most milliseconds for all time. */
const VOLUMES = { 50_000: 50, 500_000: 600 } as const;
const MONTH_MS = 20;
/** Readings of each turn; the median counts. */
const READINGS = 5;
/** The most that the product may take of the plain query. */
const MOST = 1.5;

const plain = (where: string): string => `
  select p.nom, r.type_lecon, p.centimes, count(*), sum(p.centimes)
  from reservations r join participants p on p.reservation_id = r.id where r.statut = 'confirmee' ${where} group by 1, 2, 3`;

export async function measureStatistiques(say: (step: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [volume, most] of Object.entries(VOLUMES)) {
    const database = await createDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    say(`${integer(Number(volume))} réservations sont enregistrées`);
    const period = equallyDensePeriod(Number(volume), 500_000);
    await seedReservations(client, Number(volume), period);
    await seedRiders(client);
    await client.query(pricing({ collective: 22, particuliere: 38, saut: 30, longe: 25 }));
    await client.query(PRICE_SEATS);
    await client.query('vacuum full analyze participants, reservations');
    await settle(client);
    const { pool, db } = openPool(database.url, () => undefined);
    const month = { du: `${period.au.slice(0, 7)}-01`, au: period.au };
    const timed = (read: () => Promise<unknown>) => async (): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < READINGS; n += 1) {
        const began = performance.now();
        await read();
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const now = { jour: '2026-11-26', heure: '10:00' };
    const readCharts = async (days: { du: string; au: string }) => {
      await listMois(db, days);
      await listTenues(db, [days]);
    };
    const times = await alternate(
      {
        mois: timed(() => readStatistics(db, month, now)),
        'mois nu': timed(() =>
          pool.query(plain(`and r.date_reservation between '${month.du}' and '${month.au}'`)),
        ),
        tout: timed(() => readStatistics(db, {}, now)),
        'tout nu': timed(() => pool.query(plain(''))),
        'mois, familles': timed(() => listFamilles(db, month)),
        'tout, familles': timed(() => listFamilles(db, {})),
        'mois, graphiques': timed(() => readCharts(month)),
        'tout, graphiques': timed(() => readCharts({ du: period.du, au: period.au })),
      },
      say,
    );
    await pool.end();
    await client.end();
    await database.drop();
    const size = integer(Number(volume));
    figures.push(
      {
        nom: `${size}, un mois`,
        tours: times.mois,
        ecrit: milliseconds,
        but: { signe: '≤', valeur: MONTH_MS, indicatif: true },
      },
      { nom: `${size}, un mois, requête nue`, tours: times['mois nu'], ecrit: milliseconds },
      {
        nom: `${size}, tout`,
        tours: times.tout,
        ecrit: milliseconds,
        but: { signe: '≤', valeur: most, indicatif: true },
      },
      { nom: `${size}, tout, requête nue`, tours: times['tout nu'], ecrit: milliseconds },
      {
        nom: `${size}, un mois, par famille`,
        tours: times['mois, familles'],
        ecrit: milliseconds,
        but: { signe: '≤', valeur: MONTH_MS, indicatif: true },
      },
      {
        nom: `${size}, tout, par famille`,
        tours: times['tout, familles'],
        ecrit: milliseconds,
        but: { signe: '≤', valeur: most, indicatif: true },
      },
      {
        nom: `${size}, un mois, graphiques`,
        tours: times['mois, graphiques'],
        ecrit: milliseconds,
        but: { signe: '≤', valeur: MONTH_MS, indicatif: true },
      },
      {
        nom: `${size}, tout, graphiques`,
        tours: times['tout, graphiques'],
        ecrit: milliseconds,
        but: { signe: '≤', valeur: most, indicatif: true },
      },
      {
        nom: `${size}, tout, contre la requête nue`,
        tours: ratios(times.tout, times['tout nu']),
        ecrit: ratio,
        but: { signe: '≤', valeur: MOST },
      },
    );
  }
  return figures;
}
