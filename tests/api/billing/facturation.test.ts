/** Statements, payments and what is owed (REL-01 to REL-41). */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Caller, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { confirmSessions } from '../../support/people.ts';
import { storeLecon } from '../../support/places.ts';

const t = useTestApp();
let admin: Caller & { id: string };
let anne: Caller & { id: string; email: string };

const run = (query: string) => t.services.db.execute(sql.raw(query));

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, reservations_supprimees, participants_retires, lignes, cavaliers, prix_valables, courriels, journal, payeurs, releves, releves_lignes, mouvements, relances, lignes_libres, releves_numeros cascade;
    delete from users; delete from clients;
    update parametres set billing = true, "billingSince" = '2026-09-01', "billingHolder" = 'Manège SRL', "billingIban" = 'BE68539007547034', "centreName" = '', "centreForm" = '', "centreAddress" = '', "centreNumber" = '';
    insert into prix_valables values ('collective', '2000-01-01', 2000), ('longe', '2000-01-01', 1500)`);
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
});

/** A confirmed lesson with seats at 20 euros each, of one customer. */
const lesson = async (jour: string, client: string, noms: string[], more = {}) => {
  const id = await storeLecon(t.services.db, {
    type_lecon: 'collective',
    type_piste: 'interieure',
    date_reservation: jour,
    heure_debut: '10:00',
    heure_fin: '11:00',
    noms_participants: noms,
    nombre_personnes: noms.length,
    nom_client: noms[0]!,
    user_id: client,
    statut: 'confirmee',
    ...more,
  });
  await run(`update participants set centimes = 2000 where reservation_id = '${id}'`);
  return id!;
};

const rows = async (query: string): Promise<Stored[]> => (await run(query)).rows;
const doit = async (): Promise<Stored[]> => (await admin('GET', '/api/facturation/doit')).body;
const compteOf = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/facturation/comptes/${id}`)).body;
const make = (mois: string, clients?: string[]): Promise<Answer> =>
  admin('POST', '/api/releves', { mois, ...(clients && { clients }) });
const releveOf = async (id: string): Promise<Stored> =>
  (await admin('GET', `/api/releves/${id}`)).body.releve;
const pay = (client: string, montant: number, attendu: number, more = {}): Promise<Answer> =>
  admin('POST', '/api/facturation/paiements', {
    id: randomUUID(),
    client,
    attendu,
    montant,
    jour: '2026-11-21',
    moyen: 'virement',
    note: null,
    ...more,
  });
const free = (client: string, montant: number, more = {}): Promise<Answer> =>
  admin('POST', '/api/facturation/lignes', {
    id: randomUUID(),
    client,
    jour: '2026-11-20',
    libelle: 'Licence',
    montant,
    ...more,
  });
const said = ({ status, body }: Answer) => [status, body.code];
const newClient = async (nom: string): Promise<string> =>
  (await admin('POST', '/api/clients', { nom })).body.id;
const journal = () =>
  rows(`select action, details from journal where action not like 'connexion%' order by id`);

