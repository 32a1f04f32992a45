/**
 * Opens the service on an available database: schema, first accounts, application; and closes it
 * again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sealLiens } from './actions/signin/liens_en_attente.ts';
import { extendWaiting } from './actions/emails/limites.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, fillDemo } from './actions/backups/demo.ts';
import { trust } from './actions/health/horloge.ts';
import { createFirstAdmin } from './actions/people/inscriptions.ts';
import { createApp } from './app.ts';
import { startDelivery } from './delivery.ts';
import { type Env, givenIn, secretFor } from './env.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createLog } from './platform/log.ts';
import { hasAccounts } from './platform/migrations.ts';
import { readChanged } from './platform/definitions.ts';
import { collectAfterLoad } from './platform/memory.ts';
import { openServices, type Services } from './platform/services.ts';
import { StartError } from './platform/start_error.ts';
import { yieldPool } from './platform/threads.ts';
import { keepErasedIds } from './stores/personal_data/effacement.ts';
import { countUsers } from './stores/people/users.ts';
import { startFreedSlotAlerts } from './freed_slots.ts';
import { readVersion, say } from './terminal.ts';
import { upgrade } from './upgrade.ts';

/**
 * How long a clean end may take after DRAIN_SECONDS, in milliseconds, before the process exits
 * nevertheless.
 */
const PATIENCE_MS = 15_000;

/** `dir`: the folder of an embedded database, otherwise null. */
export type Database = { url: string; dir: string | null; stop: () => Promise<void> };

/** Ends the process cleanly, once. */
export type End = (reason: string, code: number) => Promise<void>;

/**
 * Opens the service. `onEnd` receives the function that ends it as soon as there is something to
 * close. Throws a StartError if it cannot be opened.
 */
