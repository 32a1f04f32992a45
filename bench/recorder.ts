/** The statements that the product sends to PostgreSQL to answer a request. */
import { createApp } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import { openServices } from '#server/platform/services.ts';
import { type Statement, statementsOf } from '../tests/support/statements.ts';

/** Answers one reading in this process. Returns its statements in order. */
export async function record(
  databaseUrl: string,
  url: string,
  cookie: string,
): Promise<Statement[]> {
  const log = createLog('silent');
  const services = await openServices({
    databaseUrl,
    database: { nom: '', version: '' },
    secret: 'un-secret-qui-ne-sert-qu-a-la-mesure',
    publicUrl: 'http://127.0.0.1',
    given: { publicUrl: false, trustProxy: false, mailFrom: false },
    smtp: null,
    expediteur: { name: '', address: 'no-reply@localhost' },
    version: '',
    production: false,
    centre: { nom: '', ville: '' },
    sauvegardes: { dir: '/nonexistent', command: null, passphrase: null, base: null },
    now: () => new Date(),
    log,
  });
  const app = await createApp(services, {
    webRoot: '/nonexistent',
    trustProxy: false,
    logger: log,
  });
  const statements = await statementsOf(async () => {
    const { body, statusCode } = await app.inject({ method: 'GET', url, headers: { cookie } });
    if (statusCode >= 300) throw new Error(`the recorded request was refused: ${body}`);
  });
  await app.close();
  await services.close();
  return statements;
}