describe('le réglage', () => {
  test('éteint, chaque appel répond que la facturation n’est pas activée, et le centre n’en dit rien', async () => {
    // REL-01
    await run(`update parametres set billing = false`);
    const id = randomUUID();
    for (const [caller, method, path, body] of [
      [admin, 'GET', '/api/facturation'],
      [admin, 'GET', '/api/facturation/mois/2026-10'],
      [admin, 'POST', '/api/releves', { mois: '2026-10' }],
      [admin, 'GET', '/api/releves?mois=2026-10'],
      [admin, 'GET', `/api/releves/${id}`],
      [admin, 'GET', '/api/facturation/doit'],
      [admin, 'GET', '/api/facturation/recherche?q=100'],
      [admin, 'POST', `/api/facturation/paiements/${id}/annulation`],
      [admin, 'POST', '/api/facturation/rappels', {}],
      [admin, 'GET', '/api/facturation/recettes?du=2026-11-01&au=2026-11-30'],
      [admin, 'GET', `/api/facturation/comptes/${anne.id}`],
      [admin, 'GET', `/api/facturation/comptes/${anne.id}/ouvert`],
      [admin, 'GET', '/api/facturation/effaces'],
      [anne, 'GET', '/api/mes-releves'],
      [anne, 'GET', `/api/mes-releves/${id}`],
    ] as const)
      expect(said(await caller(method, path, body)), path).toEqual([404, 'facturation_fermee']);
    for (const answer of [await pay(anne.id, 10, 0), await free(anne.id, 10)])
      expect(said(answer)).toEqual([404, 'facturation_fermee']);
    expect((await t.anonymous('GET', '/api/centre')).body).toMatchObject({
      facturation: false,
      mentions: null,
    });
    await run(
      `update parametres set billing = true, "centreName" = 'Manège', "centreNumber" = 'BE 0123.456.749'`,
    );
    expect((await t.anonymous('GET', '/api/centre')).body).toMatchObject({
      facturation: true,
      mentions: { nom: 'Manège', forme: '', adresse: '', numero: 'BE 0123.456.749' },
    });
  });

  test('le premier jour est celui du mois où elle est allumée, et ne change plus après un relevé', async () => {
    // REL-03, SET-50
    await run(`update parametres set billing = false, "billingSince" = ''`);
    const read = async () => (await admin('GET', '/api/parametres')).body;
    await confirmSessions(t.services.db, t.clock.now);
    await admin('PUT', '/api/parametres', { ...(await read()), billing: true });
    expect((await read()).billingSince).toBe('2026-11-01');
    await admin('PUT', '/api/parametres', { ...(await read()), billingSince: '2026-10-10' });
    await lesson('2026-10-09', anne.id, ['Zoé']);
    await lesson('2026-10-10', anne.id, ['Tom']);
    await make('2026-10');
    expect(await doit()).toMatchObject([{ solde: 20 }]);
    expect(
      said(
        await admin('PUT', '/api/parametres', { ...(await read()), billingSince: '2026-10-01' }),
      ),
    ).toEqual([409, 'facturation_debut_fixe']);
    expect(
      said(
        await admin('PUT', '/api/parametres', { ...(await read()), billingSince: '2026-02-31' }),
      ),
    ).toEqual([400, 'facturation_debut_invalide']);
  });

  test('un autre IBAN ou titulaire demande le mot de passe, prévient chaque administrateur, et se lit au journal', async () => {
    // SET-50, ACC-100, MAIL-30
    const second = await t.as({ role: 'admin' });
    const read = async () => (await admin('GET', '/api/parametres')).body;
    for (const change of [{ billingIban: 'NL91 ABNA 0417 1643 00' }, { billingHolder: 'Autre' }])
      expect(said(await admin('PUT', '/api/parametres', { ...(await read()), ...change }))).toEqual(
        [409, 'confirmation_requise'],
      );
    expect(
      said(await admin('PUT', '/api/parametres', { ...(await read()), billingIban: 'BE00' })),
    ).toEqual([400, 'iban_invalide']);
    expect(
      said(
        await admin('PUT', '/api/parametres', { ...(await read()), billingHolder: 'x'.repeat(71) }),
      ),
    ).toEqual([400, 'titulaire_invalide']);
    expect(
      said(await admin('PUT', '/api/parametres', { ...(await read()), centreForm: 'a\nb' })),
    ).toEqual([400, 'mentions_invalides']);
    await confirmSessions(t.services.db, t.clock.now);
    await admin('PUT', '/api/parametres', {
      ...(await read()),
      billingIban: 'nl91 abna 0417 1643 00',
    });
    expect((await read()).billingIban).toBe('NL91ABNA0417164300');
    expect(
      (
        await rows(
          `select destinataire, contenu->>'fait' as fait from courriels where sorte = 'alerte_admins'`,
        )
      )
        .map(({ destinataire, fait }) => `${fait} ${destinataire}`)
        .toSorted(),
    ).toEqual(
      [admin, second]
        .map((one) => `compte_du_centre ${(one as unknown as { email: string }).email}`)
        .toSorted(),
    );
    const lines = (await admin('GET', '/api/journal')).body as Stored[];
    expect(lines[0]).toMatchObject({
      action: 'parametres.modifies',
      details: { changements: { billingIban: ['BE68539007547034', 'NL91ABNA0417164300'] } },
    });
  });
});

