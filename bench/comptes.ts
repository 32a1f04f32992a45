/**
 * Who owes what, which the search of a payment reads too, and an account, with the same three billed
 * weeks among more and more stored lessons. All run without HTTP.
 */
import pg from 'pg';
import { addDays } from '#domain/core/calendrier.ts';
import { openPool } from '#server/platform/db.ts';
import { listDoit, listOuvertes } from '../src/server/stores/billing/comptes.ts';
import { createDatabase } from '../tests/support/postgres.ts';
import { PRICE_SEATS, pricing } from '../tests/support/prix.ts';
import { rowsRead, statementsOf } from '../tests/support/statements.ts';
import { settle } from './fixture.ts';
import { integer, type Figure, milliseconds, ratio } from './report.ts';
import { alternate, median, ratios } from './rounds.ts';
import { equallyDensePeriod, readWeek, seedReservations, seedRiders } from './seed.ts';

const [LITTLE, MUCH] = [50_000, 500_000] as const;
/** Readings of each turn; the median counts. */
const READINGS = 5;
/** The most that ten times as many lessons may cost. */
const MOST = 1.3;
const ALL = 'qui doit quoi';

type Readings = Record<string, () => Promise<unknown>>;

/** A database with so many lessons, and the readings of it. */
async function open(
  volume: number,
): Promise<{ url: string; readings: Readings; close: () => Promise<void> }> {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await seedReservations(client, volume, equallyDensePeriod(volume, MUCH));
  await seedRiders(client);
  await client.query(pricing({ collective: 22, particuliere: 38, saut: 30, longe: 25 }));
  await client.query(PRICE_SEATS);
  const jour = readWeek(1).du;
  await client.query(
    `update parametres set billing = true, "billingSince" = '${addDays(jour, -21)}'`,
  );
  await client.query('vacuum full analyze participants, reservations');
  await settle(client);
  const { rows } = await client.query<{ id: string }>(
    `select id from clients where nom = 'Client 7'`,
  );
  const payeurs = rows.map(({ id }) => id);
  await client.end();
  const { pool, db } = openPool(database.url, () => undefined);
  const moment = { jour, heure: '00:00' };
  return {
    url: database.url,
    readings: {
      [ALL]: () => listDoit(db, moment),
      'un compte': () => listDoit(db, moment, payeurs),
      'les lignes d’un compte': () => listOuvertes(db, moment, { payeurs }),
    },
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

const timed = (read: () => Promise<unknown>) => async (): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < READINGS; n += 1) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return median(times);
};

export async function measureComptes(say: (step: string) => void): Promise<Figure[]> {
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  for (const volume of [LITTLE, MUCH]) {
    say(`${integer(volume)} réservations sont enregistrées`);
    opened.push(await open(volume));
  }
  const [little, much] = opened as [(typeof opened)[0], (typeof opened)[0]];
  const times = await alternate(
    Object.fromEntries(
      Object.keys(little.readings).flatMap((name) => [
        [`${name} ${LITTLE}`, timed(little.readings[name]!)],
        [`${name} ${MUCH}`, timed(much.readings[name]!)],
      ]),
    ),
    say,
  );
  const figures: Figure[] = [];
  for (const name of Object.keys(little.readings)) {
    const rows: number[] = [];
    for (const { url, readings } of opened)
      rows.push(await rowsRead(url, await statementsOf(readings[name]!)));
    const [less, more] = [times[`${name} ${LITTLE}`]!, times[`${name} ${MUCH}`]!];
    // Of an account, PostgreSQL reads the customer's seats of all time if they are fewer.
    const but = name === ALL ? { but: { signe: '≤' as const, valeur: MOST } } : {};
    figures.push(
      { nom: `${name}, lignes lues, ${integer(LITTLE)}`, tours: [rows[0]!], ecrit: integer },
      { nom: `${name}, lignes lues, ${integer(MUCH)}`, tours: [rows[1]!], ecrit: integer },
      {
        nom: `${name}, rapport des lignes lues`,
        tours: [rows[1]! / rows[0]!],
        ecrit: ratio,
        ...but,
      },
      { nom: `${name}, ${integer(LITTLE)}`, tours: less, ecrit: milliseconds },
      { nom: `${name}, ${integer(MUCH)}`, tours: more, ecrit: milliseconds },
      { nom: `${name}, rapport des temps`, tours: ratios(more, less), ecrit: ratio, ...but },
    );
  }
  for (const { close } of opened) await close();
  return figures;
}
