/**
 * Customers: every account is one under its own id, and the desk keeps others, who have no account
 * (CLI-01 to CLI-06). The clock shows Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openPool } from '../../../src/server/platform/db.ts';
import { book, DEMANDE, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { createPerson } from '../../support/people.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, anne]: [Person, Person] = [] as never;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, reservations_supprimees, participants_retires, courriels cascade;
    delete from users; delete from clients; delete from parametres; insert into parametres (id) values (1);
    update types_lecons set max_personnes = 6, ouverte = true where value = 'collective'`);
  [admin, anne] = [
    await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
  ];
});

const JEANNE = {
  nom: 'Jeanne Dupont',
  telephone: '0475 10 22 33',
  email: 'jeanne@essai.example',
  adresse: 'Rue Haute 3\n5030 Gembloux',
  note: 'Préfère le matin',
};
/** Stores a customer without an account. */
const add = async (fields: object = {}): Promise<Stored> => {
  const { status, body } = await admin('POST', '/api/clients', { ...JEANNE, ...fields });
  expect(status, body.message).toBe(201);
  return body;
};
const find = async (q: string): Promise<Stored[]> =>
  (await admin('GET', `/api/clients/recherche?q=${encodeURIComponent(q)}`)).body;
const found = async (q: string) => (await find(q)).map(({ nom }) => nom);
/** The names of the customers without an account. */
const kept = async () =>
  (await run('select nom from clients where nom is not null order by nom')).map(({ nom }) => nom);
const seats = async (id: string, table = 'participants') =>
  (
    await run(
      `select nom, user_id, remarques from ${table} where reservation_id = '${id}' order by position`,
    )
  ).map(({ nom, user_id, remarques }) => [nom, user_id, remarques]);
