/** What a rider reads when their lesson changes or does not take place: what was before, and why. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, DEMANDE, MORNING, useTestApp } from '../support/app.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
});

/** The texts of one kind of email, as an administrator reads them. */
async function texts(admin: Caller, sorte: string): Promise<string[]> {
  const { body } = await admin('GET', '/api/courriels');
  const ids = (body as { id: string; sorte: string }[]).filter((courriel) => courriel.sorte === sorte).map(({ id }) => id);
  return Promise.all(ids.map(async (id) => (await admin('GET', `/api/courriels/${id}`)).body.texte as string));
}

test('l\'email d\'un changement dit ce qui était prévu, le type par son nom', async () => { // MAIL-07
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  expect((await admin('PUT', `/api/reservations/${stored.id}`, { ...stored, type_lecon: 'longe', heure_debut: '15:00', date_reservation: '2026-11-24' })).status).toBe(200);
  const [text] = await texts(admin, 'reservation_modifiee');
  for (const line of ['Jour : mardi 24 novembre 2026\n       avant : lundi 23 novembre 2026', 'Heures : de 15:00 à 15:30\n         avant : de 10:00 à 11:00', 'Leçon : Longe\n        avant : Leçon collective']) {
    expect(text).toContain(line);
  }
  expect(text).toContain('Piste : Piste Intérieure\nLeçon');
});

test.each([ // DESK-12, DESK-18, LIM-31
  ['supprimée', (admin: Caller, stored: { id: string }, raison: unknown) => admin('DELETE', `/api/reservations/${stored.id}`, { raison })],
  ['annulée', (admin: Caller, stored: { id: string }, raison: unknown) => admin('PUT', `/api/reservations/${stored.id}`, { ...stored, statut: 'annulee', raison })],
] as const)('une leçon %s dit pourquoi, si on le donne', async (_, cancel) => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  for (const [raison, expected] of [['  La piste est gelée.  ', 'Raison : La piste est gelée.\n'], ['   ', null], [null, null], [undefined, null]] as const) {
    const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
    expect((await cancel(admin, stored, raison)).status).toBe(200);
    const [text] = await texts(admin, 'reservation_annulee');
    if (expected) expect(text).toContain(expected);
    else expect(text).not.toContain('Raison');
    await t.services.db.execute(sql`delete from courriels`);
  }
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  for (const raison of ['a'.repeat(301), 'deux\nlignes']) {
    expect((await cancel(admin, stored, raison)).body).toMatchObject({ status: 400, message: 'La raison tient sur une ligne de 300 caractères au plus.' });
  }
  expect((await admin('GET', `/api/reservations/${stored.id}`)).body).toMatchObject({ statut: 'confirmee', version: stored.version });
});

test('une suppression sans corps reste une suppression', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  expect((await admin('DELETE', `/api/reservations/${stored.id}`)).status).toBe(200);
});

test('ce qui se rend tel qu\'il a été lu n\'est pas un changement : ni version, ni email', async () => { // DESK-26
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  const { body: read } = await admin('GET', `/api/reservations/${stored.id}`);
  expect(await admin('PUT', `/api/reservations/${stored.id}`, read)).toMatchObject({ status: 200, body: { version: 0 } });
  expect((await admin('GET', `/api/reservations/${stored.id}`)).body).toEqual(read);
  expect(await texts(admin, 'reservation_modifiee')).toEqual([]);
});
