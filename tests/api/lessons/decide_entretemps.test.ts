/**
 * The data that a call has read changes before the call stores: another transaction holds the row
 * until the call waits for it.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Answer,
  book,
  type Caller,
  DEMANDE,
  put,
  type Stored,
  useTestApp,
} from '../../support/app.ts';

const t = useTestApp();
let other: pg.Client;

beforeAll(async () => {
  other = new pg.Client({ connectionString: t.url });
  await other.connect();
});
afterAll(() => other.end());

/**
 * Makes a call that must wait for a statement of another transaction. That transaction may run
 * checks, and is then committed.
 */
async function meanwhile(
  statement: string,
  id: string,
  call: () => Promise<Answer>,
  look = async (): Promise<void> => {},
): Promise<Answer> {
  await other.query('begin');
  await other.query(statement, [id]);
  const answer = call();
  await vi.waitUntil(
    async () =>
      (
        await t.services.db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length > 0,
  );
  await look();
  await other.query('commit');
  return answer;
}

const recipients = async (): Promise<string[]> =>
  (
    await t.services.db.execute<{ destinataire: string }>(
      sql`select destinataire from courriels order by 1`,
    )
  ).rows.map(({ destinataire }) => destinataire);

test("un compte désactivé pendant qu'on réserve pour lui : refusé, rien n'est enregistré", async () => {
  // BOOK-31
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body } = await meanwhile(
    "update users set statut = 'inactif' where id = $1",
    rider.id,
    () => admin('POST', '/api/reservations', { ...DEMANDE, pour: { user_id: rider.id } }),
  );
  expect(body.code).toBe('client_introuvable');
  expect((await t.services.db.execute(sql`select 1 from reservations`)).rows).toEqual([]);
  expect(await recipients()).toEqual([]);
});

test.each([
  [
    'modifier',
    200,
    (admin: Caller, stored: Stored) => put(admin, stored, { heure_debut: '15:00' }),
  ],
  [
    'supprimer',
    200,
    (admin: Caller, stored: Stored) => admin('DELETE', `/api/reservations/${stored['id']}`),
  ],
])(
  '%s une leçon dont le compte est supprimé au même moment : aucun email à ce compte, seulement au centre',
  async (_, status, act) => {
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
    const stored = await book(rider);
    await t.services.db.execute(sql`delete from courriels`);
    expect(
      (await meanwhile('delete from users where id = $1', rider.id, () => act(admin, stored)))
        .status,
    ).toBe(status);
    expect(await recipients()).toEqual(['centre@essai.example']);
    await t.services.db.execute(sql`delete from reservations`);
  },
);

test.each([
  ['avec sa version', undefined, 'reservation_changee'],
  ['sans version', { version: undefined }, undefined],
])(
  "modifier une leçon que quelqu'un d'autre change au même moment, %s",
  async (_, change, code) => {
    // DESK-19
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const stored = await book(rider);
    const { body } = await meanwhile(
      "update reservations set remarques = 'autre', version = version + 1 where id = $1",
      stored['id'],
      () => put(admin, stored, { heure_debut: '15:00', ...change }),
    );
    expect(body.code).toBe(code);
    const { rows } = await t.services.db.execute(sql`select version from reservations`);
    expect(rows).toEqual([{ version: code === undefined ? 2 : 1 }]);
    await t.services.db.execute(sql`delete from reservations`);
  },
);

test("une adresse de calendrier n'est pas créée pour un compte désactivé au même moment", async () => {
  // RIDE-42
  await t.services.db.execute(sql`update parametres set "calendarFeeds" = true`);
  const rider = await t.as();
  const { body } = await meanwhile(
    "update users set statut = 'inactif' where id = $1",
    rider.id,
    () => rider('POST', '/api/profil/calendriers', { type_piste: null }),
  );
  expect(body.code).toBe('compte_inactif');
  expect((await t.services.db.execute(sql`select 1 from flux_calendrier`)).rows).toEqual([]);
});

test("un changement sous la pause attend les deux pistes dans l'ordre de tous, et n'en tient aucune", async () => {
  // RIDE-13, platform/locks.ts
  await t.services.db.execute(
    sql`update parametres set "riderChanges" = true, "breakBetweenLessonsApplied" = true`,
  );
  const rider = await t.as();
  const stored = await book(rider, { type_piste: 'exterieure' });
  const { version, noms_participants, nombre_personnes, date_reservation, heure_debut, remarques } =
    stored;
  const arena = (type_piste: string) =>
    `hashtextextended('piste ${type_piste} ${date_reservation}', 7242)`;
  let free: unknown;
  const { status } = await meanwhile(
    `select pg_advisory_xact_lock(${arena('exterieure')}) where $1 <> ''`,
    rider.id,
    () =>
      rider('PUT', `/api/reservations/${stored['id']}/changement`, {
        version,
        noms_participants,
        nombre_personnes,
        date_reservation,
        heure_debut,
        remarques,
        type_piste: 'interieure',
      }),
    async () => {
      free = (await other.query(`select pg_try_advisory_xact_lock(${arena('interieure')}) as free`))
        .rows;
    },
  );
  expect([free, status]).toEqual([[{ free: true }], 200]);
});