export async function serve(
  env: Env,
  database: Database,
  onEnd: (end: End) => void,
): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  process.on('uncaughtException', (err) => {
    // Node itself would print the error's message
    log.error({ err }, 'uncaught error');
    process.exit(1);
  });
  const version = readVersion();
  const serverVersion = await upgrade(database.url, {
    version,
    config: { ...env.sauvegardes, base: database.dir },
    wanted: env.BACKUP_BEFORE_MIGRATION !== '0',
    say,
  });
  const services = await openServices({
    databaseUrl: database.url,
    database: {
      nom: database.dir !== null ? 'PostgreSQL embarqué' : 'PostgreSQL',
      version: serverVersion,
    },
    secret: secretFor(env, await hasAccounts(database.url)),
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    given: givenIn(env),
    smtp: env.smtp,
    expediteur: env.expediteur,
    version,
    production: env.production,
    centre: { nom: env.CENTRE_NAME, ville: env.CENTRE_TOWN },
    sauvegardes: { ...env.sauvegardes, base: database.dir },
    now: () => new Date(),
    log,
  });

  for (const reason of await readChanged(services.probe))
    log.warn(
      { reason },
      'a function or a trigger of the database is not as the migrations wrote it',
    );
  await sealLiens(services);
  await extendWaiting(services);
  const found = await countUsers(services.db);
  if (found.demo) await trust(services);
  // comes first: nothing may be stored with the time of a wrong clock
  const stopHousekeeping = await startHousekeeping(services);
  await fillFirst(services, env, found, database.dir !== null);
  const { demo, admins } = await countUsers(services.db);
  const host = hostFor(env, demo);
  const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url));
  const watch =
    env.metrics && (await (await import('./metrics.ts')).openMetrics(services, env.metrics));
  const leaving = new AbortController();
  const app = await createApp(services, {
    webRoot,
    offline: env.OFFLINE !== '0',
    hstsSubdomains: env.HSTS_SUBDOMAINS === '1',
    trustProxy: env.trustProxy,
    watch,
    leaving: leaving.signal,
    logger: log,
  });

  const stopDelivery = startDelivery(services);
  const stopTelling = startFreedSlotAlerts(services);

  await yieldPool();
  const stopCollecting = collectAfterLoad();

  const drainMs = env.DRAIN_SECONDS * 1000;
  onEnd(
    endOnce(
      async (code) => {
        leaving.abort();
        // a process whose database is lost has nothing to wait for
        if (code === 0) await sleep(drainMs);
        stopHousekeeping();
        stopCollecting();
        services.live.endStreams(); // at once; other requests are finished
        await Promise.all([app.close(), stopDelivery(), stopTelling()]);
        watch?.stop();
        await keepErasedIds(services);
        await services.close();
        await database.stop();
      },
      drainMs + PATIENCE_MS,
      log,
    ),
  );
  await app.listen({ port: env.PORT, host }).catch((error: NodeJS.ErrnoException) => {
    const sentence = LISTENING_REFUSALS[error.code ?? '']?.({ port: env.PORT, host });
    throw sentence === undefined ? error : new StartError(sentence);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  if (services.canSend && env.PUBLIC_URL === undefined)
    say("\nPUBLIC_URL n'est pas donnée : les liens des emails mèneront à " + services.publicUrl);
  announce(env.PUBLIC_URL ?? `http://localhost:${port}`, services, demo, admins);
  process.send?.({ ready: true, port, databaseUrl: database.url });
}

/**
 * Creates first the administrator of the environment, then, if nothing is stored yet, the
 * demonstration.
 */
async function fillFirst(
  services: Services,
  env: Env,
  found: { total: number; demo: boolean },
  isEmbedded: boolean,
): Promise<void> {
  const without = env.production ? 'NODE_ENV=production' : 'DEMO=0';
  if ((env.production || env.DEMO === '0') && found.demo) {
    throw new StartError(
      `${without} : ${isEmbedded ? `la base de ${env.DATA_DIR}` : 'cette base'} contient la démonstration, dont le mot de passe est public.\nPour partir d'une base vide, ${isEmbedded ? 'indiquez un autre dossier par DATA_DIR, par exemple DATA_DIR=/srv/manege' : 'indiquez-en une autre par DATABASE_URL'} ; la démonstration reste où elle est.`,
    );
  }
  if (env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD !== undefined) {
    await createFirstAdmin(services, {
      email: env.ADMIN_EMAIL,
      password: env.ADMIN_PASSWORD,
      nom: env.ADMIN_NAME ?? '',
    });
  }
  const wanted = !env.production && (env.DEMO === '1' || (isEmbedded && env.DEMO !== '0'));
  if (found.total === 0 && wanted) {
    hostFor(env, true); // a HOST that the demonstration forbids is refused before it is filled
    say("Base vide : elle est remplie d'un centre de démonstration…");
    await fillDemo(services);
  }
}

/**
 * While demonstration accounts exist, whose password is printed, the server listens on this machine
 * only (SET-17).
 */
function hostFor(env: Env, demo: boolean): string {
  const host = env.HOST ?? (demo || !env.production ? '127.0.0.1' : '0.0.0.0');
  if (demo && !['127.0.0.1', 'localhost', '::1'].includes(host)) {
    throw new StartError(
      "HOST ouvre le service au réseau alors que la base contient, ou va recevoir, les comptes de démonstration, dont le mot de passe est public.\nPartez d'une base vide avec DEMO=0 (et un autre DATA_DIR si celle-ci contient la démonstration).",
    );
  }
  return host;
}

function announce(url: string, services: Services, demo: boolean, admins: number): void {
  say(`\nManège ${services.version} est ouvert : ${url}`);
  say(`Base de données : ${services.database.nom} ${services.database.version}`);
  if (demo) {
    say('\nDémonstration, mot de passe de tous les comptes : ' + DEMO_PASSWORD);
    for (const { email, label } of DEMO_PEOPLE) say(`  ${email.padEnd(34)} ${label}`);
  }
  if (admins === 0)
    say(
      `\nAucun administrateur. Pour créer le premier, ouvrez ce lien (il ne sert qu'une fois) :\n  ${url}/installation#token=${services.auth.installationToken}`,
    );
  say('\nCtrl-C pour arrêter.');
}

/**
 * Stops only once: a second Ctrl-C has no effect. If the stop hangs, the process ends after
 * `patienceMs`.
 */
function endOnce(
  close: (code: number) => Promise<void>,
  patienceMs: number,
  log: ReturnType<typeof createLog>,
): End {
  let ending = false;
  return async (reason, code) => {
    if (ending) return;
    ending = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), patienceMs).unref();
    await close(code).catch((error: unknown) => log.error({ err: error }, 'unclean end'));
    process.exit(code);
  };
}

const notOurs = ({ host }: { host: string }) =>
  `HOST : ${host} n'est pas une adresse de cette machine.`;
/** Sentences for an address on which the server cannot listen. */
const LISTENING_REFUSALS: Record<string, (at: { port: number; host: string }) => string> = {
  EADDRINUSE: ({ port }) =>
    `Le port ${port} est déjà pris. Choisissez-en un autre, par exemple : PORT=3001 npm start`,
  EACCES: ({ port }) =>
    `PORT : l'ordinateur refuse d'ouvrir le port ${port}. Choisissez-en un au-dessus de 1023, par exemple : PORT=3001 npm start`,
  EADDRNOTAVAIL: notOurs,
  ENOTFOUND: notOurs,
  EAI_AGAIN: notOurs,
};
