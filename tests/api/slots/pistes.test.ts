/** The arenas as the centre changes them (SET-44). */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_PISTES } from '../../../src/domain/slots/pistes.ts';
import { MAX_PISTES } from '../../../src/domain/slots/regles_pistes.ts';
import { DEMANDE, useTestApp } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';

const t = useTestApp();
const db = () => t.services.db;

afterEach(async () => {
  for (const table of ['flux_calendrier', 'alertes', 'reservations', 'reservations_supprimees'])
    await db().execute(sql.raw(`delete from ${table}`));
  await db().execute(sql`delete from ressources where id not in ('interieure', 'exterieure')`);
  for (const { id, nom, note, dessin, ordre } of DEFAULT_PISTES)
    await db().execute(
      sql`update ressources set nom = ${nom}, note = ${note}, dessin = ${dessin}, ordre = ${ordre}, actif = true where id = ${id}`,
    );
});

const ROND = { nom: 'Rond de longe', note: 'Couvert', dessin: 'rond' };
const add = async (nom = ROND.nom) =>
  (await (await t.as({ role: 'admin' }))('POST', '/api/pistes', { ...ROND, nom })).body;

test('au départ deux pistes, que tout le monde lit, avec le centre aussi', async () => {
  // BOOK-03
  expect((await t.anonymous('GET', '/api/pistes')).body).toEqual(DEFAULT_PISTES);
  expect((await t.anonymous('GET', '/api/centre')).body).toMatchObject({
    pistes: DEFAULT_PISTES,
    pistesEnMots: { entree: 'Piste intérieure ou extérieure' },
  });
});

test('une piste ajoutée prend place au bout et se réserve ; son nom change, pas son identifiant', async () => {
  // SET-44
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { status, body } = await admin('POST', '/api/pistes', { ...ROND, nom: ' Rond  de longe ' });
  expect([status, body]).toEqual([201, { ...ROND, id: 'rond_de_longe', ordre: 3, actif: true }]);
  const demande = { ...DEMANDE, type_piste: 'rond_de_longe' };
  expect((await rider('POST', '/api/reservations', demande)).status).toBe(201);
  expect((await rider('POST', '/api/reservations', demande)).status).toBe(409);
  expect(
    (await admin('PATCH', '/api/pistes/rond_de_longe', { nom: 'Petit rond', dessin: 'autre' }))
      .body,
  ).toEqual({ ...body, nom: 'Petit rond', dessin: 'autre' });
  const { rows } = await db().execute<{ action: string; details: object }>(
    sql`select action, details from journal where objet_id = 'rond_de_longe' order by id`,
  );
  expect(rows).toEqual([
    { action: 'piste.creee', details: { nom: 'Rond de longe' } },
    {
      action: 'piste.modifiee',
      details: {
        nom: 'Rond de longe',
        changements: { nom: ['Rond de longe', 'Petit rond'], dessin: ['rond', 'autre'] },
      },
    },
  ]);
});

test("l'email d'une leçon garde le nom que la piste avait", async () => {
  // MAIL-07
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await rider('POST', '/api/reservations', DEMANDE);
  await admin('PATCH', '/api/pistes/interieure', { nom: 'Grand manège' });
  await rider('POST', '/api/reservations', { ...DEMANDE, heure_debut: '15:00' });
  const { rows } = await db().execute<{ piste: string }>(
    sql`select contenu #>> '{lecon,piste}' as piste from courriels where user_id = ${rider.id} and sorte = 'reservation_confirmee' order by created_at`,
  );
  expect(rows.map(({ piste }) => piste)).toEqual(['Piste Intérieure', 'Grand manège']);
});

test('huit pistes au plus, désactivées comprises', async () => {
  // LIM-161
  const admin = await t.as({ role: 'admin' });
  for (let n = DEFAULT_PISTES.length; n < MAX_PISTES; n += 1) await add(`Piste ${n}`);
  await admin('PATCH', '/api/pistes/piste_3', { actif: false });
  const { status, body } = await admin('POST', '/api/pistes', { ...ROND, nom: 'Neuvième' });
  expect([status, body.code]).toEqual([409, 'trop_de_pistes']);
  expect((await admin('GET', '/api/pistes')).body).toHaveLength(MAX_PISTES);
});

test('deux noms ne diffèrent pas que par leurs majuscules ou leurs espaces', async () => {
  const admin = await t.as({ role: 'admin' });
  const named = async (nom: string) =>
    (await admin('POST', '/api/pistes', { ...ROND, nom })).body.code;
  expect(await named('piste  INTÉRIEURE')).toBe('piste_existe');
  expect(await named(' ')).toBe('piste_nom_invalide');
  const change = async (nom: string) =>
    (await admin('PATCH', '/api/pistes/exterieure', { nom })).body.code;
  expect(await change('Piste intérieure')).toBe('piste_existe');
  expect(await change('PISTE EXTÉRIEURE')).toBeUndefined();
});