describe('un relevé', () => {
  test('copie ses lignes et son payeur, en blocs par cavalier, et ne change plus', async () => {
    // REL-02, REL-07, REL-08, REL-15, REL-16
    const bea = await newClient('Bea Maes');
    await admin('PUT', `/api/clients/${bea}/payeur`, { payeur: anne.id });
    await run(`update users set adresse = E'Rue Haute 3\n5030 Gembloux' where id = '${anne.id}'`);
    await lesson('2026-10-05', anne.id, ['Zoé', 'Tom']);
    await lesson('2026-10-12', bea, ['Max'], { heure_debut: '14:00', heure_fin: '15:00' });
    await free(anne.id, 45, { jour: '2026-10-20' });
    await free(bea, 5.5, { jour: '2026-10-20', libelle: 'Assurance' });
    await run(
      `insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place) values ('${anne.id}', 'Tom', '2026-10-21', 'Leçon de saut, 9h00 – 9h30, Piste Intérieure', 1250, 'annulation', gen_random_uuid(), gen_random_uuid())`,
    );
    const [id] = (await make('2026-10')).body.faits;
    const before = await releveOf(id);
    expect(before).toMatchObject({
      numero: '2026-10-0001',
      mois: '2026-10',
      jour: '2026-11-21',
      nom: 'Anne Maes',
      adresse: 'Rue Haute 3\n5030 Gembloux',
      solde_precedent: 0,
      ce_mois: 123,
      paye: 0,
      a_payer: 123,
      communication: '202610000185',
    });
    expect(
      before['blocs'].map(({ cavalier, total, lignes }: Stored) => [
        cavalier,
        total,
        lignes.map(({ jour, libelle, montant, raison }: Stored) =>
          [jour, libelle, montant, raison].join(' | '),
        ),
      ]),
    ).toEqual([
      [
        'Tom',
        32.5,
        [
          '2026-10-05 | Leçon collective, 10h00 – 11h00, Piste Intérieure | 20 | ',
          '2026-10-21 | Leçon de saut, 9h00 – 9h30, Piste Intérieure | 12.5 | Leçon annulée',
        ],
      ],
      ['Zoé', 20, ['2026-10-05 | Leçon collective, 10h00 – 11h00, Piste Intérieure | 20 | ']],
      [null, 45, ['2026-10-20 | Licence | 45 | ']],
      ['Bea Maes', 5.5, ['2026-10-20 | Assurance | 5.5 | ']],
      ['Max', 20, ['2026-10-12 | Leçon collective, 14h00 – 15h00, Piste Intérieure | 20 | ']],
    ]);
    await run(
      `update users set nom = 'Peeters', adresse = null where id = '${anne.id}'; update participants set nom = nom || 'X'; update reservations set noms_participants = (select array_agg(n || 'X' order by o) from unnest(noms_participants) with ordinality as t (n, o))`,
    );
    expect(await releveOf(id)).toEqual(before);
    for (const change of [
      `update releves set ce_mois = 1`,
      `update releves set nom = 'X'`,
      `update releves_lignes set centimes = 1`,
      `update releves_lignes set libelle = ''`,
    ])
      await expect(run(change), change).rejects.toThrow(/Failed query|does not change/);
    const { centre } = (await admin('GET', `/api/releves/${id}`)).body;
    expect(centre).toEqual({
      titulaire: 'Manège SRL',
      iban: 'BE68539007547034',
      nom: 'Manège',
      forme: '',
      adresse: '',
      numero: '',
    });
  });

  test('garde les mentions de son jour, et le compte d’aujourd’hui ; un d’avant a celles d’aujourd’hui', async () => {
    // REL-15, SET-50
    await run(
      `update parametres set "centreName" = 'Manège du Parc', "centreForm" = 'SRL', "centreAddress" = 'Rue du Parc 1', "centreNumber" = 'BE 0123.456.749'`,
    );
    await lesson('2026-09-07', anne.id, ['Zoé']);
    const [id] = (await make('2026-09')).body.faits;
    const changed = { nom: 'Autre', forme: '', adresse: 'NOUVEAU COMPTE : BE71', numero: '' };
    await run(
      `update parametres set "centreName" = 'Autre', "centreForm" = '', "centreAddress" = 'NOUVEAU COMPTE : BE71', "centreNumber" = '', "billingIban" = 'BE71096123456769'`,
    );
    await lesson('2026-10-05', anne.id, ['Zoé']);
    const [next] = (await make('2026-10')).body.faits;
    const kept = {
      nom: 'Manège du Parc',
      forme: 'SRL',
      adresse: 'Rue du Parc 1',
      numero: 'BE 0123.456.749',
    };
    for (const [caller, path] of [
      [admin, '/api/releves'],
      [anne, '/api/mes-releves'],
    ] as const) {
      const { centre, releve } = (await caller('GET', `${path}/${id}`)).body;
      expect(releve.mentions).toEqual(kept);
      expect(centre).toMatchObject({ iban: 'BE71096123456769', ...changed });
      expect((await caller('GET', `${path}/${next}`)).body.releve.mentions).toEqual(changed);
    }
    expect((await admin('GET', '/api/releves?mois=2026-09')).body.releves).toMatchObject([
      { mentions: kept },
    ]);
    await expect(run(`update releves set mentions = null`)).rejects.toThrow(/Failed query/);
    await run(`alter table releves disable trigger releves_figes; update releves set mentions = null;
      alter table releves enable trigger releves_figes`);
    expect((await releveOf(id))['mentions']).toBe(null);
    await run(`update parametres set "centreName" = ''`);
    await lesson('2026-11-09', anne.id, ['Zoé']);
    const [last] = (await make('2026-11')).body.faits;
    expect((await releveOf(last))['mentions']).toMatchObject({ nom: 'Manège' });
  });

  test('le suivant dit le solde précédent, ce mois, ce qui est payé et à payer, et les écarts', async () => {
    // REL-05, REL-07, REL-13
    const lost = await lesson('2026-09-07', anne.id, ['Zoé']);
    await lesson('2026-09-14', anne.id, ['Zoé']);
    await make('2026-09');
    await pay(anne.id, 30, 40);
    await run(`delete from reservations where id = '${lost}'`);
    await lesson('2026-09-21', anne.id, ['Zoé']); // entered late
    await lesson('2026-10-05', anne.id, ['Zoé']);
    // 40 - 30 - 20 + 20 at once; October is running.
    expect(await doit()).toMatchObject([
      { solde: 10, en_cours: 20, depuis: '2026-09-21', demande: null },
    ]);
    const [id] = (await make('2026-10')).body.faits;
    const releve = await releveOf(id);
    expect(releve).toMatchObject({
      solde_precedent: 40,
      ce_mois: 20,
      paye: 30,
      a_payer: 30,
    });
    expect(
      releve['blocs'][0].lignes.map(({ jour, montant, ecart }: Stored) => [jour, montant, ecart]),
    ).toEqual([
      ['2026-09-07', -20, true],
      ['2026-09-21', 20, false],
      ['2026-10-05', 20, false],
    ]);
    expect((await admin('GET', '/api/facturation')).body).toMatchObject({
      depuis: '2026-09-01',
      jusque: '2026-10-31',
      mois: [
        { mois: '2026-10', releves: 1, total: 20 },
        { mois: '2026-09', releves: 1, total: 40 },
      ],
    });
  });

  test('un mois se fait pour tous ou pour quelques-uns, jamais deux fois, jamais à l’avance', async () => {
    // REL-10, REL-11, REL-14
    const others = await Promise.all(['Bea', 'Chloé', 'Dora'].map(newClient));
    for (const [n, id] of [anne.id, ...others].entries())
      await lesson('2026-10-05', id, ['Zoé'], {
        heure_debut: `${10 + n}:00`,
        heure_fin: `${11 + n}:00`,
      });
    expect((await make('2026-10', [others[1]!])).body).toMatchObject({ restent: 0 });
    expect((await make('2026-10')).body.faits).toHaveLength(3);
    expect((await make('2026-10')).body).toEqual({ faits: [], restent: 0 });
    const { total, releves } = (await admin('GET', '/api/releves?mois=2026-10')).body;
    expect(total).toBe(4);
    expect(releves.map(({ numero, nom }: Stored) => `${numero} ${nom}`)).toEqual([
      '2026-10-0001 Chloé',
      '2026-10-0002 Anne Maes',
      '2026-10-0003 Bea',
      '2026-10-0004 Dora',
    ]);
    expect(said(await make('2026-12'))).toEqual([400, 'mois_invalide']);
    expect(said(await admin('GET', '/api/facturation/mois/2026-12'))).toEqual([
      400,
      'mois_invalide',
    ]);
    expect(
      (await journal())
        .filter(({ action }) => action === 'releves.faits')
        .map(({ details }) => details),
    ).toEqual([
      { mois: '2026-10', nombre: 1 },
      { mois: '2026-10', nombre: 3 },
    ]);
    await run(`update releves_numeros set dernier = 9999`);
    await lesson('2026-10-06', anne.id, ['Zoé']);
    expect(said(await make('2026-10'))).toEqual([409, 'numeros_epuises']);
    expect(await rows(`select from releves where mois = '2026-10'`)).toHaveLength(4);
  });

  test('avant, ce qui est douteux est nommé', async () => {
    // REL-12, LIM-190
    const hour = (n: number) => ({ heure_debut: `${n}:00`, heure_fin: `${n + 1}:00` });
    await lesson('2026-10-05', anne.id, ['Zoé'], { statut: 'en_attente', ...hour(10) });
    const without = await lesson('2026-10-05', anne.id, ['Tom'], hour(12));
    await run(
      `update reservations set user_id = null where id = '${without}'; update participants set user_id = null where reservation_id = '${without}'`,
    );
    const priceless = await lesson('2026-10-05', anne.id, ['Léa'], hour(14));
    await run(`update participants set centimes = null where reservation_id = '${priceless}'`);
    const read = async () => (await admin('GET', '/api/facturation/mois/2026-10')).body;
    const names = (doute: Stored) => [
      doute['total'],
      ...doute['lecons'].map(({ noms }: Stored) => noms.join()),
    ];
    let prepared = await read();
    expect(names(prepared.en_attente)).toEqual([1, 'Zoé']);
    expect(names(prepared.sans_client)).toEqual([1, 'Tom']);
    expect(names(prepared.sans_prix)).toEqual([1, 'Léa']);
    expect(names(prepared.sans_presence)).toEqual([0]); // nobody notes presences in this month
    await run(`update participants set presence = 'absente' where reservation_id = '${priceless}'`);
    const recent = await lesson('2026-10-21', anne.id, ['Max']);
    prepared = await read();
    expect(names(prepared.sans_presence)).toEqual([0]); // nor in the last 30 days
    // PRES-08: who was noted as present is noted.
    await run(`update participants set notee = true where reservation_id = '${recent}'`);
    await run(
      `update reservations set date_reservation = '2026-10-22' where id = '${recent}'; update occupations set jour = '2026-10-22' where reservation_id = '${recent}'`,
    );
    prepared = await read();
    expect(names(prepared.sans_presence)).toEqual([1, 'Tom']);
    expect(prepared.faits).toBe(0);
  });

  test('une leçon excusée, d’un autre mois, à venir ou d’un autre client n’y est pas', async () => {
    // REL-02, REL-10
    const excused = await lesson('2026-10-05', anne.id, ['Zoé']);
    await run(
      `update participants set presence = 'excusee', facturee = false where reservation_id = '${excused}'`,
    );
    await lesson('2026-11-02', anne.id, ['Zoé']);
    await lesson('2026-11-30', anne.id, ['Zoé']);
    await lesson('2026-10-12', anne.id, ['Zoé'], { statut: 'en_attente' });
    expect((await make('2026-10')).body.faits).toEqual([]);
    expect(await doit()).toMatchObject([{ solde: 0, en_cours: 20 }]);
  });
});

