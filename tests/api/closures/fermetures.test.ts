/** Closures of arenas (FERM-01 to FERM-07), on a real PostgreSQL. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  book,
  type Caller,
  DEMANDE,
  MORNING,
  put,
  type Stored,
  useTestApp,
} from '../../support/app.ts';
import { seed } from '../../support/random.ts';

const t = useTestApp();
const db = () => t.services.db;

afterEach(async () => {
  t.clock.now = MORNING;
  for (const table of [
    'fermetures',
    'alertes',
    'reservations',
    'reservations_supprimees',
    'courriels',
  ])
    await db().execute(sql.raw(`delete from ${table}`));
});

const JOUR = '2026-11-23';
const PLAGE = {
  pistes: ['interieure'],
  du: JOUR,
  au: JOUR,
  heure_debut: '06:00',
  heure_fin: '23:00',
};
const GEL = { ...PLAGE, motif: 'Gel', publique: true, lecons: [] as object[] };

const close = (admin: Caller, change: object = {}) =>
  admin('POST', '/api/fermetures', { ...GEL, ...change });
const affected = async (admin: Caller, change: object = {}): Promise<Stored[]> =>
  (await admin('POST', '/api/fermetures/apercu', { ...PLAGE, ...change })).body;

/** What occupies the arenas, computed independently of the product: 'L' a lesson, 'F' a closure. */
async function held(piste = 'interieure', jour = JOUR): Promise<string[]> {
  const { rows } = await db().execute<{ said: string }>(sql`
    select to_char(heure_debut, 'HH24:MI') || '-' || to_char(heure_fin, 'HH24:MI') || case when fermeture_id is null then ' L' else ' F' end as said
    from occupations where ressource_id = ${piste} and jour = ${jour} order by heure_debut`);
  return rows.map(({ said }) => said);
}

/**
 * A transaction that is open while a call is made: its statements, then the call, then its commit.
 */
async function during<T>(statements: string[], call: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: t.url });
  await other.connect();
  try {
    await other.query('begin');
    for (const one of statements) await other.query(one);
    const answer = call();
    await vi.waitFor(
      async () => {
        const { rowCount } = await other.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBeGreaterThan(0);
      },
      { timeout: 2_500, interval: 20 },
    );
    await other.query('commit');
    return await answer;
  } finally {
    await other.end();
  }
}

