import { DrizzleQueryError, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';
import { type Db, openPool } from './db.ts';
import { createLog } from './log.ts';

/** What is written of an error, as one line. */
function logged(err: unknown): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => { lines.push(line); } }).error({ err }, 'échec');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

test('le journal dit pourquoi une requête a échoué, jamais ce qu\'elle portait', () => {
  const failed = new DrizzleQueryError('select $1', ['un-jeton-secret'], new Error('la table est occupée'));
  for (const error of [failed, new Error('panne', { cause: failed }), new Error('panne', { cause: new DrizzleQueryError('select $1', ['un-jeton-secret']) })]) {
    expect(logged(error)).not.toContain('un-jeton-secret');
  }
  expect(logged(failed)).toContain('la table est occupée');
  expect(logged(new Error('panne', { cause: failed }))).toContain('la table est occupée');
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

  const person = (email: string, statut: string) => sql`insert into users (email, prenom, nom, full_name, adresse, statut) values (${email}, 'Camille', 'Lambert', 'Camille Lambert', 'Rue du Secret 7', ${statut})`;
  const failure = (query: ReturnType<typeof sql>): Promise<unknown> => db.execute(query).then(() => null, (error: unknown) => error);

  test('est nommée dans le journal, sans la ligne qu\'elle refuse', async () => {
    await db.execute(person('camille@secret.example', 'actif'));
    const refused = [
      ['users_email', person('camille@secret.example', 'actif')], // the key that is taken
      ['users_', person('zoe@secret.example', 'inconnu')], // the whole row
      ['inline_code_block', sql.raw(`do $$ begin raise exception 'refusé' using detail = 'camille@secret.example', hint = 'Rue du Secret 7', constraint = 'inline_code_block'; end $$`)],
    ] as const;
    for (const [named, query] of refused) {
      const error = await failure(query);
      expect(error).toBeInstanceOf(DrizzleQueryError);
      const cause = (error as DrizzleQueryError).cause;
      expect(JSON.stringify(cause), 'PostgreSQL says it').toMatch(/secret\.example/);
      for (const said of [logged(error), logged(cause), logged(new Error('panne', { cause: error }))]) {
        expect(said).toContain(named);
        expect(said).not.toMatch(/secret/i);
      }
    }
  });
});