describe('un relevé fait en cours de journée', () => {
  /** What seats of lessons that are over cost more than what was sent, from the tables alone. */
  const horsReleve = async (until: string): Promise<number> =>
    (
      await rows(`select ((select coalesce(sum(p.centimes), 0) from participants p join reservations r on r.id = p.reservation_id
          where r.statut = 'confirmee' and p.facturee and r.date_reservation + r.heure_fin <= '${until}')
        - (select coalesce(sum(centimes), 0) from releves_lignes))::int as n`)
    )[0]!['n'];
  const sums = async () => {
    const { solde, en_cours } = await compteOf(anne.id);
    return { solde, en_cours };
  };
  const noon = { heure_debut: '12:00', heure_fin: '12:30' };

  test.each([
    ['en cours de mois', '2026-11-21'],
    ['le premier du mois', '2026-12-01'],
    ['le dernier du mois', '2026-11-30'],
  ])(
    'ce qui finit plus tard le même jour est en cours, puis sur un relevé : %s',
    async (_, jour) => {
      // REL-10, REL-13, REL-19, REL-27, REL-30
      const mois = jour.slice(0, 7);
      t.clock.now = new Date(`${jour}T11:17:00Z`); // 12h17 in Brussels
      admin = await t.as({ role: 'admin' });
      await lesson('2026-11-09', anne.id, ['Zoé']);
      await lesson(jour, anne.id, ['Zoé'], { heure_debut: '09:00', heure_fin: '10:00' });
      await lesson(jour, anne.id, ['Zoé'], noon);
      const [id] = (await make(mois)).body.faits;
      // What was open when it was made stands on it, the lesson of this morning too.
      expect((await releveOf(id))['ce_mois']).toBe(40);
      const veille = (await rows(`select ('${jour}'::date - 1)::text as jour`))[0]!['jour'];
      expect((await admin('GET', '/api/facturation')).body.jusque).toBe(veille);
      expect(await sums()).toEqual({ solde: 40, en_cours: 0 });
      t.clock.now = new Date(`${jour}T11:30:00Z`);
      expect(await horsReleve(`${jour} 12:30`)).toBe(2000);
      expect(await sums()).toEqual({ solde: 40, en_cours: 20 });
      expect((await anne('GET', '/api/mes-releves')).body).toMatchObject({
        solde: 40,
        en_cours: 20,
      });
      expect((await pay(anne.id, 40, 40, { jour })).body).toEqual({ solde: 0 });
      const [second] = (await make(mois)).body.faits;
      expect(await releveOf(second)).toMatchObject({
        solde_precedent: 40,
        ce_mois: 20,
        paye: 40,
        a_payer: 20,
      });
      expect(await horsReleve(`${jour} 12:30`)).toBe(0);
      expect(await sums()).toEqual({ solde: 20, en_cours: 0 });
    },
  );

  test('celui qu’une version précédente disait couvrir son jour se lit de même, aussi pour un rappel', async () => {
    // REL-10, REL-27
    await lesson('2026-11-09', anne.id, ['Zoé']);
    await lesson('2026-11-21', anne.id, ['Zoé'], noon);
    await make('2026-11');
    await run(`alter table releves disable trigger releves_figes; update releves set au = jour;
      alter table releves enable trigger releves_figes`);
    t.clock.now = new Date('2026-12-05T08:30:00Z');
    expect(await sums()).toEqual({ solde: 20, en_cours: 20 });
    expect((await admin('GET', '/api/facturation')).body.jusque).toBe('2026-11-20');
    await admin('POST', '/api/facturation/rappels', { client: anne.id });
    expect(await rows('select centimes from relances')).toEqual([{ centimes: 2000 }]);
  });

  test('le dernier relevé d’un effacement ne couvre pas le jour du payeur', async () => {
    // REL-10, REL-35
    const bea = await newClient('Bea');
    await admin('PUT', `/api/clients/${bea}/payeur`, { payeur: anne.id });
    await lesson('2026-11-20', bea, ['Max']);
    await lesson('2026-11-21', anne.id, ['Zoé'], noon);
    expect((await admin('DELETE', `/api/clients/${bea}`)).status).toBe(200);
    t.clock.now = new Date('2026-11-21T11:30:00Z');
    expect(await sums()).toEqual({ solde: 20, en_cours: 20 });
    expect(await horsReleve('2026-11-21 12:30')).toBe(2000);
  });
});

