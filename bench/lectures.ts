/** A week over HTTP, as riders and as administrators read it, beside a server that does nothing but read the same rows and write them. */
import type { Bare, Reading } from './bare_server.ts';
import { rawRequest, runLoad, startProgram } from './child.ts';
import { openGround, settle } from './ground.ts';
import { record } from './recorder.ts';
import { integer, type Figure, ratio } from './report.ts';
import { alternate, ratios } from './rounds.ts';
import { SUNDAY, MONDAY, seedReservations } from './seed.ts';

const CLIENTS = 8;
const SECONDS = 4;
const STORED = 10_000;

/** Where each is read, and by whom. */
export const WEEKS = {
  disponibilites: { url: `/api/disponibilites?du=${MONDAY}&au=${SUNDAY}`, role: 'utilisateur' },
  planning: { url: `/api/reservations?du=${MONDAY}&au=${SUNDAY}&sort=date_reservation`, role: 'admin' },
} as const;

export const measureReading = (reading: Reading) => async (say: (step: string) => void): Promise<Figure[]> => {
  const { url, role } = WEEKS[reading];
  const ground = await openGround(CLIENTS, async (sql) => {
    await seedReservations(sql, STORED);
    await settle(sql);
  }, role);
  const { databaseUrl, port, riders } = ground;
  const { statements, body } = await record(databaseUrl, { method: 'GET', url, headers: { cookie: riders[0]!.cookie } });
  const { text: statement = '', values = [] } = statements.at(-1) ?? {};
  const bare = startProgram('bare_server.ts');
  const { port: barePort } = await bare.ask<{ port: number }>({ databaseUrl, lecture: reading, statement, jours: values.map(endOf) } satisfies Bare);
  await assertSame(`http://127.0.0.1:${barePort}${url}`, body);

  const clients = riders.map(({ cookie }) => [rawRequest(cookie, 'GET', url)]);
  const readsOf = (at: number) => async (): Promise<number> => {
    const { byStatus, perSecond } = await runLoad({ port: at, clients, seconds: SECONDS });
    if (Object.keys(byStatus).join() !== '200') throw new Error(`unexpected answers: ${JSON.stringify(byStatus)}`);
    return perSecond[200] ?? 0;
  };
  const rounds = await alternate({ ours: readsOf(port), baseline: readsOf(barePort) }, say);
  await bare.stop();
  await ground.close();
  return [
    { nom: 'lectures par seconde, Manège', tours: rounds.ours, ecrit: integer },
    { nom: 'lectures par seconde, node:http et pg sans session ni contrôle', tours: rounds.baseline, ecrit: integer },
    { nom: 'lectures, rapport', tours: ratios(rounds.ours, rounds.baseline), ecrit: ratio, but: { signe: '≥', valeur: 0.5 } },
  ];
};

function endOf(value: unknown): 'du' | 'au' {
  if (value !== MONDAY && value !== SUNDAY) throw new Error(`the statement asks for more than a week: ${String(value)}`);
  return value === MONDAY ? 'du' : 'au';
}

/** The baseline counts only if it answers what we answer. */
async function assertSame(url: string, body: string): Promise<void> {
  const bare: unknown = await (await fetch(url)).json();
  const sorted = (rows: unknown): string => JSON.stringify(rows, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))) : value);
  if (sorted(bare) !== sorted(JSON.parse(body))) throw new Error('the baseline answers other rows');
}