test('les pistes se rangent, et leur ordre est celui du planning', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { id } = await add();
  const ids = [id, 'exterieure', 'interieure'];
  const { body } = await admin('PUT', '/api/pistes/ordre', { ids });
  expect(body.map((piste: { id: string }) => piste.id)).toEqual(ids);
  await rider('POST', '/api/reservations', DEMANDE);
  const [jour] = (
    await admin(
      'GET',
      `/api/planning?du=${DEMANDE.date_reservation}&au=${DEMANDE.date_reservation}`,
    )
  ).body;
  expect(Object.keys(jour)).toEqual(['date_reservation', ...ids]);
  expect(
    (await admin('PUT', '/api/pistes/ordre', { ids: ['interieure', 'exterieure'] })).body.code,
  ).toBe('pistes_changees');
});

describe('une piste désactivée', () => {
  test('ne se réserve plus ; ses leçons restent et se lisent', async () => {
    // SET-44
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const { body: lecon } = await rider('POST', '/api/reservations', {
      ...DEMANDE,
      type_piste: 'exterieure',
    });
    expect((await admin('GET', '/api/pistes/exterieure/usage')).body).toMatchObject({
      a_venir: 1,
      lecons: [{ id: lecon.id }],
      supprimable: false,
    });
    expect((await admin('PATCH', '/api/pistes/exterieure', { actif: false })).status).toBe(200);
    for (const caller of [admin, rider])
      expect(
        (
          await caller('POST', '/api/reservations', {
            ...DEMANDE,
            type_piste: 'exterieure',
            heure_debut: '16:00',
          })
        ).body,
      ).toMatchObject({
        code: 'piste_fermee',
        message: 'Cette piste ne se réserve plus. Veuillez en choisir une autre.',
      });
    expect((await rider('GET', '/api/reservations')).body).toMatchObject([
      { id: lecon.id, type_piste: 'exterieure' },
    ]);
    // The lesson may stay there when it is edited, but none may be moved there.
    const edited = (type_piste: string, of = lecon) =>
      admin('PUT', `/api/reservations/${of.id}`, {
        ...DEMANDE,
        statut: 'confirmee',
        type_piste,
        remarques: 'Poney calme',
      });
    expect((await edited('exterieure')).status).toBe(200);
    expect((await edited('interieure')).status).toBe(200);
    expect((await edited('exterieure')).body.code).toBe('piste_fermee');
  });

  test('ne peut pas être la dernière', async () => {
    const admin = await t.as({ role: 'admin' });
    await admin('PATCH', '/api/pistes/exterieure', { actif: false });
    const { status, body } = await admin('PATCH', '/api/pistes/interieure', { actif: false });
    expect([status, body.code]).toEqual([409, 'derniere_piste']);
    expect((await admin('DELETE', '/api/pistes/interieure')).body.code).toBe('derniere_piste');
    expect((await admin('DELETE', '/api/pistes/exterieure')).status).toBe(200);
  });
});

test("une piste que rien n'a nommée se supprime ; toute autre est refusée", async () => {
  // SET-44
  const admin = await t.as({ role: 'admin' });
  const { id } = await add();
  const usage = async () => (await admin('GET', `/api/pistes/${id}/usage`)).body;
  expect(await usage()).toEqual({ a_venir: 0, lecons: [], supprimable: true });
  const { body: lecon } = await admin('POST', '/api/reservations', { ...DEMANDE, type_piste: id });
  const refused = async () => {
    expect(await usage()).toMatchObject({ supprimable: false });
    const { status, body } = await admin('DELETE', `/api/pistes/${id}`);
    expect([status, body.code]).toEqual([409, 'piste_utilisee']);
  };
  await refused();
  // A cancelled lesson occupies nothing. A deleted one can still be restored.
  await admin('PUT', `/api/reservations/${lecon.id}`, {
    ...DEMANDE,
    type_piste: id,
    statut: 'annulee',
  });
  await refused();
  await admin('DELETE', `/api/reservations/${lecon.id}`);
  await refused();
  await db().execute(sql`delete from reservations_supprimees`);
  await db().execute(sql`update parametres set "calendarFeeds" = true`);
  await confirmSessions(t.services.db, t.clock.now);
  expect((await admin('POST', '/api/profil/calendriers', { type_piste: id })).status).toBe(200);
  await refused();
  await db().execute(sql`delete from flux_calendrier`);
  expect((await admin('DELETE', `/api/pistes/${id}`)).body).toEqual({ success: true });
  expect((await admin('DELETE', `/api/pistes/${id}`)).body.code).toBe('piste_introuvable');
  expect((await admin('GET', `/api/pistes/${id}/usage`)).body.code).toBe('piste_introuvable');
  expect(
    (await admin('POST', '/api/reservations', { ...DEMANDE, type_piste: id })).body,
  ).toMatchObject({ status: 400, message: 'Veuillez sélectionner un type de piste' });
});