describe('les lignes', () => {
  test('une ligne libre s’ajoute une fois, et se corrige une fois, avec sa raison', async () => {
    // REL-04, REL-06
    const id = randomUUID();
    expect((await free(anne.id, 45, { id })).status).toBe(201);
    expect((await free(anne.id, 45, { id })).status).toBe(201);
    const correct = (more = {}) =>
      admin('POST', '/api/facturation/corrections', {
        id: randomUUID(),
        client: anne.id,
        source: 'libre',
        ligne: id,
        raison: 'Payée ailleurs',
        ...more,
      });
    expect(said(await correct({ raison: '  ' }))).toEqual([400, 'correction_sans_raison']);
    expect(said(await correct({ ligne: randomUUID() }))).toEqual([404, 'ligne_absente']);
    expect(said(await correct({ client: randomUUID() }))).toEqual([404, 'client_inconnu']);
    const first = randomUUID();
    expect((await correct({ id: first })).status).toBe(201);
    expect((await correct({ id: first })).status).toBe(201);
    expect(said(await correct({ id: first, raison: 'Autre' }))).toEqual([
      409,
      'correction_deja_faite',
    ]);
    expect(said(await correct())).toEqual([409, 'ligne_corrigee']);
    expect((await compteOf(anne.id))['lignes']).toMatchObject([
      { jour: '2026-11-20', libelle: 'Licence', montant: 45, raison: null },
      { jour: '2026-11-21', libelle: 'Licence', montant: -45, raison: 'Payée ailleurs' },
    ]);
    expect((await journal()).map(({ action, details }) => [action, details['centimes']])).toEqual([
      ['ligne.ajoutee', 4500],
      ['ligne.corrigee', -4500],
    ]);
    expect(said(await free(randomUUID(), 45))).toEqual([404, 'client_inconnu']);
    expect(said(await free(anne.id, 0))).toEqual([400, 'montant_invalide']);
    expect(said(await free(anne.id, 1.005))).toEqual([400, 'montant_invalide']);
    expect(said(await free(anne.id, 45, { libelle: ' ' }))).toEqual([
      400,
      'ligne_libelle_invalide',
    ]);
    expect(said(await free(anne.id, 45, { jour: '2028-01-01' }))).toEqual([
      400,
      'jour_ligne_invalide',
    ]);
  });

  test('une place envoyée se corrige aussi ; l’écart va à qui l’avait payée', async () => {
    // REL-05, REL-06
    const bea = await newClient('Bea');
    await admin('PUT', `/api/clients/${anne.id}/payeur`, { payeur: bea });
    const id = await lesson('2026-10-05', anne.id, ['Zoé']);
    await make('2026-10');
    await admin('PUT', `/api/clients/${anne.id}/payeur`, { payeur: null });
    await run(`update participants set centimes = 2500 where reservation_id = '${id}'`);
    expect(await doit()).toMatchObject([{ id: bea, solde: 25 }]);
    const [seat] = await rows(`select id from participants`);
    await admin('POST', '/api/facturation/corrections', {
      id: randomUUID(),
      client: anne.id,
      source: 'place',
      ligne: seat!['id'],
      raison: 'Geste',
    });
    expect((await compteOf(anne.id))['lignes']).toMatchObject([
      { montant: -25, cavalier: 'Zoé', raison: 'Geste' },
    ]);
  });
});

