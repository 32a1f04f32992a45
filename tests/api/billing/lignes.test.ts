/**
 * What is billed of seats that leave after the deadline (LIG-01 to LIG-07). The clock shows Saturday
 * 21 November 2026, 09:30 in Brussels; a seat costs 20,05 €.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { sweep } from '../../../src/server/actions/personal_data/conservation.ts';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { useInstances } from '../../support/instances.ts';
import { PASSWORD } from '../../support/people.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;
let rider: Person;

const run = async <Row extends object>(statement: string): Promise<Row[]> =>
  (await t.services.db.execute(sql.raw(statement))).rows as Row[];
const retard = (choice: string, hours = 24) =>
  run(`update parametres set "lateCharge" = '${choice}', "cancellationHours" = ${hours}`);

beforeAll(async () => {
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  rider = await t.as({ prenom: 'Zoé', nom: 'Willems' });
});

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(
    `truncate reservations, reservations_supprimees, participants_retires, lignes, cavaliers, fermetures, prix_valables, courriels, journal cascade;
     delete from clients where nom is not null;
     insert into prix_valables values ('collective', '2000-01-01', 2005)`,
  );
  await retard('moitie');
});

const noms = (...names: string[]) => ({
  noms_participants: names,
  nombre_personnes: names.length,
});

/** A lesson of Zoé Willems this afternoon, whose deadline has passed, with the ids of its seats. */
async function lecon(fields: object = {}, names = ['Zoé', 'Hugo']) {
  const stored = await book(admin, {
    date_reservation: '2026-11-21',
    heure_debut: '15:00',
    pour: { user_id: rider.id },
    ...noms(...names),
    ...fields,
  });
  const { body } = await admin('GET', `/api/reservations/${stored['id']}`);
  return {
    id: stored['id'] as string,
    stored,
    places: body.tarifs.map(({ place }: Stored) => place) as string[],
  };
}

/** 'Zoé 1003 retrait'. */
const lines = async (): Promise<string[]> =>
  (
    await run<{ nom: string; centimes: number; motif: string }>(
      'select nom, centimes, motif from lignes order by jour, nom',
    )
  ).map(({ nom, centimes, motif }) => `${nom} ${centimes} ${motif}`);

const remove = (id: string, facturer?: boolean) =>
  admin('DELETE', `/api/reservations/${id}`, { ...(facturer !== undefined && { facturer }) });

