/**
 * The metrics of one instance for Prometheus (OPS-61, ADR-026). Loaded only if the environment
 * enables them, because prom-client needs memory.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { reuse } from './reuse.ts';

/** Figures from the database, which are the same on every instance. */
export type Figures = {
  emailsWaiting: number;
  oldestEmailSeconds: number;
  emailsFailed: number;
  /** The last successful backup; `seconds` since 1970. */
  backup: { seconds: number; bytes: number; verified: boolean } | null;
  /** The last backup that ended has failed. */
  backupFailed: boolean;
  /** Administrators are warned about the backups (OPS-24). */
  backupLate: boolean;
};

/**
 * Figures that an instance knows without a query. `disks`: free bytes, by what is stored on the
 * disk.
 */
export type Gauges = {
  pool: { total: number; idle: number; waiting: number };
  streams: number;
  disks: Record<string, number>;
};

/**
 * `route`: a pattern. `seconds`: null for an answer that lasts as long as a client listens to it.
 */
export type Answered = {
  method: string;
  route: string;
  status: number;
  seconds: number | null;
  outcome: 'booked' | 'taken' | null;
};

export type Metrics = {
  answered(call: Answered): void;
  read(): Promise<{ type: string; text: string }>;
};

type Source = {
  info: Record<'version' | 'node' | 'postgresql', string>;
  gauges: () => Gauges;
  /** Rejects if the database does not answer. */
  figures: () => Promise<Figures>;
  /** Rejects if nothing can be written. */
  write: () => Promise<void>;
};

/**
 * `VALID_MS`: how long the figures of the database are reused. `PATIENCE_MS`: how long a scrape
 * waits for them.
 */
const VALID_MS = 5_000;
const PATIENCE_MS = 2_000;

const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Callers must not be able to create names of series, so a method outside this list is counted as
 * `OTHER`.
 */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Metrics that are left out of an answer while the database does not provide their value. */
const OF_DATABASE: Record<
  string,
  [help: string, read: (figures: Figures) => number | null | undefined]
> = {
  manege_emails_waiting: [
    'Emails that are due and have not left',
    ({ emailsWaiting }) => emailsWaiting,
  ],
  manege_emails_oldest_waiting_seconds: [
    'How long the oldest of them has been due',
    ({ oldestEmailSeconds }) => oldestEmailSeconds,
  ],
  manege_emails_failed: ['Emails that were given up', ({ emailsFailed }) => emailsFailed],
  manege_backup_last_success_timestamp_seconds: [
    'When the last backup that succeeded was made',
    ({ backup }) => backup?.seconds,
  ],
  manege_backup_size_bytes: ['Size of that backup', ({ backup }) => backup?.bytes],
  manege_backup_verified: [
    '1: that backup was restored and compared',
    ({ backup }) => backup && Number(backup.verified),
  ],
  manege_backup_failed: [
    '1: the last backup that ended has failed',
    ({ backupFailed }) => Number(backupFailed),
  ],
  manege_backup_late: [
    '1: the last backup failed, or none has succeeded for 36 hours',
    ({ backupLate }) => Number(backupLate),
  ],
};

export function createMetrics({ info, gauges, figures, write }: Source): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const requests = new Counter({
    name: 'manege_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'manege_http_request_duration_seconds',
    help: 'Time until the answer was sent',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers,
  });
  const bookings = new Counter({
    name: 'manege_reservations_created_total',
    help: 'Reservations made',
    registers,
  });
  const conflicts = new Counter({
    name: 'manege_reservation_conflicts_total',
    help: 'Bookings and edits refused because the arena is taken',
    registers,
  });
  const [total, idle, waiting] = [
    gauge('manege_pool_connections', 'Connections to PostgreSQL'),
    gauge('manege_pool_idle_connections', 'Those in use by nobody'),
    gauge('manege_pool_waiting', 'Requests that wait for a connection'),
  ];
  const streams = gauge('manege_live_streams', 'Open screens that hear of changes');
  new Gauge({
    name: 'manege_build_info',
    help: 'Versions',
    labelNames: Object.keys(info),
    registers,
  }).set(info, 1);
  const up = gauge('manege_database_up', `1: the database answers within ${PATIENCE_MS / 1_000} s`);
  const ofDatabase = Object.entries(OF_DATABASE).map(([name, [help, read]]) => ({
    gauge: gauge(name, help),
    read,
  }));

  const writable = gauge('manege_writable', '1: this instance can store, as /api/health says');
  const free = new Gauge({
    name: 'manege_disk_free_bytes',
    help: 'Room on the disk of the embedded database (base) and of the backups (sauvegardes)',
    labelNames: ['disk'],
    registers,
  });
  const writes = reuse(async () => (await write(), true), {
    validMs: VALID_MS,
    patienceMs: PATIENCE_MS,
    otherwise: false,
  });

  const recent = reuse(figures, { validMs: VALID_MS, patienceMs: PATIENCE_MS, otherwise: null });

  return {
    answered({ method, route, status, seconds, outcome }) {
      requests.inc({
        method: METHODS.has(method) ? method : 'OTHER',
        route,
        status: `${Math.floor(status / 100)}xx`,
      });
      if (seconds !== null) durations.observe({ route }, seconds);
      if (outcome === 'booked') bookings.inc();
      if (outcome === 'taken') conflicts.inc();
    },
    async read() {
      const [found, canWrite] = await Promise.all([recent(), writes()]);
      writable.set(Number(canWrite));
      up.set(Number(found !== null));
      for (const { gauge: one, read } of ofDatabase) {
        const value = (found && read(found)) ?? null;
        if (value === null) one.remove();
        else one.set(value);
      }
      const { pool, streams: open, disks } = gauges();
      for (const [disk, bytes] of Object.entries(disks)) free.set({ disk }, bytes);
      total.set(pool.total);
      idle.set(pool.idle);
      waiting.set(pool.waiting);
      streams.set(open);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
