/**
 * Real processes of the product on one database, and people who are signed in on them in turn, for
 * a whole test file.
 */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Role } from '#domain/people/users.ts';
import { type Db, openPool } from '#server/platform/db.ts';
import { createPerson, PASSWORD } from './people.ts';
import { createDatabase, type TestDatabase } from './postgres.ts';
import { callWith, type Server, startServer, tokenFor } from './server.ts';

export type Instances = {
  database: TestDatabase;
  /** The running servers. A test that replaces one stores its successor here. */
  servers: Server[];
  /** The environment that each was started with. */
  env: Record<string, string>;
  /** One per person. */
  tokens: string[];
  people: { id: string; email: string }[];
  /** A connection in addition to those of the servers. */
  sql: pg.Client;
  db: Db;
  /** A new account for each round, so that no limit of attempts is reached. */
  newPerson(): Promise<{ id: string; email: string }>;
  /** The address of the instance that this person uses. */
  urlOf(person: number): string;
  /** A call of this person, sent to their own instance. */
  call(
    person: number,
    path: string,
    body?: unknown,
    method?: string,
  ): Promise<{ status: number; body: any }>;
};

type Wish = {
  count?: number;
  people?: number;
  role?: Role;
  env?: Record<string, string>;
  /** Further environment variables, given the address of their database. */
  around?: (databaseUrl: string) => Promise<Record<string, string>>;
};

export function useInstances({
  count = 2,
  people = 1,
  role = 'utilisateur',
  env = {},
  around = async () => ({}),
}: Wish = {}): Instances {
  const it: Instances = {
    database: {} as TestDatabase,
    servers: [],
    env: {},
    tokens: [],
    people: [],
    sql: {} as pg.Client,
    db: {} as Db,
    newPerson: () => createPerson(it.db),
    urlOf: (person) => it.servers[person % it.servers.length]!.url,
    call: (person, path, body, method) =>
      callWith(it.tokens[person]!, `${it.urlOf(person)}${path}`, body, method),
  };
  let pool: pg.Pool | undefined;
  beforeAll(async () => {
    it.database = await createDatabase();
    it.env = {
      DATABASE_URL: it.database.url,
      SECRET: 'le-meme-secret-pour-toutes-les-instances',
      ...env,
      ...(await around(it.database.url)),
    };
    it.servers.push(
      ...(await Promise.all(Array.from({ length: count }, () => startServer(it.env)))),
    );
    ({ pool, db: it.db } = openPool(it.database.url, () => undefined));
    for (let n = 0; n < people; n += 1)
      it.people.push(await createPerson(it.db, { role, prenom: `Camille${n}` }));
    for (const [n, { email }] of it.people.entries())
      it.tokens.push(await tokenFor(it.urlOf(n), email, PASSWORD));
    it.sql = new pg.Client({ connectionString: it.database.url });
    await it.sql.connect();
  });
  afterAll(async () => {
    await it.sql.end?.();
    await pool?.end();
    await Promise.all(it.servers.map((server) => server.stop()));
    await it.database.drop?.();
  });
  return it;
}

/** How many pairs of active lessons overlap on an arena (BOOK-06). */
export async function overlaps({ sql }: Pick<Instances, 'sql'>): Promise<number> {
  const {
    rows: [row],
  } = await sql.query<{
    n: number;
  }>(`select count(*)::int as n from reservations a join reservations b
    on a.id < b.id and a.type_piste = b.type_piste and a.date_reservation = b.date_reservation
    and a.heure_debut < b.heure_fin and b.heure_debut < a.heure_fin where a.statut <> 'annulee' and b.statut <> 'annulee'`);
  return row!.n;
}
