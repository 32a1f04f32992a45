/** Repeated lessons (SERIE-01 to SERIE-05), on a real PostgreSQL. */
import { sql } from 'drizzle-orm';
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

const t = useTestApp();
const db = () => t.services.db;

afterEach(async () => {
  t.clock.now = MORNING;
  for (const table of ['fermetures', 'reservations', 'reservations_supprimees', 'courriels'])
    await db().execute(sql.raw(`delete from ${table}`));
});

/** A Wednesday and the following ones. */
const MERCREDIS = ['2026-12-02', '2026-12-09', '2026-12-16', '2026-12-23', '2026-12-30'];
const lecon = (caller: Caller, change: object = {}): Promise<Stored> =>
  book(caller, { date_reservation: MERCREDIS[0], ...change });
const repeat = (admin: Caller, { id, version }: Stored, dates: (string | object)[], rythme = 7) =>
  admin('POST', `/api/reservations/${id}/repetition`, {
    version,
    rythme,
    dates: dates.map((date) =>
      typeof date === 'string' ? { date, type_piste: 'interieure' } : date,
    ),
  });
const datesOf = async (admin: Caller, { id }: Stored, jusque: string, rythme = 7) =>
  (await admin('GET', `/api/reservations/${id}/dates?rythme=${rythme}&jusque=${jusque}`)).body;
const serieOf = async (admin: Caller, id: string): Promise<Stored[]> =>
  (await admin('GET', `/api/series/${id}`)).body.lecons;
const shown = (lecons: Stored[]) => lecons.map(({ id, version }) => ({ id, version }));

/** The stored lessons, read independently of the product. */
async function stored(): Promise<string[]> {
  const { rows } = await db().execute<{ said: string }>(sql`
    select to_char(r.date_reservation, 'YYYY-MM-DD') || ' ' || to_char(r.heure_debut, 'HH24:MI') || ' ' || r.type_piste || ' ' || r.statut
      || ' ' || array_to_string(r.noms_participants, '+')
      || case when exists (select from occupations o where o.reservation_id = r.id) = (r.statut <> 'annulee') then '' else ' NOT HELD' end as said
    from reservations r order by r.date_reservation, r.heure_debut`);
  return rows.map(({ said }) => said);
}

/** Waits until a statement of the application waits for a lock. */
const waiting = (client: pg.Client): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: 2_500, interval: 20 },
  );