test('le prochain relevé est celui du mois fini qui ne l’est pas encore ; ce qui vient après se dit à part', async () => {
  // REL-03, REL-19, REL-30, REL-73: on 2 December, November is being billed.
  const prochainOf = async () => {
    const mine = (await anne('GET', '/api/mes-releves')).body;
    const { en_cours, prochain } = await compteOf(anne.id);
    expect({ en_cours: mine.en_cours, prochain: mine.prochain }).toEqual({ en_cours, prochain });
    return [en_cours, prochain];
  };
  t.clock.now = new Date('2026-12-02T09:00:00Z');
  await run(`update parametres set "billingSince" = '2026-12-01'`);
  expect(await prochainOf()).toEqual([0, { au: '2026-12-31', montant: 0, ensuite: null }]);
  await run(`update parametres set "billingSince" = '2026-09-01'`);
  await lesson('2026-11-09', anne.id, ['Zoé']);
  expect(await prochainOf()).toEqual([20, { au: '2026-11-30', montant: 20, ensuite: null }]);
  await free(anne.id, -5, { jour: '2026-12-02' });
  expect(await prochainOf()).toEqual([15, { au: '2026-11-30', montant: 20, ensuite: -5 }]);
  await make('2026-11');
  expect(await prochainOf()).toEqual([-5, { au: '2026-12-31', montant: -5, ensuite: null }]);
  // A customer for whom somebody pays has its new lines on the payer's next statement.
  const bea = (await admin('POST', '/api/clients', { nom: 'Béa' })).body.id;
  expect((await compteOf(bea))['prochain']).toMatchObject({ au: '2026-11-30' });
  await admin('PUT', `/api/clients/${bea}/payeur`, { payeur: anne.id });
  expect((await compteOf(bea))['prochain']).toMatchObject({ au: '2026-12-31' });
});

