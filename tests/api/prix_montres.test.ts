/**
 * If the centre shows its prices, they are on the booking screen and in the confirmation. Otherwise
 * the server sends none (RIDE-57).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, MORNING, type Stored, useTestApp } from '../support/app.ts';

const t = useTestApp();
const run = (statement: string) => t.services.db.execute(sql.raw(statement));

beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of ['reservations', 'courriels']) await run(`delete from ${table}`);
  await run(`update parametres set "showPrices" = true, "adminEmail" = 'centre@essai.example'`);
  await run(
    `update prix set prix = 0; update prix set prix = 22.50 where type_lecon = 'collective'; update types_lecons set ouverte = true where value = 'collective'`,
  );
});

test('un cavalier lit les prix des types proposés tant que le réglage est allumé ; la page des prix reste aux administrateurs', async () => {
  const rider = await t.as();
  const read = async () => (await rider('GET', '/api/types-lecons')).body as Stored[];
  expect((await read()).map(({ value, prix }) => [value, prix])).toEqual([
    ['particuliere', 0],
    ['collective', 22.5],
    ['travail_pied', 0],
    ['longe', 0],
    ['saut', 0],
    ['liberte', 0],
  ]);
  await run('update parametres set "showPrices" = false');
  expect((await read()).filter((type) => 'prix' in type)).toEqual([]);
  for (const path of ['/api/prix', '/api/prix/portee'])
    expect((await rider('GET', path)).status).toBe(403);
});

test("l'email de la réservation et celui d'une place disent le prix, un nom écrit deux fois une fois ; la copie du centre ne le dit pas", async () => {
  // MAIL-07
  const [admin, rider, joiner] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
  const told = async (): Promise<string[]> => {
    const { body } = await admin('GET', '/api/courriels');
    const ids = (body as Stored[])
      .filter(
        ({ sorte, destinataire }) =>
          sorte === 'reservation_confirmee' && destinataire !== 'centre@essai.example',
      )
      .map(({ id }) => id as string);
    return Promise.all(
      ids.map(
        async (id) =>
          /Prix : (.*)/
            .exec((await admin('GET', `/api/courriels/${id}`)).body.texte as string)?.[1]
            ?.replaceAll(/\s/g, ' ') ?? '',
      ),
    );
  };
  await book(rider, { noms_participants: ['Zoé', 'zoe', 'Hugo'], nombre_personnes: 3 });
  expect(await told()).toEqual(['45,00 € (2 × 22,50 €)']);
  await run('delete from courriels');
  expect(
    (
      await joiner('POST', '/api/reservations/places', {
        ...DEMANDE,
        noms_participants: ['Max'],
        nombre_personnes: 1,
      })
    ).status,
  ).toBe(201);
  expect(await told()).toEqual(['22,50 €']);
  const { rows } = await t.services.db.execute(
    sql`select contenu from courriels where destinataire = 'centre@essai.example'`,
  );
  expect(JSON.stringify(rows)).not.toContain('"prix"');
  await run('update parametres set "showPrices" = false; delete from courriels');
  await book(rider, { heure_debut: '14:00' });
  expect(await told()).toEqual(['']);
});

test("la portée d'un prix : de la première à la dernière leçon qui n'est pas annulée", async () => {
  // PRICE-17
  const admin = await t.as({ role: 'admin' });
  await run(`select id from importer_lecons((select jsonb_agg(l) from (
    select '{Zoé}', 'Zoé', jour::date, '10:00', '10:30', 'interieure', type, 1, statut from (values ('2024-03-04', 'longe', 'confirmee'), ('2026-12-24', 'longe', 'en_attente'), ('2020-01-01', 'longe', 'annulee'), ('2026-05-05', 'saut', 'annulee')) as r (jour, type, statut)
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`);
  expect((await admin('GET', '/api/prix/portee')).body).toEqual([
    { type_lecon: 'longe', premiere: '2024-03-04', derniere: '2026-12-24' },
  ]);
});
