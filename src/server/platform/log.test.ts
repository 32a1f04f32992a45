import { readFileSync } from 'node:fs';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CodeRefus, REFUS } from '#domain/errors/errors.ts';
import { createDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { type Db, openPool } from './db.ts';
import { createLog, MESSAGES } from './log.ts';
import { EVENT_OF, SECURITY_EVENTS } from './security_events.ts';

/** The lines that `write` causes, at the most verbose level. */
function lines(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const written: string[] = [];
  write(
    createLog('trace', {
      write: (line) => {
        written.push(line);
      },
    }),
  );
  return written.map((line) => JSON.parse(line));
}

/** The line that is written for an error. */
function logged(err: unknown): string {
  const [line, ...others] = lines((log) => log.error({ err }, 'call failed'));
  expect(others).toEqual([]);
  return JSON.stringify(line);
}

test("le journal dit quelle erreur et où, jamais ce qu'elle portait", () => {
  const inner = Object.assign(new TypeError('camille@secret.example'), {
    code: 'ECONNREFUSED',
    address: '192.0.2.77',
    response: '550 camille@secret.example',
  });
  const failed = new DrizzleQueryError('select $1', ['un-jeton-secret'], inner);
  for (const error of [
    inner,
    failed,
    new Error('camille@secret.example', { cause: failed }),
    new Error('secret', { cause: new DrizzleQueryError('select $1', ['un-jeton-secret']) }),
  ]) {
    expect(logged(error)).not.toMatch(/secret|192\.0\.2/);
    expect(logged(error)).toContain('at ');
    expect(logged(error)).toContain('log.test.ts');
  }
  for (const error of [inner, failed, new Error('panne', { cause: failed })]) {
    expect(logged(error)).toContain('TypeError');
    expect(logged(error)).toContain('ECONNREFUSED');
  }
});

test("une ligne d'un message qui imite une ligne de la pile n'est pas écrite", () => {
  const message =
    'non\n    at camille (file:///secret.ts:1:1)\n    at camille@secret.example (file:///a.ts:1:1)';
  const changed = new Error(message);
  changed.message = 'un autre message';
  for (const error of [new Error(message), changed])
    expect(logged(error)).not.toContain('camille@secret');
  expect(logged(new Error(message))).not.toContain('secret');
});

test("un champ ou un message qui n'est pas sur la liste n'est pas écrit", () => {
  const id = '0197a3b2-0000-7000-8000-000000000001';
  const [line, ...others] = lines((log) => {
    const child = log.child({
      reqId: 'req-1',
      email: 'camille@secret.example',
    }) as unknown as Record<string, (...args: unknown[]) => void>;
    child['warn']?.(
      {
        event: 'origine.refusee',
        account: id,
        by: 'Camille Secret',
        code: 'camille@secret.example',
        route: '/api/users/{id}?q=secret',
        status: '200 secret',
        nom: 'Secret',
        req: { url: '/secret' },
      },
      'security',
    );
    child['info']?.({ nom: 'Secret' }, 'Camille Secret');
    child['debug']?.('Camille Secret');
    child['trace']?.('%s', 'Camille Secret');
  });
  expect(line).toEqual({
    level: 40,
    time: expect.any(String),
    reqId: 'req-1',
    event: 'origine.refusee',
    account: id,
    msg: 'security',
  });
  expect(others).toEqual([]);
  const [unlisted] = lines((log) =>
    log.error(new Error('camille@secret.example'), 'Camille Secret'),
  );
  expect(unlisted).toMatchObject({ msg: 'error of a library', err: { type: 'Error' } });
  expect(JSON.stringify(unlisted)).not.toMatch(/camille/i);
});

test('qui est refusé faute de droit ou par une limite laisse un événement de sécurité', () => {
  // a session or an account that ended meanwhile
  const none: CodeRefus[] = ['session_absente', 'etape_expiree', 'profil_introuvable'];
  const refused = (Object.keys(REFUS) as CodeRefus[]).filter((code) =>
    [401, 403, 429].includes(REFUS[code].status),
  );
  expect(refused.filter((code) => EVENT_OF[code] === undefined)).toEqual(
    none.toSorted((a, b) => refused.indexOf(a) - refused.indexOf(b)),
  );
});

test("docs/logs.md nomme chaque message, chaque événement et ce qu'il veut dire", () => {
  const doc = readFileSync('docs/logs.md', 'utf8');
  for (const message of MESSAGES) expect(doc).toContain(`| \`${message}\` |`);
  for (const [event, meaning] of Object.entries(SECURITY_EVENTS))
    expect(doc).toContain(`| \`${event}\` | ${meaning} |`);
  expect(doc.match(/^\| `[a-z_]+\.[a-z_]+` \|/gm)?.length, 'no event that is gone').toBe(
    Object.keys(SECURITY_EVENTS).length,
  );
});

describe('une contrainte que PostgreSQL refuse', () => {
  let database: TestDatabase;
  let pool: ReturnType<typeof openPool>['pool'];
  let db: Db;
  beforeAll(async () => {
    database = await createDatabase();
    ({ pool, db } = openPool(database.url, () => undefined));
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const person = (email: string, statut: string) =>
    sql`insert into users (email, prenom, nom, full_name, adresse, statut) values (${email}, 'Camille', 'Lambert', 'Camille Lambert', 'Rue du Secret 7', ${statut})`;
  const failure = (query: ReturnType<typeof sql>): Promise<unknown> =>
    db.execute(query).then(
      () => null,
      (error: unknown) => error,
    );

  test("est nommée dans le journal, sans la ligne qu'elle refuse", async () => {
    await db.execute(person('camille@secret.example', 'actif'));
    const refused = [
      ['users_email', person('camille@secret.example', 'actif')], // the key that is already taken
      ['users_', person('zoe@secret.example', 'inconnu')], // the whole row
      [
        'raised_by_hand',
        sql.raw(
          `do $$ begin raise exception 'refusé' using detail = 'camille@secret.example', hint = 'Rue du Secret 7', constraint = 'raised_by_hand'; end $$`,
        ),
      ],
    ] as const;
    for (const [named, query] of refused) {
      const error = await failure(query);
      expect(error).toBeInstanceOf(DrizzleQueryError);
      const cause = (error as DrizzleQueryError).cause;
      expect(JSON.stringify(cause), 'PostgreSQL says it').toMatch(/secret\.example/);
      for (const said of [
        logged(error),
        logged(cause),
        logged(new Error('panne', { cause: error })),
      ]) {
        expect(said).toContain(named);
        expect(said).not.toMatch(/secret/i);
      }
    }
  });
});