describe('fermer', () => {
  test('une piste fermée ne se réserve plus, et la raison se lit', async () => {
    // FERM-01, FERM-03
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const { status, body } = await close(admin, { heure_debut: '09:00', heure_fin: '12:00' });
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        pistes: ['interieure'],
        du: JOUR,
        au: JOUR,
        heure_debut: '09:00',
        heure_fin: '12:00',
        motif: 'Gel',
        publique: true,
      },
    ]);
    for (const who of [rider, admin])
      for (const [heure_debut, expected] of [
        ['08:00', 201],
        ['08:30', 409],
        ['11:30', 409],
        ['12:00', 201],
      ] as const) {
        const answer = await who('POST', '/api/reservations', {
          ...DEMANDE,
          type_lecon: 'collective',
          heure_debut,
        });
        expect([heure_debut, answer.status]).toEqual([heure_debut, expected]);
        if (expected === 409) expect(answer.body.code).toBe('creneau_ferme');
        if (expected === 409)
          expect(answer.body.message).toBe(
            'Cette piste est fermée à ce moment. Veuillez choisir un autre créneau. La raison : Gel.',
          );
        if (expected === 201) await admin('DELETE', `/api/reservations/${answer.body['id']}`);
      }
    expect((await book(rider, { type_piste: 'exterieure' }))['id']).toBeTruthy();
    expect(await held()).toEqual(['09:00-12:00 F']);
  });

  test('une raison réservée au bureau ne se lit pas ailleurs', async () => {
    // FERM-04, API-25
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const { body } = await close(admin, { publique: false, motif: 'Cheval malade' });
    const path = `/api/fermetures?du=${JOUR}&au=${JOUR}`;
    expect((await admin('GET', path)).body).toEqual([body]);
    expect((await rider('GET', path)).body).toEqual([{ ...body, motif: null }]);
    const free = (await rider('GET', `/api/disponibilites?du=${JOUR}&au=${JOUR}`)).body;
    expect(free).toEqual([
      {
        type_piste: 'interieure',
        date_reservation: JOUR,
        heure_debut: '06:00',
        heure_fin: '23:00',
        etat: 'complet',
        personnes: 0,
        max: 0,
        recente: false,
        ferme: '',
      },
    ]);
    const refused = await rider('POST', '/api/reservations', DEMANDE);
    expect(refused.body.message).toBe(
      'Cette piste est fermée à ce moment. Veuillez choisir un autre créneau.',
    );
    const changed = await admin('PATCH', `/api/fermetures/${body.id}`, {
      motif: ' Manège inondé ',
      publique: true,
    });
    expect(changed.body).toEqual({ ...body, motif: 'Manège inondé', publique: true });
    expect((await rider('GET', path)).body[0].motif).toBe('Manège inondé');
  });

  test('le bureau lit dans un refus la raison réservée au bureau ; un cavalier, non', async () => {
    // FERM-03
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await close(admin, { publique: false, motif: 'Cheval malade' });
    const bare = 'Cette piste est fermée à ce moment. Veuillez choisir un autre créneau.';
    const full = `${bare} La raison : Cheval malade.`;
    expect((await rider('POST', '/api/reservations', DEMANDE)).body.message).toBe(bare);
    expect((await admin('POST', '/api/reservations', DEMANDE)).body.message).toBe(full);
    await db().execute(sql`update parametres set "riderChanges" = true`);
    const own = await book(rider, { type_piste: 'exterieure' });
    const moved = { ...own, type_piste: 'interieure' };
    expect((await put(admin, moved)).body.message).toBe(full);
    const { version, nombre_personnes, noms_participants, remarques } = own;
    const changed = await rider('PUT', `/api/reservations/${own['id']}/changement`, {
      version,
      nombre_personnes,
      noms_participants,
      remarques,
      date_reservation: JOUR,
      type_piste: 'interieure',
      heure_debut: '10:00',
    });
    expect([changed.status, changed.body.message]).toEqual([409, bare]);
    await admin('DELETE', `/api/reservations/${own['id']}`);
    await db().execute(
      sql`update reservations_supprimees set type_piste = 'interieure' where id = ${own['id']}`,
    );
    const restored = await admin('POST', `/api/reservations/supprimees/${own['id']}/restauration`);
    expect([restored.status, restored.body.message]).toEqual([409, full]);
  });

  test.each([
    ['annule', `update reservations set statut = 'annulee', version = version + 1 where id = `],
    ['supprime', 'delete from reservations where id = '],
  ])('une leçon gardée, qu’un autre %s au même moment : rien ne reste ouvert', async (_, how) => {
    // FERM-05
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const lecon = await book(rider);
    const { status, body } = await during(
      [
        `set constraints all deferred`,
        `delete from occupations where reservation_id = '${lecon['id']}'`,
        `${how} '${lecon['id']}'`,
      ],
      () => close(admin, { lecons: [{ id: lecon['id'], version: 0, sort: 'garder' }] }),
    );
    expect(await broken()).toEqual([]);
    expect([status, body.code]).toEqual([409, 'fermeture_lecons_changees']);
    const again = await close(admin);
    expect(again.status).toBe(201);
    expect(
      (await admin('PATCH', `/api/fermetures/${again.body.id}`, { motif: 'Neige' })).status,
    ).toBe(200);
  });

  test('chaque leçon concernée se garde, s’annule ou passe sur une autre piste', async () => {
    // FERM-05
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const [kept, cancelled, moved] = [
      await book(rider, { heure_debut: '09:00' }),
      await book(rider, { heure_debut: '11:00' }),
      await book(rider, { heure_debut: '14:00' }),
    ];
    await book(rider, { heure_debut: '11:00', type_piste: 'exterieure' });
    const shown = await affected(admin);
    expect(shown.map(({ id, libres, comptes }) => [id, libres, comptes])).toEqual([
      [kept['id'], ['exterieure'], [rider.id]],
      [cancelled['id'], [], [rider.id]],
      [moved['id'], ['exterieure'], [rider.id]],
    ]);
    await db().execute(sql`delete from courriels`);
    const decided = [
      { id: kept['id'], version: 0, sort: 'garder' },
      { id: cancelled['id'], version: 0, sort: 'annuler' },
      { id: moved['id'], version: 0, sort: 'deplacer', piste: 'exterieure' },
    ];
    for (const [lecons, code] of [
      [decided.slice(1), 'fermeture_lecons_changees'],
      [[{ ...decided[0], version: 1 }, ...decided.slice(1)], 'fermeture_lecons_changees'],
      [
        [decided[0], { ...decided[2], id: cancelled['id'] }, decided[2]],
        'fermeture_deplacement_impossible',
      ],
    ] as const) {
      const refused = await close(admin, { lecons });
      expect([refused.status, refused.body.code]).toEqual([409, code]);
    }
    expect(await held()).toEqual(['09:00-10:00 L', '11:00-12:00 L', '14:00-15:00 L']);
    const done = await close(admin, { lecons: decided });
    expect(done.status, done.body.message).toBe(201);
    expect(await held()).toEqual(['06:00-09:00 F', '09:00-10:00 L', '10:00-23:00 F']);
    expect(await held('exterieure')).toEqual(['11:00-12:00 L', '14:00-15:00 L']);
    const { rows } = await db().execute(
      sql`select sorte, contenu ->> 'raison' as raison from courriels where user_id = ${rider.id} and sorte <> 'rappel' order by sorte`,
    );
    expect(rows).toEqual([
      { sorte: 'reservation_annulee', raison: 'Gel' },
      { sorte: 'reservation_modifiee', raison: null },
    ]);
  });

  test('les heures d’une leçon gardée reviennent à la fermeture dès que la leçon s’en va', async () => {
    // FERM-05
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const whole = ['06:00-10:00 F', '10:00-11:00 F', '11:00-23:00 F'];
    const leave: ((lecon: Stored) => Promise<unknown>)[] = [
      (lecon) => put(admin, lecon, { statut: 'annulee' }),
      (lecon) => admin('DELETE', `/api/reservations/${lecon['id']}`),
      (lecon) => put(admin, lecon, { type_piste: 'exterieure' }),
      (lecon) => put(admin, lecon, { date_reservation: '2026-11-26' }),
      (lecon) => db().execute(sql`delete from reservations where id = ${lecon['id']}`),
    ];
    for (const go of leave) {
      const lecon = await book(rider);
      const { status } = await close(admin, {
        lecons: [{ id: lecon['id'], version: 0, sort: 'garder' }],
      });
      expect(status).toBe(201);
      expect(await held()).toEqual(['06:00-10:00 F', '10:00-11:00 L', '11:00-23:00 F']);
      await go(lecon);
      expect(await held()).toEqual(whole);
      await db().execute(sql`delete from fermetures`);
      await db().execute(sql`delete from reservations`);
      expect(await held()).toEqual([]);
    }
    // It may be edited in its place, but not extended. A shorter one frees the rest.
    let lecon = await book(rider);
    await close(admin, { lecons: [{ id: lecon['id'], version: 0, sort: 'garder' }] });
    const same = await put(admin, lecon, { remarques: 'Poney gris' });
    expect([same.status, same.body.message]).toEqual([200, undefined]);
    lecon = same.body;
    const later = await put(admin, lecon, { heure_debut: '10:30' });
    expect([later.status, later.body.code]).toEqual([409, 'creneau_ferme']);
    const shorter = await put(admin, lecon, {
      type_lecon: 'particuliere',
      nombre_personnes: 1,
      noms_participants: ['Hugo Dubois'],
    });
    expect(shorter.status, shorter.body.message).toBe(200);
    const { rows } = await db().execute<{ minutes: number }>(
      sql`select sum(extract(epoch from heure_fin - heure_debut) / 60)::int as minutes from occupations`,
    );
    expect(rows).toEqual([{ minutes: 17 * 60 }]);
  });

  test('deux fermetures se recouvrent : l’une levée, l’autre tient', async () => {
    const admin = await t.as({ role: 'admin' });
    const first = await close(admin, { heure_debut: '08:00', heure_fin: '12:00' });
    const second = await close(admin, { heure_debut: '10:00', heure_fin: '14:00' });
    expect(await held()).toEqual(['08:00-12:00 F', '12:00-14:00 F']);
    await admin('POST', `/api/fermetures/${first.body.id}/rouvrir`, { lecons: [] });
    expect(await held()).toEqual(['10:00-12:00 F', '12:00-14:00 F']);
    await admin('POST', `/api/fermetures/${second.body.id}/rouvrir`, { lecons: [] });
    expect(await held()).toEqual([]);
  });

  test.each([
    [{ pistes: [] }, 'fermeture_pistes_manquantes'],
    [{ pistes: ['inconnue'] }, 'fermeture_pistes_manquantes'],
    [{ pistes: ['interieure', 'interieure'] }, 'fermeture_pistes_manquantes'],
    [{ du: '2026-11-20' }, 'fermeture_jours_invalides'],
    [{ du: '2026-11-24' }, 'fermeture_jours_invalides'],
    [{ au: '2027-11-28' }, 'fermeture_trop_longue'],
    [{ du: '2028-11-22', au: '2028-11-22' }, 'fermeture_trop_lointaine'],
    [{ heure_debut: '12:00', heure_fin: '12:00' }, 'fermeture_heures_invalides'],
    [{ heure_fin: '12:15' }, 'fermeture_heures_invalides'],
    [{ du: '2026-11-21', au: '2026-11-21', heure_fin: '09:30' }, 'fermeture_passee'],
    [{ motif: '  ' }, 'fermeture_motif_invalide'],
    [{ motif: 'a\nb' }, 'fermeture_motif_invalide'],
    [{ motif: 'a'.repeat(201) }, 'fermeture_motif_invalide'],
    [{ du: 'demain' }, 'date_manquante'],
  ])('%o est refusé : %s', async (change, code) => {
    // FERM-02, LIM-171
    const { status, body } = await close(await t.as({ role: 'admin' }), change);
    expect([status, body.code]).toEqual([400, code]);
    expect((await db().execute(sql`select from fermetures`)).rowCount).toBe(0);
  });
});

