/**
 * Finding people in the journal, also those whose account or customer is gone (ACC-74), and acts of
 * several lines (ACC-76).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { confirmSessions, createPerson } from '../../support/people.ts';

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

test('des mots se trouvent par leur début : « Ann » trouve « annulé », « nnul » rien, ni un signe quoi que ce soit', async () => {
  // ACC-74
  const lecon = await book(admin);
  await admin('POST', `/api/reservations/${lecon['id']}/annulation`, {});
  for (const q of ['nnul', '%', '·', '{qui}', 'personne de ce nom'])
    expect(await found(q)).toEqual([]);
  expect(await found('  a   RÉSERVÉ ')).toEqual(['reservation.creee']);
  expect(await found('Ann')).toEqual(['reservation.annulee']);
});

test("une ligne d'argent dit le client et le montant ; son effacement ne laisse ni le nom ni ce qui le trouve", async () => {
  // ACC-72, ACC-74, PEOPLE-31, CLI-06
  await t.services.db.execute(
    sql`update parametres set billing = true, "billingSince" = '2026-10-01'`,
  );
  const renson = (await admin('POST', '/api/clients', { nom: 'Famille Renson' })).body.id;
  const zoe = await t.as({ prenom: 'Zoé', nom: 'Wauters' });
  for (const client of [renson, zoe.id]) {
    const jour = '2026-11-20';
    const ligne = { id: randomUUID(), client, jour, libelle: 'Licence de Zoé', montant: 45 };
    expect((await admin('POST', '/api/facturation/lignes', ligne)).status).toBe(201);
    const paiement = { id: randomUUID(), client, attendu: 0, montant: 30, jour, moyen: 'carte' };
    expect(
      (await admin('POST', '/api/facturation/paiements', { ...paiement, note: null })).status,
    ).toBe(201);
  }
  const money = async () =>
    (await admin('GET', '/api/journal?categorie=facturation')).body.map(
      ({ action, compte, details: { centimes } }: Stored) =>
        `${action} ${compte?.nom ?? '-'} ${centimes}`,
    );
  expect(await money()).toEqual([
    'paiement.enregistre Zoé Wauters 3000',
    'ligne.ajoutee Zoé Wauters 4500',
    'paiement.enregistre Famille Renson 3000',
    'ligne.ajoutee Famille Renson 4500',
  ]);
  expect(await found('renson')).toEqual(['paiement.enregistre', 'ligne.ajoutee', 'client.cree']);
  expect((await found('wauters')).slice(0, 2)).toEqual(['paiement.enregistre', 'ligne.ajoutee']);
  await admin('DELETE', `/api/clients/${renson}`);
  await admin('DELETE', `/api/users/${zoe.id}`);
  expect(await money()).toEqual([
    'paiement.enregistre - 3000',
    'ligne.ajoutee - 4500',
    'paiement.enregistre - 3000',
    'ligne.ajoutee - 4500',
  ]);
  expect([await found('renson'), await found('wauters')]).toEqual([[], []]);
  const { body } = await admin('GET', '/api/journal');
  expect(JSON.stringify(body)).not.toMatch(/Renson|Wauters|Licence|Zoé/);
  // The statement has the name, as the law asks; the erasure says which one it is.
  expect(
    body.slice(0, 2).map(({ action, objet_id, details }: Stored) => [action, objet_id, details]),
  ).toEqual([
    ['compte.supprime', zoe.id, { releves: ['2026-11-0002'] }],
    ['client.efface', renson, { releves: ['2026-11-0001'] }],
  ]);
  // Lines of a version that did not store what they are about (CLI-24).
  await t.services.db.execute(
    sql`insert into journal (survenu_at, action, objet_id) values (now() - interval '2 years', 'client.modifie', ${admin.id}), (now() - interval '3 years', 'mot.disparu', null)`,
  );
  expect(
    (await admin('GET', '/api/journal')).body.slice(-2).map(({ compte }: Stored) => compte?.nom),
  ).toEqual(['Sophie Delvaux', undefined]);
});

test('les leçons d’un même acte sont une ligne : une série supprimée, une fermeture, des comptes approuvés ; un nom dans une seule la trouve', async () => {
  // ACC-76
  const first = await book(admin, { pour: { nom: 'Zoé Lambrecht' } });
  const repeated = await admin('POST', `/api/reservations/${first['id']}/repetition`, {
    version: 0,
    rythme: 7,
    dates: ['2026-11-30', '2026-12-07', '2026-12-14'].map((date) => ({
      date,
      type_piste: 'interieure',
    })),
  });
  const { lecons } = (await admin('GET', `/api/series/${repeated.body.serie_id}`)).body;
  await admin('PUT', `/api/reservations/${lecons[2].id}`, {
    ...lecons[2],
    noms_participants: ['Zoé Lambrecht', 'Léa Masset'],
  });
  const closed = await admin('POST', '/api/fermetures', {
    pistes: ['interieure'],
    du: '2026-11-30',
    au: '2026-11-30',
    heure_debut: '08:00',
    heure_fin: '20:00',
    motif: 'Gel',
    publique: false,
    lecons: [{ id: lecons[1].id, version: 0, sort: 'annuler' }],
  });
  expect(closed.status, JSON.stringify(closed.body)).toBe(201);
  const deleted = await admin('POST', `/api/series/${repeated.body.serie_id}/suppression`, {
    lecons: [0, 2, 3].map((n) => ({ id: lecons[n].id, version: n === 2 ? 1 : lecons[n].version })),
  });
  expect(deleted.body).toEqual({ lecons: 3 });
  const pending = await Promise.all(
    [1, 2].map(() => createPerson(t.services.db, { statut: 'en_attente' })),
  );
  await admin('POST', '/api/users/approbations', { ids: pending.map(({ id }) => id) });
  const acts = async (query = '') =>
    (await admin('GET', `/api/journal${query}`)).body.map(
      ({ action, suites }: Stored) => `${action} ${suites.map((one: Stored) => one['action'])}`,
    );
  const [approved, removed, fermee] = [
    'compte.approuve compte.approuve',
    'reservation.supprimee reservation.supprimee,reservation.supprimee',
    'fermeture.creee reservation.annulee',
  ];
  expect(await acts()).toEqual([
    approved,
    removed,
    fermee,
    'reservation.modifiee ',
    'serie.creee ',
    'reservation.creee ',
  ]);
  expect(await acts('?q=masset')).toEqual([removed, 'reservation.modifiee ']);
  expect(await acts(`?q=${lecons[1].id}`)).toEqual([fermee]);
  expect((await found('supprimé')).length).toBe(1);
  const [{ compte, suites }] = (await admin('GET', '/api/journal')).body;
  expect([compte.id, suites[0].compte.id].toSorted()).toEqual(
    pending.map(({ id }) => id).toSorted(),
  );
});
