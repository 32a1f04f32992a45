/**
 * The fixed reference of a booking: PostgreSQL itself, to which pgbench sends the same lessons, one
 * plain INSERT each.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REFERENCE } from './reference.ts';
import { FIRST_JOUR, LEAP, SLOTS } from './slots.ts';

/**
 * Stored in a round by all clients together: half of the free slots, however fast the machine is.
 */
const INSERTS = SLOTS / 2;

export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0;

/** Inserts per second, with as many clients as there are riders. */
export async function runPgbench(
  databaseUrl: string,
  riderIds: readonly string[],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'manege-bench-'));
  const file = join(folder, 'reservation.sql');
  writeFileSync(file, scriptOf(riderIds));
  const each = Math.floor(INSERTS / riderIds.length);
  const child = spawn(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(riderIds.length),
      '-j',
      '2',
      '-t',
      String(each),
      '-D',
      'n=0',
      '-f',
      file,
      databaseUrl,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(printed)?.[1]);
  if (
    code !== 0 ||
    !perSecond ||
    !printed.includes(`actually processed: ${each * riderIds.length}/`)
  )
    throw new Error(`pgbench failed:\n${printed.slice(0, 2000)}`);
  return perSecond;
}

/** The same slots as `demandeOf`, in pgbench's arithmetic, and the statement, on one line. */
const scriptOf = (riderIds: readonly string[]): string => `
\\set k (:n * ${riderIds.length} + :client_id) * ${LEAP} % ${SLOTS}
\\set n :n + 1
\\set jour :k / 48
\\set piste :k % 48 / 24 + 1
\\set debut :k % 24
${`
  insert into ${REFERENCE} (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, remarques)
  values ((array[${riderIds.map((id) => `'${id}'::uuid`).join(', ')}])[cast(:client_id as int) + 1], array['Camille Lambert'], 'Camille Lambert',
    date '${FIRST_JOUR}' + cast(:jour as int), time '08:00' + cast(:debut as int) * interval '30 minutes', time '08:30' + cast(:debut as int) * interval '30 minutes',
    (array['interieure', 'exterieure'])[cast(:piste as int)], 'particuliere', 1, null);`
  .replaceAll(/\s+/g, ' ')
  .trim()}
`;
