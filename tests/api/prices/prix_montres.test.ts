/**
 * If the centre shows its prices, they are on the booking screen and in the confirmation. Otherwise
 * the server sends none (RIDE-57).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { pricing } from '../../support/prix.ts';

const t = useTestApp();
const run = (statement: string) => t.services.db.execute(sql.raw(statement));

beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of ['reservations', 'courriels']) await run(`delete from ${table}`);
  await run(`update parametres set "showPrices" = true, "adminEmail" = 'centre@essai.example'`);
  await run(
    `${pricing({ collective: 22.5 })} update types_lecons set ouverte = true where value = 'collective'`,
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
  expect((await rider('GET', '/api/prix')).status).toBe(403);
});

test("l'email de la réservation et celui d'une place disent le prix de chaque place ; la copie du centre ne le dit pas", async () => {
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
  expect(await told()).toEqual(['67,50 € (3 × 22,50 €)']);
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
