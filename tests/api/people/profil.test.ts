/** The person's own account and sessions (PEOPLE-12, PEOPLE-17). */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';

const t = useTestApp();

test('on lit et change prénom, nom, téléphone et adresse ; ce qui est vide se garde vide', async () => {
  // PEOPLE-12, ACC-15
  const rider = await t.as({ prenom: 'Camille', nom: 'Lambert' });
  expect((await rider('GET', '/api/profil')).body).toMatchObject({
    id: rider.id,
    email: rider.email,
    full_name: 'Camille Lambert',
    role: 'utilisateur',
    statut: 'actif',
    is_approved: true,
    telephone: null,
  });
  const change = {
    prenom: 'Camille',
    nom: "D'Hondt",
    telephone: '0470 12 34 56',
    adresse: 'Rue du Manège 1\n5030 Gembloux',
  };
  const { status, body } = await rider('PATCH', '/api/profil', change);
  expect([status, body]).toMatchObject([200, { ...change, full_name: "Camille D'Hondt" }]);
  expect(
    (await rider('PATCH', '/api/profil', { telephone: '  ', adresse: '' })).body,
  ).toMatchObject({ telephone: null, adresse: null, nom: "D'Hondt" });
  expect((await rider('PATCH', '/api/profil', { prenom: null, nom: '' })).body).toMatchObject({
    prenom: null,
    nom: null,
    full_name: '',
  });
  expect((await rider('GET', '/api/auth/get-session')).body.user).toMatchObject({
    prenom: null,
    nom: null,
  });
});

test('un changement dit quand il a eu lieu', async () => {
  const rider = await t.as();
  t.clock.now = new Date('2026-11-22T10:00:00Z');
  expect((await rider('PATCH', '/api/profil', { telephone: '0471' })).body.updated_at).toBe(
    '2026-11-22T10:00:00.000Z',
  );
});

test.each([
  // LIM-07, LIM-09
  [{ prenom: '42' }, 'Veuillez saisir votre prénom (100 caractères au plus).'],
  [{ nom: 'a'.repeat(101) }, 'Veuillez saisir votre nom (100 caractères au plus).'],
  [{ telephone: '0'.repeat(41) }, 'Le téléphone doit compter 40 caractères au plus.'],
  [{ adresse: 'a'.repeat(301) }, "L'adresse doit compter 300 caractères au plus."],
])('%j est refusé : %s', async (change, message) => {
  const rider = await t.as();
  expect((await rider('PATCH', '/api/profil', change)).body).toMatchObject({
    status: 400,
    message,
  });
  expect((await rider('GET', '/api/profil')).body).toMatchObject({
    prenom: 'Camille',
    nom: 'Lambert',
    telephone: null,
    adresse: null,
  });
});

test("ses sessions ouvertes se lisent et se terminent ; celles des autres n'existent pas", async () => {
  // PEOPLE-17
  const [rider, other] = [await t.as(), await t.as()];
  const open = async () => {
    t.clock.now = new Date(t.clock.now.getTime() + 1_000); // the latest is first
    const { headers } = await t.anonymous(
      'POST',
      '/api/auth/sign-in/email',
      { email: rider.email, password: PASSWORD },
      { 'user-agent': "Firefox de l'écurie" },
    );
    return { cookie: String(headers['set-cookie']).split(';')[0]! };
  };
  const [here, elsewhere] = [await open(), await open()];
  const { body: sessions } = await t.anonymous('GET', '/api/profil/sessions', undefined, here);
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ courante }: { courante: boolean }) => courante)).toHaveLength(1);
  expect(sessions[0].user_agent).toBe("Firefox de l'écurie");
  expect(JSON.stringify(sessions)).not.toContain(here.cookie.split('=')[1]!.split('.')[0]);
  const {
    body: [theirs],
  } = await other('GET', '/api/profil/sessions');
  expect((await rider('DELETE', `/api/profil/sessions/${theirs.id}`)).body.message).toBe(
    'Cette session est déjà terminée.',
  );
  expect((await other('GET', '/api/types-lecons')).status).toBe(200);
  expect((await t.anonymous('DELETE', '/api/profil/sessions', undefined, here)).body).toEqual({
    success: true,
  });
  const statuses = [
    await t.anonymous('GET', '/api/types-lecons', undefined, here),
    await t.anonymous('GET', '/api/types-lecons', undefined, elsewhere),
    await rider('GET', '/api/types-lecons'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 401, 401]);
});

test('un lien pour son propre mot de passe part à sa propre adresse', async () => {
  // PEOPLE-14
  const rider = await t.as();
  expect((await rider('POST', '/api/profil/mot-de-passe')).body).toEqual({ email_envoye: false });
  const { rows } = await t.services.db.execute(
    sql`select destinataire, sorte, statut from courriels where user_id = ${rider.id}`,
  );
  expect(rows).toEqual([
    { destinataire: rider.email, sorte: 'mot_de_passe', statut: 'en_attente' },
  ]);
  for (let n = 2; n <= 3; n += 1)
    expect((await rider('POST', '/api/profil/mot-de-passe')).status).toBe(200);
  const { status, body, headers } = await rider('POST', '/api/profil/mot-de-passe');
  expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([
    429,
    'trop_de_liens',
    true,
  ]);
});