describe('répéter', () => {
  test('chaque semaine jusqu’à une date, avec les mêmes places', async () => {
    // SERIE-01, SERIE-02
    const [admin, zoe, hugo] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
    const first = await lecon(zoe, { noms_participants: ['Zoé'], nombre_personnes: 1 });
    await db().execute(sql`update types_lecons set ouverte = true where value = 'collective'`);
    await hugo('POST', '/api/reservations/places', {
      ...DEMANDE,
      date_reservation: MERCREDIS[0],
      noms_participants: ['Hugo'],
      nombre_personnes: 1,
    });
    const { status, body } = await repeat(admin, { ...first, version: 1 }, MERCREDIS.slice(1, 4));
    expect([status, body]).toEqual([201, { serie_id: expect.any(String), lecons: 3 }]);
    const lecons = await serieOf(admin, body.serie_id);
    expect(lecons.map(({ date_reservation }) => date_reservation)).toEqual(MERCREDIS.slice(0, 4));
    for (const one of lecons)
      expect(one).toMatchObject({
        heure_debut: '10:00',
        heure_fin: '11:00',
        nombre_personnes: 2,
        noms_participants: ['Zoé', 'Hugo'],
        serie_id: body.serie_id,
        serie_jours: 7,
      });
    // Each account has its own seat in each of them, and can read only that one.
    for (const [rider, nom] of [
      [zoe, 'Zoé'],
      [hugo, 'Hugo'],
    ] as const) {
      const own: Stored[] = (await rider('GET', '/api/reservations?sort=date_reservation')).body;
      expect(own.map(({ noms_participants }) => noms_participants)).toEqual([
        [nom],
        [nom],
        [nom],
        [nom],
      ]);
      expect(own.every(({ serie_jours }) => serie_jours === 7)).toBe(true);
    }
    // The minutes of grace of a joined seat count from the repetition (SET-41).
    const { rows } = await db().execute<{ lecon: number; pris: number }>(sql`
      select (r.id = ${first['id']})::int as lecon, count(s.pris_at)::int as pris
      from reservations r join participants s on s.reservation_id = r.id group by 1 order by 1`);
    expect(rows).toEqual([
      { lecon: 0, pris: 0 },
      { lecon: 1, pris: 1 },
    ]);
    await db().execute(sql`update types_lecons set ouverte = false where value = 'collective'`);
  });

  test('les dates disent ce qui les tient, et où c’est libre', async () => {
    // SERIE-02, API-26
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const first = await lecon(admin);
    await lecon(rider, {
      date_reservation: MERCREDIS[1],
      heure_debut: '10:30',
      type_lecon: 'saut',
      noms_participants: ['Léa'],
      nombre_personnes: 1,
    });
    await admin('POST', '/api/fermetures', {
      pistes: ['interieure', 'exterieure'],
      du: MERCREDIS[2],
      au: MERCREDIS[2],
      heure_debut: '08:00',
      heure_fin: '20:00',
      motif: 'Gel',
      publique: false,
      lecons: [],
    });
    expect(await datesOf(admin, first, '2026-12-31')).toEqual([
      {
        date: MERCREDIS[1],
        etat: 'prise',
        hors: false,
        par: { nom_client: expect.any(String), heure_debut: '10:30', heure_fin: '11:00' },
        libres: ['exterieure'],
      },
      { date: MERCREDIS[2], etat: 'fermee', hors: false, par: { motif: 'Gel' }, libres: [] },
      { date: MERCREDIS[3], etat: 'libre', hors: false, par: null, libres: ['exterieure'] },
      { date: MERCREDIS[4], etat: 'libre', hors: false, par: null, libres: ['exterieure'] },
    ]);
    expect((await datesOf(admin, first, '2026-12-31', 14)).map(({ date }: Stored) => date)).toEqual(
      [MERCREDIS[2], MERCREDIS[4]],
    );
    // One skipped, and one booked on another arena.
    const { status } = await repeat(admin, first, [
      { date: MERCREDIS[1], type_piste: 'exterieure' },
      MERCREDIS[3]!,
    ]);
    expect(status).toBe(201);
    expect((await stored()).filter((line) => !line.includes('Léa'))).toEqual([
      '2026-12-02 10:00 interieure confirmee Camille Lambert+Hugo Dubois',
      '2026-12-09 10:00 exterieure confirmee Camille Lambert+Hugo Dubois',
      '2026-12-23 10:00 interieure confirmee Camille Lambert+Hugo Dubois',
    ]);
  });

  test('une date prise entre-temps : rien n’est enregistré', async () => {
    // SERIE-02
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const first = await lecon(admin);
    await lecon(rider, { date_reservation: MERCREDIS[2] });
    const before = await stored();
    const { status, body } = await repeat(admin, first, MERCREDIS.slice(1, 4));
    expect([status, body.code]).toEqual([409, 'serie_dates_changees']);
    expect(await stored()).toEqual(before);
  });

  test('une série se prolonge après sa dernière date, supprimée ou non, et à son rythme', async () => {
    // SERIE-03
    const admin = await t.as({ role: 'admin' });
    const first = await lecon(admin);
    const { body } = await repeat(admin, first, MERCREDIS.slice(1, 3));
    const [, second, third] = await serieOf(admin, body.serie_id);
    await admin('DELETE', `/api/reservations/${second!['id']}`);
    await admin('DELETE', `/api/reservations/${third!['id']}`);
    expect((await admin('GET', `/api/series/${body.serie_id}`)).body).toMatchObject({
      dernier: MERCREDIS[2],
      lecons: [{ id: first['id'] }],
    });
    expect((await datesOf(admin, first, '2026-12-31')).map(({ date }: Stored) => date)).toEqual(
      MERCREDIS.slice(3),
    );
    expect((await datesOf(admin, first, '2026-12-31', 14)).code).toBe('serie_rythme');
    const again = await repeat(admin, first, [MERCREDIS[3]!]);
    expect(again.body.serie_id).toBe(body.serie_id);
    expect((await serieOf(admin, body.serie_id)).map(({ date_reservation: d }) => d)).toEqual([
      MERCREDIS[0],
      MERCREDIS[3],
    ]);
  });

  test('une leçon déplacée à la main ne décale pas les dates qui suivent', async () => {
    // SERIE-03
    const admin = await t.as({ role: 'admin' });
    const first = await lecon(admin);
    const { body } = await repeat(admin, first, MERCREDIS.slice(1, 3));
    const [, , last] = await serieOf(admin, body.serie_id);
    expect((await put(admin, last!, { date_reservation: '2026-12-17' })).status).toBe(200);
    expect((await datesOf(admin, first, '2027-01-06')).map(({ date }: Stored) => date)).toEqual([
      '2026-12-23',
      '2026-12-30',
      '2027-01-06',
    ]);
    expect((await repeat(admin, first, ['2026-12-24'])).body.code).toBe('serie_dates_changees');
    expect((await repeat(admin, first, ['2026-12-23'])).status).toBe(201);
  });

  test('les dates qui ont commencé ne comptent pas parmi les soixante', async () => {
    // SERIE-02, LIM-172
    const first = await lecon(await t.as());
    t.clock.now = new Date('2027-06-02T07:00:00Z');
    const admin = await t.as({ role: 'admin' });
    const of = async (jusque: string) => datesOf(admin, first, jusque);
    // Wednesday 2 June 2027 at 10:00 has not begun: the first of sixty.
    const dates = await of('2028-07-19');
    expect([dates.length, dates[0]?.date, dates.at(-1)?.date]).toEqual([
      60,
      '2027-06-02',
      '2028-07-19',
    ]);
    expect((await of('2028-07-26')).code).toBe('serie_trop_longue');
  });

  test('ce qu’on ne réserverait plus ne se répète pas', async () => {
    // SERIE-02
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as({ prenom: 'Zoé' })];
    const first = await lecon(rider);
    const both = async () => [
      (await datesOf(admin, first, '2026-12-31')).code,
      (await repeat(admin, first, MERCREDIS.slice(1, 3))).body.code,
    ];
    const type = (change: string) =>
      db().execute(sql.raw(`update types_lecons set ${change} where value = 'collective'`));
    const { rows } = await db().execute<{ max: number }>(
      sql`select max_personnes as max from types_lecons where value = 'collective'`,
    );
    try {
      await type('actif = false');
      expect(await both()).toEqual(['type_lecon_inconnu', 'type_lecon_inconnu']);
      await type('actif = true, max_personnes = 1');
      expect(await both()).toEqual(['trop_de_personnes', 'trop_de_personnes']);
    } finally {
      await type(`actif = true, max_personnes = ${rows[0]!.max}`);
    }
    await db().execute(sql`update users set statut = 'inactif' where id = ${rider.id}`);
    expect(await both()).toEqual(['serie_compte_inactif', 'serie_compte_inactif']);
    expect((await datesOf(admin, first, '2026-12-31')).message).toBe(
      "Une leçon ne se répète que pour des comptes actifs. Changez d'abord ses participants. Celui de Zoé Lambert ne l'est plus.",
    );
    expect(await stored()).toHaveLength(1);
  });

  test('répétée deux fois de suite du même écran : les dates sont à relire', async () => {
    // SERIE-02
    const admin = await t.as({ role: 'admin' });
    const first = await lecon(admin);
    expect((await repeat(admin, first, MERCREDIS.slice(1, 3))).status).toBe(201);
    const again = await repeat(admin, first, MERCREDIS.slice(1, 3));
    expect([again.status, again.body.code]).toEqual([409, 'serie_dates_changees']);
  });

  test.each<[{ jusque: string; rythme?: string; statut?: string }, number, string]>([
    [{ jusque: '2026-12-08' }, 400, 'serie_sans_date'],
    [{ jusque: '2028-11-30' }, 400, 'serie_trop_lointaine'],
    [{ jusque: '2028-03-01' }, 400, 'serie_trop_longue'],
    [{ jusque: 'demain' }, 400, 'date_manquante'],
    [{ jusque: '2026-12-31', rythme: '8' }, 400, 'serie_rythme'],
    [{ jusque: '2026-12-31', statut: 'annulee' }, 409, 'serie_lecon_annulee'],
  ])('%o est refusé : %s %s', async ({ jusque, rythme = '7', statut }, status, code) => {
    // SERIE-02, LIM-172
    const admin = await t.as({ role: 'admin' });
    const first = await lecon(admin);
    if (statut) await put(admin, first, { statut });
    const answer = await admin(
      'GET',
      `/api/reservations/${first['id']}/dates?rythme=${rythme}&jusque=${jusque}`,
    );
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test.each<[(string | object)[], string]>([
    [['2026-12-10'], 'un jeudi'],
    [['2026-12-09', '2026-12-09'], 'deux fois la même date'],
    [['2026-12-02'], 'sa propre date'],
    [[{ date: '2026-12-09', type_piste: 'inconnue' }], 'une piste inconnue'],
  ])('%o est refusé : %s', async (dates, _) => {
    // SERIE-02
    const admin = await t.as({ role: 'admin' });
    const first = await lecon(admin);
    const { status } = await repeat(admin, first, dates);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await stored()).toHaveLength(1);
  });
});

