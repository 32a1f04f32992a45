/** Sign-up and the first administrator. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFirstAdmin } from '../../../src/server/actions/people/inscriptions.ts';
import { users } from '../../../src/server/platform/schema/schema.ts';
import { MORNING, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from essais`);
});

let n = 0;
const inscription = (change: Record<string, unknown> = {}) => {
  n += 1;
  return {
    prenom: 'Zoé',
    nom: 'Willems',
    email: `zoe${n}@essai.example`,
    password: 'selle-et-filet',
    telephone: null,
    adresse: null,
    ...change,
  };
};
const signUp = (body: unknown, app = t) => app.anonymous('POST', '/api/auth/sign-up/email', body);
const signIn = (email: string, password: string, app = t) =>
  app.anonymous('POST', '/api/auth/sign-in/email', { email, password });
const find = async (email: string) =>
  (await t.services.db.select().from(users).where(eq(users.email, email)))[0];

describe("s'inscrire", () => {
  test("une demande attend un administrateur : le compte existe, avec son profil, et n'entre pas encore", async () => {
    // ACC-17
    const demande = inscription({
      telephone: '0470 12 34 56',
      adresse: 'Rue du Manège 1\n5030 Gembloux',
    });
    expect(await signUp(demande)).toMatchObject({ status: 201, body: { statut: 'en_attente' } });
    expect(await find(demande.email)).toMatchObject({
      prenom: 'Zoé',
      nom: 'Willems',
      full_name: 'Zoé Willems',
      telephone: demande.telephone,
      adresse: demande.adresse,
      role: 'utilisateur',
      statut: 'en_attente',
      is_approved: false,
    });
    expect((await signIn(demande.email, demande.password)).body.message).toBe(
      'Votre compte est en attente de validation par un administrateur.',
    );
    await t.services.db.execute(
      sql`update users set statut = 'actif' where email = ${demande.email}`,
    );
    expect((await signIn(demande.email, demande.password)).status).toBe(200);
  });

  test("une adresse de la démonstration ne s'inscrit pas : elle ferme le service au réseau", async () => {
    // ACC-21
    const answer = await signUp(inscription({ email: 'Intruse@Demo.example' }));
    expect(answer).toMatchObject({ status: 400, body: { code: 'email_invalide' } });
    expect(await find('intruse@demo.example')).toBeUndefined();
  });

  test('le mot de passe est gardé haché, à la lettre, espaces compris', async () => {
    // ACC-20
    const demande = inscription({ password: '  é 🐎 ' });
    await signUp(demande);
    await t.services.db.execute(
      sql`update users set statut = 'actif' where email = ${demande.email}`,
    );
    const { rows } = await t.services.db.execute<{ password: string }>(
      sql`select hachage as password from mots_de_passe join users on users.id = user_id where email = ${demande.email}`,
    );
    expect(rows[0]!.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(demande.email, demande.password.trim())).status).toBe(401);
    expect((await signIn(demande.email, demande.password)).status).toBe(200);
  });

  test.each([
    [
      'un prénom sans lettre',
      { prenom: '42' },
      'Veuillez saisir votre prénom (100 caractères au plus).',
    ],
    ['un nom vide', { nom: ' ' }, 'Veuillez saisir votre nom (100 caractères au plus).'],
    ['une adresse fausse', { email: 'zoe@' }, 'Veuillez saisir une adresse email valable.'],
    [
      'une adresse à lettre cyrillique',
      { email: 'zо\u0435@essai.example' },
      'Veuillez saisir une adresse email valable.',
    ],
    [
      'cinq caractères',
      { password: '12345' },
      'Le mot de passe doit contenir au moins 6 caractères',
    ],
    [
      '129 caractères',
      { password: 'a'.repeat(129) },
      'Le mot de passe doit contenir au plus 128 caractères',
    ],
  ])('%s est refusé', async (_, change, message) => {
    const demande = inscription(change);
    expect(await signUp(demande)).toMatchObject({ status: 400, body: { message } });
    expect(await find(demande.email)).toBeUndefined();
  });

  test.each(['role', 'statut', 'is_approved', 'id', 'email_confirme'])(
    "« %s » n'est pas à dire par qui s'inscrit",
    async (champ) => {
      // ACC-17
      const demande = inscription({ [champ]: 'admin' });
      expect(await signUp(demande)).toMatchObject({
        status: 400,
        body: { message: `Les données envoyées ne sont pas valables : ${champ}.` },
      });
      expect(await find(demande.email)).toBeUndefined();
    },
  );

  test.each([
    ['la même', (email: string) => email],
    ['en capitales', (email: string) => email.toUpperCase()],
    ["entourée d'espaces", (email: string) => `  ${email}\t`],
  ])(
    'une adresse déjà prise (%s) laisse intacts le compte, son mot de passe et ses sessions',
    async (_, write) => {
      const rider = await t.as();
      const before = await t.services.db.execute(
        sql`select u.*, a.hachage from users u join mots_de_passe a on a.user_id = u.id where u.id = ${rider.id}`,
      );
      expect(
        await signUp(inscription({ email: write(rider.email), password: 'un autre mot de passe' })),
      ).toMatchObject({
        status: 409,
        body: { code: 'email_pris', message: 'Cet email est déjà utilisé.' },
      });
      expect(
        (
          await t.services.db.execute(
            sql`select u.*, a.hachage from users u join mots_de_passe a on a.user_id = u.id where u.id = ${rider.id}`,
          )
        ).rows,
      ).toEqual(before.rows);
      expect((await rider('GET', '/api/types-lecons')).status).toBe(200);
      expect((await signIn(rider.email, PASSWORD)).status).toBe(200);
    },
  );

  test.each([
    'ｚoe@essai.example',
    'zoe@essai。example',
    'z\u200boe@essai.example',
    'zoé@essai.example',
  ])("un sosie d'adresse (%s) ne passe pour personne", async (email) => {
    // ACC-21
    expect((await signUp(inscription({ email }))).body.code).toBe('email_invalide');
  });

  test('dix demandes simultanées pour une adresse : un compte, neuf « Cet email est déjà utilisé. »', async () => {
    // ACC-18
    const demande = inscription();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        signUp({ ...demande, prenom: `Zoé ${'i'.repeat(i + 1)}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(
      answers.filter(({ body }) => body.message === 'Cet email est déjà utilisé.'),
    ).toHaveLength(9);
    const { rows } = await t.services.db.execute(
      sql`select count(*)::int as comptes, count(distinct u.id)::int as profils from mots_de_passe a join users u on u.id = a.user_id where u.email = ${demande.email}`,
    );
    expect(rows).toEqual([{ comptes: 1, profils: 1 }]);
  });

  test('un réseau crée dix comptes par heure ; le onzième attend, un autre réseau non', async () => {
    // ACC-34, LIM-10
    for (let i = 0; i < 10; i += 1) expect((await signUp(inscription())).status).toBe(201);
    const refused = await signUp(inscription());
    expect([refused.status, refused.body.code]).toEqual([429, 'trop_d_inscriptions']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    t.clock.now = new Date(MORNING.getTime() + 3601_000);
    expect((await signUp(inscription())).status).toBe(201);
  });

  test("quarante demandes simultanées d'un réseau : dix comptes, et vingt mots de passe au plus coûtent leur calcul en même temps", async () => {
    const { auth } = t.services;
    const real = auth.hashPassword.bind(auth);
    let [hashing, answered] = [0, 0];
    // No hash ends before every request has either started one or been answered, so that the
    // maximum number runs at the same time.
    const settled = Promise.withResolvers<void>();
    const settle = (): void => {
      if (hashing + answered === 40) settled.resolve();
    };
    const hashPassword = vi.spyOn(auth, 'hashPassword').mockImplementation(async (password) => {
      hashing += 1;
      settle();
      await settled.promise;
      return real(password);
    });
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        signUp(inscription()).finally(() => {
          answered += 1;
          settle();
        }),
      ),
    );
    expect(
      [201, 429].map((status) => answers.filter((answer) => answer.status === status).length),
    ).toEqual([10, 30]);
    expect(hashing).toBe(20);
    hashPassword.mockRestore();
  });

  test('une adresse déjà prise rend sa part : dix refus, puis dix comptes', async () => {
    // ACC-43
    const { email } = await createPerson(t.services.db);
    for (let i = 0; i < 10; i += 1) expect((await signUp(inscription({ email }))).status).toBe(409);
    expect((await signUp(inscription())).status).toBe(201);
  });
});

describe('deviner un mot de passe', () => {
  const proxied = useTestApp({ trustProxy: 1 });
  let emails: string[];
  // Existing addresses: for an unknown one, the password is hashed at its full cost.
  beforeAll(async () => {
    emails = await Promise.all(
      Array.from({ length: 50 }, async () => (await createPerson(proxied.services.db)).email),
    );
  });
  beforeEach(() => proxied.services.db.execute(sql`delete from essais`));
  const from = (ip: string, email: string, password: string) =>
    proxied.anonymous(
      'POST',
      '/api/auth/sign-in/email',
      { email, password },
      { 'x-forwarded-for': ip },
    );

  test('quinze mauvais mots de passe de quinze adresses : 429, et la vraie personne, ailleurs, entre quand même', async () => {
    // ACC-35, ACC-44
    const { email } = await createPerson(proxied.services.db);
    const statuses: number[] = [];
    for (let i = 0; i < 15; i += 1)
      statuses.push((await from(`198.51.100.${i}`, email, `essai ${i}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    // after wrong guesses, even the right password must wait
    expect((await from('198.51.100.3', email, PASSWORD)).status).toBe(429);
    expect((await from('203.0.113.9', email, PASSWORD)).status).toBe(200);
  });

  test("cinquante comptes essayés d'une adresse : après cent échecs, 429 avec le temps à attendre", async () => {
    // ACC-34, ACC-35
    const statuses: number[] = [];
    for (let i = 0; i < 105; i += 1)
      statuses.push((await from('198.51.100.77', emails[i % 50]!, 'au hasard')).status);
    expect(statuses.indexOf(429)).toBe(100);
    const { email } = await createPerson(proxied.services.db);
    const refused = await from('198.51.100.77', email, PASSWORD);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Trop de tentatives de connexion. Veuillez réessayer dans quelques minutes.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('198.51.100.78', email, PASSWORD)).status).toBe(200);
  });

  test('derrière un mandataire, on ne choisit pas son adresse : seule compte celle que le mandataire a vue', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 105; i += 1)
      statuses.push(
        (await from(`10.${i}.1.1, 198.51.100.99`, emails[i % 50]!, 'au hasard')).status,
      );
    expect(statuses.indexOf(429)).toBe(100);
  });

  test.each([
    ['du charabia', 'pas une adresse'],
    ['un port', '198.51.100.55:8080'],
    ['dix kilo-octets', 'x'.repeat(10_000)],
    ['une adresse sans fin', `fe80::1%${'a'.repeat(10_000)}`],
  ])("une adresse qui n'en est pas une (%s) est celle du mandataire, sans panne", async (_, ip) => {
    const { email } = await createPerson(proxied.services.db);
    expect((await from(ip, email, 'au hasard')).status).toBe(401);
    expect((await from(ip, email, PASSWORD)).status).toBe(200);
  });

  test("un compte en attente n'essaie pas sans fin son propre mot de passe : soixante fois par réseau, même toutes ensemble", async () => {
    // ADR-007
    const { email } = await createPerson(proxied.services.db, { statut: 'en_attente' });
    for (let i = 0; i < 50; i += 1)
      expect((await from('198.51.100.90', email, PASSWORD)).status).toBe(403);
    const statuses = (
      await Promise.all(Array.from({ length: 20 }, () => from('198.51.100.90', email, PASSWORD)))
    ).map(({ status }) => status);
    expect([403, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([
      10, 10,
    ]);
    expect((await from('198.51.100.91', email, PASSWORD)).status).toBe(403);
  });

  test("les entrées ne se comptent pas : soixante-dix sessions s'ouvrent d'un réseau", async () => {
    // ACC-43
    const { email } = await createPerson(proxied.services.db);
    for (let i = 0; i < 70; i += 1)
      expect((await from('198.51.100.92', email, PASSWORD)).status).toBe(200);
  });

  test('un réseau IPv6 compte par ses 64 premiers bits', async () => {
    // ACC-36
    for (let i = 0; i < 100; i += 1)
      await from(`2001:db8:1:2::${i.toString(16)}`, emails[i % 50]!, 'au hasard');
    expect((await from('2001:db8:1:2:ffff::1', 'sept@essai.example', 'au hasard')).status).toBe(
      429,
    );
    expect((await from('2001:db8:1:3::1', 'sept@essai.example', 'au hasard')).status).toBe(401);
  });
});

describe("le premier administrateur de l'environnement", () => {
  const empty = useTestApp();
  const create = (password: string, nom = '') =>
    createFirstAdmin(empty.services, { email: 'patronne@essai.example', password, nom });

  test.each([
    ['123456', 'ADMIN_PASSWORD : Le mot de passe doit contenir au moins 8 caractères.'],
    ['Patronne1', 'ADMIN_PASSWORD : Ce mot de passe est trop courant. Choisissez-en un autre.'],
    [
      'sophie.delvaux',
      'ADMIN_PASSWORD : Ce mot de passe est trop courant. Choisissez-en un autre.',
    ],
    ['equitation', 'ADMIN_PASSWORD : Ce mot de passe est trop courant. Choisissez-en un autre.'],
  ])(
    "« %s » : le démarrage est refusé par une phrase, et rien n'est créé",
    async (password, message) => {
      // ACC-38
      await expect(create(password, 'Sophie Delvaux')).rejects.toThrow(message);
      expect((await empty.services.db.execute(sql`select 1 from users`)).rows).toEqual([]);
    },
  );

  test("porte le nom d'ADMIN_NAME ; une fois qu'il existe, son mot de passe n'est plus jugé", async () => {
    await create('une bombe et des guêtres', 'Sophie Delvaux Maes');
    expect(
      (await empty.services.db.execute(sql`select prenom, nom, full_name, role from users`)).rows,
    ).toEqual([
      { prenom: 'Sophie', nom: 'Delvaux Maes', full_name: 'Sophie Delvaux Maes', role: 'admin' },
    ]);
    await create('123456', 'Autre');
    expect((await signIn('patronne@essai.example', 'une bombe et des guêtres', empty)).status).toBe(
      200,
    );
  });

  test("sans ADMIN_NAME, il n'a pas de nom inventé : l'email en tient lieu", async () => {
    await empty.services.db.execute(sql`delete from users`);
    await create('une bombe et des guêtres');
    expect(
      (await empty.services.db.execute(sql`select prenom, nom, full_name from users`)).rows,
    ).toEqual([{ prenom: null, nom: null, full_name: '' }]);
  });
});

describe("une inscription dont la réponse s'est perdue", () => {
  // ACC-109, API-29
  const stored = async () =>
    (
      await t.services.db.execute(
        sql`select (select count(*)::int from users) as comptes, (select count(*)::int from courriels) as emails`,
      )
    ).rows;
  const TAKEN = { status: 409, body: { code: 'email_pris' } };

  test('renvoyée, elle reçoit la même réponse, aussi trois fois à la fois, et rien ne se crée de plus', async () => {
    const demande = inscription({ ecriture: randomUUID(), telephone: '0470 12 34 56' });
    const first = await signUp(demande);
    expect(first.status).toBe(201);
    const before = await stored();
    // The same email in another notation is the same sign-up; the limit of sign-ups is reached.
    for (let i = 1; i < 10; i += 1) expect((await signUp(inscription())).status).toBe(201);
    const after = await stored();
    expect((await signUp(inscription())).status).toBe(429);
    const again = { ...demande, email: ` ${demande.email.toUpperCase()}` };
    for (const answer of [await signUp(again), await signUp(demande)])
      expect([answer.status, answer.body]).toEqual([201, first.body]);
    expect(await stored()).toEqual(after);
    expect(after).not.toEqual(before);

    await t.services.db.execute(sql`delete from essais`);
    const together = inscription({ ecriture: randomUUID() });
    const answers = await Promise.all([1, 2, 3].map(() => signUp(together)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(
      (await t.services.db.execute(sql`select from users where email = ${together.email}`)).rows
        .length,
    ).toBe(1);
  });

  test("avec un autre mot de passe, un autre texte ou un autre envoi, elle n'apprend que ce que chacun apprend, et compte comme un échec", async () => {
    const demande = inscription({ ecriture: randomUUID() });
    await signUp(demande);
    for (const change of [
      { password: 'un autre mot de passe' },
      { telephone: '0470 00 00 00' },
      { ecriture: randomUUID() },
      { ecriture: undefined },
    ])
      expect(await signUp({ ...demande, ...change })).toMatchObject(TAKEN);
    const { rows } = await t.services.db.execute(
      sql`select count(*)::int as n from essais where cle like 'reseau %'`,
    );
    expect(rows).toEqual([{ n: 4 }]);
    // Of an account without it, neither the text nor the password can be guessed from what is kept.
    const { id } = (await find(demande.email))!;
    await t.services.db.execute(sql`delete from mots_de_passe where user_id = ${id}`);
    expect(await signUp(demande)).toMatchObject(TAKEN);
  });
});

describe("une journée d'inscriptions", () => {
  // ACC-82
  test("laisse tout un club s'inscrire par une seule connexion, douze heures durant ou jusqu'à ce qu'on la ferme", async () => {
    await t.services.db.execute(sql`delete from essais`);
    const admin = await t.as({ role: 'admin' });
    for (let i = 0; i < 10; i += 1) expect((await signUp(inscription())).status).toBe(201);
    expect((await signUp(inscription())).status).toBe(429);
    expect((await admin('GET', '/api/inscriptions/journee')).body).toEqual({ jusque: null });
    const jusque = new Date(t.clock.now.getTime() + 12 * 3600_000).toISOString();
    expect((await admin('PUT', '/api/inscriptions/journee', { ouverte: true })).body).toEqual({
      jusque,
    });
    expect((await admin('GET', '/api/inscriptions/journee')).body).toEqual({ jusque });
    for (let i = 0; i < 25; i += 1) expect((await signUp(inscription())).status).toBe(201);
    expect((await admin('PUT', '/api/inscriptions/journee', { ouverte: false })).body).toEqual({
      jusque: null,
    });
    expect((await signUp(inscription())).status).toBe(429);
    await admin('PUT', '/api/inscriptions/journee', { ouverte: true });
    t.clock.now = new Date(t.clock.now.getTime() + 12 * 3600_000 + 1000);
    expect((await admin('GET', '/api/inscriptions/journee')).body).toEqual({ jusque: null });
    const { rows } = await t.services.db.execute(
      sql`select action from journal where acteur_id = ${admin.id} and action like 'inscriptions.%' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'inscriptions.ouvertes',
      'inscriptions.fermees',
      'inscriptions.ouvertes',
    ]);
  });

  test("trois cents par heure et par connexion restent la limite, et un cavalier ne l'ouvre pas", async () => {
    await t.services.db.execute(sql`delete from essais`);
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    expect((await rider('PUT', '/api/inscriptions/journee', { ouverte: true })).status).toBe(403);
    await admin('PUT', '/api/inscriptions/journee', { ouverte: true });
    await t.services.db.execute(
      sql`insert into essais (cle, survenu_at) select 'inscriptions reseau 192.0.2.1', ${t.clock.now.toISOString()}::timestamptz from generate_series(1, 299)`,
    );
    expect([(await signUp(inscription())).status, (await signUp(inscription())).status]).toEqual([
      201, 429,
    ]);
  });
});

describe('le premier administrateur', () => {
  const empty = useTestApp();

  test('le lien du démarrage ouvre une fois : de dix envois simultanés, un administrateur', async () => {
    // ACC-38, ACC-48
    const jeton = empty.services.auth.installationToken;
    const open = async (value: string) =>
      (await empty.anonymous('POST', '/api/installation/verification', { jeton: value })).body
        .ouverte;
    expect(await open(jeton)).toBe(true);
    expect(await open('un-autre')).toBe(false);
    const install = (value: string) =>
      empty.anonymous('POST', '/api/installation', { jeton: value, ...inscription() });
    expect((await install('un-autre')).body.message).toBe(
      "Ce lien d'installation n'est plus valable.",
    );
    for (const [password, message] of [
      ['sept789', 'Le mot de passe doit contenir au moins 8 caractères'],
      ['Password1', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
      ['manege2026', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
      ['Zoé-Willems-1987', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
      ['patronne.patronne', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
    ] as const) {
      const answer = await empty.anonymous('POST', '/api/installation', {
        jeton,
        ...inscription({ password, email: 'patronne@essai.example' }),
      });
      expect([password, answer.status, answer.body.message]).toEqual([password, 400, message]);
    }
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const sent = { jeton, ...inscription({ ecriture: randomUUID() }) };
        return { sent, ...(await empty.anonymous('POST', '/api/installation', sent)) };
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array<number>(9).fill(404),
    ]);
    // API-29: whoever was the first one is answered again, and nobody else.
    for (const { sent, status } of answers)
      expect((await empty.anonymous('POST', '/api/installation', sent)).status).toBe(status);
    const { sent } = answers.find(({ status }) => status === 201)!;
    const other = { ...sent, password: 'un autre mot de passe' };
    expect((await empty.anonymous('POST', '/api/installation', other)).status).toBe(404);
    expect(await open(jeton)).toBe(false);
    const { rows } = await empty.services.db.execute(sql`select role, statut from users`);
    expect(rows).toEqual([{ role: 'admin', statut: 'actif' }]);
  });
});
