/**
 * Spellings of one rider that administrators merge, and undo, in the statistics; which people a
 * name is known to mean (RIDE-25 to RIDE-29, CLI-14).
 */
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { book, type Caller, put, useTestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';

const t = useTestApp();
let admin: Caller & { id: string };

beforeAll(async () => {
  admin = await t.as({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  await t.services.db.execute(sql.raw(pricing({ collective: 22.33 })));
});

beforeEach(async () => {
  await t.services.db.execute(sql`truncate reservations, orthographes cascade`);
});

const merge = (nom: string, vers: string) =>
  admin('POST', '/api/statistiques/orthographes', { nom, vers });
const separate = (nom: string) => admin('POST', '/api/statistiques/orthographes/retrait', { nom });
const list = async () =>
  (await admin('GET', '/api/statistiques/orthographes')).body as {
    nom: string;
    vers: string;
    cavalier: string;
    par: string | null;
    le: string;
  }[];

/** Confirmed group lessons at 22.33 euros, one per day. */
async function store(lecons: readonly (readonly string[])[]): Promise<void> {
  for (const [n, noms] of lecons.entries()) {
    await t.services.db.execute(sql`select id from importer_lecons((select jsonb_agg(l) from (
    values (${sql.param([...noms])}::text[], 'x', ${addDays('2026-01-01', n)}, '10:00', '11:00', 'interieure', 'collective', ${noms.length}, 'confirmee')
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`);
  }
  await t.services.db.execute(sql.raw(PRICE_SEATS));
}

type Stats = {
  total_cavaliers: number;
  total_reservations: number;
  total_general: number;
  cavaliers: { nom: string; nombre: number; total: number }[];
};
const stats = async (query = ''): Promise<Stats> =>
  (await admin('GET', `/api/statistiques${query}`)).body;
type Rider = { cle: string; nom: string; clients: string[] };
const riders = async (): Promise<Rider[]> =>
  (await admin('GET', '/api/statistiques/cavaliers')).body;
const counts = async (query = '') =>
  Object.fromEntries((await stats(query)).cavaliers.map(({ nom, nombre }) => [nom, nombre]));

describe('regrouper', () => {
  test('un nom compte comme un autre, partout dans les statistiques ; les sommes restent, et les réservations aussi', async () => {
    // RIDE-25
    await store([['Lea'], ['Léa Dubois', 'Hugo'], ['lea'], ['Lea', 'Léa Dubois']]);
    const before = await stats();
    const { status, body } = await merge('léa', 'LEA  DUBOIS');
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { nom: 'léa', vers: 'LEA DUBOIS', cavalier: 'LEA DUBOIS', par: 'Sophie Delvaux' },
    ]);
    const after = await stats();
    expect(await counts()).toEqual({ Hugo: 1, 'LEA DUBOIS': 5 });
    // Two names in one lesson are two billed places, before and after the merge.
    expect([
      after.total_reservations,
      after.total_general,
      before.total_cavaliers,
      after.total_cavaliers,
    ]).toEqual([before.total_reservations, before.total_general, 3, 2]);
    expect(after.total_general).toBe(133.98);
    expect((await riders()).map(({ nom }) => nom)).toEqual(['Hugo', 'LEA DUBOIS']);
    for (const nom of ['Lea', 'lea dubois'])
      expect(await counts(`?cavalier=${encodeURIComponent(nom)}`)).toEqual({ 'LEA DUBOIS': 5 });
    const lecons = (await admin('GET', '/api/statistiques/lecons?cavalier=lea')).body as {
      date_reservation: string;
      cavalier: string;
      ecrit: string | null;
    }[];
    expect(
      lecons.map(({ date_reservation, cavalier, ecrit }) => [date_reservation, cavalier, ecrit]),
    ).toEqual([
      ['2026-01-04', 'LEA DUBOIS', 'Lea'],
      ['2026-01-04', 'LEA DUBOIS', null],
      ['2026-01-03', 'LEA DUBOIS', 'lea'],
      ['2026-01-02', 'LEA DUBOIS', null],
      ['2026-01-01', 'LEA DUBOIS', 'Lea'],
    ]);
    const { rows } = await t.services.db.execute(
      sql`select noms_participants from reservations order by date_reservation`,
    );
    expect(rows.map(({ noms_participants }) => noms_participants)).toEqual([
      ['Lea'],
      ['Léa Dubois', 'Hugo'],
      ['lea'],
      ['Lea', 'Léa Dubois'],
    ]);
  });

  test("un nom déjà regroupé emmène les siens, et l'on rejoint celui auquel l'autre compte", async () => {
    // RIDE-26
    await store([['Lea'], ['Léa D.'], ['Léa Dubois'], ['Dubois Léa']]);
    await merge('Lea', 'Léa D.');
    await merge('Dubois Léa', 'Léa Dubois');
    await merge('Lea', 'Dubois Léa');
    expect(await counts()).toEqual({ 'Léa Dubois': 4 });
    expect(
      (await list()).map(({ nom, vers, cavalier }) => `${nom} → ${vers} (${cavalier})`).toSorted(),
    ).toEqual([
      'Dubois Léa → Léa Dubois (Léa Dubois)',
      'Lea → Léa D. (Léa Dubois)',
      'Léa D. → Léa Dubois (Léa Dubois)',
    ]);
    await separate('Léa D.');
    expect(await counts()).toEqual({ 'Léa D.': 2, 'Léa Dubois': 2 });
  });

  test('ce qui se refuse, et ne change rien', async () => {
    // RIDE-26, RIDE-27
    await store([['Lea'], ['Léa Dubois']]);
    await merge('Lea', 'Léa Dubois');
    const before = await list();
    const refusals: [Promise<{ status: number; body: { code: string } }>, number, string][] = [
      [merge('Lea', 'Léa Dubois'), 409, 'orthographes_deja_ensemble'],
      [merge('Léa Dubois', 'LÉA'), 409, 'orthographes_deja_ensemble'],
      [merge('Lea', 'lea'), 409, 'orthographes_deja_ensemble'],
      [merge('Personne', 'Lea'), 404, 'orthographe_inconnue'],
      [merge('Lea', ''), 404, 'orthographe_inconnue'],
      [separate('Léa Dubois'), 404, 'regroupement_introuvable'],
    ];
    for (const [answer, status, code] of refusals)
      expect([(await answer).status, (await answer).body.code]).toEqual([status, code]);
    expect(await list()).toEqual(before);
  });

  test("pour n'importe quelle suite, chacun compte comme au bout de ses regroupements ; aucune somme ne bouge, et défaire tout rend tout", async () => {
    const noms = ['Lea', 'Léa Dubois', 'Dubois L.', 'Hugo', 'Hugo M.'];
    const keys = noms.map((nom) =>
      nom
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, ''),
    );
    const one = fc.integer({ min: 0, max: noms.length - 1 });
    const step = fc.oneof(
      fc.tuple(fc.constant('merge' as const), one, one),
      fc.tuple(fc.constant('separate' as const), one, one),
    );
    await store([
      ['Lea', 'Hugo'],
      ['Léa Dubois'],
      ['Dubois L.', 'Lea'],
      ['Hugo M.', 'Hugo'],
      ['Hugo'],
    ]);
    const [rides, atFirst] = [[2, 1, 1, 3, 1], await stats()];
    const order = fc.shuffledSubarray([...noms.keys()], { minLength: noms.length });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), order, async (steps, undone) => {
        await t.services.db.execute(sql`delete from orthographes`);
        const next = new Map<number, number>();
        const end = (n: number): number => (next.has(n) ? end(next.get(n)!) : n);
        for (const [what, a, b] of steps) {
          const [from, to] = [end(a), end(b)];
          const accepted = what === 'merge' ? from !== to : next.has(a);
          expect(
            (await (what === 'merge' ? merge(noms[a]!, noms[b]!) : separate(noms[a]!))).status ===
              200,
          ).toBe(accepted);
          if (what === 'merge' && accepted) next.set(from, to);
          if (what === 'separate') next.delete(a);
        }
        const expected: Record<string, number> = {};
        for (const n of noms.keys())
          expected[keys[end(n)]!] = (expected[keys[end(n)]!] ?? 0) + rides[n]!;
        const read = await stats();
        expect(
          Object.fromEntries(
            read.cavaliers.map(({ nom, nombre }) => [
              nom
                .toLowerCase()
                .normalize('NFD')
                .replace(/[\u0300-\u036f]/g, ''),
              nombre,
            ]),
          ),
        ).toEqual(expected);
        expect([read.total_reservations, read.total_general, read.total_cavaliers]).toEqual([
          atFirst.total_reservations,
          atFirst.total_general,
          Object.keys(expected).length,
        ]);
        for (const n of undone.filter((n) => next.has(n)))
          expect((await separate(noms[n]!)).status).toBe(200);
        expect(await stats()).toEqual(atFirst);
      }),
      { numRuns: 15 },
    );
  });

  test("un cercle écrit à la main dans la table n'arrête pas les statistiques : ses noms comptent à part, et se séparent", async () => {
    await store([['Lea'], ['Léa Dubois']]);
    await t.services.db.execute(
      sql`insert into orthographes (cle, nom, vers_cle, vers_nom) values ('lea', 'Lea', 'lea dubois', 'Léa Dubois'), ('lea dubois', 'Léa Dubois', 'lea', 'Lea')`,
    );
    expect(await counts()).toEqual({ Lea: 1, 'Léa Dubois': 1 });
    expect(await list()).toHaveLength(2);
    expect((await separate('Lea')).status).toBe(200);
    expect(await counts()).toEqual({ Lea: 2 });
  });

  test('le journal dit qui, jamais quel nom', async () => {
    // RIDE-27, ACC-72
    await store([['Lea'], ['Léa Dubois']]);
    await merge('Lea', 'Léa Dubois');
    await separate('Lea');
    const { rows } = await t.services.db.execute(
      sql`select action, acteur_id, details::text from journal where action like 'orthographes%' order by id desc limit 2`,
    );
    expect(rows).toEqual([
      { action: 'orthographes.separees', acteur_id: admin.id, details: '{}' },
      { action: 'orthographes.regroupees', acteur_id: admin.id, details: '{}' },
    ]);
  });
});