describe('une place qui part après le délai', () => {
  test.each([
    ['rien', 0, []],
    ['moitie', 1003, ['Hugo 1003 suppression', 'Zoé 1003 suppression']],
    ['tout', 2005, ['Hugo 2005 suppression', 'Zoé 2005 suppression']],
  ])('réglage « %s » : %s centimes par place, si le bureau le demande', async (choice, _, kept) => {
    // LIG-01, LIG-03
    await retard(choice);
    expect((await remove((await lecon()).id)).status).toBe(200);
    expect((await remove((await lecon()).id, false)).status).toBe(200);
    expect(await lines()).toEqual([]);
    expect((await remove((await lecon()).id, true)).status).toBe(200);
    expect(await lines()).toEqual(kept);
  });

  test('la ligne dit à qui, quel jour, quelle leçon ; la minute du délai est déjà trop tard', async () => {
    // LIG-01, LIG-03, RIDE-11
    const [tom] = await run<{ id: string }>(
      `insert into cavaliers (user_id, nom) values ('${rider.id}', 'Tom') returning id`,
    );
    const late = await lecon({ date_reservation: '2026-11-22', heure_debut: '09:30' }, ['Tom']);
    const soon = await lecon({ date_reservation: '2026-11-22', heure_debut: '10:30' }, ['Max']);
    await remove(late.id, true);
    await remove(soon.id, true);
    expect(await run('select *, jour::text as jour from lignes')).toMatchObject([
      {
        user_id: rider.id,
        cavalier_id: tom!.id,
        nom: 'Tom',
        jour: '2026-11-22',
        libelle: 'Leçon collective, 9h30 – 10h30, Piste Intérieure',
        centimes: 1003,
        motif: 'suppression',
        reservation_id: late.id,
        place: late.places[0],
        cree_par: admin.id,
      },
    ]);
    expect(
      await run(
        "select details->'facturees' as f from journal where action = 'reservation.supprimee' order by id",
      ),
    ).toEqual([{ f: { places: 1, centimes: 1003 } }, { f: null }]);
  });

  test('n’est jamais facturée sans prix, excusée, dans une leçon qui attend ou déjà annulée', async () => {
    // LIG-01
    const one = await lecon({}, ['Zoé', 'Hugo', 'Léa']);
    await run(`update participants set centimes = 0 where id = '${one.places[0]}';
      update participants set centimes = null where id = '${one.places[1]}'`);
    await admin('PUT', `/api/reservations/${one.id}/presences`, {
      presences: [{ place: one.places[2], presence: 'excusee' }],
    });
    expect((await remove(one.id, true)).status).toBe(200);
    const waiting = await lecon();
    await put(admin, waiting.stored, { statut: 'en_attente' });
    await remove(waiting.id, true);
    const cancelled = await lecon();
    await put(admin, cancelled.stored, { statut: 'annulee' });
    await remove(cancelled.id, true);
    expect(await lines()).toEqual([]);
  });

  test('qui supprime son compte après le délai : ses places de ce moment, sur son dernier relevé', async () => {
    // LIG-01, REL-35: another lesson, of next month, is given up in time.
    await run(`update parametres set billing = true, "billingSince" = '2026-11-01'`);
    const max = await t.as({ prenom: 'Max', nom: 'Roux' });
    await lecon({ pour: { user_id: max.id } }, ['Max', 'Tom']);
    await lecon({ pour: { user_id: max.id }, date_reservation: '2026-12-21' }, ['Max']);
    const { status, body } = await max('POST', '/api/profil/suppression', {
      password: PASSWORD,
      lecons: 'annuler',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await run('select statut from reservations')).toEqual([
      { statut: 'annulee' },
      { statut: 'annulee' },
    ]);
    expect(await lines()).toEqual([
      'Ancien cavalier 1003 annulation',
      'Ancien cavalier 1003 annulation',
    ]);
    expect(await run('select nom, ce_mois from releves')).toEqual([
      { nom: 'Max Roux', ce_mois: 2006 },
    ]);
    await run('truncate releves, payeurs cascade; update parametres set billing = false');
  });

  test('un retrait facture la place retirée seule ; une annulation, toutes ; un autre changement, aucune', async () => {
    // LIG-01, LIG-03
    const one = await lecon({}, ['Zoé', 'Hugo', 'Léa']);
    const { body: moved } = await put(admin, one.stored, { heure_debut: '16:00', facturer: true });
    const { body: renamed } = await put(admin, moved, {
      ...noms('Zoé', 'Tom', 'Léa'),
      places: one.places,
      facturer: true,
    });
    expect(await lines()).toEqual([]);
    const { status, body: two } = await put(admin, renamed, {
      ...noms('Zoé', 'Léa'),
      places: [one.places[0], one.places[2]],
      facturer: true,
    });
    expect([status, await lines()]).toEqual([200, ['Tom 1003 retrait']]);
    expect((await put(admin, two, { statut: 'annulee', facturer: true })).status).toBe(200);
    expect(await lines()).toEqual([
      'Léa 1003 annulation',
      'Tom 1003 retrait',
      'Zoé 1003 annulation',
    ]);
    expect(
      await run(
        "select action, details->'facturees' as f from journal where details ? 'facturees' order by id",
      ),
    ).toEqual([
      { action: 'reservation.modifiee', f: { places: 1, centimes: 1003 } },
      { action: 'reservation.annulee', f: { places: 2, centimes: 2006 } },
    ]);
    const { body: journal } = await admin('GET', '/api/journal');
    expect(JSON.stringify(journal)).not.toMatch(/Léa|"Tom|Zoé 1/);
  });

  test('d’une série : les leçons dont le délai est passé, toutes ou aucune', async () => {
    // LIG-01, LIG-03, SERIE-04
    const one = await lecon();
    const { body: serie } = await admin('POST', `/api/reservations/${one.id}/repetition`, {
      version: 0,
      rythme: 7,
      dates: ['2026-11-28', '2026-12-05'].map((date) => ({ date, type_piste: 'interieure' })),
    });
    await retard('tout', 24 * 8);
    const read = async () =>
      (await admin('GET', `/api/series/${serie.serie_id}`)).body.lecons.map(
        ({ id, version }: Stored) => ({ id, version }),
      );
    const before = await read();
    const { body: first } = await admin('GET', `/api/reservations/${one.id}`);
    const edit = {
      ...first,
      ...noms('Hugo'),
      places: [one.places[1]],
      facturer: true,
      lecon: one.id,
    };
    const send = ({ id: _, version: _version, tarifs: _tarifs, ...body }: Stored, lecons: object) =>
      admin('PUT', `/api/series/${serie.serie_id}`, { ...body, lecons });
    const stale = before.map((shown: object, n: number) =>
      n === 2 ? { ...shown, version: 9 } : shown,
    );
    expect((await send(edit, stale)).status).toBe(409);
    expect(await lines()).toEqual([]);
    const { status, body } = await send(edit, before);
    expect([status, body.message ?? body.lecons]).toEqual([200, 3]);
    expect(await run('select nom, jour::text as jour, centimes from lignes order by jour')).toEqual(
      [
        { nom: 'Zoé', jour: '2026-11-21', centimes: 2005 },
        { nom: 'Zoé', jour: '2026-11-28', centimes: 2005 },
      ],
    );
    expect(
      (
        await admin('POST', `/api/series/${serie.serie_id}/suppression`, {
          lecons: await read(),
          facturer: true,
        })
      ).status,
    ).toBe(200);
    expect(await lines()).toEqual([
      'Hugo 2005 suppression',
      'Zoé 2005 retrait',
      'Hugo 2005 suppression',
      'Zoé 2005 retrait',
    ]);
  });

  test('que son cavalier rend lui-même, ou qu’une fermeture annule, n’est pas facturée', async () => {
    // LIG-01
    await run(`update parametres set "riderCancellation" = true, "riderGrace" = true`);
    const { body: own } = await rider('POST', '/api/reservations', {
      ...noms('Zoé'),
      type_lecon: 'collective',
      date_reservation: '2026-11-21',
      type_piste: 'interieure',
      heure_debut: '15:00',
      remarques: null,
    });
    expect((await rider('POST', `/api/reservations/${own.id}/annulation`)).status).toBe(200);
    const one = await lecon();
    const closed = await admin('POST', '/api/fermetures', {
      pistes: ['interieure'],
      du: '2026-11-21',
      au: '2026-11-21',
      heure_debut: '14:00',
      heure_fin: '18:00',
      motif: 'Gel',
      publique: true,
      lecons: [{ id: one.id, version: 0, sort: 'annuler' }],
    });
    expect(closed.status, closed.body.message).toBe(201);
    expect(await lines()).toEqual([]);
  });
});

describe('une place qui revient n’a plus de ligne', () => {
  // LIG-04
  test('leçon annulée puis confirmée, ou remise en attente', async () => {
    for (const statut of ['confirmee', 'en_attente']) {
      const one = await lecon({ heure_debut: statut === 'confirmee' ? '15:00' : '17:00' });
      const { body: gone } = await put(admin, one.stored, { statut: 'annulee', facturer: true });
      expect(await lines()).toHaveLength(2);
      await put(admin, gone, { statut });
      expect(await lines()).toEqual([]);
    }
  });

  test('leçon supprimée puis restaurée ; annulée d’abord, elle garde ses lignes', async () => {
    const one = await lecon();
    await remove(one.id, true);
    expect(await lines()).toHaveLength(2);
    const restore = () => admin('POST', `/api/reservations/supprimees/${one.id}/restauration`);
    const { status, body } = await restore();
    expect([status, await lines()]).toEqual([200, []]);
    await put(admin, body, { statut: 'annulee', facturer: true });
    await remove(one.id, true);
    expect((await restore()).status).toBe(200);
    expect(await lines()).toEqual(['Hugo 1003 annulation', 'Zoé 1003 annulation']);
  });

  test('participant retiré puis remis : la sienne seule', async () => {
    const one = await lecon({}, ['Zoé', 'Hugo', 'Léa']);
    await put(admin, one.stored, { ...noms('Zoé'), places: [one.places[0]], facturer: true });
    expect(await lines()).toEqual(['Hugo 1003 retrait', 'Léa 1003 retrait']);
    const back = await admin('POST', `/api/reservations/retires/${one.places[1]}/remise`);
    expect([back.status, await lines()]).toEqual([200, ['Léa 1003 retrait']]);
    // Taken out again, it is billed again.
    await put(admin, back.body, { ...noms('Zoé'), places: [one.places[0]], facturer: true });
    expect(await lines()).toEqual(['Hugo 1003 retrait', 'Léa 1003 retrait']);
  });
});

describe('lire', () => {
  test('la période, avec client, nom, leçon et montant ; les autres chiffres ne changent pas', async () => {
    // LIG-05, PRICE-07
    const named = await lecon({ pour: { nom: 'Jeanne Dupont' } }, ['Max']);
    await remove(named.id, true);
    const one = await lecon();
    const before = await admin('GET', '/api/statistiques?du=2026-11-01&au=2026-11-30');
    await put(admin, one.stored, { statut: 'annulee' });
    const after = await admin('GET', '/api/statistiques?du=2026-11-01&au=2026-11-30');
    expect([before.body.total_general, after.body.total_general]).toEqual([40.1, 0]);
    const other = await lecon({ heure_debut: '17:00' }, ['Zoé']);
    await remove(other.id, true);
    const { body } = await admin('GET', '/api/statistiques/lignes?du=2026-11-21&au=2026-11-21');
    expect(body).toEqual([
      {
        id: expect.any(String),
        jour: '2026-11-21',
        client: 'Jeanne Dupont',
        nom: 'Max',
        libelle: 'Leçon collective, 15h00 – 16h00, Piste Intérieure',
        motif: 'suppression',
        prix: 10.03,
      },
      {
        id: expect.any(String),
        jour: '2026-11-21',
        client: 'Zoé Willems',
        nom: 'Zoé',
        libelle: 'Leçon collective, 17h00 – 18h00, Piste Intérieure',
        motif: 'suppression',
        prix: 10.03,
      },
    ]);
    expect((await admin('GET', '/api/statistiques/lignes?du=2026-11-22')).body).toEqual([]);
    expect((await admin('GET', '/api/statistiques/lignes')).body).toHaveLength(2);
    expect((await admin('GET', '/api/statistiques')).body.total_general).toBe(0);
  });

  test('retirer une ligne : une fois, dans le journal sans nom', async () => {
    // LIG-05
    await remove((await lecon({}, ['Zoé'])).id, true);
    const [line] = (await admin('GET', '/api/statistiques/lignes')).body;
    const gone = () => admin('DELETE', `/api/statistiques/lignes/${line.id}`);
    expect((await gone()).body).toEqual({ success: true });
    const again = await gone();
    expect([again.status, again.body.message]).toEqual([
      404,
      "Cette place facturée n'existe pas ou plus.",
    ]);
    expect(await lines()).toEqual([]);
    expect(
      await run("select acteur_id, details from journal where action = 'ligne.retiree'"),
    ).toEqual([{ acteur_id: admin.id, details: { facturees: { places: 1, centimes: 1003 } } }]);
  });

  test('chacun lit les siennes dans ses leçons passées, si le centre montre les prix', async () => {
    // LIG-06, RIDE-52
    await run('update parametres set "showPrices" = true');
    const other = await t.as({ prenom: 'Hugo' });
    await remove((await lecon({ pour: { user_id: other.id } }, ['Hugo'])).id, true);
    await remove((await lecon({}, ['Zoé'])).id, true);
    await remove(
      (await lecon({ date_reservation: '2026-11-22', heure_debut: '09:00' }, ['Léa'])).id,
      true,
    );
    await lecon({ date_reservation: '2025-12-05' }, ['Zoé']);
    const read = async (query = '') =>
      (await rider('GET', `/api/reservations/passees${query}`)).body;
    expect(await read()).toEqual({
      annee: 2026,
      annees: [2026, 2025],
      mois: [
        {
          mois: '2026-11',
          total: 0,
          attente: 0,
          retard: 10.03,
          lecons: [],
          lignes: [
            {
              id: expect.any(String),
              jour: '2026-11-21',
              nom: 'Zoé',
              libelle: 'Leçon collective, 15h00 – 16h00, Piste Intérieure',
              prix: 10.03,
            },
          ],
        },
      ],
    });
    t.clock.now = new Date('2026-11-22T20:00:00Z');
    expect((await read()).mois[0].retard).toBe(20.06);
    await run('update parametres set "showPrices" = false');
    expect(await read()).toMatchObject({
      annees: [2025],
      mois: [{ mois: '2025-12', total: null, retard: null, lignes: [] }],
    });
    // The download has them anyway.
    const { body } = await rider('GET', '/api/profil/donnees');
    expect(body.places_facturees).toMatchObject([
      { jour: '2026-11-21', nom: 'Zoé', centimes: 1003, raison: 'suppression' },
      { jour: '2026-11-22', nom: 'Léa', centimes: 1003 },
    ]);
  });
});

describe('données de personnes', () => {
  // LIG-07
  const rows = () =>
    run('select nom, user_id, cavalier_id, centimes from lignes order by centimes, nom');
  const NAMELESS = { nom: 'Ancien cavalier', user_id: null, cavalier_id: null };

  test('un compte ou un client effacé : ni nom ni client, le montant reste', async () => {
    const gone = await t.as({ prenom: 'Max' });
    await run(`insert into cavaliers (user_id, nom) values ('${gone.id}', 'Tom')`);
    await remove((await lecon({ pour: { user_id: gone.id } }, ['Tom'])).id, true);
    await remove((await lecon({ pour: { nom: 'Jeanne' } }, ['Jeanne'])).id, true);
    await remove((await lecon({}, ['Zoé'])).id, true);
    expect((await admin('DELETE', `/api/users/${gone.id}`)).status).toBe(200);
    const [jeanne] = await run<{ id: string }>("select id from clients where nom = 'Jeanne'");
    expect((await admin('DELETE', `/api/clients/${jeanne!.id}`)).status).toBe(200);
    expect(await rows()).toEqual([
      { ...NAMELESS, centimes: 1003 },
      { ...NAMELESS, centimes: 1003 },
      { nom: 'Zoé', user_id: rider.id, cavalier_id: null, centimes: 1003 },
    ]);
  });

  test('les noms partent avec ceux des leçons de ce jour ; un client dont une ligne reste, aussi', async () => {
    // CLI-08, SET-42
    await remove((await lecon({ pour: { nom: 'Jeanne' } }, ['Jeanne'])).id, true);
    await run(`update clients set created_at = '2020-01-01' where nom is not null;
      delete from reservations_supprimees;
      update parametres set "lessonRetention" = true, "lessonMonths" = 36`);
    const at = async (jour: string) => {
      t.clock.now = new Date(`${jour}T11:00:00Z`);
      await run(`update horloge set battement_at = '${t.clock.now.toISOString()}'`);
      await sweep(t.services);
      return {
        lignes: await run(
          'select nom, user_id is null as sans, cree_par is null as anonyme, centimes from lignes',
        ),
        clients: (await run("select from clients where nom = 'Jeanne'")).length,
      };
    };
    expect(await at('2029-11-30')).toEqual({
      lignes: [{ nom: 'Jeanne', sans: false, anonyme: false, centimes: 1003 }],
      clients: 1,
    });
    expect(await at('2029-12-01')).toEqual({
      lignes: [{ nom: 'Ancien cavalier', sans: true, anonyme: true, centimes: 1003 }],
      clients: 0,
    });
  });

  test('deux clients regroupés : leurs lignes sont celles de celui qui reste', async () => {
    // CLI-11
    await remove((await lecon({ pour: { nom: 'Jeanne' } }, ['Jeanne'])).id, true);
    const [jeanne] = await run<{ id: string }>("select id from clients where nom = 'Jeanne'");
    const merged = await admin('POST', `/api/clients/${jeanne!.id}/regroupement`, {
      vers: rider.id,
    });
    expect(merged.status, merged.body.message).toBe(200);
    expect(await rows()).toMatchObject([{ nom: 'Jeanne', user_id: rider.id }]);
  });
});

test('un réglage inconnu est refusé ; un écran d’avant garde ce qui est réglé', async () => {
  // LIG-01, SET-02
  const { body: settings } = await admin('GET', '/api/parametres');
  expect(settings.lateCharge).toBe('moitie');
  const wrong = await admin('PUT', '/api/parametres', { ...settings, lateCharge: 'double' });
  expect(wrong.status).toBe(400);
  const { lateCharge: _, version: _version, ...older } = settings;
  expect((await admin('PUT', '/api/parametres', older)).body.lateCharge).toBe('moitie');
});

describe('deux instances', () => {
  const i = useInstances({ people: 4, role: 'admin' });

  test('retirer, annuler et supprimer au même moment : chaque place a une ligne, ou a sa leçon', async () => {
    // LIG-03
    await i.sql.query(
      `update parametres set "lateCharge" = 'tout', "cancellationHours" = 336;
       insert into prix_valables values ('collective', '2000-01-01', 2000)`,
    );
    for (let n = 0; n < rounds(8, 40); n += 1) {
      const { body: one, status } = await i.call(0, '/api/reservations', {
        type_lecon: 'collective',
        ...noms('A', 'B', 'C'),
        date_reservation: addDays(momentAt(new Date()).jour, 1 + (n % 10)),
        type_piste: n % 2 ? 'interieure' : 'exterieure',
        heure_debut: '10:00',
        remarques: null,
      });
      expect(status, one.message).toBe(201);
      const path = `/api/reservations/${one.id}`;
      const { version: _, ...free } = one;
      const answers = await Promise.all([
        i.call(0, path, { facturer: true }, 'DELETE'),
        i.call(1, path, { facturer: true }, 'DELETE'),
        i.call(2, path, { ...free, statut: 'annulee', facturer: true }, 'PUT'),
        i.call(3, path, { ...free, ...noms('A', 'B'), facturer: true }, 'PUT'),
      ]);
      expect(
        answers.map((answer) => answer.status).filter((code) => code !== 200 && code !== 404),
        JSON.stringify(answers),
      ).toEqual([]);
      const { rows } = await i.sql.query(
        'select nom, centimes from lignes where reservation_id = $1 order by nom',
        [one.id],
      );
      expect(rows).toEqual(['A', 'B', 'C'].map((nom) => ({ nom, centimes: 2000 })));
    }
  });
});
