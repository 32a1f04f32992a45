/** The process: environment, database, first accounts, server, and a clean end. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { DEMO_PASSWORD, DEMO_PEOPLE, fillDemo, hasDemo } from './actions/demo.ts';
import { trust } from './actions/horloge.ts';
import * as session from './actions/session.ts';
import { createFirstAdmin } from './actions/inscriptions.ts';
import { createApp } from './app.ts';
import { startDelivery } from './delivery.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { startHousekeeping } from './housekeeping.ts';
import { migrate, sqlStateOf } from './platform/db.ts';
import { EmbeddedError, isDiskFull } from './platform/embedded/errors.ts';
import { type Embedded, startEmbedded } from './platform/embedded/supervisor.ts';
import { createLog } from './platform/log.ts';
import { openServices, type Services } from './platform/services.ts';
import { countUsers } from './stores/users.ts';

/** How long a clean end may take before the process leaves all the same. */
const PATIENCE_MS = 15_000;

const say = (line: string): void => { process.stdout.write(`${line}\n`); };

/** Ends a start that failed, with a sentence and no stack. */
function stop(sentence: string): never {
  process.stderr.write(`\nManège ne peut pas démarrer.\n${sentence}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 24) stop(`Il faut Node.js 24 ou plus récent, celui-ci est ${process.versions.node}.`);
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

  // Registered first: until the rest is open, a signal only ends the process (the embedded PostgreSQL ends with it).
  let end: (reason: string, code: number) => Promise<void> = async (_, code) => process.exit(code);
  process.on('SIGINT', () => void end('SIGINT', 0));
  process.on('SIGTERM', () => void end('SIGTERM', 0));
  // The launcher was killed.
  process.on('disconnect', () => void end('launcher gone', 0));
  // The terminal may be closed: output that nobody reads must not end the process.
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});

  const embedded = env.DATABASE_URL === undefined
    ? await startEmbedded({ dataDir: env.DATA_DIR, given: env.dataDirGiven, log: say, onExit: (error) => { say(error.message); void end('database lost', 1); } })
    : null;
  const databaseUrl = embedded?.url ?? env.DATABASE_URL ?? '';
  const label = await databaseLabel(databaseUrl, embedded); // refuses an old server before anything is written to it
  await migrate(databaseUrl);
  const services = await openServices({
    databaseUrl,
    databaseLabel: label,
    secret: env.secret,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    smtpUrl: env.SMTP_URL ?? null,
    expediteur: env.expediteur,
    version,
    production: env.production,
    centre: { nom: env.CENTRE_NAME, ville: env.CENTRE_TOWN },
    now: () => new Date(),
    log,
  }, session.admit);

  if (await hasDemo(services)) await trust(services);
  const stopHousekeeping = await startHousekeeping(services); // first: nothing may be stored with the time of a wrong clock
  await fillFirst(services, env, embedded !== null);
  const demo = await hasDemo(services);
  const host = hostFor(env, demo);
  const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url));
  const app = await createApp(services, { webRoot, trustProxy: env.trustProxy, logger: log });

  const stopDelivery = startDelivery(services);

  end = endOnce(async () => {
    stopHousekeeping();
    await Promise.all([services.live.stop(), app.close(), stopDelivery()]); // live streams end at once, other requests are finished
    await services.close();
    await embedded?.stop();
  }, log);
  await app.listen({ port: env.PORT, host }).catch((error: NodeJS.ErrnoException) => {
    const sentence = LISTENING_REFUSALS[error.code ?? '']?.({ port: env.PORT, host });
    if (sentence === undefined) throw error;
    stop(sentence);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  if (services.canSend && env.PUBLIC_URL === undefined) say("\nPUBLIC_URL n'est pas donnée : les liens des emails mèneront à " + services.publicUrl);
  announce(env.PUBLIC_URL ?? `http://localhost:${port}`, services, demo, (await countUsers(services.db)).admins);
  process.send?.({ ready: true, port, databaseUrl });
}

/** First the administrator of the environment, then, where nothing is stored yet, the demonstration. */
async function fillFirst(services: Services, env: Env, isEmbedded: boolean): Promise<void> {
  const empty = (await countUsers(services.db)).total === 0;
  const without = env.production ? 'NODE_ENV=production' : 'DEMO=0';
  if ((env.production || env.DEMO === '0') && await hasDemo(services)) {
    stop(`${without} : ${isEmbedded ? `la base de ${env.DATA_DIR}` : 'cette base'} contient la démonstration, dont le mot de passe est public.\nPour partir d'une base vide, ${isEmbedded ? 'indiquez un autre dossier par DATA_DIR, par exemple DATA_DIR=/srv/manege' : 'indiquez-en une autre par DATABASE_URL'} ; la démonstration reste où elle est.`);
  }
  if (env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD !== undefined) {
    await createFirstAdmin(services, { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
  }
  const wanted = !env.production && (env.DEMO === '1' || (isEmbedded && env.DEMO !== '0'));
  if (empty && wanted) {
    hostFor(env, true); // a HOST that the demonstration forbids is refused before it is filled
    say('Base vide : elle est remplie d\'un centre de démonstration…');
    await fillDemo(services);
  }
}

/** While demonstration accounts exist, whose password is printed, the server listens on this machine only (SET-17). */
function hostFor(env: Env, demo: boolean): string {
  const host = env.HOST ?? (demo || !env.production ? '127.0.0.1' : '0.0.0.0');
  if (demo && !['127.0.0.1', 'localhost', '::1'].includes(host)) {
    stop('HOST ouvre le service au réseau alors que la base contient, ou va recevoir, les comptes de démonstration, dont le mot de passe est public.\nPartez d\'une base vide avec DEMO=0 (et un autre DATA_DIR si celle-ci contient la démonstration).');
  }
  return host;
}

function announce(url: string, services: Services, demo: boolean, admins: number): void {
  say(`\nManège ${services.version} est ouvert : ${url}`);
  say(`Base de données : ${services.databaseLabel}`);
  if (demo) {
    say('\nDémonstration, mot de passe de tous les comptes : ' + DEMO_PASSWORD);
    for (const { email, label } of DEMO_PEOPLE) say(`  ${email.padEnd(34)} ${label}`);
  }
  if (admins === 0) say(`\nAucun administrateur. Pour créer le premier, ouvrez ce lien (il ne sert qu'une fois) :\n  ${url}/installation#${services.auth.installationToken}`);
  say('\nCtrl-C pour arrêter.');
}

/** The database and its version, for the system information (SET-15). Ends the start when the server is too old. */
async function databaseLabel(url: string, embedded: Embedded | null): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string; number: number }>("select current_setting('server_version') as server_version, current_setting('server_version_num')::int as number");
  await client.end();
  const [row] = rows;
  if (!row || row.number < 150_000) stop(`PostgreSQL 15 ou plus récent est demandé, celui-ci est ${row?.server_version}.`);
  return `${embedded ? 'PostgreSQL embarqué' : 'PostgreSQL'} ${row.server_version.split(' ')[0]}`;
}

/** Stops once: a second Ctrl-C has no effect, and a stop that hangs ends the process after `PATIENCE_MS`. */
function endOnce(close: () => Promise<void>, log: ReturnType<typeof createLog>): (reason: string, code: number) => Promise<void> {
  let ending = false;
  return async (reason, code) => {
    if (ending) return;
    ending = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await close().catch((error: unknown) => log.error({ err: error }, 'unclean end'));
    process.exit(code);
  };
}

const notOurs = ({ host }: { host: string }) => `HOST : ${host} n'est pas une adresse de cette machine.`;
/** Sentences for an address that cannot be opened. */
const LISTENING_REFUSALS: Record<string, (at: { port: number; host: string }) => string> = {
  EADDRINUSE: ({ port }) => `Le port ${port} est déjà pris. Choisissez-en un autre, par exemple : PORT=3001 npm start`,
  EACCES: ({ port }) => `PORT : l'ordinateur refuse d'ouvrir le port ${port}. Choisissez-en un au-dessus de 1023, par exemple : PORT=3001 npm start`,
  EADDRNOTAVAIL: notOurs,
  ENOTFOUND: notOurs,
  EAI_AGAIN: notOurs,
};

/** Sentences for SQLSTATEs of a database that refuses the connection. */
const DATABASE_REFUSALS: Record<string, string> = {
  '3D000': "cette base de données n'existe pas.",
  '28P01': 'le mot de passe est refusé.',
  '28000': "l'accès est refusé.",
  '42501': "l'utilisateur n'a pas le droit de créer les tables ou l'extension btree_gist.",
  '25006': "la base de données n'accepte que la lecture : c'est un serveur secondaire, ou default_transaction_read_only y est mis.",
  '53300': 'le serveur PostgreSQL a atteint son nombre de connexions.',
};

main().catch((error: unknown) => {
  if (error instanceof EnvError || error instanceof EmbeddedError) stop(error.message);
  if (isDiskFull(error)) stop('Le disque du serveur ou de la base de données est plein : libérez de la place, puis relancez Manège.');
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') stop('DATABASE_URL : le serveur PostgreSQL ne répond pas.');
  const refused = DATABASE_REFUSALS[sqlStateOf(error) ?? ''];
  if (refused !== undefined) stop(`DATABASE_URL : ${refused}`);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  stop('Une erreur inattendue est survenue.');
});