describe('rouvrir', () => {
  test('demande lesquelles des leçons annulées reviennent, si leur place est libre', async () => {
    // FERM-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const lecons = [
      await book(rider, { heure_debut: '09:00' }),
      await book(rider, { heure_debut: '11:00' }),
      await book(rider, { heure_debut: '14:00' }),
    ];
    const { body } = await close(admin, {
      lecons: lecons.map(({ id }) => ({ id, version: 0, sort: 'annuler' })),
    });
    const path = `/api/fermetures/${body.id}`;
    const back = (await admin('GET', `${path}/annulees`)).body;
    expect(back.map((one: Stored) => [one['heure_debut'], one['libres']])).toEqual([
      ['09:00', ['interieure']],
      ['11:00', ['interieure']],
      ['14:00', ['interieure']],
    ]);
    // One was changed by hand since, so it is no longer offered.
    await admin('DELETE', `/api/reservations/${lecons[2]!['id']}`);
    const stale = await admin('POST', `${path}/rouvrir`, {
      lecons: [{ id: lecons[2]!['id'], version: 1 }],
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'reouverture_impossible']);
    await db().execute(sql`delete from courriels`);
    const done = await admin('POST', `${path}/rouvrir`, {
      lecons: [{ id: lecons[0]!['id'], version: 1 }],
    });
    expect([done.status, done.body]).toEqual([200, { remises: 1 }]);
    expect(await held()).toEqual(['09:00-10:00 L']);
    const { rows } = await db().execute(
      sql`select sorte, count(*)::int as n from courriels where user_id = ${rider.id} and sorte <> 'rappel' group by sorte`,
    );
    expect(rows).toEqual([{ sorte: 'reservation_confirmee', n: 1 }]);
    expect((await admin('POST', `${path}/rouvrir`, { lecons: [] })).status).toBe(404);
  });

  test('une leçon gardée s’annule pendant que sa fermeture se lève', async () => {
    // FERM-05, FERM-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const lecon = await book(rider);
    const { body } = await close(admin, {
      lecons: [{ id: lecon['id'], version: 0, sort: 'garder' }],
    });
    const cancelled = await during([`delete from fermetures where id = '${body.id}'`], () =>
      put(admin, lecon, { statut: 'annulee' }),
    );
    expect([cancelled.status, cancelled.body.message]).toEqual([200, undefined]);
    expect(await held()).toEqual([]);
  });

  test('une leçon à remettre change pendant qu’on rouvre : il est dit de rouvrir à nouveau', async () => {
    // FERM-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const lecon = await book(rider);
    const { body } = await close(admin, {
      lecons: [{ id: lecon['id'], version: 0, sort: 'annuler' }],
    });
    const reopened = await during(
      [`update reservations set version = version + 1 where id = '${lecon['id']}'`],
      () =>
        admin('POST', `/api/fermetures/${body.id}/rouvrir`, {
          lecons: [{ id: lecon['id'], version: 1 }],
        }),
    );
    expect([reopened.status, reopened.body.code]).toEqual([409, 'reouverture_impossible']);
    expect(await held()).toEqual(['06:00-23:00 F']);
  });

  test('une leçon dont une autre fermeture veut aussi l’heure ne revient pas encore', async () => {
    // FERM-06
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const lecon = await book(rider, { heure_debut: '10:00' });
    const morning = { heure_debut: '09:00', heure_fin: '12:00' };
    const first = await close(admin, {
      ...morning,
      lecons: [{ id: lecon['id'], version: 0, sort: 'annuler' }],
    });
    const second = await close(admin, morning);
    const path = `/api/fermetures/${first.body.id}`;
    const libres = async () =>
      (await admin('GET', `${path}/annulees`)).body.map((one: Stored) => one['libres']);
    expect(await libres()).toEqual([[]]);
    const asked = { lecons: [{ id: lecon['id'], version: 1 }] };
    const refused = await admin('POST', `${path}/rouvrir`, asked);
    expect([refused.status, refused.body.code]).toEqual([409, 'reouverture_impossible']);
    await admin('POST', `/api/fermetures/${second.body.id}/rouvrir`, { lecons: [] });
    // What only touches its hours, or another day or arena, does not count.
    for (const other of [
      { heure_debut: '11:00', heure_fin: '12:00' },
      { ...morning, du: '2026-11-24', au: '2026-11-24' },
      { ...morning, pistes: ['exterieure'] },
    ])
      expect((await close(admin, other)).status).toBe(201);
    expect(await libres()).toEqual([['interieure']]);
    const done = await admin('POST', `${path}/rouvrir`, asked);
    expect([done.status, done.body]).toEqual([200, { remises: 1 }]);
  });

  test('qui attend ce créneau l’apprend quand la piste rouvre, pas avant', async () => {
    // FERM-07
    await db().execute(sql`update parametres set "slotAlerts" = true`);
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const lecon = await book(admin);
    const { remarques: _, nombre_personnes: __, noms_participants: ___, ...slot } = DEMANDE;
    expect((await rider('POST', '/api/alertes', slot)).status).toBe(200);
    const { body } = await close(admin, {
      lecons: [{ id: lecon['id'], version: 0, sort: 'annuler' }],
    });
    const told = async () => {
      const { tellFreed } = await import('../../../src/server/actions/alerts.ts');
      await tellFreed(t.services);
      return (await db().execute(sql`select from alertes where libre_at is not null`)).rowCount;
    };
    expect(await told()).toBe(0);
    await admin('POST', `/api/fermetures/${body.id}/rouvrir`, { lecons: [] });
    expect(await told()).toBe(1);
    await db().execute(sql`update parametres set "slotAlerts" = false`);
  });
});

