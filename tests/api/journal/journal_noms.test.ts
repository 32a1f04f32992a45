/** Finding people in the journal whose account or customer is gone (ACC-74). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, MORNING, useTestApp } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(
    sql`truncate reservations, reservations_supprimees, participants_retires, cavaliers, courriels cascade`,
  );
  await t.services.db.execute(sql`delete from users`);
  await t.services.db.execute(sql`delete from clients`);
  admin = await t.as({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  await confirmSessions(t.services.db, MORNING);
  await t.services.db.execute(sql`delete from journal`);
});

const found = async (q: string): Promise<string[]> => {
  const { status, body, headers } = await admin('GET', `/api/journal?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  expect(headers['x-total-count']).toBe(String(body.length));
  return body.map(({ action }: { action: string }) => action);
};

test("le nom d'un compte supprimé trouve les lignes des leçons qui le portent, et rien de ce qui est effacé", async () => {
  // ACC-74, ACC-75, PEOPLE-31
  const rider = await t.as({ prenom: 'Élodie', nom: 'Wauters' });
  const lecon = await book(rider, { noms_participants: ['Élodie Wauters', 'Tom Wauters'] });
  await admin('DELETE', `/api/reservations/${lecon['id']}`);
  await admin('POST', `/api/reservations-supprimees/${lecon['id']}/restauration`);
  await admin('PATCH', `/api/users/${rider.id}`, { statut: 'inactif' });
  const before = await found('elodie wauters');
  expect(before).toContain('compte.statut');
  const lessons = before.filter((action) => action.startsWith('reservation.'));
  expect(lessons).toContain('reservation.supprimee');
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
  expect(await found('elodie wauters')).toEqual(lessons);
  expect(await found('TOM Wauters')).toEqual(lessons);
  // The erased address finds nothing, nor does the journal answer a name.
  expect(await found(rider.email)).toEqual([]);
  const { body } = await admin('GET', '/api/journal');
  expect(JSON.stringify(body)).not.toMatch(/Wauters/i);
  // What has no name is found by its words, or by the id.
  expect(await found('Supprimé un compte')).toEqual(['compte.supprime']);
  expect(await found(rider.id)).toContain('compte.supprime');
});

test("une leçon supprimée se trouve par ses noms tant qu'elle les garde", async () => {
  // ACC-74
  const lecon = await book(admin, { noms_participants: ['Zoé Lambrecht', 'Hugo Maes'] });
  await admin('DELETE', `/api/reservations/${lecon['id']}`);
  expect(await found('lambrecht')).toContain('reservation.supprimee');
  await t.services.db.execute(sql`delete from reservations_supprimees`);
  expect(await found('lambrecht')).toEqual([]);
});

test("l'ancien nom d'un client regroupé trouve le regroupement et ses leçons ; un client effacé, ses leçons seules", async () => {
  // ACC-74, CLI-06, CLI-11
  const add = async (nom: string): Promise<string> =>
    (await admin('POST', '/api/clients', { nom })).body.id;
  const [from, to] = [await add('Odette Grégoire'), await add('Famille Renson')];
  await book(admin, {
    pour: { user_id: from },
    noms_participants: ['Odette Grégoire', 'Léo Grégoire'],
  });
  expect(await found('odette gregoire')).toContain('client.cree');
  await admin('POST', `/api/clients/${from}/regroupement`, { vers: to });
  expect(await found('odette gregoire')).toEqual(['client.regroupe', 'reservation.creee']);
  expect(await found('renson')).toEqual(['client.regroupe', 'client.cree']);
  await admin('DELETE', `/api/clients/${to}`);
  expect(await found('odette gregoire')).toEqual(['reservation.creee']);
  expect(await found('renson')).toEqual([]);
  expect(await found('effacé un client')).toEqual(['client.efface']);
});

test('des mots se trouvent entiers : « Ann » ne trouve pas « annulé », ni un signe quoi que ce soit', async () => {
  // ACC-74
  const lecon = await book(admin);
  await admin('POST', `/api/reservations/${lecon['id']}/annulation`, {});
  const every = (await admin('GET', '/api/journal')).body.length;
  expect(every).toBeGreaterThan(0);
  for (const q of ['Ann', '%', '·', '{qui}', 'personne de ce nom'])
    expect(await found(q)).toEqual([]);
  expect(await found('  a   RÉSERVÉ ')).toEqual(['reservation.creee']);
});
