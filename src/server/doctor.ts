/**
 * `npm run doctor`: the checks of the settings page, also while the service does not run (OPS-64).
 * Exits with 0, 1 (attention) or 2 (en panne).
 */
import { check, reportOf } from './actions/health/controles.ts';
import { withDatabase } from './command.ts';
import { type Env, givenIn, lostSecret, readEnv } from './env.ts';
import { withConnection } from './platform/controles/base.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { sentenceOf } from './start_refusals.ts';
import { countUsers } from './stores/people/users.ts';
import { readVersion, say } from './terminal.ts';

type Found = Awaited<ReturnType<typeof check>>;

/**
 * A running service still has the secret in memory, although its next start would not find it
 * (SET-35).
 */
async function checkSecret({ secret, DATA_DIR }: Env, url: string): Promise<Found> {
  const lost =
    secret === null &&
    (await withConnection(url, async (_, db) => (await countUsers(db)).total > 0).catch(
      () => false,
    ));
  return lost
    ? [{ nom: 'Secret', etat: 'panne', constat: lostSecret(DATA_DIR), remede: null }]
    : [];
}

/**
 * Runs the checks on the database of the environment; if there is none, the other checks are made
 * nevertheless.
 */
async function checkAll(env: Env): Promise<Found> {
  const on = (databaseUrl: string | Error, base: string | null): Promise<Found> =>
    check({
      databaseUrl,
      sauvegardes: { ...env.sauvegardes, base },
      mailer: env.smtp && createMailer(env.smtp, env.expediteur),
      expediteur: env.expediteur,
      publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
      given: givenIn(env),
      version: readVersion(),
      now: () => new Date(),
    });
  let found: Found | undefined;
  await withDatabase(env, { alone: false }, async ({ url, config }) => {
    found = [...(await on(url, config.base)), ...(await checkSecret(env, url))];
  }).catch(async (error: Error) => {
    found ??= await on(error, null);
  });
  return found ?? [];
}

try {
  const { lines, code } = reportOf(await checkAll(readEnv(process.env)));
  lines.forEach(say);
  process.exitCode = code;
} catch (error) {
  process.stderr.write(`\n${await sentenceOf(error)}\n`);
  process.exitCode = 2;
}