test('le journal dit qui a fermé et rouvert quoi', async () => {
  const admin = await t.as({ role: 'admin', prenom: 'Camille', nom: 'Lambert' });
  const { body } = await close(admin, { heure_debut: '08:00', heure_fin: '12:00' });
  await admin('PATCH', `/api/fermetures/${body.id}`, { publique: false });
  await admin('POST', `/api/fermetures/${body.id}/rouvrir`, { lecons: [] });
  const { rows } = await db().execute(
    sql`select action, details from journal where objet_id = ${body.id} order by id`,
  );
  const fermeture = { ...PLAGE, heure_debut: '08:00', heure_fin: '12:00' };
  expect(rows).toEqual([
    { action: 'fermeture.creee', details: { fermeture } },
    {
      action: 'fermeture.modifiee',
      details: { fermeture, changements: { publique: [true, false] } },
    },
    { action: 'fermeture.levee', details: { fermeture } },
  ]);
});

/**
 * Every active lesson must have its occupation, and every closed hour something that occupies it.
 */
async function broken(): Promise<unknown[]> {
  const { rows } = await db().execute(sql`
    select 'lesson' as what, r.id from reservations r where r.statut <> 'annulee' and (
      select count(*) from occupations o where o.reservation_id = r.id and o.ressource_id = r.type_piste and o.jour = r.date_reservation
        and o.heure_debut = r.heure_debut and o.heure_fin = r.heure_fin) <> 1
    union all select 'cancelled', r.id from reservations r join occupations o on o.reservation_id = r.id where r.statut = 'annulee'
    union all select 'twice', a.reservation_id from occupations a join occupations b on a.ctid < b.ctid and a.ressource_id = b.ressource_id
      and a.jour = b.jour and a.heure_debut < b.heure_fin and b.heure_debut < a.heure_fin
    union all select 'open', f.id from fermetures f, unnest(f.pistes) piste, generate_series(f.du, f.au, '1 day') j(jour),
        generate_series(0, 33) h where j.jour::date + time '06:00' + h * interval '30 minutes' >= j.jour::date + f.heure_debut
        and j.jour::date + time '06:00' + h * interval '30 minutes' < j.jour::date + f.heure_fin
        and not exists (select from occupations o where o.ressource_id = piste and o.jour = j.jour::date
          and o.jour + o.heure_debut <= j.jour::date + time '06:00' + h * interval '30 minutes'
          and j.jour::date + time '06:00' + h * interval '30 minutes' < o.jour + o.heure_fin)`);
  return rows;
}