describe('un paiement', () => {
  test('entier, en partie, trop, en espèces arrondies ; annulé une fois', async () => {
    // REL-19, REL-20, REL-21, REL-22, REL-23
    await free(anne.id, 17.53, { jour: '2026-10-05' });
    await free(anne.id, 30, { jour: '2026-10-20' });
    await make('2026-10');
    expect(await doit()).toMatchObject([
      { solde: 47.53, depuis: '2026-10-05', demande: '2026-11-21' },
    ]);
    expect((await pay(anne.id, 17.53, 47.53, { moyen: 'especes' })).body).toEqual({ solde: 30 });
    expect(await doit()).toMatchObject([{ solde: 30, depuis: '2026-10-20' }]);
    const { mouvements } = await compteOf(anne.id);
    expect(mouvements).toMatchObject([
      { moyen: 'especes', montant: 17.55, annule: false, annulation: false },
      { moyen: null, montant: -0.02 },
    ]);
    const again = { id: randomUUID() };
    expect((await pay(anne.id, 40, 30, again)).body).toEqual({ solde: -10 });
    expect((await pay(anne.id, 40, 30, again)).body).toEqual({ solde: -10 }); // repeated
    for (const other of [
      { montant: 41 },
      { jour: '2026-11-20' },
      { moyen: 'carte' },
      { note: 'x' },
    ])
      expect(said(await pay(anne.id, 40, -10, { ...again, ...other }))).toEqual([
        409,
        'paiement_deja_enregistre',
      ]);
    expect(await doit()).toMatchObject([{ solde: -10, depuis: null }]);
    expect(said(await pay(anne.id, 5, 30))).toEqual([409, 'solde_change']);
    const undo = (id: string) => admin('POST', `/api/facturation/paiements/${id}/annulation`);
    expect((await undo(again.id)).body).toEqual({ solde: 30 });
    expect(said(await undo(again.id))).toEqual([409, 'paiement_annule']);
    const counter = (await compteOf(anne.id))['mouvements'].find(
      ({ annulation }: Stored) => annulation,
    );
    expect(said(await undo(counter.id))).toEqual([404, 'paiement_introuvable']);
    expect(said(await undo(randomUUID()))).toEqual([404, 'paiement_introuvable']);
    const cash = mouvements[0].id;
    expect((await undo(cash)).body).toEqual({ solde: 47.53 });
    for (const [more, code] of [
      [{ montant: 0 }, 'montant_invalide'],
      [{ montant: -5 }, 'montant_invalide'],
      [{ montant: 0.02, moyen: 'especes' }, 'montant_invalide'],
      [{ jour: '2026-11-22' }, 'jour_paiement_invalide'],
      [{ moyen: 'cheque' }, 'moyen_invalide'],
      [{ note: 'a\nb' }, 'paiement_note_longue'],
    ] as const)
      expect(said(await pay(anne.id, 10, 47.53, more)), code).toEqual([400, code]);
    expect(said(await pay(randomUUID(), 10, 0))).toEqual([404, 'client_inconnu']);
    expect(
      (await journal())
        .filter(({ action }) => action.startsWith('paiement'))
        .map(({ action, details }) => `${action} ${details['centimes']} ${details['moyen']}`),
    ).toEqual([
      'paiement.enregistre 1755 especes',
      'paiement.enregistre 4000 virement',
      'paiement.annule 4000 virement',
      'paiement.annule 1755 especes',
    ]);
  });

  test('couvre les relevés les plus anciens ; une recette dit le dernier relevé de son compte', async () => {
    // REL-20, REL-25, REL-80
    await free(anne.id, 20, { jour: '2026-09-10' });
    await make('2026-09');
    await free(anne.id, 30, { jour: '2026-10-10' });
    await make('2026-10');
    await pay(anne.id, 25, 50);
    const restes = async () => {
      const read = ['2026-09', '2026-10'].map((mois) => admin('GET', `/api/releves?mois=${mois}`));
      return (await Promise.all(read)).map(({ body }) => body.releves[0].reste);
    };
    expect(await restes()).toEqual([0, 25]);
    const days = 'du=2026-11-01&au=2026-11-30';
    expect((await admin('GET', `/api/facturation/recettes?${days}`)).body).toMatchObject([
      { montant: 25, releve: '2026-10-0001' },
    ]);
    // A credit of a later statement covers the earlier one.
    await free(anne.id, -10, { jour: '2026-11-10' });
    await make('2026-11');
    expect(await restes()).toEqual([0, 15]);
  });

  test('le journal des recettes les a par jour, annulations et arrondis compris', async () => {
    // REL-25
    await pay(anne.id, 10.02, 0, { moyen: 'especes', jour: '2026-11-19', note: 'Merci' });
    const id = randomUUID();
    await pay(anne.id, 30, -10.02, { id, jour: '2026-11-20' });
    await admin('POST', `/api/facturation/paiements/${id}/annulation`);
    const { body } = await admin('GET', '/api/facturation/recettes?du=2026-11-19&au=2026-11-21');
    expect(
      body.map((one: Stored) =>
        [
          one['jour'],
          one['client'],
          one['moyen'],
          one['montant'],
          one['arrondi'],
          one['note'],
          one['annulation'],
        ].join(' '),
      ),
    ).toEqual([
      '2026-11-19 Anne Maes especes 10 0.02 Merci false',
      '2026-11-20 Anne Maes virement 30 0  false',
      '2026-11-21 Anne Maes virement -30 0  true',
    ]);
    expect(
      (await admin('GET', '/api/facturation/recettes?du=2026-11-20&au=2026-11-20')).body,
    ).toHaveLength(1);
  });

  test('un montant, une communication ou un nom trouvent le compte', async () => {
    // REL-24
    const clients = await Promise.all(['Bea Dubois', 'Chloé Dubois', 'Élise Maes'].map(newClient));
    for (const [n, id] of [anne.id, ...clients].entries())
      await free(id, [30, 25, 25, 40][n]!, { jour: '2026-10-05' });
    await make('2026-10');
    const find = async (q: string) => {
      const { body } = await admin('GET', `/api/facturation/recherche?q=${encodeURIComponent(q)}`);
      return [
        body.montant,
        ...body.comptes.map(({ nom, exact }: Stored) => `${nom}${exact ? ' !' : ''}`),
      ];
    };
    expect(await find('25')).toEqual([
      25,
      'Bea Dubois !',
      'Chloé Dubois !',
      'Anne Maes',
      'Élise Maes',
    ]);
    expect(await find('30,00 €')).toEqual([30, 'Anne Maes !', 'Élise Maes']);
    expect(await find('dubois')).toEqual([null, 'Bea Dubois', 'Chloé Dubois']);
    expect(await find('elise maes')).toEqual([null, 'Élise Maes']);
    const { numero, communication } = (
      await admin('GET', '/api/releves?mois=2026-10')
    ).body.releves.find(({ nom }: Stored) => nom === 'Élise Maes');
    expect(await find(communication)).toEqual([null, 'Élise Maes !']);
    expect(await find(`Relevé ${numero}`)).toEqual([null, 'Élise Maes !']);
    expect(await find('2026-10-0099')).toEqual([null]);
    expect(await find('')).toEqual([null]);
  });
});