const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const read = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/reservations/${id}`)).body;
/** Recipient, kind and names of the emails since the last call. */
const told = async () => {
  const rows = await run(
    "select destinataire, sorte, contenu->'lecon'->'noms_participants' as noms, contenu->>'nom' as nom from courriels order by destinataire, sorte",
  );
  await run('delete from courriels');
  return rows.map(({ destinataire, sorte, noms, nom }) => [destinataire, sorte, nom, noms]);
};

describe('un compte est un client', () => {
  // CLI-01
  const clientOf = (id: string) =>
    run(
      `select nom, cle, telephone, email, adresse, note, paye_par from clients where id = '${id}'`,
    );
  const BARE = {
    nom: null,
    cle: null,
    telephone: null,
    email: null,
    adresse: null,
    note: null,
    paye_par: null,
  };

  test('sous son identifiant, aussi par SQL ; ses coordonnées sont celles du compte', async () => {
    expect(await clientOf(anne.id)).toEqual([BARE]);
    const [row] = await run(
      "insert into users (email, full_name) values ('sql@essai.example', 'Sql') returning id",
    );
    expect(await clientOf(row!['id'])).toEqual([BARE]);
    for (const column of ['nom', 'telephone', 'email', 'adresse'])
      await expect(
        run(`update clients set ${column} = 'x' where id = '${anne.id}'`),
        column,
      ).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  test("une inscription refusée parce que l'adresse est prise ne laisse pas de client", async () => {
    const before = await run('select id from clients order by id');
    await expect(
      run(`insert into users (email, full_name) values ('${anne.email}', 'Double')`),
    ).rejects.toMatchObject({ cause: { code: '23505' } });
    await run(
      `insert into users (email, full_name) values ('${anne.email}', 'Double') on conflict do nothing`,
    );
    const signUp = await t.anonymous('POST', '/api/auth/sign-up/email', {
      prenom: 'Anne',
      nom: 'Maes',
      email: anne.email,
      password: 'selle-et-filet',
      telephone: null,
      adresse: null,
    });
    expect(signUp.status).toBeLessThan(500);
    expect(await run('select id from clients order by id')).toEqual(before);
  });

  test('et finit avec lui, par SQL comme par un effacement', async () => {
    const other = await t.as();
    await run(`delete from users where id = '${anne.id}'`);
    expect(await clientOf(anne.id)).toEqual([]);
    expect((await admin('DELETE', `/api/users/${other.id}`)).status).toBe(200);
    expect(await clientOf(other.id)).toEqual([]);
    // The other way round too.
    const third = await t.as();
    await run(`delete from clients where id = '${third.id}'`);
    expect(await run(`select 1 from users where id = '${third.id}'`)).toEqual([]);
  });

  test('un compte fait pour un client en reprend l’identifiant, la note et le payeur, pas le nom', async () => {
    // ADR-041
    const [jeanne, payer] = [await add(), await add({ nom: 'Luc Petit', telephone: null })];
    await admin('PUT', `/api/clients/${jeanne['id']}/payeur`, { payeur: payer['id'] });
    await run(
      `insert into users (id, email, full_name) values ('${jeanne['id']}', 'jd@essai.example', 'Jeanne D')`,
    );
    expect(await clientOf(jeanne['id'])).toEqual([
      { ...BARE, note: 'Préfère le matin', paye_par: payer['id'] },
    ]);
  });
});

describe('un client sans compte', () => {
  // CLI-01, CLI-02
  test('se garde comme il est saisi, rangé ; vide, un champ n’a pas de valeur', async () => {
    const client = await add({
      nom: '  Jeanne   Dupont ',
      telephone: ' 0475 10 22 33 ',
      email: ' Jeanne@Essai.example ',
      adresse: ' Rue Haute 3 ',
      note: ' Préfère le matin ',
    });
    expect(client).toEqual({
      id: expect.any(String),
      nom: 'Jeanne Dupont',
      telephone: '0475 10 22 33',
      email: 'jeanne@essai.example',
      adresse: 'Rue Haute 3',
      note: 'Préfère le matin',
      payeur: null,
      places: 0,
      semblable: null,
      created_at: '2026-11-21T08:30:00.000Z',
      version: 0,
    });
    const { status, body } = await admin('PUT', `/api/clients/${client['id']}`, {
      nom: 'Jeanne Petit',
      telephone: ' ',
      email: '',
      adresse: '',
      version: 0,
    });
    expect([status, body]).toEqual([
      200,
      {
        ...client,
        nom: 'Jeanne Petit',
        telephone: null,
        email: null,
        adresse: null,
        note: null,
        version: 1,
      },
    ]);
    expect(await kept()).toEqual(['Jeanne Petit']);
  });

  const NOM = 'Veuillez saisir le nom du client (100 caractères au plus).';
  const NOTE = 'La note doit compter 300 caractères au plus.';
  test.each([
    [{ nom: '' }, 'client_nom_invalide', NOM],
    [{ nom: ' 3 ' }, 'client_nom_invalide', NOM],
    [{ nom: 'a'.repeat(101) }, 'client_nom_invalide', NOM],
    [{ nom: 'Jeanne\nDupont' }, 'client_nom_invalide', NOM],
    [{ nom: '\u202eJeanne' }, 'client_nom_invalide', NOM],
    [{ nom: 3 }, 'client_nom_invalide', NOM],
    [{ nom: undefined }, 'client_nom_invalide', NOM],
    [{ note: 'a'.repeat(301) }, 'client_note_longue', NOTE],
    [{ note: 3 }, 'client_note_longue', NOTE],
    [{ telephone: '0'.repeat(41) }, 'telephone_invalide', null],
    [
      { telephone: '#N/A' },
      'client_telephone_sans_chiffre',
      'Le téléphone doit contenir des chiffres.',
    ],
    [{ email: 'jeanne' }, 'email_invalide', null],
    [{ email: 'jeanne@essai.example, luc@essai.example' }, 'email_invalide', null],
    [{ adresse: 'a'.repeat(301) }, 'adresse_invalide', null],
    [{ compte: true }, 'donnees_invalides', null],
    [{ paye_par: null }, 'donnees_invalides', null],
  ])('%j est refusé, et rien ne change', async (change, code, message) => {
    const client = await add({ nom: 'Luc Petit' });
    for (const [method, path] of [
      ['POST', '/api/clients'],
      ['PUT', `/api/clients/${client['id']}`],
    ] as const) {
      const { status, body } = await admin(method, path, { ...JEANNE, ...change });
      expect([method, status, body.code]).toEqual([method, 400, code]);
      if (message !== null) expect(body.message).toBe(message);
    }
    expect(await kept()).toEqual(['Luc Petit']);
  });

  test('300 caractères de note et 100 de nom passent', async () => {
    // LIM-174
    const client = await add({ nom: 'é'.repeat(100), note: 'é'.repeat(300) });
    expect([client['nom'].length, client['note'].length]).toEqual([100, 300]);
  });

  test('un seul a un nom et un téléphone, comme ils se comparent ; un autre téléphone en fait un autre', async () => {
    await add();
    await add({ telephone: '0475 99 99 99' });
    const none = await add({ telephone: null });
    expect(await kept()).toEqual(['Jeanne Dupont', 'Jeanne Dupont', 'Jeanne Dupont']);
    for (const double of [
      { nom: ' JEANNE  dupont', telephone: '0475/10.22.33' },
      { nom: 'Jeanné Dupont', telephone: '0475102233' },
      { telephone: ' ' },
    ]) {
      const { status, body } = await admin('POST', '/api/clients', { ...JEANNE, ...double });
      expect([status, body.code, body.message], JSON.stringify(double)).toEqual([
        409,
        'client_existe',
        'Un client a déjà ce nom et ce téléphone.',
      ]);
    }
    const { status, body } = await admin('PUT', `/api/clients/${none['id']}`, {
      ...JEANNE,
      version: 0,
    });
    expect([status, body.message]).toEqual([409, 'Un client a déjà ce nom et ce téléphone.']);
    expect(await kept()).toHaveLength(3);
    // An account of that name is another customer.
    await t.as({ prenom: 'Jeanne', nom: 'Dupont' });
    expect((await find('jeanne dupont')).map(({ compte }) => compte).toSorted()).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('un client inconnu, et celui d’un compte, ne se changent ni ne s’effacent', async () => {
    const none = '00000000-0000-4000-8000-000000000000';
    const gone = [404, 'client_inconnu', "Ce client n'existe plus."];
    for (const [method, id, answer] of [
      ['PUT', none, gone],
      ['DELETE', none, gone],
      ['DELETE', anne.id, gone],
      [
        'PUT',
        anne.id,
        [
          409,
          'client_a_un_compte',
          'Ce client a un compte : ses coordonnées se corrigent dans son compte.',
        ],
      ],
    ] as const) {
      const { status, body } = await admin(
        method,
        `/api/clients/${id}`,
        method === 'PUT' ? JEANNE : undefined,
      );
      expect([status, body.code, body.message], `${method} ${id}`).toEqual(answer);
    }
    expect(await run(`select 1 from users where id = '${anne.id}'`)).toHaveLength(1);
    for (const id of ['moi', '1'])
      expect((await admin('DELETE', `/api/clients/${id}`)).body.code).toBe('client_inconnu');
  });

  describe('deux bureaux qui le changent', () => {
    // CLI-26, CLI-28
    const now = async (id: string): Promise<Stored> =>
      (await admin('GET', `/api/clients?q=jeanne`)).body.find((one: Stored) => one['id'] === id);
    const CHANGE = [
      409,
      'client_change',
      "Ce client vient d'être modifié sur un autre écran. Rien n'est encore enregistré.",
    ];
    const save = async (id: string, fields: object) => {
      const { status, body } = await admin('PUT', `/api/clients/${id}`, { ...JEANNE, ...fields });
      return [status, body.code, body.message];
    };

    test('le second apprend que la note a changé, et ne l’efface pas', async () => {
      const { id, version } = await add({ note: null });
      expect(await save(id, { version, note: 'Allergique' })).toEqual([200, undefined, undefined]);
      expect(await save(id, { version, note: null, adresse: 'Rue Basse 1' })).toEqual(CHANGE);
      expect(await now(id)).toMatchObject({ note: 'Allergique', adresse: JEANNE.adresse });
      const read = await now(id);
      expect((await admin('GET', `/api/clients/${id}/fiche`)).body.version).toBe(read['version']);
      expect(
        await save(id, { version: read['version'], note: read['note'], adresse: 'Rue Basse 1' }),
      ).toEqual([200, undefined, undefined]);
      expect(await now(id)).toMatchObject({ note: 'Allergique', adresse: 'Rue Basse 1' });
    });

    test('une page de la version d’avant, qui n’en dit pas, est à recharger', async () => {
      const { id } = await add();
      expect(await save(id, { note: null })).toEqual([
        409,
        'page_ancienne',
        "Cette page est d'une version précédente du site. Notez ce que vous avez écrit, rechargez-la, puis recommencez. Rien n'est enregistré.",
      ]);
      expect(await now(id)).toMatchObject({ note: JEANNE.note, version: 0 });
    });

    test('toute écriture compte : le payeur, un regroupement, et SQL ; rien de changé ne compte pas', async () => {
      const [{ id }, luc] = [await add({ note: null }), await add({ nom: 'Luc Petit' })];
      const payeur = (body: object) => admin('PUT', `/api/clients/${id}/payeur`, body);
      expect((await payeur({ payeur: anne.id, avant: null })).status).toBe(200);
      // Another administrator saw nobody paying; a page of the version before does not say.
      expect((await payeur({ payeur: null, avant: null })).body.code).toBe('client_change');
      expect((await payeur({ payeur: anne.id })).status).toBe(200);
      expect(await save(id, { version: 0 })).toEqual(CHANGE);
      expect(await now(id)).toMatchObject({ version: 1, payeur: { id: anne.id } });
      await admin('POST', `/api/clients/${luc['id']}/regroupement`, { vers: id });
      expect(await now(id)).toMatchObject({ version: 2, note: JEANNE.note });
      await run(`update clients set adresse = 'Rue Neuve 2' where id = '${id}'`);
      await run(`update clients set adresse = 'Rue Neuve 2' where id = '${id}'`);
      expect(await now(id)).toMatchObject({ version: 3 });
      expect(await save(id, { version: 2 })).toEqual(CHANGE);
    });
  });

  test('le journal dit qui l’a ajouté, changé, effacé et fait payer, sans nom', async () => {
    // CLI-06, ACC-72
    await run('delete from journal');
    const client = await add();
    await admin('PUT', `/api/clients/${client['id']}`, {
      ...JEANNE,
      nom: 'Jeanne Petit',
      version: 0,
    });
    await admin('PUT', `/api/clients/${client['id']}/payeur`, { payeur: anne.id });
    await admin('DELETE', `/api/clients/${client['id']}`);
    const lines = await run('select action, acteur_id, objet_id, details from journal order by id');
    expect(lines).toEqual([
      { action: 'client.cree', acteur_id: admin.id, objet_id: client['id'], details: {} },
      { action: 'client.modifie', acteur_id: admin.id, objet_id: client['id'], details: {} },
      { action: 'client.payeur', acteur_id: admin.id, objet_id: client['id'], details: {} },
      { action: 'client.efface', acteur_id: admin.id, objet_id: client['id'], details: {} },
    ]);
    const { body } = await admin('GET', '/api/journal?categorie=comptes&page=1');
    expect(JSON.stringify(body)).not.toMatch(/Jeanne|jeanne/);
  });

  test('n’est lu et changé que par les administrateurs', async () => {
    const client = await add();
    for (const [method, path, body] of [
      ['GET', '/api/clients', undefined],
      ['GET', '/api/clients/recherche?q=jeanne', undefined],
      ['POST', '/api/clients', { ...JEANNE, nom: 'Luc' }],
      ['PUT', `/api/clients/${client['id']}`, JEANNE],
      ['PUT', `/api/clients/${anne.id}/payeur`, { payeur: client['id'] }],
      ['DELETE', `/api/clients/${client['id']}`, undefined],
    ] as const) {
      expect((await anne(method, path, body)).status, path).toBe(403);
      expect((await t.anonymous(method, path, body)).status, path).toBe(401);
    }
    expect(await kept()).toEqual(['Jeanne Dupont']);
  });
});

describe('la recherche', () => {
  // CLI-04, PEOPLE-19
  test('trouve par une partie du nom, sans accents, par l’email, les chiffres du téléphone et un cavalier', async () => {
    const zoe = await add({ nom: 'Zoé Élan', email: 'z.elan@ecurie.example' });
    await add({ nom: 'Luc Petit', telephone: '081 61 23 45', email: null });
    await run(
      `insert into cavaliers (user_id, nom) values ('${zoe['id']}', 'Théo'), ('${anne.id}', 'Théo')`,
    );
    await run(`update users set telephone = '+32 475 99 88 77' where id = '${anne.id}'`);
    // IMP-15: as an earlier version imported it.
    await run("insert into clients (nom, cle, telephone) values ('Ida', 'ida', '#N/A')");
    for (const [q, expected] of [
      ['elan', ['Zoé Élan']],
      ['ZOE  el', ['Zoé Élan']],
      ['ecurie', ['Zoé Élan']],
      ['0475102233', ['Zoé Élan']],
      ['+32 475/10.22.33', ['Zoé Élan']],
      ['0032475102233', ['Zoé Élan']],
      ['081612', ['Luc Petit']],
      ['0475', ['Anne Maes', 'Zoé Élan']],
      ['theo', ['Anne Maes', 'Zoé Élan']],
      ['maes', ['Anne Maes']],
      ['#n/a', ['Ida']],
      [anne.email, ['Anne Maes']],
      ['personne de ce nom', []],
      ['%', []],
      ['_', []],
    ] as const)
      expect(await found(q), q).toEqual(expected);
    expect(await find('elan')).toEqual([
      {
        id: zoe['id'],
        nom: 'Zoé Élan',
        email: 'z.elan@ecurie.example',
        telephone: '0475 10 22 33',
        compte: false,
      },
    ]);
    expect(await find('maes')).toEqual([
      {
        id: anne.id,
        nom: 'Anne Maes',
        email: anne.email,
        telephone: '+32 475 99 88 77',
        compte: true,
      },
    ]);
  });

  test('ne trouve pas un compte qui n’est pas actif', async () => {
    for (const statut of ['en_attente', 'inactif', 'refuse'] as const)
      await createPerson(t.services.db, { statut, prenom: 'Marc', nom: 'Dubois' });
    expect(await found('dubois')).toEqual([]);
    await createPerson(t.services.db, { prenom: 'Marc', nom: 'Dubois' });
    expect(await found('dubois')).toEqual(['Marc Dubois']);
  });

  test('répond cinquante clients au plus, par nom', async () => {
    for (let n = 60; n > 0; n -= 1)
      await run(`insert into clients (nom, cle) values ('Zoé ${n + 100}', 'zoe ${n + 100}')`);
    const all = await found('zoe');
    expect(all).toEqual(Array.from({ length: 50 }, (_, n) => `Zoé ${101 + n}`));
    expect((await admin('GET', `/api/clients/recherche?q=${'a'.repeat(201)}`)).status).toBe(400);
  });

  test('la liste : les clients sans compte, par nom et par page, avec leur nombre', async () => {
    // CLI-01
    for (let n = 0; n < 120; n += 1)
      await run(`insert into clients (nom, cle) values ('Luc ${100 + n}', 'luc ${100 + n}')`);
    const jeanne = await add();
    await admin('PUT', `/api/clients/${jeanne['id']}/payeur`, { payeur: anne.id });
    await book(admin, { pour: { user_id: jeanne['id'] } });
    const page = async (query: string) => {
      const { body, headers } = await admin('GET', `/api/clients?${query}`);
      return [body.map(({ nom }: Stored) => nom), headers['x-total-count']];
    };
    const lucs = Array.from({ length: 120 }, (_, n) => `Luc ${100 + n}`);
    expect(await page('')).toEqual([['Jeanne Dupont', ...lucs.slice(0, 99)], '121']);
    expect(await page('page=2')).toEqual([lucs.slice(99), '121']);
    expect(await page('q=luc%20111')).toEqual([['Luc 111'], '1']);
    expect(await page('q=0475/10')).toEqual([['Jeanne Dupont'], '1']);
    // An account is not among them.
    expect(await page('q=maes')).toEqual([[], '0']);
    const [first] = (await admin('GET', '/api/clients')).body;
    expect(first).toEqual({
      ...jeanne,
      payeur: { id: anne.id, nom: 'Anne Maes' },
      places: 2,
      version: 1,
    });
  });
});

describe('réserver pour un nom seul', () => {
  // CLI-02, BOOK-26
  const bookFor = (nom: string, change: object = {}) =>
    admin('POST', '/api/reservations', { ...DEMANDE, pour: { nom }, ...change });

  test('trouve ou fait un client, un seul pour toutes ses écritures', async () => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
    const spelled = ['Zoé Dupont', 'ZOE DUPONT', '  zoé   dupont ', 'Zoe Dupont', 'zöé dupont'];
    const ids = new Set<string>();
    for (const [n, nom] of spelled.entries()) {
      const { status, body } = await bookFor(nom, { date_reservation: days[n] });
      expect([status, body.nom_client]).toEqual([201, nom.trim().replaceAll(/ +/g, ' ')]);
      ids.add(body.user_id);
      expect((await seats(body.id)).map(([, id]) => id)).toEqual([body.user_id, body.user_id]);
    }
    expect(ids.size).toBe(1);
    // The customer keeps the name under which it was made.
    expect(await run('select id, nom, telephone from clients where nom is not null')).toEqual([
      { id: [...ids][0], nom: 'Zoé Dupont', telephone: null },
    ]);
  });

  test('n’est pas le client du même nom qui a un téléphone, ni le compte', async () => {
    const jeanne = await add();
    const account = await t.as({ prenom: 'Jeanne', nom: 'Dupont' });
    const { body } = await bookFor('Jeanne Dupont');
    expect([jeanne['id'], account.id]).not.toContain(body.user_id);
    expect(await kept()).toEqual(['Jeanne Dupont', 'Jeanne Dupont']);
  });

  test('trouve un client qui a une adresse sans téléphone', async () => {
    const jeanne = await add({ telephone: null });
    expect((await bookFor('jeanne dupont')).body.user_id).toBe(jeanne['id']);
    // Nothing of it has changed.
    expect((await admin('GET', '/api/clients')).body).toEqual([{ ...jeanne, places: 2 }]);
  });

  test('refusée, elle ne fait personne', async () => {
    await book(admin);
    const clients = await run('select * from clients order by id');
    for (const [nom, change, code] of [
      ['Jeanne Dupont', {}, 'creneau_pris'],
      ['Jeanne Dupont', { type_piste: 'inconnue' }, null],
      ['Jeanne Dupont', { noms_participants: [] }, null],
      ['', { heure_debut: '14:00' }, 'nom_client_invalide'],
      [' 3 ', { heure_debut: '14:00' }, 'nom_client_invalide'],
      ['a'.repeat(101), { heure_debut: '14:00' }, 'nom_client_invalide'],
    ] as const) {
      const { status, body } = await bookFor(nom, change);
      expect(status, nom).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      if (code !== null) expect(body.code).toBe(code);
    }
    expect(
      (await anne('POST', '/api/reservations', { ...DEMANDE, pour: { nom: 'Luc' } })).status,
    ).toBe(403);
    expect(await run('select * from clients order by id')).toEqual(clients);
  });
});

describe('la leçon d’un client sans compte', () => {
  // CLI-03
  test('et ses places sont à lui ; il ne reçoit aucun email, et la copie du centre a son nom', async () => {
    // MAIL-07
    await run(`update parametres set "adminEmail" = 'centre@essai.example'`);
    const jeanne = await add();
    const lesson = await book(admin, { pour: { user_id: jeanne['id'] } });
    expect([lesson['user_id'], lesson['nom_client']]).toEqual([jeanne['id'], 'Jeanne Dupont']);
    expect(await seats(lesson['id'])).toEqual([
      ['Camille Lambert', jeanne['id'], null],
      ['Hugo Dubois', jeanne['id'], null],
    ]);
    const NOMS = ['Camille Lambert', 'Hugo Dubois'];
    const copy = (sorte: string) => ['centre@essai.example', sorte, 'Jeanne Dupont', NOMS];
    expect(await told()).toEqual([copy('reservation_confirmee')]);
    expect((await put(admin, lesson, { heure_debut: '14:00' })).status).toBe(200);
    expect(await told()).toEqual([copy('reservation_modifiee')]);
    expect((await admin('GET', '/api/courriels?statut=planifie')).body).toEqual([]);
    await admin('DELETE', `/api/reservations/${lesson['id']}`);
    expect(await told()).toEqual([copy('reservation_annulee')]);
    expect(
      (await admin('POST', `/api/reservations/supprimees/${lesson['id']}/restauration`)).status,
    ).toBe(200);
    expect(await told()).toEqual([copy('reservation_confirmee')]);
    expect((await read(lesson['id']))['user_id']).toBe(jeanne['id']);
    // No account reads it.
    for (const person of [admin, anne])
      expect((await person('GET', '/api/reservations?miennes=1')).body).toEqual([]);
  });

  test('ne se réserve pas pour un client qui n’est plus', async () => {
    const jeanne = await add();
    await admin('DELETE', `/api/clients/${jeanne['id']}`);
    const { status, body } = await admin('POST', '/api/reservations', {
      ...DEMANDE,
      pour: { user_id: jeanne['id'] },
    });
    expect([status, body.code]).toEqual([404, 'client_introuvable']);
  });

  test('une place passe à un client sans compte, puis à un compte, puis à personne : seuls les comptes sont prévenus', async () => {
    // RIDE-01, RIDE-03, RIDE-04
    const jeanne = await add();
    const lesson = await book(anne, names('Léa', 'Tom'));
    await told();
    const edit = async (comptes: (string | null)[]) => {
      const now = await read(lesson['id']);
      const places = now['tarifs'].map(({ place }: Stored) => place);
      const { status, body } = await put(admin, now, { places, comptes });
      expect(status, JSON.stringify(body)).toBe(200);
      const stored = await read(lesson['id']);
      return [stored['user_id'], stored['nom_client']];
    };
    expect(await edit([anne.id, jeanne['id']])).toEqual([anne.id, 'Anne Maes']);
    expect(await seats(lesson['id'])).toEqual([
      ['Léa', anne.id, null],
      ['Tom', jeanne['id'], null],
    ]);
    expect(await told()).toEqual([[anne.email, 'reservation_modifiee', 'Anne Maes', ['Léa']]]);
    // Each account reads its own names only.
    expect((await anne('GET', `/api/reservations/${lesson['id']}`)).body).toMatchObject({
      noms_participants: ['Léa'],
      personnes: 2,
    });
    // The lesson passes to the customer that remains.
    expect(await edit([null, jeanne['id']])).toEqual([jeanne['id'], 'Jeanne Dupont']);
    expect(await told()).toEqual([[anne.email, 'reservation_annulee', 'Anne Maes', ['Léa']]]);
    const marc = await t.as({ prenom: 'Marc', nom: 'Dubois' });
    expect(await edit([jeanne['id'], marc.id])).toEqual([jeanne['id'], 'Jeanne Dupont']);
    expect(await told()).toEqual([[marc.email, 'reservation_confirmee', 'Marc Dubois', ['Tom']]]);
    expect(await edit([null, marc.id])).toEqual([marc.id, 'Marc Dubois']);
    expect(await told()).toEqual([]);
    expect(await edit([null, null])).toEqual([null, 'Marc Dubois']);
    expect(await told()).toEqual([[marc.email, 'reservation_annulee', 'Marc Dubois', ['Tom']]]);
    // A lesson of nobody stays so; its seats are the customer's.
    expect(await edit([jeanne['id'], jeanne['id']])).toEqual([null, 'Marc Dubois']);
    expect((await seats(lesson['id'])).map(([, id]) => id)).toEqual([jeanne['id'], jeanne['id']]);
    expect(await told()).toEqual([]);
  });

  test('un cavalier qui la rejoint n’en lit rien ; un cavalier qui quitte la sienne la laisse au client qui y a une place', async () => {
    // RIDE-01, RIDE-02, RIDE-10, RIDE-12
    await run('update parametres set "riderCancellation" = true');
    const jeanne = await add();
    const lesson = await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé') });
    const joined = await anne('POST', '/api/reservations/places', {
      ...DEMANDE,
      ...names('Léa'),
      remarques: null,
    });
    expect(joined.status, joined.body.message).toBe(201);
    expect(JSON.stringify(joined.body)).not.toMatch(/Jeanne|Zoé|0475.?10/);
    expect(await read(lesson['id'])).toMatchObject({
      user_id: jeanne['id'],
      nom_client: 'Jeanne Dupont',
      noms_participants: ['Zoé', 'Léa'],
    });
    const other = await book(anne, { heure_debut: '14:00', ...names('Léa', 'Tom') });
    await put(admin, await read(other['id']), { comptes: [anne.id, jeanne['id']] });
    await told();
    const left = await anne('POST', `/api/reservations/${other['id']}/annulation`, {});
    expect(left.status, left.body.message).toBe(200);
    expect(await read(other['id'])).toMatchObject({
      user_id: jeanne['id'],
      nom_client: 'Jeanne Dupont',
      noms_participants: ['Tom'],
      statut: 'confirmee',
    });
    expect((await told()).map(([to]) => to)).toEqual([anne.email]);
  });

  test('dans une série, les places d’un compte et d’un client nouveaux changent dans chaque leçon', async () => {
    // SERIE-04, RIDE-03
    const [jeanne, marc] = [await add(), await t.as({ prenom: 'Marc', nom: 'Dubois' })];
    const lesson = await book(anne, names('Léa', 'Tom'));
    const { body: repeated } = await admin('POST', `/api/reservations/${lesson['id']}/repetition`, {
      version: 0,
      rythme: 7,
      dates: [{ date: '2026-11-30', type_piste: 'interieure' }],
    });
    const { lecons } = (await admin('GET', `/api/series/${repeated.serie_id}`)).body;
    const now = await read(lesson['id']);
    await told();
    const answer = await admin('PUT', `/api/series/${repeated.serie_id}`, {
      ...now,
      id: undefined,
      version: undefined,
      lecon: lesson['id'],
      lecons: lecons.map(({ id, version }: Stored) => ({ id, version })),
      places: now['tarifs'].map(({ place }: Stored) => place),
      comptes: [jeanne['id'], marc.id],
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(lecons).toHaveLength(2);
    for (const { id } of lecons) {
      expect((await seats(id)).map(([, customer]) => customer)).toEqual([jeanne['id'], marc.id]);
      expect(await read(id)).toMatchObject({
        user_id: jeanne['id'],
        nom_client: 'Jeanne Dupont',
      });
    }
    expect(new Set((await told()).map(([to]) => to))).toEqual(new Set([anne.email, marc.email]));
  });

  test('une place donnée à un client inconnu est refusée', async () => {
    const jeanne = await add();
    await admin('DELETE', `/api/clients/${jeanne['id']}`);
    const lesson = await book(anne, names('Léa'));
    const { status, body } = await put(admin, lesson, { comptes: [jeanne['id']] });
    expect([status, body.code]).toEqual([404, 'client_introuvable']);
    expect(await seats(lesson['id'])).toEqual([['Léa', anne.id, null]]);
  });

  test('le planning, les listes, les leçons supprimées et les participants retirés disent son nom, et son téléphone où ils disent celui d’un compte', async () => {
    // RIDE-19, DESK-08, DESK-30, DESK-33
    const jeanne = await add();
    const own = await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé') });
    const shared = await book(anne, { heure_debut: '14:00', ...names('Léa', 'Tom') });
    const now = await read(shared['id']);
    await put(admin, now, {
      places: now['tarifs'].map(({ place }: Stored) => place),
      comptes: [anne.id, jeanne['id']],
    });
    const [day] = (await admin('GET', '/api/planning?du=2026-11-23&au=2026-11-23')).body;
    const [first, second] = day.interieure;
    // Nobody with an account: nobody is told of a cancellation.
    expect(first.slice(7, 10)).toEqual(['Jeanne Dupont', false, '0475 10 22 33']);
    expect(second.slice(7, 10)).toEqual(['Anne Maes', true, null]);
    expect(JSON.stringify(second.slice(10))).toMatch(/Jeanne Dupont.*0475 10 22 33/);
    const list: Stored[] = (await admin('GET', '/api/reservations?du=2026-11-23&au=2026-11-23'))
      .body;
    const of = (id: string) => list.find((one) => one['id'] === id)!;
    expect(of(own['id'])).toMatchObject({
      nom_client: 'Jeanne Dupont',
      telephone: '0475 10 22 33',
    });
    for (const one of [of(shared['id']), await read(shared['id'])])
      expect(
        one['participants'].map(({ nom, compte, telephone }: Stored) => [nom, compte, telephone]),
      ).toEqual([
        ['Léa', 'Anne Maes', null],
        ['Tom', 'Jeanne Dupont', '0475 10 22 33'],
      ]);
    // Taken out, and put back as the customer's.
    const full = await read(shared['id']);
    await put(admin, full, {
      ...names('Léa'),
      places: [full['tarifs'][0].place],
    });
    const [retire] = (await admin('GET', '/api/reservations/retires')).body;
    expect([retire.nom, retire.compte]).toEqual(['Tom', 'Jeanne Dupont']);
    await told();
    expect((await admin('POST', `/api/reservations/retires/${retire.id}/remise`)).status).toBe(200);
    expect((await seats(shared['id']))[1]).toEqual(['Tom', jeanne['id'], null]);
    expect(await told()).toEqual([]);
    await admin('DELETE', `/api/reservations/${own['id']}`);
    expect((await admin('GET', '/api/reservations/supprimees')).body).toMatchObject([
      { id: own['id'], user_id: jeanne['id'], nom_client: 'Jeanne Dupont' },
    ]);
  });

  test('« Par famille » le liste par son nom, avec son email', async () => {
    // PRICE-24
    const jeanne = await add();
    await add({ nom: 'Aline Petit', telephone: null, email: null });
    await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé', 'Tom') });
    await book(admin, { pour: { nom: 'Aline Petit' }, heure_debut: '12:00', ...names('Max') });
    await book(anne, { heure_debut: '14:00', ...names('Léa') });
    const nobody = await book(anne, { heure_debut: '16:00', ...names('Nora') });
    await put(admin, nobody, { comptes: [null] });
    const families = (await admin('GET', '/api/statistiques/familles?du=2026-11-01&au=2026-11-30'))
      .body;
    expect(
      families.map(({ user_id, nom, email, nombre, cavaliers }: Stored) => [
        user_id === jeanne['id'],
        nom,
        email,
        nombre,
        cavaliers.map((one: Stored) => one['nom']).toSorted(),
      ]),
    ).toEqual([
      [false, 'Aline Petit', '', 1, ['Max']],
      [false, 'Anne Maes', anne.email, 1, ['Léa']],
      [true, 'Jeanne Dupont', 'jeanne@essai.example', 2, ['Tom', 'Zoé']],
      [false, expect.anything(), '', 1, ['Nora']],
    ]);
  });

  test('le planning et la liste sont renvoyés si son nom ou son téléphone change', async () => {
    // API-22
    const jeanne = await add();
    const own = await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé') });
    const shared = await book(anne, { heure_debut: '14:00', ...names('Léa', 'Tom') });
    const now = await read(shared['id']);
    await put(admin, now, {
      places: now['tarifs'].map(({ place }: Stored) => place),
      comptes: [anne.id, jeanne['id']],
    });
    const paths = [
      '/api/planning?du=2026-11-23&au=2026-11-23',
      '/api/reservations?du=2026-11-23&au=2026-11-23',
    ];
    const ask = (path: string, etag = '') =>
      admin('GET', path, undefined, { 'if-none-match': etag });
    const etags = async () =>
      Promise.all(paths.map(async (path) => (await ask(path)).headers['etag'] as string));
    for (const [version, change] of [
      { telephone: '0499 99 99 99' },
      { nom: 'Jeanne Petit' },
    ].entries()) {
      const before = await etags();
      for (const [n, path] of paths.entries())
        expect((await ask(path, before[n])).status).toBe(304);
      await admin('PUT', `/api/clients/${jeanne['id']}`, { ...JEANNE, ...change, version });
      for (const [n, path] of paths.entries()) {
        const { status, body } = await ask(path, before[n]);
        expect(status, path).toBe(200);
        expect(JSON.stringify(body)).toContain(Object.values(change)[0]);
      }
    }
    // The lesson keeps the name under which it was booked.
    expect((await read(own['id']))['nom_client']).toBe('Jeanne Dupont');
  });

  test('une fermeture ne le compte pas parmi les comptes qu’elle prévient', async () => {
    // FERM-05
    const jeanne = await add();
    await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé') });
    const shared = await book(anne, { heure_debut: '14:00', ...names('Léa', 'Tom') });
    await put(admin, await read(shared['id']), { comptes: [anne.id, jeanne['id']] });
    const { body } = await admin('POST', '/api/fermetures/apercu', {
      pistes: ['interieure'],
      du: '2026-11-23',
      au: '2026-11-23',
      heure_debut: '06:00',
      heure_fin: '23:00',
    });
    expect(body.map(({ comptes }: Stored) => comptes)).toEqual([[], [anne.id]]);
  });

  test('se répète comme celle d’un compte : chaque place est à lui, et personne n’est prévenu', async () => {
    // SERIE-02
    const jeanne = await add();
    const lesson = await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé') });
    const { status, body } = await admin('POST', `/api/reservations/${lesson['id']}/repetition`, {
      version: 0,
      rythme: 7,
      dates: ['2026-11-30', '2026-12-07'].map((date) => ({ date, type_piste: 'interieure' })),
    });
    expect(status, body.message).toBe(201);
    expect(await run('select distinct user_id from participants')).toEqual([
      { user_id: jeanne['id'] },
    ]);
    expect(await told()).toEqual([]);
  });
});

describe('qui paie pour un autre', () => {
  // CLI-05
  const pays = (id: string, payeur: unknown) =>
    admin('PUT', `/api/clients/${id}/payeur`, { payeur });
  const payers = async () =>
    Object.fromEntries(
      (
        await run(
          `select coalesce(c.nom, u.prenom) as nom, coalesce(p.nom, v.prenom) as payeur from clients c left join users u using (id)
          join clients p on p.id = c.paye_par left join users v on v.id = p.id`,
        )
      ).map(({ nom, payeur }) => [nom, payeur]),
    );
  const INVALIDE =
    "Ce client ne peut pas payer ici : quelqu'un paie déjà pour lui, ou c'est le client lui-même.";
  const PAYE = 'Ce client paie pour un autre : personne ne paie pour lui.';

  test('avec ou sans compte, d’un seul degré', async () => {
    const [jeanne, luc] = [await add(), await add({ nom: 'Luc' })];
    const refused = async (id: string, payeur: unknown, status: number, message: string) => {
      const before = await payers();
      const answer = await pays(id, payeur);
      expect([answer.status, answer.body.message]).toEqual([status, message]);
      expect(await payers()).toEqual(before);
    };
    expect((await pays(jeanne['id'], anne.id)).status).toBe(200);
    expect((await pays(luc['id'], anne.id)).status).toBe(200);
    expect(await payers()).toEqual({ 'Jeanne Dupont': 'Anne', Luc: 'Anne' });
    await refused(anne.id, luc['id'], 409, INVALIDE);
    await refused(admin.id, luc['id'], 409, INVALIDE);
    await refused(anne.id, admin.id, 409, PAYE);
    await refused(anne.id, anne.id, 409, INVALIDE);
    await refused(luc['id'], luc['id'], 409, INVALIDE);
    const none = '00000000-0000-4000-8000-000000000000';
    await refused(luc['id'], none, 404, "Ce client n'existe plus.");
    await refused(none, anne.id, 404, "Ce client n'existe plus.");
    expect((await pays(luc['id'], 'moi')).body.code).toBe('client_inconnu');
    expect((await admin('PUT', `/api/clients/${luc['id']}/payeur`, {})).body.code).toBe(
      'client_inconnu',
    );
    // The same again, another payer, and nobody.
    expect((await pays(luc['id'], anne.id)).status).toBe(200);
    expect((await pays(luc['id'], admin.id)).status).toBe(200);
    expect(await payers()).toEqual({ 'Jeanne Dupont': 'Anne', Luc: 'Odile' });
    expect((await pays(luc['id'], null)).status).toBe(200);
    expect((await pays(anne.id, null)).status).toBe(200);
    expect(await payers()).toEqual({ 'Jeanne Dupont': 'Anne' });
    // A customer without an account pays for an account.
    expect((await pays(jeanne['id'], null)).status).toBe(200);
    expect((await pays(anne.id, jeanne['id'])).status).toBe(200);
    expect(await payers()).toEqual({ Anne: 'Jeanne Dupont' });
  });

  test('si le payeur finit, chacun paie de nouveau pour soi', async () => {
    const [jeanne, luc] = [await add(), await add({ nom: 'Luc' })];
    const marc = await t.as({ prenom: 'Marc' });
    await pays(jeanne['id'], marc.id);
    await pays(anne.id, luc['id']);
    expect(await payers()).toEqual({ 'Jeanne Dupont': 'Marc', Anne: 'Luc' });
    expect((await admin('DELETE', `/api/users/${marc.id}`)).status).toBe(200);
    expect((await admin('DELETE', `/api/clients/${luc['id']}`)).status).toBe(200);
    expect(await payers()).toEqual({});
    expect(await kept()).toEqual(['Jeanne Dupont']);
  });
});

describe('effacer un client sans compte', () => {
  // CLI-06
  test('ses leçons gardent les noms, sans lui ni ses remarques ; ses cavaliers partent ; les autres restent', async () => {
    // PEOPLE-31, DESK-19
    const [jeanne, luc] = [await add(), await add({ nom: 'Luc' })];
    await run(
      `insert into cavaliers (user_id, nom, note) values ('${jeanne['id']}', 'Zoé', 'x'), ('${luc['id']}', 'Max', 'y')`,
    );
    const own = await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé') });
    const bare = await book(admin, {
      pour: { user_id: jeanne['id'] },
      heure_debut: '12:00',
      remarques: null,
      ...names('Zoé'),
    });
    const shared = await book(anne, { heure_debut: '14:00', ...names('Léa', 'Tom') });
    const now = await read(shared['id']);
    await put(admin, now, {
      places: now['tarifs'].map(({ place }: Stored) => place),
      comptes: [anne.id, jeanne['id']],
    });
    await run(
      `update participants set remarques = 'ASTHME' where user_id = '${jeanne['id']}' and nom = 'Tom'`,
    );
    const removed = await book(admin, {
      pour: { user_id: jeanne['id'] },
      heure_debut: '16:00',
      ...names('Zoé'),
    });
    await admin('DELETE', `/api/reservations/${removed['id']}`);
    const out = await book(anne, { date_reservation: '2026-11-24', ...names('Léa', 'Zoé') });
    const before = await read(out['id']);
    const places = before['tarifs'].map(({ place }: Stored) => place);
    await put(admin, before, { places, comptes: [anne.id, jeanne['id']] });
    await put(admin, await read(out['id']), { ...names('Léa'), places: [places[0]] });
    await run("update participants_retires set remarques = 'ASTHME'");
    const others = await book(anne, { date_reservation: '2026-11-25' });
    const versions = Object.fromEntries(
      (await run('select id, version from reservations')).map(({ id, version }) => [id, version]),
    );

    const { status, body } = await admin('DELETE', `/api/clients/${jeanne['id']}`);
    expect([status, body]).toEqual([200, { success: true }]);

    expect(await kept()).toEqual(['Luc']);
    expect(await run('select nom from cavaliers')).toEqual([{ nom: 'Max' }]);
    expect(await read(own['id'])).toMatchObject({
      user_id: null,
      nom_client: 'Jeanne Dupont',
      noms_participants: ['Zoé'],
      remarques: null,
      telephone: null,
      version: versions[own['id']] + 1,
    });
    // Without remarks an older edit would bring nothing back.
    expect(await read(bare['id'])).toMatchObject({
      user_id: null,
      nom_client: 'Jeanne Dupont',
      version: versions[bare['id']],
    });
    expect(await seats(shared['id'])).toEqual([
      ['Léa', anne.id, null],
      ['Tom', null, null],
    ]);
    expect(await read(shared['id'])).toMatchObject({
      user_id: anne.id,
      nom_client: 'Anne Maes',
      version: versions[shared['id']] + 1,
    });
    expect(await run('select user_id, nom_client, remarques from reservations_supprimees')).toEqual(
      [{ user_id: null, nom_client: 'Jeanne Dupont', remarques: null }],
    );
    expect(await seats(removed['id'], 'participants_supprimes')).toEqual([['Zoé', null, null]]);
    expect(await seats(out['id'], 'participants_retires')).toEqual([['Zoé', null, null]]);
    expect(await read(others['id'])).toMatchObject({
      user_id: anne.id,
      remarques: 'Poney calme',
      version: others['version'],
    });
    expect((await admin('DELETE', `/api/clients/${jeanne['id']}`)).body.code).toBe(
      'client_inconnu',
    );
    // It is among the ids that a restore erases again (OPS-14).
    expect(await run(`select id from comptes_effaces where id = '${jeanne['id']}'`)).toHaveLength(
      1,
    );
  });

  test('une modification ouverte avant l’effacement est refusée', async () => {
    // DESK-19
    const jeanne = await add();
    const opened = await read((await book(admin, { pour: { user_id: jeanne['id'] } }))['id']);
    await admin('DELETE', `/api/clients/${jeanne['id']}`);
    const { status, body } = await put(admin, opened, { heure_debut: '14:00' });
    expect([status, body.code]).toEqual([409, 'reservation_changee']);
    expect((await read(opened['id']))['remarques']).toBeNull();
  });

  test('les copies du centre sur ses leçons et ce qui fut écrit à son adresse partent ; les emails des autres restent', async () => {
    // PEOPLE-31, PEOPLE-32
    await run(`update parametres set "adminEmail" = 'centre@essai.example'`);
    const free = (to: string) =>
      admin('POST', '/api/functions/send-email', { to, subject: 'Stage', html: '<p>Bonjour</p>' });
    const left = async () =>
      (
        await run(
          "select destinataire, sorte, statut, contenu ? 'a_effacer' as a_effacer from courriels order by destinataire, statut",
        )
      ).map((row) => Object.values(row));
    const [jeanne, luc] = [await add(), await add({ nom: 'Luc', email: anne.email })];
    await book(admin, { pour: { user_id: jeanne['id'] } });
    await run("update courriels set statut = 'envoye', contenu = contenu - 'comptes'");
    await book(admin, { pour: { user_id: jeanne['id'] }, heure_debut: '14:00' });
    await free('jeanne@essai.example');
    await free(anne.email);
    expect(await left()).toHaveLength(4);
    await admin('DELETE', `/api/clients/${jeanne['id']}`);
    expect(await left()).toEqual([
      ['centre@essai.example', 'reservation_confirmee', 'en_attente', true],
      [anne.email, 'libre', 'en_attente', false],
    ]);
    // The address is also that of an account.
    await admin('DELETE', `/api/clients/${luc['id']}`);
    expect(await left()).toHaveLength(2);
    // Without an address, nothing of others is found by it.
    const nora = await add({ nom: 'Nora', email: null });
    await admin('DELETE', `/api/clients/${nora['id']}`);
    expect(await left()).toHaveLength(2);
    expect(
      await run("select contenu from courriels where contenu::text like '%adresse effacée%'"),
    ).toEqual([]);
  });

  test('une leçon partagée passe à la place suivante', async () => {
    // RIDE-01
    const jeanne = await add();
    const lesson = await book(admin, { pour: { user_id: jeanne['id'] }, ...names('Zoé', 'Léa') });
    const now = await read(lesson['id']);
    await put(admin, now, {
      places: now['tarifs'].map(({ place }: Stored) => place),
      comptes: [jeanne['id'], anne.id],
    });
    await admin('DELETE', `/api/clients/${jeanne['id']}`);
    expect(await read(lesson['id'])).toMatchObject({ user_id: anne.id, nom_client: 'Anne Maes' });
    // From an account to a customer without one, in the same way.
    const luc = await add({ nom: 'Luc Petit' });
    const other = await book(anne, { heure_debut: '14:00', ...names('Léa', 'Max') });
    await put(admin, await read(other['id']), { comptes: [anne.id, luc['id']] });
    await admin('DELETE', `/api/users/${anne.id}`);
    expect(await read(other['id'])).toMatchObject({ user_id: luc['id'], nom_client: 'Luc Petit' });
  });

  test('attend une réservation qui s’enregistre, et l’efface aussi', async () => {
    const jeanne = await add();
    const { pool } = openPool(t.url, () => undefined);
    onTestFinished(() => pool.end());
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query('select from clients where id = $1 for share', [jeanne['id']]);
      await other.query(
        `select importer_lecons(jsonb_build_array(jsonb_build_object('user_id', $1::text, 'noms_participants', '["Zoé"]'::jsonb, 'nom_client', 'Jeanne Dupont', 'remarques', 'ASTHME',
          'date_reservation', '2026-12-01', 'heure_debut', '10:00', 'heure_fin', '11:00', 'type_piste', 'interieure', 'type_lecon', 'saut')))`,
        [jeanne['id']],
      );
      let done = false;
      const erased = admin('DELETE', `/api/clients/${jeanne['id']}`).finally(() => {
        done = true;
      });
      await expect
        .poll(() =>
          run(
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1);
      expect(done).toBe(false);
      await other.query('commit');
      expect((await erased).status).toBe(200);
    } finally {
      other.release();
    }
    expect(await run('select user_id, nom_client, remarques from reservations')).toEqual([
      { user_id: null, nom_client: 'Jeanne Dupont', remarques: null },
    ]);
    expect(await run('select user_id, nom from participants')).toEqual([
      { user_id: null, nom: 'Zoé' },
    ]);
  });
});

test('la liste des comptes dit qui paie pour chacun : un compte, un client sans compte, ou personne', async () => {
  // CLI-05, CLI-07, API-16
  const [jeanne, luc] = [await add(), await t.as({ prenom: 'Luc', nom: 'Petit' })];
  const payers = async () =>
    Object.fromEntries(
      (await admin('GET', '/api/users')).body.map(({ id, payeur }: Stored) => [id, payeur]),
    );
  const pays = async (id: string, payeur: string | null) => {
    const { status } = await admin('PUT', `/api/clients/${id}/payeur`, { payeur });
    expect(status).toBe(200);
  };
  await pays(anne.id, jeanne['id']);
  await pays(luc.id, admin.id);
  expect(await payers()).toEqual({
    [admin.id]: null,
    [anne.id]: { id: jeanne['id'], nom: 'Jeanne Dupont' },
    [luc.id]: { id: admin.id, nom: 'Odile Bureau' },
  });
  await pays(anne.id, null);
  expect((await payers())[anne.id]).toBeNull();
  // Nobody reads it of themselves.
  expect((await luc('GET', '/api/profil')).body).not.toHaveProperty('payeur');
});