describe('cavaliers enregistrés, homonymes et clients', () => {
  const split = (nom: string) => admin('POST', '/api/statistiques/orthographes/clients', { nom });
  const figures = async (query = '') =>
    (await stats(query)).cavaliers.map((one) => {
      const { nom, nombre, clients } = one as typeof one & Rider;
      return `${nom} ${nombre} [${clients.map((client) => client || '–').join(', ')}]`;
    });
  const ride = (caller: Caller, nom: string, jour: number, change: object = {}) =>
    book(caller, {
      noms_participants: [nom],
      nombre_personnes: 1,
      date_reservation: addDays('2026-11-23', jour),
      ...change,
    });
  const saved = async (caller: Caller, nom: string): Promise<string> =>
    (await caller('POST', '/api/cavaliers', { nom, annee_naissance: null, note: null })).body.id;
  let [camille, nadia]: (Caller & { id: string })[] = [];

  beforeEach(async () => {
    [camille, nadia] = [
      await t.as({ prenom: 'Camille', nom: 'Lambert' }),
      await t.as({ prenom: 'Nadia', nom: 'Peeters' }),
    ];
  });

  test('deux cavaliers d’un même nom comptent à part, chacun avec son client ; celui qui change de nom reste un seul', async () => {
    // RIDE-25, PRICE-09, PRICE-11
    const lea = await saved(camille!, 'Léa');
    await saved(nadia!, 'lea');
    await ride(camille!, 'Léa', 0);
    await ride(camille!, 'LEA', 1);
    await ride(nadia!, 'Léa', 2);
    await store([['Léa']]);
    const apart = ['Léa 1 [–]', 'Léa 2 [Camille Lambert]', 'lea 1 [Nadia Peeters]'];
    expect((await figures()).toSorted()).toEqual(apart);
    expect((await stats()).total_cavaliers).toBe(3);
    // The filter by name has them all; a key has one.
    expect((await figures('?cavalier=L%C3%A9a')).toSorted()).toEqual(apart);
    const lessons = await admin(
      'GET',
      `/api/statistiques/lecons?cle=${encodeURIComponent(`CAVALIER ${lea}`)}`,
    );
    expect(
      lessons.body.map(({ date_reservation, client, ecrit }: any) => [
        date_reservation,
        client,
        ecrit,
      ]),
    ).toEqual([
      ['2026-11-24', 'Camille Lambert', null],
      ['2026-11-23', 'Camille Lambert', null],
    ]);
    await camille!('PUT', `/api/cavaliers/${lea}`, {
      nom: 'Léa Dubois',
      annee_naissance: null,
      note: null,
      version: 0,
    });
    await ride(camille!, 'Léa Dubois', 3);
    expect((await figures()).toSorted()).toEqual([
      'Léa 1 [–]',
      'Léa Dubois 3 [Camille Lambert]',
      'lea 1 [Nadia Peeters]',
    ]);
    expect(await figures('?cavalier=lea%20dubois')).toEqual(['Léa Dubois 3 [Camille Lambert]']);
  });

  test('regroupé, défait, séparé : chaque fois exactement ces leçons, et aucune somme ne bouge', async () => {
    // RIDE-25, RIDE-27
    const lea = `CAVALIER ${await saved(camille!, 'Léa')}`;
    await ride(camille!, 'Léa', 0);
    await ride(camille!, 'Zoé', 1);
    await ride(nadia!, 'Zoé', 2);
    await ride(nadia!, 'Zoé', 3);
    await store([['Zoé'], ['Lea B.']]);
    const atFirst = await figures();
    expect(atFirst).toEqual([
      'Léa 1 [Camille Lambert]',
      'Lea B. 1 [–]',
      'Zoé 4 [–, Camille Lambert, Nadia Peeters]',
    ]);
    const { total_general } = await stats();

    // A name counts as a rider: under the rider's name.
    expect((await merge('Lea B.', lea)).body).toMatchObject([
      {
        cle: 'lea b.',
        vers_cle: lea,
        vers: 'Léa',
        vers_client: 'Camille Lambert',
        cavalier: 'Léa',
      },
    ]);
    expect((await figures())[0]).toBe('Léa 2 [–, Camille Lambert]');

    // A name is split by customer, and a part counts as a rider.
    expect((await split('zoe')).status).toBe(200);
    expect((await figures()).slice(1).toSorted()).toEqual([
      'Zoé 1 [Camille Lambert]',
      'Zoé 1 [–]',
      'Zoé 2 [Nadia Peeters]',
    ]);
    expect(await figures('?cavalier=zoe')).toHaveLength(3);
    const part = (await riders()).find(({ clients }) => clients[0] === 'Nadia Peeters')!;
    const { body } = await merge(part.cle, lea);
    expect(body[0]).toMatchObject({ nom: 'Zoé', client: 'Nadia Peeters', vers: 'Léa' });
    expect((await figures())[0]).toBe('Léa 4 [–, Camille Lambert, Nadia Peeters]');
    // A lesson that is booked later counts in the same way.
    await ride(nadia!, 'zoé', 4);
    expect((await figures())[0]).toBe('Léa 5 [–, Camille Lambert, Nadia Peeters]');
    expect((await separate(part.cle)).status).toBe(200);
    expect((await figures())[0]).toBe('Léa 2 [–, Camille Lambert]');
    await t.services.db.execute(
      sql`delete from reservations where date_reservation = '2026-11-27'`,
    );

    // A rider with the lessons of others is split too.
    expect((await split(lea)).status).toBe(200);
    expect((await figures()).slice(0, 2).toSorted()).toEqual([
      'Léa 1 [Camille Lambert]',
      'Léa 1 [–]',
    ]);
    expect((await stats()).total_general).toBe(total_general);

    // The parts of a split end with it.
    await merge(part.cle, 'Lea B.');
    for (const nom of ['zoe', lea, 'lea b.']) expect((await separate(nom)).status).toBe(200);
    expect([await figures(), await list()]).toEqual([atFirst, []]);
  });

  describe('« À vérifier » : peut-être deux personnes', () => {
    const confirm = (nom: string) =>
      admin('POST', '/api/statistiques/orthographes/confirmation', { nom });
    /** Each with its seats and customers. */
    const doubted = async () =>
      (await admin('GET', '/api/statistiques/orthographes/doutes')).body.map(
        ({ nom, places, nombre, clients }: any) =>
          `${nom} ${places} : ${clients.map((one: any) => `${one.nom} ${one.places}`).join(', ')}${nombre > clients.length ? ` sur ${nombre}` : ''}`,
      );

    test('les cavaliers dont les places ont plusieurs clients qui paient ; séparés, regroupés ou confirmés, ils n’y sont plus', async () => {
      // CLI-14, CLI-05
      await saved(camille!, 'Tom');
      await ride(camille!, 'Tom', 0); // a saved rider: known to be hers
      await ride(nadia!, 'tom', 1);
      await ride(camille!, 'Zoé', 2);
      await ride(camille!, 'ZOE', 3);
      await ride(nadia!, 'Zoé', 4);
      await ride(camille!, 'Max', 5);
      await ride(nadia!, 'Max', 6);
      await store([['Max'], ['Ida'], ['Zoé']]); // of nobody
      await ride(camille!, 'Ida', 7);
      await put(admin, await ride(nadia!, 'Ida', 8), { statut: 'annulee' });
      expect(await doubted()).toEqual([
        'Zoé 3 : Camille Lambert 2, Nadia Peeters 1',
        'Max 2 : Camille Lambert 1, Nadia Peeters 1',
      ]);
      const atFirst = await figures();

      // It is one: nothing else changes, and the list says so until it is undone.
      expect((await confirm('zoe')).body).toMatchObject([
        { cle: 'zoe', vers_cle: 'zoe', nom: 'Zoé', cavalier: 'Zoé', par: 'Sophie Delvaux' },
      ]);
      expect(await doubted()).toEqual(['Max 2 : Camille Lambert 1, Nadia Peeters 1']);
      expect(await figures()).toEqual(atFirst);
      expect((await confirm('zoe')).status).toBe(200); // again
      await separate('zoe');
      expect(await doubted()).toHaveLength(2);

      // Two customers for whom the same one pays are one family.
      await admin('PUT', `/api/clients/${nadia!.id}/payeur`, { payeur: camille!.id });
      expect(await doubted()).toEqual([]);
      await admin('PUT', `/api/clients/${nadia!.id}/payeur`, { payeur: null });
      await split('Max');
      expect(await doubted()).toEqual(['Zoé 3 : Camille Lambert 2, Nadia Peeters 1']);
      expect((await camille!('GET', '/api/statistiques/orthographes/doutes')).status).toBe(403);
    });

    test('deux noms regroupés autrefois, de deux clients, sont à vérifier ; confirmé, un nom se regroupe ou se sépare encore', async () => {
      // RIDE-26, RIDE-27
      await ride(camille!, 'Zoé', 0);
      await ride(nadia!, 'Zoë Peeters', 1);
      expect(await doubted()).toEqual([]);
      await merge('Zoé', 'Zoë Peeters');
      const one = ['Zoë Peeters 2 : Camille Lambert 1, Nadia Peeters 1'];
      expect(await doubted()).toEqual(one);
      await confirm('Zoë Peeters');
      expect(await doubted()).toEqual([]);
      expect(await figures()).toEqual(['Zoë Peeters 2 [Camille Lambert, Nadia Peeters]']);
      // A confirmed name still represents those that were merged with it.
      await ride(camille!, 'Ida', 2);
      expect((await merge('Ida', 'zoé')).status).toBe(200);
      expect(await figures()).toEqual(['Zoë Peeters 3 [Camille Lambert, Nadia Peeters]']);
      await ride(camille!, 'Nora', 3);
      expect((await merge('zoë peeters', 'Nora')).status).toBe(200);
      expect(await figures()).toEqual(['Nora 4 [Camille Lambert, Nadia Peeters]']);
      expect(await doubted()).toEqual(['Nora 4 : Camille Lambert 3, Nadia Peeters 1']);
      await confirm('Nora');
      expect((await split('Nora')).status).toBe(200);
      expect(await figures()).toEqual(['Nora 3 [Camille Lambert]', 'Nora 1 [Nadia Peeters]']);
      expect((await confirm('Personne')).body.code).toBe('orthographe_inconnue');
      const { rows } = await t.services.db.execute(
        sql`select action, details::text as details from journal where action = 'orthographes.confirmees' order by id desc limit 1`,
      );
      expect(rows).toEqual([{ action: 'orthographes.confirmees', details: '{}' }]);
    });
  });

  test('ce qui ne se sépare pas, et ne change rien', async () => {
    // RIDE-27
    const lea = `CAVALIER ${await saved(camille!, 'Léa')}`;
    await ride(camille!, 'Léa', 0);
    await ride(camille!, 'Zoé', 1);
    await ride(nadia!, 'Zoé', 2);
    await split('Zoé');
    const before = await list();
    for (const [answer, status, code] of [
      [split(lea), 409, 'orthographe_un_client'],
      [split('zoe'), 404, 'orthographe_inconnue'],
      [split('Personne'), 404, 'orthographe_inconnue'],
      [merge('Zoé', lea), 404, 'orthographe_inconnue'],
      [merge(`CLIENT ${admin.id} lea`, lea), 404, 'orthographe_inconnue'],
      [merge(`CAVALIER ${camille!.id}`, lea), 404, 'orthographe_inconnue'],
      [merge('CAVALIER x', lea), 404, 'orthographe_inconnue'],
    ] as const)
      expect([(await answer).status, (await answer).body.code]).toEqual([status, code]);
    expect(await list()).toEqual(before);
  });

  test('un cavalier qui part, ou son compte, emporte ses regroupements ; ses leçons comptent sous leur nom', async () => {
    // RIDE-24, RIDE-27, RIDE-29
    const id = await saved(camille!, 'Léa');
    const tom = await saved(nadia!, 'Tom');
    await ride(camille!, 'Léa', 0);
    await ride(nadia!, 'Tom', 1);
    await store([['Lea B.'], ['T.']]);
    await merge('Lea B.', `CAVALIER ${id}`);
    await merge('T.', `CAVALIER ${tom}`);
    expect(await counts()).toEqual({ Léa: 2, Tom: 2 });
    await camille!('DELETE', `/api/cavaliers/${id}`);
    expect(await counts()).toEqual({ Léa: 1, 'Lea B.': 1, Tom: 2 });
    expect(
      (await nadia!('POST', '/api/profil/suppression', { password: PASSWORD, lecons: 'garder' }))
        .status,
    ).toBeLessThan(300);
    expect(await counts()).toEqual({ Léa: 1, 'Lea B.': 1, Tom: 1, 'T.': 1 });
    expect(await list()).toEqual([]);
  });
});

