/** Metrics for Prometheus, if the environment enables them (OPS-61, OPS-62). */
import { createServer } from 'node:http';
import type { Env } from './env.ts';
import { isAllowed, METRICS_PATH, type Watch } from './http/metrics.ts';
import { checkWrites } from './actions/health/sante.ts';
import { freeIn } from './platform/controles/disque.ts';
import { poolOf } from './platform/db.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import type { Services } from './platform/services.ts';
import { StartError } from './platform/start_error.ts';
import { readFigures } from './stores/health/surveillance.ts';

type Config = NonNullable<Env['metrics']>;

/** `port`: that of the metrics; null if they are on the application's port. `stop` closes it. */
export async function openMetrics(
  services: Services,
  { port, host, token }: Config,
): Promise<Watch & { port: number | null; stop: () => void }> {
  const {
    db,
    live,
    now,
    version,
    database,
    sauvegardes: { base, dir },
  } = services;
  const pool = poolOf(db);
  const metrics = createMetrics({
    info: { version, node: process.versions.node, postgresql: database.version },
    gauges: () => ({
      pool: { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
      streams: live.size(),
      disks: { ...(base === null ? {} : { base: freeIn(base) }), sauvegardes: freeIn(dir) },
    }),
    figures: () => readFigures(db, now()),
    write: () => checkWrites(services),
  });
  if (port === null) return { metrics, token, port: null, stop: () => undefined };
  return { metrics, token: null, ...(await listen(metrics, { port, host, token })) };
}

/** Opens a port that serves only the metrics. Throws a StartError if it cannot be opened. */
async function listen(
  metrics: Metrics,
  { port, host, token }: Config & { port: number },
): Promise<{ port: number; stop: () => void }> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const status =
      path !== METRICS_PATH
        ? 404
        : token !== null && !isAllowed(request.headers.authorization, token)
          ? 401
          : 200;
    if (status !== 200)
      return void response
        .writeHead(status, status === 401 ? { 'www-authenticate': 'Bearer' } : {})
        .end();
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new StartError(
          `METRICS_PORT : le port ${port} de ${host} ne peut pas être ouvert (${code}).`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
