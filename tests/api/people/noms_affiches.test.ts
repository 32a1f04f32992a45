/** One display name of a person, wherever the desk reads it (ACC-15, PEOPLE-46). */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { nomDuCompte } from '../../../src/server/stores/people/noms.ts';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, other, rider]: [Person, Person, Person] = [] as never;

const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });

/** As an account of ADMIN_EMAIL without ADMIN_NAME, or a profile that was emptied. */
const unnamed = (id: string) =>
  t.services.db.execute(
    sql`update users set prenom = null, nom = null, full_name = '' where id = ${id}`,
  );

beforeAll(async () => {
  t.clock.now = MORNING;
  [admin, other, rider] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Nathalie', nom: 'Dubois' }),
    await t.as(),
  ];
  await unnamed(admin.id);
  await rider('PATCH', '/api/profil', { prenom: '', nom: ' ' });
});

describe('une personne sans nom se lit par son adresse', () => {
  let lesson: Stored;
  const read = async (id: string): Promise<Stored> =>
    (await admin('GET', `/api/reservations/${id}`)).body;

  beforeAll(async () => {
    const { id } = await book(other, names('Léa Dubois'));
    const own = await read(id);
    const { body } = await put(admin, own, {
      ...names('Léa Dubois', 'Tom', 'Zoé'),
      places: [own['tarifs'][0].place, null, null],
      comptes: [other.id, rider.id, rider.id],
    });
    lesson = body;
  });

  test('les places, dans le planning et dans la leçon', async () => {
    const { body } = await admin('GET', '/api/planning?du=2026-11-23&au=2026-11-23');
    expect(JSON.stringify(body)).toContain(`"${rider.email}"`);
    expect((await read(lesson['id']))['participants']).toMatchObject([
      { compte: 'Nathalie Dubois' },
      { compte: rider.email },
      { compte: rider.email },
    ]);
  });

  test('qui fut retirée, et par qui ; par qui une leçon est annulée, puis supprimée', async () => {
    const current = await read(lesson['id']);
    const { status } = await put(admin, current, {
      ...names('Léa Dubois', 'Tom'),
      places: current['participants'].slice(0, 2).map(({ id }: Stored) => id),
    });
    expect(status).toBe(200);
    expect((await admin('GET', '/api/reservations/retires')).body).toMatchObject([
      { nom: 'Zoé', compte: rider.email, par: admin.email },
    ]);
    await put(admin, await read(lesson['id']), { statut: 'annulee' });
    expect(await read(lesson['id'])).toMatchObject({ annulee_par: admin.email });
    await admin('DELETE', `/api/reservations/${lesson['id']}`);
    expect((await admin('GET', '/api/reservations/supprimees')).body).toMatchObject([
      { id: lesson['id'], par: admin.email },
    ]);
  });
});

/** The rule of ACC-15, each case written by hand. The rule of the screens has the same in its test. */
test.each([
  ['Camille', 'Lambert', 'Autre Nom', 'Camille Lambert'],
  ['  Camille ', ' van  den   Berg', '', 'Camille van den Berg'],
  [null, 'Lambert', '', 'Lambert'],
  [null, null, 'Camille  Lambert', 'Camille Lambert'],
  ['', '  ', 'Camille', 'Camille'],
  ['12', '-', 'Camille', 'Camille'],
  ['—', null, '…', 'x@a.example'],
  [null, null, '', 'x@a.example'],
  ['é', null, '', 'é'],
  ['李', '雷', '', '李 雷'],
  ['Мария', null, '', 'Мария'],
  ['مريم', null, '', 'مريم'],
])('prénom %s, nom %s, nom complet %s : « %s »', async (prenom, nom, full_name, expected) => {
  for (const collation of ['', 'collate "C"']) {
    const column = (text: string | null) => sql`${text}::text ${sql.raw(collation)}`;
    const { rows } = await t.services.db.execute(sql`
      select ${nomDuCompte('u')} as nom from (
        select ${column(prenom)} as prenom, ${column(nom)} as nom, ${column(full_name)} as full_name, 'x@a.example' as email) as u`);
    expect(rows).toEqual([{ nom: expected }]);
  }
});
