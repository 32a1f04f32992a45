/** Several sign-ups approved with one call (PEOPLE-44). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  for (const table of ['courriels', 'journal', 'reservations', 'users'])
    await t.services.db.execute(sql.raw(`delete from ${table}`));
});

const waiting = (n: number) =>
  Promise.all(
    Array.from({ length: n }, () => createPerson(t.services.db, { statut: 'en_attente' })),
  );
const idsOf = (people: { id: string }[]): string[] => people.map(({ id }) => id);
const rowsOf = async (query: ReturnType<typeof sql>) => (await t.services.db.execute(query)).rows;
const accounts = () =>
  rowsOf(sql`select role, statut, count(*)::int as n from users group by 1, 2 order by 1, 2`);
const mails = () => rowsOf(sql`select sorte, destinataire from courriels order by 2`);
const toConfirm = () =>
  rowsOf(sql`select destinataire from courriels where contenu -> 'a_confirmer' = 'true'`);
const lines = () =>
  rowsOf(sql`select objet_id, acteur_id, details from journal where action = 'compte.approuve'`);

test('quinze demandes approuvées en un appel entrent, chacune avec un email et une ligne du journal', async () => {
  // PEOPLE-44, ACC-70
  const admin = await t.as({ role: 'admin' });
  const people = await waiting(15);
  const other = await createPerson(t.services.db, { statut: 'en_attente' });
  await t.services.db.execute(
    sql`update users set email_confirme = false where id = ${people[3]!.id}`,
  );
  const { status, body } = await admin('POST', '/api/users/approbations', { ids: idsOf(people) });
  expect([status, body]).toEqual([200, { approuves: 15, email_envoye: false }]);
  expect(await accounts()).toEqual([
    { role: 'admin', statut: 'actif', n: 1 },
    { role: 'utilisateur', statut: 'actif', n: 15 },
    { role: 'utilisateur', statut: 'en_attente', n: 1 },
  ]);
  expect(await mails()).toEqual(
    people
      .map(({ email }) => ({ sorte: 'approbation', destinataire: email }))
      .toSorted((a, b) => (a.destinataire < b.destinataire ? -1 : 1)),
  );
  // The email to an unconfirmed address says how to confirm it.
  expect(await toConfirm()).toEqual([{ destinataire: people[3]!.email }]);
  const journal = await lines();
  expect(new Set(journal.map(({ objet_id }) => objet_id))).toEqual(new Set(idsOf(people)));
  for (const line of journal)
    expect(line).toMatchObject({ acteur_id: admin.id, details: { role: 'utilisateur' } });
  expect(
    (
      await t.anonymous('POST', '/api/auth/sign-in/email', {
        email: people[7]!.email,
        password: PASSWORD,
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await t.anonymous('POST', '/api/auth/sign-in/email', {
        email: other.email,
        password: PASSWORD,
      })
    ).status,
  ).toBe(403);
});

test("ceux qui n'attendent plus sont laissés : approuvé, refusé, inactif ou inconnu ; répéter ne change rien", async () => {
  // PEOPLE-44
  const admin = await t.as({ role: 'admin' });
  const [first, second] = await waiting(2);
  const active = await createPerson(t.services.db, { role: 'admin' });
  const inactive = await createPerson(t.services.db, { statut: 'inactif' });
  const refused = await createPerson(t.services.db, { statut: 'refuse' });
  const asked = {
    ids: [...idsOf([first!, second!, active, inactive, refused]), first!.id, crypto.randomUUID()],
  };
  const before = await accounts();
  expect((await admin('POST', '/api/users/approbations', asked)).body.approuves).toBe(2);
  const after = await accounts();
  expect(after).not.toEqual(before);
  expect(after).toContainEqual({ role: 'utilisateur', statut: 'inactif', n: 1 });
  expect(after).toContainEqual({ role: 'utilisateur', statut: 'refuse', n: 1 });
  expect(after).toContainEqual({ role: 'admin', statut: 'actif', n: 2 });
  const again = await admin('POST', '/api/users/approbations', asked);
  expect([again.status, again.body.approuves]).toEqual([200, 0]);
  expect(await accounts()).toEqual(after);
  expect(await mails()).toHaveLength(2);
  expect(await lines()).toHaveLength(2);
});

test("de dix administrateurs qui tranchent les mêmes en même temps, chaque compte n'est décidé qu'une fois", async () => {
  // PEOPLE-09, PEOPLE-44
  const admins = await Promise.all(Array.from({ length: 10 }, () => t.as({ role: 'admin' })));
  const people = await waiting(6);
  const ids = idsOf(people);
  const answers = await Promise.all(
    admins.map((admin, n) =>
      n < 6
        ? admin('POST', '/api/users/approbations', { ids: n % 2 ? ids : ids.toReversed() })
        : n < 8
          ? admin('POST', `/api/users/${ids[n - 6]}/refus`)
          : admin('POST', `/api/users/${ids[n - 6]}/approbation`, { role: 'utilisateur' }),
    ),
  );
  const alone = answers.slice(6).filter(({ status }) => status === 200).length;
  const together = answers.slice(0, 6).map(({ status, body }) => [status, body.approuves]);
  expect(together.every(([status]) => status === 200)).toBe(true);
  expect(together.reduce((sum, [, n]) => sum + n, 0)).toBe(6 - alone);
  for (const { status, body } of answers.slice(6).filter(({ status: s }) => s !== 200)) {
    expect([404, 409]).toContain(status);
    expect(body.message).toMatch(/\.$/);
  }
  const sent = await mails();
  expect(sent.map(({ destinataire }) => destinataire).toSorted()).toEqual(
    people.map(({ email }) => email).toSorted(),
  );
});

test('une liste vide, de 101, ou qui contient autre chose, est refusée en français, sans rien changer', async () => {
  // PEOPLE-44, UI-10
  const admin = await t.as({ role: 'admin' });
  const [one] = await waiting(1);
  const lists = [
    [],
    [...Array.from({ length: 100 }, () => crypto.randomUUID()), one!.id],
    [one!.id, 'pas un identifiant'],
    [one!.id, null],
    one!.id,
    null,
  ];
  for (const ids of lists) {
    const { status, body } = await admin('POST', '/api/users/approbations', { ids });
    expect([400, 404, 422]).toContain(status);
    expect(body.message).toMatch(/^[A-ZÉÀ].*\.$/);
  }
  const { status } = await admin('POST', '/api/users/approbations', {
    ids: [one!.id],
    role: 'admin',
  });
  expect(status).toBe(400);
  expect(await accounts()).toContainEqual({ role: 'utilisateur', statut: 'en_attente', n: 1 });
  expect(await mails()).toEqual([]);
});

test("qui vient d'être rétrogradé n'en approuve aucune", async () => {
  // PEOPLE-09
  const admin = await t.as({ role: 'admin' });
  const people = await waiting(3);
  await t.services.db.execute(sql`update users set role = 'utilisateur' where id = ${admin.id}`);
  expect((await admin('POST', '/api/users/approbations', { ids: idsOf(people) })).status).toBe(403);
  expect(await accounts()).toContainEqual({ role: 'utilisateur', statut: 'en_attente', n: 3 });
});
