/** The statements that the product sends to PostgreSQL to answer a request. */
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import { openServices } from '#server/platform/services.ts';

export type Statement = { text: string; values: unknown[] };

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
  const statements: Statement[] = [];
  const spy = watchStatements((statement) => statements.push(statement));
  const { body, statusCode } = await app.inject({ method: 'GET', url, headers: { cookie } });
  spy.end();
  await app.close();
  await services.close();
  if (statusCode >= 300) throw new Error(`the recorded request was refused: ${body}`);
  return statements;
}

function watchStatements(heard: (statement: Statement) => void): { end: () => void } {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function spied(...args) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const config = typeof first === 'string' ? { text: first } : first;
    heard({ text: config.text, values: config.values ?? (Array.isArray(second) ? second : []) });
    return query.apply(this, args);
  };
  return {
    end: () => {
      prototype.query = query;
    },
  };
}