describe('qui un nom désigne', () => {
  const fiches = async (nom: string) =>
    (await admin('GET', `/api/statistiques/fiches?cavalier=${encodeURIComponent(nom)}`)).body as {
      user_id: string;
      compte: string;
      cavalier: { nom: string; annee_naissance: number | null } | null;
    }[];

  test("le titulaire du compte, et les cavaliers que le compte garde ; un nom sans place d'un compte ne désigne personne", async () => {
    // RIDE-28
    const [camille, nadia] = [
      await t.as({ prenom: 'Camille', nom: 'Lambert' }),
      await t.as({ prenom: 'Nadia', nom: 'Peeters' }),
    ];
    for (const caller of [camille, nadia])
      await caller('POST', '/api/cavaliers', {
        nom: 'Léa',
        annee_naissance: caller === camille ? 2015 : null,
        note: 'Secret',
      });
    await book(camille, {
      noms_participants: ['Camille LAMBERT', 'lea', 'Hugo'],
      nombre_personnes: 3,
    });
    await store([['Nadia Peeters'], ['Léopoldine']]);
    expect(await fiches('camille lambert')).toEqual([
      { user_id: camille.id, compte: 'Camille Lambert', role: 'utilisateur', cavalier: null },
    ]);
    expect(await fiches('LÉA')).toMatchObject([
      {
        user_id: camille.id,
        compte: 'Camille Lambert',
        cavalier: { nom: 'Léa', annee_naissance: 2015 },
      },
    ]);
    expect([await fiches('Hugo'), await fiches('Nadia Peeters'), await fiches('Inconnue')]).toEqual(
      [[], [], []],
    );
    // Two accounts have saved a rider with this name: both are shown.
    await book(nadia, { noms_participants: ['Léa'], nombre_personnes: 1, heure_debut: '14:00' });
    expect((await fiches('Léa')).map(({ compte }) => compte).toSorted()).toEqual([
      'Camille Lambert',
      'Nadia Peeters',
    ]);
    for (const { cle } of (await riders()).filter(({ nom }) => nom === 'Léa'))
      expect((await merge(cle, 'Léopoldine')).status).toBe(200);
    expect(await fiches('Léopoldine')).toHaveLength(2);
    expect(JSON.stringify(await fiches('Léa'))).not.toContain('Secret');
  });

  test("un compte effacé n'en laisse rien, ni une orthographe qui était son adresse", async () => {
    // RIDE-29, PEOPLE-31
    const camille = await t.as({ prenom: '', nom: '' });
    await book(camille, { noms_participants: [camille.email], nombre_personnes: 1 });
    await store([['Camille'], ['Lea'], ['Léa Dubois']]);
    await merge(camille.email, 'Camille');
    await merge('Lea', 'Léa Dubois');
    expect(
      (await camille('POST', '/api/profil/suppression', { password: PASSWORD, lecons: 'garder' }))
        .status,
    ).toBeLessThan(300);
    expect((await list()).map(({ nom }) => nom)).toEqual(['Lea']);
    expect(await counts()).toMatchObject({ Camille: 1, 'Compte supprimé': 1 });
  });
});
