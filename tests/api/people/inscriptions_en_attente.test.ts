/**
 * Waiting sign-ups: administrators are reminded once (RIDE-60), and a newcomer is shown how long an
 * approval usually takes (RIDE-61).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { tidy } from '../../../src/server/housekeeping.ts';
import { MORNING } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { createPerson } from '../../support/people.ts';

const c = useCourrier();
const db = () => c.t.services.db;

beforeEach(async () => {
  for (const table of ['users', 'essais', 'journal'])
    await db().execute(sql`delete from ${sql.identifier(table)}`);
  await db().execute(sql`update horloge set battement_at = ${MORNING.toISOString()}::timestamptz`);
  await db().execute(sql`update parametres set "adminEmail" = '', "emailNotifications" = true`);
});

/** A person who requested an account so many hours ago. */
async function waiting(
  nom: string,
  hours: number,
  change: { statut?: 'actif' | 'refuse'; confirmed?: false } = {},
): Promise<string> {
  const { id } = await createPerson(db(), { nom, statut: change.statut ?? 'en_attente' });
  const at = new Date(c.t.clock.now.getTime() - hours * 3_600_000).toISOString();
  await db().execute(
    sql`update users set created_at = ${at}::timestamptz, email_confirme = ${change.confirmed ?? true} where id = ${id}`,
  );
  return id;
}
const reminders = async () =>
  (await c.rows()).filter(({ sorte }) => sorte === 'inscriptions_en_attente');
/** The names in one email, in its order. */
const namedIn = (contenu: unknown): string[] =>
  (contenu as { demandes: { nom: string }[] }).demandes.map(({ nom }) => nom.replace(/^\S+ /, ''));

describe('le rappel aux administrateurs', () => {
  // RIDE-60
  test("deux jours passés, un seul email nomme tous ceux qui attendent, adresse confirmée ou non ; chacun n'est rappelé qu'une fois", async () => {
    // LIM-74
    const admins = [await c.t.as({ role: 'admin' }), await c.t.as({ role: 'admin' })];
    await c.t.as({ role: 'admin', statut: 'inactif' });
    await db().execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
    await waiting('Quarantesept', 47);
    await waiting('Soixante', 60, { confirmed: false });
    await waiting('Cent', 100);
    await waiting('Approuvé', 100, { statut: 'actif' });
    await waiting('Refusé', 100, { statut: 'refuse' });
    await tidy(c.t.services);
    await tidy(c.t.services);
    const first = await reminders();
    expect(first.map(({ destinataire }) => destinataire).toSorted()).toEqual(
      [...admins.map(({ email }) => email), 'centre@essai.example'].toSorted(),
    );
    for (const { contenu } of first) expect(namedIn(contenu)).toEqual(['Cent', 'Soixante']);
    await c.round();
    expect(c.smtp.recus.map(({ subject }) => subject)).toEqual(
      Array(3).fill('2 demandes de compte attendent'),
    );
    expect(c.smtp.recus[0]!.text).toContain('la première depuis le mardi 17 novembre');

    c.later(61);
    await tidy(c.t.services);
    const second = (await reminders()).filter(({ statut }) => statut === 'en_attente');
    expect(second.map(({ contenu }) => namedIn(contenu).join(' '))).toEqual(
      Array(3).fill('Quarantesept'),
    );
  });

  test('six ménages à la fois, un email', async () => {
    const admin = await c.t.as({ role: 'admin' });
    for (let n = 0; n < 12; n += 1) await waiting(`Numéro${n}`, 72 + n);
    await Promise.all(Array.from({ length: 6 }, () => tidy(c.t.services)));
    const rows = await reminders();
    expect(rows.map(({ destinataire }) => destinataire)).toEqual([admin.email]);
    expect(namedIn(rows[0]!.contenu)).toHaveLength(12);
  });

  test("rien ne part sans notifications, ni quand l'horloge est douteuse ; ensuite, si", async () => {
    await c.t.as({ role: 'admin' });
    await waiting('Patiente', 72);
    await db().execute(sql`update parametres set "emailNotifications" = false`);
    await tidy(c.t.services);
    await db().execute(sql`update parametres set "emailNotifications" = true`);
    c.t.clock.now = new Date('2027-11-21T08:00:00Z');
    await tidy(c.t.services);
    expect(await reminders()).toEqual([]);
    c.t.clock.now = MORNING;
    await tidy(c.t.services);
    expect(await reminders()).toHaveLength(1);
  });

  test('un compte supprimé disparaît du rappel qui le nommait', async () => {
    // PEOPLE-31
    const admin = await c.t.as({ role: 'admin' });
    const id = await waiting('Partie', 72);
    await waiting('Reste', 73);
    await tidy(c.t.services);
    expect((await admin('POST', `/api/users/${id}/refus`)).status).toBe(200);
    expect((await reminders()).map(({ contenu }) => namedIn(contenu))).toEqual([['Reste']]);
  });
});

describe('combien de temps une réponse prend', () => {
  // RIDE-61, LIM-75
  /** Approvals, each so many hours after its sign-up; the last one given is the latest. */
  async function approved(...hours: number[]): Promise<void> {
    for (const [n, h] of hours.entries()) {
      const { id } = await createPerson(db());
      const at = new Date(MORNING.getTime() - (hours.length - n) * 3_600_000);
      await db().execute(
        sql`update users set created_at = ${new Date(at.getTime() - h * 3_600_000).toISOString()}::timestamptz where id = ${id}`,
      );
      await db().execute(
        sql`insert into journal (survenu_at, action, objet, objet_id) values (${at.toISOString()}::timestamptz, 'compte.approuve', 'compte', ${id})`,
      );
    }
  }
  const said = async () =>
    (
      await c.t.anonymous('POST', '/api/auth/sign-up/email', {
        prenom: 'Zoé',
        nom: 'Willems',
        email: `${crypto.randomUUID()}@essai.example`,
        password: 'selle-et-filet',
        telephone: null,
        adresse: null,
      })
    ).body;

  test.each<[string, number[], number | null]>([
    ['quatre approbations ne disent rien', [1, 1, 1, 1], null],
    ['la médiane sous un jour', [1, 2, 23, 90, 200], 0],
    ['un jour juste', [1, 2, 24, 90, 200], 1],
    ['deux jours, arrondis', [1, 2, 50, 90, 200], 2],
    [
      'les vingt dernières seulement',
      [...Array<number>(30).fill(400), ...Array<number>(20).fill(3)],
      0,
    ],
  ])('%s', async (_, hours, expected) => {
    await approved(...hours);
    expect(await said()).toEqual({
      statut: 'en_attente',
      confirmation_envoyee: true,
      delai_jours: expected,
    });
  });

  test('qui attend pendant sa session le lit aussi, et nul autre', async () => {
    await approved(1, 2, 50, 90, 200);
    const rider = await c.t.as();
    const session = async () => (await rider('GET', '/api/auth/get-session')).body;
    expect(await session()).not.toHaveProperty('delai_jours');
    await db().execute(sql`update users set statut = 'en_attente' where id = ${rider.id}`);
    expect(await session()).toMatchObject({ user: { statut: 'en_attente' }, delai_jours: 2 });
  });
});
