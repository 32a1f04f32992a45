/** The baseline of a booking: pgbench, where it exists, sending the transaction that was recorded from the product. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from './recorder.ts';
import { LEAP, FIRST_JOUR, type Slot, SLOTS } from './slots.ts';

/** pgbench's own name of its version, or null where it is not installed. */
export function findPgbench(): string | null {
  const { status, stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** What of the recorded values varies: the slot, who books it, and the id PostgreSQL gives, which the emails name. */
export type Recorded = { slot: Slot; riderId: string; reservationId: string };

export type Done = { transactions: number; perSecond: number };

/** The transactions of as many clients as there are riders. */
export async function runPgbench(
  databaseUrl: string,
  transaction: readonly Statement[],
  recorded: Recorded,
  { riderIds, seconds }: { riderIds: readonly string[]; seconds: number },
): Promise<Done> {
  const folder = mkdtempSync(join(tmpdir(), 'manege-bench-'));
  const file = join(folder, 'reservation.sql');
  writeFileSync(file, scriptOf(transaction, recorded, riderIds));
  const child = spawn('pgbench', [
    '-n', '-M', 'prepared', '-c', String(riderIds.length), '-j', '2', '-T', String(seconds), '-D', 'n=0', '-f', file, databaseUrl,
  ], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => { printed += chunk.toString(); });
  child.stderr.on('data', (chunk: Buffer) => { printed += chunk.toString(); });
  const [code] = await once(child, 'close');
  rmSync(folder, { recursive: true, force: true });
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(printed)?.[1]);
  const transactions = Number(/actually processed: (\d+)/.exec(printed)?.[1]);
  if (code !== 0 || !perSecond || !transactions) throw new Error(`pgbench failed:\n${printed.slice(0, 2000)}`);
  return { transactions, perSecond };
}

/** The same slots as `slotAt`, in pgbench's arithmetic; then the statements, one a line. */
function scriptOf(transaction: readonly Statement[], { slot, riderId, reservationId }: Recorded, riderIds: readonly string[]): string {
  const varying = new Map<unknown, string>([
    [slot.date_reservation, `(date '${FIRST_JOUR}' + cast(:jour as int))`],
    [slot.type_piste, "(array['interieure', 'exterieure'])[cast(:piste as int)]"],
    [slot.heure_debut, "(time '08:00' + cast(:debut as int) * interval '30 minutes')"],
    [slot.heure_fin, "(time '08:30' + cast(:debut as int) * interval '30 minutes')"],
    [riderId, `(array[${riderIds.map((id) => `'${id}'::uuid`).join(', ')}])[cast(:client_id as int) + 1]`],
  ]);
  return [
    `\\set k (:n * ${riderIds.length} + :client_id) * ${LEAP} % ${SLOTS}`,
    '\\set n :n + 1',
    '\\set jour :k / 48',
    '\\set piste :k % 48 / 24 + 1',
    '\\set debut :k % 24',
    ...transaction.map(({ text, values }) =>
      `${text.replaceAll(/\s+/g, ' ').replace(/\$(\d+)/g, (_, n: string) => {
        const value = values[Number(n) - 1];
        return varying.get(value) ?? naming(literal(value), reservationId);
      })}${isBooking(text) ? ' \\gset r_' : ';'}`),
    '',
  ].join('\n');
}

/** The statement whose answer names the reservation. */
export const isBooking = (text: string): boolean => /^insert into "reservations"/i.test(text);

/** A value that names the recorded reservation names the new one; what the column asks for is said, since an expression has a type. */
function naming(value: string, reservationId: string): string {
  if (!value.includes(reservationId)) return value;
  const named = `replace(${value}, '${reservationId}', cast(:r_id as text))`;
  const type = value === `E'${reservationId}'` ? 'uuid' : value.startsWith("E'{") ? 'jsonb' : 'text';
  return `cast(${named} as ${type})`;
}

/** A value as PostgreSQL reads it; those that do not vary stand in the statement itself, without a colon for pgbench to mistake. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  const text = Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : textOf(value);
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
}
