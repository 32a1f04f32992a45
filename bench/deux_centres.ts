/**
 * Two centres on one PostgreSQL server book at the same time: neither may wait for a lock of the other
 * (ADR-010). Their databases share nothing but locks of the whole server, as NOTIFY takes one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerUrl } from '../tests/support/postgres.ts';
import pg from 'pg';
import { rawRequest, runLoad } from './child.ts';
import { openFixture } from './fixture.ts';
import { type Figure, integer } from './report.ts';
import { ROUNDS } from './rounds.ts';
import { demandeOf, SLOTS } from './slots.ts';

const CLIENTS = 8;
const SECONDS = 4;
const EACH_MS = 2;
const SLOTS_EACH = Math.floor(SLOTS / CLIENTS / (ROUNDS + 1));

export async function measureDeuxCentres(say: (step: string) => void): Promise<Figure[]> {
  const centres = [
    await openFixture(CLIENTS, async () => {}),
    await openFixture(CLIENTS, async () => {}),
  ];
  const sql = new pg.Client({ connectionString: ownerUrl(centres[0]!.databaseUrl) });
  await sql.connect();
  const figures = { waits: [] as number[], samples: [] as number[], booked: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    say(`tour ${round + 1} sur ${ROUNDS}`);
    let running = true;
    const loads = Promise.all(
      centres.map(({ port, riders }) =>
        runLoad({
          port,
          seconds: SECONDS,
          clients: riders.map(({ cookie }, client) =>
            Array.from({ length: SLOTS_EACH }, (_, n) =>
              rawRequest(
                cookie,
                'POST',
                '/api/reservations',
                demandeOf((round * SLOTS_EACH + n) * CLIENTS + client),
              ),
            ),
          ),
        }),
      ),
    ).finally(() => {
      running = false;
    });
    let [samples, waits] = [0, 0];
    while (running) {
      const { rows } = await sql.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'object'`,
      );
      samples += 1;
      waits += rows[0]!.n;
      await sleep(EACH_MS);
    }
    const answered = await loads;
    for (const { byStatus } of answered)
      if (Object.keys(byStatus).join() !== '201') throw new Error(JSON.stringify(byStatus));
    figures.waits.push(waits);
    figures.samples.push(samples);
    figures.booked.push(answered.reduce((sum, { perSecond }) => sum + (perSecond[201] ?? 0), 0));
  }
  await sql.end();
  for (const centre of centres) await centre.close();
  return [
    { nom: 'confirmées par seconde, les deux ensemble', tours: figures.booked, ecrit: integer },
    { nom: 'prises de vue des attentes', tours: figures.samples, ecrit: integer },
    {
      nom: "attentes de sorte Lock/object, dans toutes les prises d'un tour",
      tours: figures.waits,
      ecrit: integer,
      but: { signe: '≤', valeur: 0 },
    },
  ];
}
