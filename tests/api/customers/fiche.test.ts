/**
 * The page of a customer (CLI-20 to CLI-24). The clock shows Saturday 21 November 2026, 09:30 in
 * Brussels; a seat of a group lesson costs 20,05 €.
 */
import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { statementsOf } from '../../support/statements.ts';
import { startWire, type Wire } from '../../support/wire.ts';

let wire: Wire;
// After the application, whose hook is registered later and runs first.
afterAll(() => wire.close());
const t = useTestApp({
  reach: async (url) => {
    wire = await startWire(url);
    return wire.url;
  },
});
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, anne]: [Person, Person] = [] as never;

const run = async <Row extends object = Stored>(statement: string): Promise<Row[]> =>
  (await t.services.db.execute(sql.raw(statement))).rows as Row[];

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, reservations_supprimees, participants_retires, lignes, cavaliers, prix_valables, courriels, journal cascade;
    delete from users; delete from clients;
    update parametres set "lateCharge" = 'moitie', "cancellationHours" = 24, "absencesBilled" = true;
    insert into prix_valables values ('collective', '2000-01-01', 2005), ('longe', '2000-01-01', 1500)`);
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  anne = await t.as({ prenom: 'Anne', nom: 'Maes' });
});

const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
/** Stores a customer without an account. */
const add = async (nom: string, fields: object = {}): Promise<Stored> => {
  const { status, body } = await admin('POST', '/api/clients', { nom, ...fields });
  expect(status, body.message).toBe(201);
  return body;
};
/** A group lesson of a customer at 10:00. */
const lesson = (
  client: string,
  jour: string,
  noms: string[],
  fields: object = {},
): Promise<Stored> =>
  book(admin, {
    date_reservation: jour,
    remarques: '',
    pour: { user_id: client },
    ...names(...noms),
    ...fields,
  });
const saved = async (client: string, nom: string, fields: object = {}): Promise<string> => {
  const { annee = 'null', note = '' } = fields as { annee?: number; note?: string };
  const [row] = await run<{ id: string }>(
    `insert into cavaliers (user_id, nom, annee_naissance, note) values ('${client}', '${nom}', ${annee}, nullif('${note}', '')) returning id`,
  );
  return row!.id;
};
const fiche = async (id: string, by = admin): Promise<Stored> => {
  const { status, body } = await by('GET', `/api/clients/${id}/fiche`);
  expect(status, body.message).toBe(200);
  return body;
};
const lessons = async (id: string, quand: string, page = 1): Promise<Stored> => {
  const { status, body } = await admin(
    'GET',
    `/api/clients/${id}/lecons?quand=${quand}&page=${page}`,
  );
  expect(status, body.message).toBe(200);
  return body;
};
/** '2026-11-20 10:00 confirmee: Léa, Hugo (absente): 40.1'. */
const shown = async (id: string, quand: string): Promise<string[]> =>
  (await lessons(id, quand))['lecons'].map(
    ({ date_reservation, heure_debut, statut, supprimee, places, prix, raison }: Stored) =>
      `${date_reservation} ${heure_debut} ${supprimee ? 'supprimee' : statut}: ${places
        .map(
          ({ nom, presence, facturee }: Stored) =>
            nom + (presence === 'presente' ? '' : ` (${presence}${facturee ? '' : ' -'})`),
        )
        .join(', ')}: ${prix}${raison ? ` ${raison}` : ''}`,
  );
const note = async (stored: Stored, ...marks: string[]): Promise<void> => {
  const { body } = await admin('GET', `/api/reservations/${stored['id']}`);
  const presences = marks.map((presence, n) => ({ place: body.presences[n].place, presence }));
  const { status } = await admin('PUT', `/api/reservations/${stored['id']}/presences`, {
    presences,
  });
  expect(status).toBe(200);
};

describe('le haut de la fiche', () => {
  test("d'un compte : ses coordonnées, son rôle, son statut, son adresse confirmée ou non", async () => {
    // CLI-20
    await run(
      `update clients set note = 'Deux poneys' where id = '${anne.id}';
       update users set email_confirme = false, telephone = '0475 10 22 33', adresse = 'Rue Haute 3' where id = '${anne.id}'`,
    );
    expect(await fiche(anne.id)).toMatchObject({
      id: anne.id,
      nom: 'Anne Maes',
      telephone: '0475 10 22 33',
      email: anne.email,
      adresse: 'Rue Haute 3',
      note: 'Deux poneys',
      payeur: null,
      paie_pour: [],
      compte: { id: anne.id, role: 'utilisateur', statut: 'actif', email_confirme: false },
      cavaliers: [],
      courriels: [],
    });
  });

  test("d'un client sans compte, et qui paie pour qui", async () => {
    // CLI-05, CLI-20
    const jeanne = await add('Jeanne Dupont', { telephone: '0470', note: 'Le matin' });
    const zoe = await add('Zoé Dupont');
    for (const id of [jeanne['id'], zoe['id']])
      await admin('PUT', `/api/clients/${id}/payeur`, { payeur: anne.id });
    expect(await fiche(jeanne['id'])).toMatchObject({
      nom: 'Jeanne Dupont',
      telephone: '0470',
      email: null,
      note: 'Le matin',
      compte: null,
      payeur: { id: anne.id, nom: 'Anne Maes' },
      paie_pour: [],
    });
    expect(await fiche(anne.id)).toMatchObject({
      payeur: null,
      paie_pour: [
        { id: jeanne['id'], nom: 'Jeanne Dupont' },
        { id: zoe['id'], nom: 'Zoé Dupont' },
      ],
    });
  });

  test('un client effacé ou inconnu est dit introuvable, et rien n’est lu par un cavalier', async () => {
    // CLI-20
    const other = await t.as();
    expect((await admin('DELETE', `/api/users/${other.id}`)).status).toBe(200);
    for (const id of [other.id, randomUUID(), 'x'])
      for (const path of ['fiche', 'lecons?quand=passees', 'lecons?quand=a_venir']) {
        const { status, body } = await admin('GET', `/api/clients/${id}/${path}`);
        expect([status, body.message], `${id} ${path}`).toEqual([404, "Ce client n'existe plus."]);
      }
    for (const path of ['fiche', 'lecons?quand=passees'])
      expect((await anne('GET', `/api/clients/${anne.id}/${path}`)).status).toBe(403);
  });
});

describe('les cavaliers', () => {
  test('enregistrés, puis les autres noms des places, avec leurs leçons et leur type le plus fréquent', async () => {
    // CLI-21
    const lea = await saved(anne.id, 'Léa Maes', { annee: 2015, note: 'Débute' });
    const tom = await saved(anne.id, 'Tom Maes');
    await lesson(anne.id, '2026-11-18', ['Léa Maes', 'Max']);
    await lesson(anne.id, '2026-11-19', ['lea  maes']);
    await lesson(anne.id, '2026-11-25', ['Léa Maes'], { type_lecon: 'longe' });
    await lesson(anne.id, '2026-11-26', ['MAX']);
    // It does not count.
    const cancelled = await lesson(anne.id, '2026-11-27', ['Léa Maes', 'Inès']);
    await put(admin, cancelled, { statut: 'annulee' });
    expect((await fiche(anne.id))['cavaliers']).toEqual([
      {
        id: lea,
        nom: 'Léa Maes',
        annee_naissance: 2015,
        note: 'Débute',
        version: 0,
        lecons: 3,
        type_lecon: 'collective',
      },
      {
        id: tom,
        nom: 'Tom Maes',
        annee_naissance: null,
        note: null,
        version: 0,
        lecons: 0,
        type_lecon: null,
      },
      {
        id: null,
        nom: 'MAX',
        annee_naissance: null,
        note: null,
        version: 0,
        lecons: 2,
        type_lecon: 'collective',
      },
    ]);
  });

  test("deux cavaliers d'un même nom, chez deux clients, ne se mélangent pas", async () => {
    // CLI-21
    const jeanne = await add('Jeanne Dupont');
    const [own, other] = [await saved(anne.id, 'Léa'), await saved(jeanne['id'], 'Léa')];
    await lesson(anne.id, '2026-11-18', ['Léa']);
    await lesson(anne.id, '2026-11-19', ['Léa']);
    await lesson(jeanne['id'], '2026-11-20', ['Léa']);
    const ridersOf = async (id: string) =>
      (await fiche(id))['cavaliers'].map(({ id: cavalier, lecons }: Stored) => [cavalier, lecons]);
    expect(await ridersOf(anne.id)).toEqual([[own, 2]]);
    expect(await ridersOf(jeanne['id'])).toEqual([[other, 1]]);
  });
});

describe('les leçons', () => {
  test('à venir et passées : ses places seulement, les absences, les annulées avec leur raison', async () => {
    // CLI-22
    const hugo = await add('Hugo Petit');
    const past = await lesson(anne.id, '2026-11-20', ['Léa', 'Tom']);
    await note(past, 'excusee', 'absente');
    await lesson(anne.id, '2026-11-19', ['Léa', 'Hugo'], {
      comptes: [null, { user_id: hugo['id'] }],
    });
    const cancelled = await lesson(anne.id, '2026-11-18', ['Léa']);
    await put(admin, cancelled, { statut: 'annulee', raison: 'Orage' });
    // Under way: it is not over.
    await lesson(anne.id, '2026-11-21', ['Léa'], { heure_debut: '09:00' });
    await lesson(anne.id, '2026-11-21', ['Léa'], {
      heure_debut: '08:30',
      type_lecon: 'longe',
      type_piste: 'exterieure',
    });
    const waiting = await lesson(anne.id, '2026-12-01', ['Léa']);
    await put(admin, waiting, { statut: 'en_attente' });
    expect(await shown(anne.id, 'a_venir')).toEqual([
      '2026-11-21 09:00 confirmee: Léa: 20.05',
      '2026-12-01 10:00 en_attente: Léa: 20.05',
    ]);
    expect(await shown(anne.id, 'passees')).toEqual([
      '2026-11-21 08:30 confirmee: Léa: 15',
      '2026-11-20 10:00 confirmee: Léa (excusee -), Tom (absente): 20.05',
      '2026-11-19 10:00 confirmee: Léa: 20.05',
      '2026-11-18 10:00 annulee: Léa: null Orage',
    ]);
    expect(await shown(hugo['id'], 'passees')).toEqual(['2026-11-19 10:00 confirmee: Hugo: 20.05']);
  });

  test('les supprimées restent tant qu’elles se restaurent, et redeviennent des leçons', async () => {
    // CLI-22, DESK-30
    const gone = await lesson(anne.id, '2026-11-25', ['Léa']);
    await admin('DELETE', `/api/reservations/${gone['id']}`, { raison: 'Doublon' });
    expect(await shown(anne.id, 'a_venir')).toEqual([
      '2026-11-25 10:00 supprimee: Léa: null Doublon',
    ]);
    await admin('POST', `/api/reservations/supprimees/${gone['id']}/restauration`, {});
    expect(await shown(anne.id, 'a_venir')).toEqual(['2026-11-25 10:00 confirmee: Léa: 20.05']);
  });

  test('100 par page, avec leur nombre', async () => {
    // CLI-22
    const start = Date.parse('2026-01-01');
    const rows = Array.from({ length: 103 }, (_, n) => ({
      type_lecon: 'collective',
      ...names('Léa'),
      nom_client: 'Anne',
      user_id: anne.id,
      statut: 'confirmee',
      date_reservation: new Date(start + n * 86_400_000).toISOString().slice(0, 10),
      type_piste: 'interieure',
      heure_debut: '10:00',
      heure_fin: '11:00',
    }));
    await run(`select importer_lecons('${JSON.stringify(rows)}')`);
    await run(`update participants set user_id = '${anne.id}'`);
    const [first, second, third] = [1, 2, 3].map((page) => lessons(anne.id, 'passees', page));
    expect([(await first!)['total'], (await first!)['lecons'].length]).toEqual([103, 100]);
    expect((await second!)['lecons'].map((one: Stored) => one['date_reservation'])).toEqual([
      '2026-01-03',
      '2026-01-02',
      '2026-01-01',
    ]);
    expect(await third!).toEqual({ total: 103, lecons: [] });
  });
});

describe('les montants', () => {
  /** 'confirmed, waiting, not billed, euros, euros after the deadline'. */
  const sums = async (id: string) => {
    const { mois, annee } = await fiche(id);
    return [mois, annee].map(({ nombre, en_attente, non_facturees, total, retard }: Stored) => [
      nombre,
      en_attente,
      non_facturees,
      total,
      retard,
    ]);
  };

  test("du mois et de l'année, par les règles de la facturation", async () => {
    // CLI-23, PRICE-07, PRES-06, LIG-05
    const past = await lesson(anne.id, '2026-11-20', ['Léa', 'Tom', 'Max']);
    await note(past, 'excusee', 'absente');
    const waiting = await lesson(anne.id, '2026-11-26', ['Léa']);
    await put(admin, waiting, { statut: 'en_attente' });
    await put(admin, await lesson(anne.id, '2026-11-27', ['Léa']), { statut: 'annulee' });
    await lesson(anne.id, '2026-11-30', ['Léa'], { type_lecon: 'longe' });
    await lesson(anne.id, '2026-12-01', ['Léa']);
    await lesson(anne.id, '2026-10-31', ['Léa']);
    await lesson(anne.id, '2027-01-01', ['Léa']);
    // It is too late to give it back: half of 20,05 €.
    const late = await lesson(anne.id, '2026-11-21', ['Léa'], { heure_debut: '15:00' });
    await admin('DELETE', `/api/reservations/${late['id']}`, { facturer: true });
    await run(
      `insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place) values ('${anne.id}', 'Léa', '2026-03-01', 'Longe', 500, 'retrait', '${randomUUID()}', '${randomUUID()}')`,
    );
    expect(await sums(anne.id)).toEqual([
      [3, 1, 1, 55.1, 10.03],
      [5, 1, 1, 95.2, 15.03],
    ]);
    expect(
      (await fiche(anne.id))['lignes'].map(({ jour, nom, motif, prix }: Stored) => [
        jour,
        nom,
        motif,
        prix,
      ]),
    ).toEqual([
      ['2026-11-21', 'Léa', 'suppression', 10.03],
      ['2026-03-01', 'Léa', 'retrait', 5],
    ]);
    // The same as "Par famille".
    const { body } = await admin('GET', '/api/statistiques/familles?du=2026-11-01&au=2026-11-30');
    expect(body.map(({ user_id, total }: Stored) => [user_id, total])).toEqual([[anne.id, 55.1]]);
  });

  test('qui paie pour un autre a les places des deux, et celui-ci les siennes', async () => {
    // CLI-05, CLI-23
    const [jeanne, other] = [await add('Jeanne Dupont'), await add('Luc Petit')];
    await admin('PUT', `/api/clients/${jeanne['id']}/payeur`, { payeur: anne.id });
    await lesson(anne.id, '2026-11-18', ['Anne']);
    await lesson(jeanne['id'], '2026-11-19', ['Jeanne', 'Zoé']);
    await lesson(other['id'], '2026-11-20', ['Luc']);
    const late = await lesson(jeanne['id'], '2026-11-21', ['Jeanne'], { heure_debut: '15:00' });
    await admin('DELETE', `/api/reservations/${late['id']}`, { facturer: true });
    expect((await sums(anne.id))[0]).toEqual([3, 0, 0, 60.15, 10.03]);
    expect((await sums(jeanne['id']))[0]).toEqual([2, 0, 0, 40.1, 10.03]);
    expect((await sums(other['id']))[0]).toEqual([1, 0, 0, 20.05, 0]);
    // Lessons and riders are the own ones.
    expect(await shown(anne.id, 'passees')).toEqual(['2026-11-18 10:00 confirmee: Anne: 20.05']);
  });
});

describe('les emails et le journal', () => {
  test("les dix derniers emails à ce compte, les derniers d'abord", async () => {
    // CLI-24
    const other = await t.as();
    for (let n = 1; n <= 12; n += 1)
      await run(
        `insert into courriels (cause, sorte, destinataire, destinataire_nom, user_id, contenu, statut, envoyer_apres, perime_apres, envoye_at, created_at)
         values ('${n}', 'libre', 'a@essai.example', 'A', '${n === 12 ? other.id : anne.id}', '{"sorte":"libre","sujet":"Bonjour ${n}","html":"<p>x</p>"}',
           'envoye', now(), now(), '2026-11-${String(n).padStart(2, '0')}T10:00:00Z', '2026-11-${String(n).padStart(2, '0')}T09:00:00Z')`,
      );
    const { courriels } = await fiche(anne.id);
    expect(courriels).toHaveLength(10);
    expect(courriels[0]).toEqual({
      id: expect.any(String),
      sujet: 'Bonjour 11',
      statut: 'envoye',
      le: '2026-11-11T10:00:00.000Z',
    });
    expect(courriels[9]).toMatchObject({ sujet: 'Bonjour 2' });
  });

  test('les lignes du client, de son compte et de ses leçons, aussi supprimées ; pas celles des autres', async () => {
    // CLI-24
    const [jeanne, other] = [await add('Jeanne Dupont'), await add('Luc Petit')];
    const own = await lesson(jeanne['id'], '2026-11-25', ['Jeanne']);
    await lesson(other['id'], '2026-11-26', ['Luc']);
    await admin('DELETE', `/api/reservations/${own['id']}`, {});
    await admin('PUT', `/api/clients/${jeanne['id']}/payeur`, { payeur: other['id'] });
    const { journal } = await fiche(jeanne['id']);
    expect(journal.map(({ action, objet_id }: Stored) => [action, objet_id])).toEqual([
      ['client.payeur', jeanne['id']],
      ['reservation.supprimee', own['id']],
      ['reservation.creee', own['id']],
      ['client.cree', jeanne['id']],
    ]);
    expect(journal[0].acteur).toEqual({ id: admin.id, nom: 'Odile Bureau' });
  });
});

describe('la vitesse', () => {
  const trips = async (call: () => Promise<Answer>): Promise<number> => {
    const before = wire.trips();
    expect((await call()).status).toBe(200);
    return wire.trips() - before;
  };

  test('le nombre de demandes à PostgreSQL ne dépend pas du nombre de leçons', async () => {
    // CLI-20
    const count = async () => [
      await trips(() => admin('GET', `/api/clients/${anne.id}/fiche`)),
      await trips(() => admin('GET', `/api/clients/${anne.id}/lecons?quand=passees`)),
    ];
    await admin('GET', '/api/auth/get-session'); // a session may be renewed by its first call
    // The session, and eight or one statements.
    expect(await count()).toEqual([9, 2]);
    for (let n = 1; n <= 20; n += 1)
      await lesson(anne.id, `2026-11-${String(n).padStart(2, '0')}`, ['Léa', `Nom ${n}`]);
    expect(await count()).toEqual([9, 2]);
  });

  test(
    'avec 50 000 leçons, aucune table des leçons n’est lue en entier, et la réponse est prompte',
    { timeout: 90_000 },
    async () => {
      // CLI-20
      // The exclusion constraint is left out: it makes storing them ten times slower. On a busy
      // machine they may take longer than the pool lets a statement run.
      await run(`set local statement_timeout = 0;
      alter table occupations drop constraint occupations_sans_chevauchement;
      alter table reservations disable trigger user; alter table participants disable trigger user;
      select count(*) from (
        select jsonb_agg(jsonb_build_object('user_id', case when n % 250 = 0 then '${anne.id}' end, 'noms_participants', array['N' || n % 900], 'nom_client', 'N',
          'date_reservation', date '2015-01-01' + n / 20, 'heure_debut', time '08:00' + n % 20 * interval '30 minutes', 'heure_fin', time '08:30' + n % 20 * interval '30 minutes',
          'type_piste', 'interieure', 'type_lecon', 'longe')) as lot from generate_series(1, 50000) as n group by n / 10000) as lots, lateral importer_lecons(lot);
      set constraints all immediate;
      alter table reservations enable trigger user; alter table participants enable trigger user;
      insert into journal (survenu_at, action, objet, objet_id, details)
        select now() - n * interval '1 minute', 'reservation.creee', 'reservation', gen_random_uuid()::text, '{}'::jsonb from generate_series(1, 50000) as n
        union all select now(), 'reservation.creee', 'reservation', reservation_id::text, '{}'::jsonb from participants where user_id is not null;
      analyze reservations, participants, journal, courriels`);
      await fiche(anne.id); // the instance has seen the statements
      const sent = await statementsOf(async () => {
        expect((await fiche(anne.id))['journal']).toHaveLength(10);
        expect((await lessons(anne.id, 'passees'))['total']).toBe(200);
      });
      const statements = sent.filter(({ text }) => /participants|journal/.test(text));
      // Riders, two sums, emails, journal; and the lessons.
      expect(statements).toHaveLength(6);
      const { $client: pool } = t.services.db as unknown as { $client: pg.Pool };
      for (const { text, values } of statements) {
        const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan, text).not.toMatch(/Seq Scan on (reservations|participants|journal)\b/);
      }
    },
  );
});