test('quoi qu’on fasse, rien n’est tenu deux fois et toute heure fermée est tenue', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  // A week apart: a lesson of the first day repeats on the second one (SERIE-02, SERIE-04).
  const jours = ['2026-11-23', '2026-11-30'];
  const action = fc.record({
    kind: fc.constantFrom(
      'book',
      'book',
      'close',
      'close',
      'cancel',
      'move',
      'remove',
      'restore',
      'reopen',
      'repeat',
      'repeat',
      'serie',
    ),
    jour: fc.constantFrom(...jours),
    piste: fc.constantFrom('interieure', 'exterieure'),
    debut: fc.integer({ min: 0, max: 6 }),
    length: fc.integer({ min: 1, max: 6 }),
    which: fc.nat(20),
    sort: fc.constantFrom('garder', 'annuler', 'deplacer'),
  });
  const heure = (n: number) =>
    `${String(9 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`;
  const seen: Record<string, number> = {};
  // Chance may leave one of these out; this sequence has each of them.
  const one = { jour: jours[0]!, piste: 'interieure' as const, debut: 0, length: 2, which: 0 };
  const each = (
    ['book', 'book', 'repeat', 'remove', 'restore', 'cancel', 'close', 'reopen'] as const
  ).map((kind) => ({
    ...one,
    kind,
    ...(kind === 'close' && { debut: 6 }),
    sort: 'garder' as const,
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 16 }), async (actions) => {
      for (const table of ['fermetures', 'reservations', 'reservations_supprimees'])
        await db().execute(sql.raw(`delete from ${table}`));
      for (const { kind, jour, piste, debut, length, which, sort } of actions) {
        const all: Stored[] = (
          await admin('GET', `/api/reservations?du=${jours[0]}&au=${jours[1]}`)
        ).body;
        const closures: Stored[] = (
          await admin('GET', `/api/fermetures?du=${jours[0]}&au=${jours[1]}`)
        ).body;
        const one = all[which % Math.max(1, all.length)];
        const repeatable = all.find(
          ({ date_reservation, statut }) => date_reservation === jours[0] && statut !== 'annulee',
        );
        const place = { date_reservation: jour, type_piste: piste, heure_debut: heure(debut) };
        let answer;
        if (kind === 'book') {
          const grid = (await rider('GET', `/api/disponibilites?du=${jour}&au=${jour}`)).body;
          const taken = grid.some(
            (hold: Stored) =>
              hold['type_piste'] === piste &&
              hold['heure_debut'] < heure(debut + 2) &&
              heure(debut) < hold['heure_fin'],
          );
          answer = await rider('POST', '/api/reservations', { ...DEMANDE, ...place });
          expect(answer.status).toBe(taken ? 409 : 201);
        } else if (kind === 'close') {
          const plage = {
            pistes: which % 3 === 0 ? ['interieure', 'exterieure'] : [piste],
            du: jour,
            au: which % 2 === 0 ? jours[1] : jour,
            heure_debut: heure(debut),
            heure_fin: heure(debut + length),
          };
          const lecons = (await affected(admin, plage)).map(({ id, version, libres }) =>
            sort === 'deplacer' && libres[0]
              ? { id, version, sort, piste: libres[0] }
              : { id, version, sort: sort === 'deplacer' ? 'garder' : sort },
          );
          answer = await close(admin, { ...plage, lecons });
          // Two lessons at the same hour may be assigned to the same arena.
          expect([201, 409]).toContain(answer.status);
        } else if (kind === 'cancel' && one) answer = await put(admin, one, { statut: 'annulee' });
        else if (kind === 'move' && one) answer = await put(admin, one, place);
        else if (kind === 'remove' && one)
          answer = await admin('DELETE', `/api/reservations/${one['id']}`);
        else if (kind === 'restore') {
          const deleted: Stored[] = (await admin('GET', '/api/reservations/supprimees')).body;
          const back = deleted[which % Math.max(1, deleted.length)];
          if (back)
            answer = await admin('POST', `/api/reservations/supprimees/${back['id']}/restauration`);
        } else if (kind === 'reopen' && closures[0]) {
          const { id } = closures[which % closures.length]!;
          const lecons = (await admin('GET', `/api/fermetures/${id}/annulees`)).body
            .filter(({ libres }: Stored) => libres.length > 0 && which % 2 === 0)
            .map(({ id: lecon, version }: Stored) => ({ id: lecon, version }));
          answer = await admin('POST', `/api/fermetures/${id}/rouvrir`, { lecons });
        } else if (kind === 'repeat' && repeatable)
          answer = await admin('POST', `/api/reservations/${repeatable['id']}/repetition`, {
            version: repeatable['version'],
            rythme: 7,
            dates: [{ date: jours[1], type_piste: piste }],
          });
        else if (kind === 'serie' && one?.['serie_id']) {
          const path = `/api/series/${one['serie_id']}`;
          const lecons = (await admin('GET', path)).body.lecons.map(({ id, version }: Stored) => ({
            id,
            version,
          }));
          const { id: lecon, version: _, ...asked } = one;
          answer = await admin('PUT', path, {
            ...asked,
            lecon,
            lecons,
            heure_debut: heure(debut),
            type_piste: piste,
          });
        }
        if (answer) seen[`${kind} ${answer.status}`] = (seen[`${kind} ${answer.status}`] ?? 0) + 1;
        expect(answer?.status ?? 200).toBeLessThan(500);
        expect(await broken()).toEqual([]);
      }
    }),
    { numRuns: 12, seed, examples: [[each]] },
  );
  for (const way of [
    'book 201',
    'book 409',
    'close 201',
    'cancel 200',
    'reopen 200',
    'repeat 201',
    'restore 200',
  ])
    expect(seen[way] ?? 0, way).toBeGreaterThan(0);
});

