/** The baseline of a booking where there is no pgbench: a process with nothing but pg, sending the recorded transaction. */
import pg from 'pg';
import { type Done, isBooking, type Recorded } from './pgbench.ts';
import type { Statement } from './recorder.ts';
import { slotAt } from './slots.ts';

export type BareBookings = { databaseUrl: string; transaction: Statement[]; recorded: Recorded; riderIds: string[]; seconds: number };

process.on('message', (demand: BareBookings) => {
  run(demand).then((sent) => process.send?.(sent), (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});

async function run({ databaseUrl, transaction, recorded, riderIds, seconds }: BareBookings): Promise<Done> {
  const clients = riderIds.map(() => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const start = performance.now();
  const end = start + seconds * 1000;
  let transactions = 0;
  await Promise.all(clients.map(async (client, i) => {
    for (let n = i; performance.now() < end; n += clients.length) {
      const slot = slotAt(n);
      const varying = new Map<unknown, unknown>([
        [recorded.slot.date_reservation, slot.date_reservation], [recorded.slot.type_piste, slot.type_piste],
        [recorded.slot.heure_debut, slot.heure_debut], [recorded.slot.heure_fin, slot.heure_fin], [recorded.riderId, riderIds[i]],
      ]);
      let id = recorded.reservationId;
      const now = (value: unknown): unknown => {
        if (varying.has(value)) return varying.get(value);
        return typeof value === 'string' ? value.replaceAll(recorded.reservationId, id) : value;
      };
      for (const [at, { text, values }] of transaction.entries()) {
        const { rows } = await client.query<{ id: string }>({ name: `s${at}`, text, values: values.map(now) });
        if (isBooking(text)) id = rows[0]?.id ?? id;
      }
      transactions += 1;
    }
  }));
  const elapsed = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { transactions, perSecond: transactions / elapsed };
}
