/** A week over HTTP, as riders and as administrators read it, beside the bare Node server, which reads and sends the same fields. */
import type { Bare } from './bare_server.ts';
import { rawRequest, runLoad, startProgram } from './child.ts';
import { openGround, settle } from './ground.ts';
import { integer, type Figure, ratio } from './report.ts';
import { alternate, ratios } from './rounds.ts';
import { SUNDAY, MONDAY, seedReservations } from './seed.ts';

const CLIENTS = 8;
const SECONDS = 4;
const STORED = 50_000;

export type Reading = keyof typeof WEEKS;

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
  const bare = startProgram('bare_server.ts');
  const { port: barePort } = await bare.ask<{ port: number }>({ databaseUrl } satisfies Bare);
  const [ours, baseline] = await Promise.all([port, barePort].map((at) => fieldsOf(`http://127.0.0.1:${at}${url}`, riders[0]!.cookie)));
  if (ours !== baseline) throw new Error(`the bare server answers other fields:\n${baseline}\n${ours}`);

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
    { nom: 'lectures par seconde, serveur Node nu', tours: rounds.baseline, ecrit: integer },
    { nom: 'lectures, part du serveur nu', tours: ratios(rounds.ours, rounds.baseline), ecrit: ratio, but: { signe: '≥', valeur: 0.6 } },
  ];
};

/** How many lessons an answer has, and the names of their fields. */
async function fieldsOf(url: string, cookie: string): Promise<string> {
  const rows = await (await fetch(url, { headers: { cookie } })).json() as object[];
  return `${rows.length} : ${Object.keys(rows[0] ?? {}).toSorted().join(', ')}`;
}