describe('la base refuse', () => {
  const L = '00000000-0000-4000-8000-000000000001';
  const F = '00000000-0000-4000-8000-00000000000f';
  const U = '00000000-0000-4000-8000-0000000000ee';
  const lesson = (over: string = '') =>
    `select importer_lecons('[{"id":"${L}","noms_participants":["A"],"nom_client":"A","date_reservation":"${JOUR}","heure_debut":"10:00","heure_fin":"11:00","type_piste":"interieure","type_lecon":"longe"${over}}]')`;
  const closure = `insert into fermetures (id, pistes, du, au, heure_debut, heure_fin, motif) values ('${F}', '{exterieure}', '${JOUR}', '${JOUR}', '10:00', '12:00', 'Gel'); select tenir_fermetures('exterieure', '${JOUR}', '${JOUR}')`;
  const occupy = (columns: string) =>
    `insert into occupations (ressource_id, jour, heure_debut, heure_fin, reservation_id, fermeture_id) values (${columns})`;

  test.each([
    ['une leçon sur une autre', lesson(`,"id":"${U}"`), 'occupations_sans_chevauchement'],
    [
      'une leçon à des heures fermées',
      lesson(`,"id":"${U}","type_piste":"exterieure"`),
      'occupations_sans_chevauchement',
    ],
    [
      'une leçon qui change seule de piste',
      `update reservations set type_piste = 'exterieure'`,
      'reservations_tenues',
    ],
    ['une leçon qui change seule d’heure', `update reservations set heure_debut = '10:30'`, '*'],
    [
      'une leçon qui change seule de jour',
      `update reservations set date_reservation = '2026-11-25'`,
      '*',
    ],
    [
      'une leçon sans occupation',
      'delete from occupations where reservation_id is not null',
      'reservations_tenues',
    ],
    [
      'une leçon annulée qui tient encore',
      `update reservations set statut = 'annulee'`,
      'occupations_lecon',
    ],
    [
      'une occupation qui change seule d’heure',
      `update occupations set heure_fin = '10:30' where reservation_id is not null`,
      '*',
    ],
    [
      'une occupation qui change seule de piste',
      `update occupations set ressource_id = 'exterieure', heure_debut = '10:00' where reservation_id is not null`,
      '*',
    ],
    [
      'une deuxième occupation d’une leçon',
      occupy(`'interieure', '2026-11-27', '10:00', '11:00', '${L}', null`),
      'occupations_lecon',
    ],
    [
      'une occupation de personne',
      occupy(`'interieure', '2026-11-27', '10:00', '11:00', null, null`),
      'occupations_une_raison',
    ],
    [
      'une occupation des deux',
      occupy(`'interieure', '2026-11-27', '10:00', '11:00', '${L}', '${F}'`),
      'occupations_une_raison',
    ],
    [
      'une occupation d’une leçon inconnue',
      occupy(`'interieure', '2026-11-27', '10:00', '11:00', '${U}', null`),
      'occupations_lecon',
    ],
    [
      'une occupation d’une fermeture inconnue',
      occupy(`'interieure', '2026-11-27', '10:00', '11:00', null, '${U}'`),
      'occupations_fermeture_id_fermetures_id_fk',
    ],
    ['une piste inconnue', occupy(`'lune', '2026-11-27', '10:00', '11:00', null, '${F}'`), '*'],
    [
      'une fermeture qui tient un autre jour',
      occupy(`'exterieure', '2026-11-27', '10:00', '11:00', null, '${F}'`),
      'occupations_voulues',
    ],
    [
      'une fermeture dont les heures ne sont pas tenues',
      `insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif) values ('{interieure}', '${JOUR}', '${JOUR}', '10:00', '12:00', 'Gel')`,
      'fermetures_tenues',
    ],
    [
      'une fermeture qui s’allonge seule',
      `update fermetures set heure_fin = '13:00'`,
      'fermetures_tenues',
    ],
    [
      'une fermeture qui raccourcit seule',
      `update fermetures set heure_fin = '11:00'`,
      'fermetures_tenues',
    ],
    [
      'une fermeture sans piste',
      `update fermetures set pistes = '{}'`,
      'fermetures_pistes_nommees',
    ],
    [
      'une fermeture qui finit avant de commencer',
      `update fermetures set au = '2026-11-20'`,
      'fermetures_jours',
    ],
    [
      'des heures entre deux demi-heures',
      `update fermetures set heure_debut = '10:15'`,
      'fermetures_heures',
    ],
    [
      'une piste qui disparaît sous une leçon',
      `delete from ressources where id = 'interieure'`,
      '*',
    ],
  ])('%s', async (_, statement, constraint) => {
    await db().execute(sql.raw(lesson()));
    await db().transaction(async (tx) => {
      for (const one of closure.split('; ')) await tx.execute(sql.raw(one));
    });
    const refused = await db()
      .transaction(async (tx) => {
        await tx.execute(sql.raw(statement));
      })
      .then(
        () => null,
        (error: unknown) => (error as { cause?: { constraint?: string } }).cause ?? error,
      );
    expect(refused, 'it was stored').not.toBeNull();
    const name = (refused as { constraint?: string }).constraint;
    if (constraint === '*') expect(name).toBeTruthy();
    else expect(name).toBe(constraint);
  });

  test('une fermeture à laquelle on retire une heure la reprend', async () => {
    await db().transaction(async (tx) => {
      for (const one of closure.split('; ')) await tx.execute(sql.raw(one));
    });
    await db().execute(sql`delete from occupations where fermeture_id = ${F}`);
    expect(await held('exterieure')).toEqual(['10:00-12:00 F']);
  });
});