describe('les emails', () => {
  const emails = () =>
    rows(
      `select sorte, destinataire, contenu, extract(day from perime_apres - envoyer_apres)::int as jours from courriels order by created_at, sorte`,
    );

  test('un par relevé, à qui a un compte, sans nom de cavalier, périmé après 14 jours', async () => {
    // MAIL-45, SET-50
    await run(
      `update parametres set "centreName" = 'Manège du Parc', "centreForm" = 'SRL', "centreNumber" = 'BE 0123.456.749'`,
    );
    const bea = await newClient('Bea');
    await lesson('2026-10-05', anne.id, ['Zoé Secrète']);
    await lesson('2026-10-06', bea, ['Max Secret']);
    await make('2026-10');
    await make('2026-10');
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      sorte: 'releve',
      destinataire: anne.email,
      jours: 14,
      contenu: {
        sorte: 'releve',
        nom: 'Anne Maes',
        numero: '2026-10-0001',
        centimes: 2000,
        virement: {
          titulaire: 'Manège SRL',
          iban: 'BE68539007547034',
          communication: '202610000185',
        },
      },
    });
    const [{ id }] = (await rows('select id from courriels')) as [Stored];
    const { sujet, texte } = (await admin('GET', `/api/courriels/${id}`)).body;
    expect(sujet).toBe("Votre relevé d'octobre 2026");
    expect(texte).toContain('+++202/6100/00185+++');
    expect(texte).toContain('20,00');
    expect(texte).toContain('BE68 5390 0754 7034');
    expect(texte).toContain('/app/mes-releves');
    expect(texte).toContain('Manège du Parc SRL · BE 0123.456.749');
    expect(texte).not.toContain('Secr');
  });

  test('un rappel part 14 jours après le relevé, puis 14 jours après le dernier, à un ou à tous', async () => {
    // REL-27, MAIL-45
    const bea = await newClient('Bea');
    for (const id of [anne.id, bea]) await free(id, 40, { jour: '2026-10-05' });
    await make('2026-10');
    await run('delete from courriels');
    const remind = (client?: string) =>
      admin('POST', '/api/facturation/rappels', client === undefined ? {} : { client });
    expect(said(await remind(anne.id))).toEqual([409, 'rappel_trop_tot']);
    expect((await remind()).body).toEqual({ faits: 0, sans_email: [] });
    t.clock.now = new Date('2026-12-05T08:30:00Z');
    expect((await doit()).map(({ rappelable }) => rappelable)).toEqual([true, true]);
    expect((await remind()).body).toEqual({ faits: 1, sans_email: [{ id: bea, nom: 'Bea' }] });
    expect((await remind()).body).toEqual({ faits: 0, sans_email: [{ id: bea, nom: 'Bea' }] });
    expect(said(await remind(anne.id))).toEqual([409, 'rappel_trop_tot']);
    expect(await emails()).toMatchObject([
      { sorte: 'relance', destinataire: anne.email, jours: 14, contenu: { centimes: 4000 } },
    ]);
    expect((await compteOf(anne.id))['rappel']).toBe('2026-12-05');
    t.clock.now = new Date('2026-12-19T08:30:00Z');
    expect((await remind(anne.id)).body).toEqual({ faits: 1, sans_email: [] });
    await pay(anne.id, 40, 40);
    t.clock.now = new Date('2027-01-05T08:30:00Z');
    expect(said(await remind(anne.id))).toEqual([409, 'rappel_trop_tot']);
    expect((await emails()).map(({ sorte }) => sorte)).toEqual(['relance', 'relance']);
  });
});

describe('mes relevés', () => {
  test('chacun lit les siens, avec ceux pour qui il paie, sans les notes, et jamais ceux d’un autre', async () => {
    // REL-30
    await run(`update parametres set "showPrices" = false`);
    const max = await t.as({ prenom: 'Max', nom: 'Dubois' });
    await admin('PUT', `/api/clients/${max.id}/payeur`, { payeur: anne.id });
    await lesson('2026-10-05', max.id, ['Léo']);
    const [id] = (await make('2026-10')).body.faits;
    await pay(anne.id, 5, 20, { note: 'Au bureau' });
    const mine = (await anne('GET', '/api/mes-releves')).body;
    expect(mine).toMatchObject({
      solde: 15,
      paye_par_un_autre: false,
      releves: [{ id, numero: '2026-10-0001', a_payer: 20 }],
      paiements: [{ montant: 5, note: null }],
    });
    expect((await anne('GET', `/api/mes-releves/${id}`)).body.releve.blocs).toMatchObject([
      { cavalier: 'Léo' },
    ]);
    expect((await max('GET', '/api/mes-releves')).body).toEqual({
      solde: 0,
      en_cours: 0,
      prochain: { au: '2026-10-31', montant: 0, ensuite: null },
      paye_par_un_autre: true,
      releves: [],
      paiements: [],
    });
    expect(said(await max('GET', `/api/mes-releves/${id}`))).toEqual([404, 'releve_introuvable']);
    const { releves, paiements } = (await anne('GET', '/api/profil/donnees')).body; // REL-40
    expect(releves).toMatchObject([{ numero: '2026-10-0001', ce_mois: 2000 }]);
    expect(paiements).toMatchObject([{ centimes: 500, note: 'Au bureau' }]);
  });
});