describe('changer plusieurs leçons', () => {
  async function serie() {
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const first = await lecon(rider);
    const { body } = await repeat(admin, first, MERCREDIS.slice(1));
    const lecons = await serieOf(admin, body.serie_id);
    return { admin, rider, id: body.serie_id as string, lecons };
  }
  const change = (
    admin: Caller,
    id: string,
    lecons: Stored[],
    fields: object,
    ref: Stored = lecons[0]!,
  ) =>
    admin('PUT', `/api/series/${id}`, {
      ...ref,
      id: undefined,
      version: undefined,
      lecon: ref['id'],
      lecons: shown(lecons),
      ...fields,
    });

  test('celle-ci et les suivantes passent à une autre heure ; les autres restent', async () => {
    // SERIE-04
    const { admin, id, lecons } = await serie();
    const { status, body } = await change(
      admin,
      id,
      lecons.slice(2),
      { heure_debut: '14:00' },
      lecons[2],
    );
    expect([status, body]).toMatchObject([
      200,
      { lecons: 3, lecon: { id: lecons[2]!['id'], version: 1, heure_debut: '14:00' } },
    ]);
    expect((await stored()).map((line) => line.slice(0, 16))).toEqual([
      '2026-12-02 10:00',
      '2026-12-09 10:00',
      '2026-12-16 14:00',
      '2026-12-23 14:00',
      '2026-12-30 14:00',
    ]);
  });

  test('ce qu’une leçon avait de différent lui reste', async () => {
    // SERIE-04
    const { admin, id, lecons } = await serie();
    await put(admin, lecons[1]!, { heure_debut: '16:00' });
    const now = await serieOf(admin, id);
    const { status } = await change(admin, id, now, {
      heure_debut: '14:00',
      noms_participants: ['Zoé'],
      nombre_personnes: 1,
    });
    expect(status).toBe(200);
    expect(await stored()).toEqual([
      '2026-12-02 14:00 interieure confirmee Zoé',
      '2026-12-09 16:00 interieure confirmee Zoé',
      '2026-12-16 14:00 interieure confirmee Zoé',
      '2026-12-23 14:00 interieure confirmee Zoé',
      '2026-12-30 14:00 interieure confirmee Zoé',
    ]);
  });

  /** A weekly lesson of two accounts: Zoé's, which Hugo has joined. */
  async function shared() {
    const [admin, zoe, hugo] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
    await db().execute(sql`update types_lecons set ouverte = true where value = 'collective'`);
    const first = await lecon(zoe, { noms_participants: ['Zoé'], nombre_personnes: 1 });
    const join = (rider: Caller, date_reservation: string, nom: string) =>
      rider('POST', '/api/reservations/places', {
        ...DEMANDE,
        date_reservation,
        noms_participants: [nom],
        nombre_personnes: 1,
      });
    await join(hugo, MERCREDIS[0]!, 'Hugo');
    const { body } = await repeat(admin, { ...first, version: 1 }, MERCREDIS.slice(1));
    const lecons = await serieOf(admin, body.serie_id);
    return { admin, zoe, hugo, join, id: body.serie_id as string, lecons };
  }
  /** Each lesson with its names and whose seats they are, written apart from the product. */
  async function seats(accounts: Record<string, string>): Promise<string[]> {
    const { rows } = await db().execute<{ jour: string; places: [string, string | null][] }>(sql`
      select to_char(r.date_reservation, 'YYYY-MM-DD') as jour, json_agg(json_build_array(s.nom, s.user_id) order by s.position) as places
      from reservations r join participants s on s.reservation_id = r.id group by r.id order by 1`);
    return rows.map(
      ({ jour, places }) =>
        `${jour} ${places.map(([nom, account]) => `${nom}=${account ? accounts[account] : '-'}`).join(' ')}`,
    );
  }
  afterEach(() =>
    db().execute(sql`update types_lecons set ouverte = false where value = 'collective'`),
  );

  test('un nouveau nom ne prend la place du compte parti dans aucune leçon', async () => {
    // SERIE-04, RIDE-03
    const { admin, zoe, hugo, id, lecons } = await shared();
    await put(admin, lecons[4]!, { noms_participants: ['Zoé', 'Hugo D.'] });
    const now = await serieOf(admin, id);
    const [place] = await db()
      .execute<{ id: string }>(
        sql`select id from participants where reservation_id = ${lecons[1]!['id']} and nom = 'Zoé'`,
      )
      .then(({ rows }) => rows);
    const { status, body } = await change(
      admin,
      id,
      now.slice(1),
      {
        noms_participants: ['Zoé', 'Léa'],
        places: [place!.id, null],
        ecarts: [{ lecon: now[4]!['id'], raison: 'absent', nom: 'Hugo' }],
      },
      now[1],
    );
    expect([status, body.lecons]).toEqual([200, 4]);
    expect(await seats({ [zoe.id]: 'zoe', [hugo.id]: 'hugo' })).toEqual([
      '2026-12-02 Zoé=zoe Hugo=hugo',
      '2026-12-09 Zoé=zoe Léa=-',
      '2026-12-16 Zoé=zoe Léa=-',
      '2026-12-23 Zoé=zoe Léa=-',
      // Changed by hand: who is not there does not leave, and who comes comes.
      '2026-12-30 Zoé=zoe Hugo D.=hugo Léa=-',
    ]);
  });

  test.each([
    [{ places: [] }, 'aucune place'],
    [{ places: [null] }, 'une place pour deux noms'],
  ])('%o est refusé : %s', async (fields) => {
    // SERIE-04, RIDE-03
    const { admin, id, lecons } = await shared();
    const { status, body } = await change(admin, id, lecons, fields);
    expect([status, body.code]).toEqual([400, 'noms_en_nombre']);
  });

  test.each(['changer', 'supprimer'])(
    '%s : une place prise pendant ce temps refuse tout, et reste prise',
    async (what) => {
      // SERIE-04
      const { admin, join, id, lecons } = await shared();
      const lea = await t.as();
      const holder = new pg.Client({ connectionString: t.url });
      await holder.connect();
      let answer: ReturnType<typeof change>;
      try {
        await holder.query('begin');
        await holder.query('select from reservations where id = $1 for update', [lecons[0]!['id']]);
        answer =
          what === 'changer'
            ? change(admin, id, lecons, { heure_debut: '14:00' })
            : admin('POST', `/api/series/${id}/suppression`, { lecons: shown(lecons) });
        await waiting(holder);
        expect((await join(lea, MERCREDIS[1]!, 'Léa')).status).toBe(201);
        await holder.query('commit');
      } finally {
        await holder.end();
      }
      const { status, body } = await answer;
      expect([status, body.code]).toEqual([409, 'serie_changee']);
      expect(await seats({ [lea.id]: 'lea' })).toEqual(
        MERCREDIS.map((jour) =>
          expect.stringContaining(
            jour === MERCREDIS[1] ? `${jour} Zoé=undefined Hugo=undefined Léa=lea` : jour,
          ),
        ),
      );
    },
  );

  test('toutes avancent d’une semaine, chacune sur la place de la suivante', async () => {
    // SERIE-04
    const { admin, id, lecons } = await serie();
    const { status, body } = await change(admin, id, lecons, { date_reservation: '2026-12-09' });
    expect([status, body.lecons]).toEqual([200, 5]);
    expect((await stored()).map((line) => line.slice(0, 10))).toEqual([
      ...MERCREDIS.slice(1),
      '2027-01-06',
    ]);
    const back = await serieOf(admin, id);
    expect((await change(admin, id, back, { date_reservation: '2026-12-02' })).status).toBe(200);
    expect((await stored()).map((line) => line.slice(0, 10))).toEqual(MERCREDIS);
  });

  test('une seule ne peut pas : rien ne change, et la phrase dit laquelle', async () => {
    // SERIE-04
    const { admin, rider, id, lecons } = await serie();
    await lecon(rider, { date_reservation: MERCREDIS[3], heure_debut: '14:00' });
    const before = await stored();
    const { status, body } = await change(admin, id, lecons, { heure_debut: '14:00' });
    expect([status, body.code]).toEqual([409, 'creneau_pris']);
    expect(body.message).toContain('mercredi 23 décembre 2026');
    expect(await stored()).toEqual(before);
  });

  test('une leçon changée entre-temps refuse tout', async () => {
    // SERIE-04
    const { admin, id, lecons } = await serie();
    await put(admin, lecons[4]!, { remarques: 'Une autre remarque' });
    const before = await stored();
    for (const answer of [
      await change(admin, id, lecons, { heure_debut: '14:00' }),
      await admin('POST', `/api/series/${id}/suppression`, { lecons: shown(lecons) }),
      await admin('POST', `/api/series/${id}/suppression`, { lecons: [] }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'serie_changee']);
    expect(await stored()).toEqual(before);
  });

  test('une leçon qui a commencé ne se touche plus', async () => {
    // SERIE-04
    const { admin, id, lecons } = await serie();
    t.clock.now = new Date('2026-12-09T10:00:00Z');
    expect((await serieOf(admin, id)).map(({ date_reservation: d }) => d)).toEqual(
      MERCREDIS.slice(2),
    );
    expect((await change(admin, id, lecons, { heure_debut: '14:00' })).body.code).toBe(
      'serie_changee',
    );
  });

  test('annuler et supprimer plusieurs : les places se libèrent, la suppression se restaure', async () => {
    // SERIE-04, DESK-30
    const { admin, id, lecons } = await serie();
    const cancelled = await change(admin, id, lecons.slice(3), {
      statut: 'annulee',
      raison: 'Stage',
    });
    expect(cancelled.status).toBe(200);
    const removed = await admin('POST', `/api/series/${id}/suppression`, {
      lecons: shown(lecons.slice(1, 3)),
      raison: 'Vacances',
    });
    expect([removed.status, removed.body]).toEqual([200, { lecons: 2 }]);
    expect((await stored()).map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
      '2026-12-02 10:00 interieure confirmee',
      '2026-12-23 10:00 interieure annulee',
      '2026-12-30 10:00 interieure annulee',
    ]);
    const { rows } = await db().execute(
      sql`select raison from reservations where statut = 'annulee' union all select raison from reservations_supprimees`,
    );
    expect(rows.map(({ raison }) => raison).toSorted()).toEqual([
      'Stage',
      'Stage',
      'Vacances',
      'Vacances',
    ]);
    const back = await admin(
      'POST',
      `/api/reservations/supprimees/${lecons[1]!['id']}/restauration`,
    );
    expect(back.body['serie_id']).toBe(id);
  });
});

test('le journal dit qui a répété quoi', async () => {
  // ACC-70, SERIE-05
  const admin = await t.as({ role: 'admin' });
  const first = await lecon(admin);
  await repeat(admin, first, MERCREDIS.slice(1, 3));
  const { rows } = await db().execute(
    sql`select details from journal where action = 'serie.creee' and objet_id = ${first['id']}`,
  );
  expect(rows).toMatchObject([{ details: { serie: { lecons: 2, jusque: MERCREDIS[2] } } }]);
});
