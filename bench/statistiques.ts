/** Three full years of statistics over HTTP, beside the same statements sent by pg alone. */
import pg from 'pg';
import { rawRequest, runLoad } from './child.ts';
import { openFixture, settle } from './fixture.ts';
import { record } from './recorder.ts';
import { type Figure, milliseconds, ratio } from './report.ts';
import { alternate, median, ratios } from './rounds.ts';
import { seedReservations } from './seed.ts';

const STORED = 50_000;
const SECONDS = 6;
/** The week of 2050 that other measures read among them. */
const URL_READ = '/api/statistiques?du=2000-01-01&au=2099-12-31';

export async function measureStatistiques(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(
    1,
    async (sql) => {
      await seedReservations(sql, STORED, { du: '2000-01-01', au: '2002-12-31' });
      await sql.query(
        "update reservations set noms_participants = (select array_agg('Élève Numéro ' || abs(hashtext(id::text || n)) % 300) from generate_series(1, nombre_personnes) n)",
      );
      await settle(sql);
    },
    'admin',
  );
  const {
    databaseUrl,
    port,
    riders: [admin],
  } = fixture;
  const cookie = admin!.cookie;
  const statements = await record(databaseUrl, URL_READ, cookie);
  // The two that count and add; who is asking is our own affair.
  const counting = statements.filter(({ text }) => /materialized/.test(text));
  if (counting.length !== 2) throw new Error(`${counting.length} statements were recorded`);
  const clients = await Promise.all(
    counting.map(async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      return client;
    }),
  );
  const bare = async (): Promise<number> => {
    const times: number[] = [];
    for (const end = performance.now() + SECONDS * 1000; performance.now() < end;) {
      const start = performance.now();
      await Promise.all(counting.map(({ text, values }, i) => clients[i]!.query(text, values)));
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const ours = async (): Promise<number> => {
    const { byStatus, ms } = await runLoad({
      port,
      clients: [[rawRequest(cookie, 'GET', URL_READ)]],
      seconds: SECONDS,
    });
    if (Object.keys(byStatus).join() !== '200')
      throw new Error(`unexpected answers: ${JSON.stringify(byStatus)}`);
    return ms;
  };
  const rounds = await alternate({ ours, bare }, say);
  await Promise.all(clients.map((client) => client.end()));
  await fixture.close();
  return [
    { nom: 'temps médian, Manège', tours: rounds.ours, ecrit: milliseconds },
    {
      nom: 'temps médian, les mêmes requêtes par pg seul',
      tours: rounds.bare,
      ecrit: milliseconds,
    },
    {
      nom: 'statistiques, rapport',
      tours: ratios(rounds.ours, rounds.bare),
      ecrit: ratio,
      but: { signe: '≤', valeur: 2 },
    },
  ];
}
