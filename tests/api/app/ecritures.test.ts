/**
 * The same write sent again after a lost answer (API-27, API-28), on two processes: what prevents a
 * second row, call by call, and what the four calls with an `ecriture` answer.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { CALLS } from '../../support/contract.ts';
import { useInstances } from '../../support/instances.ts';
import { rounds } from '../../support/rounds.ts';
import { callWith } from '../../support/server.ts';

/**
 * What a call that is sent twice meets, written from the specification. A new POST or PUT needs a
 * line here: if it stores a row that nobody else could have stored, its caller draws an id.
 */
const SECOND_SEND: Record<string, readonly string[]> = {
  /** The caller draws an `ecriture` (API-27, API-29). */
  ecriture: [
    'fermetures.create',
    'reservations.create',
    'reservations.join',
    'series.repeat',
    'session.resetPassword',
    'users.install',
    'users.signUp',
  ],
  /** The caller draws the id of the row, or has it from the preview of an import. */
  id: ['facturation.addLigne', 'facturation.correct', 'facturation.pay', 'imports.create'],
  /** A unique key: a name, an address, a slot. */
  clé: [
    'alertes.create',
    'cavaliers.create',
    'cavaliers.createOf',
    'clesAcces.add',
    'clients.create',
    'clients.invite',
    'facturation.undo',
    'flux.draw',
    'orthographes.confirm',
    'orthographes.merge',
    'orthographes.split',
    'pistes.create',
    'typesLecons.create',
  ],
  /** The second one finds nothing left to do, or stores the same again over itself. */
  état: [
    'cavaliers.update',
    'cavaliers.updateOf',
    'clients.merge',
    'clients.setPayeur',
    'clients.update',
    'conservation.answer',
    'courriels.markSeen',
    'courriels.resend',
    'courriels.resendFailed',
    'facturation.make',
    'facturation.relancer',
    'fermetures.reopen',
    'functions.deleteUser',
    'horloge.confirm',
    'imports.undo',
    'orthographes.separate',
    'parametres.save',
    'pistes.arrange',
    'prix.complete',
    'prix.save',
    'profil.changeEmail',
    'profil.changePassword',
    'profil.remove',
    'profil.setEmails',
    'profil.setPhoto',
    'reservations.donnerPlaces',
    'reservations.leave',
    'reservations.notePresents',
    'reservations.putBack',
    'reservations.restore',
    'reservations.setPresences',
    'secondFacteur.confirm',
    'secondFacteur.disable',
    'secondFacteur.enrol',
    'secondFacteur.renewCodes',
    'clesAcces.remove',
    'series.remove',
    'session.signOut',
    'session.verifyEmail',
    'typesLecons.arrange',
    'users.approve',
    'users.approveAll',
    'users.refuse',
    'users.resetSecondFactor',
    'users.setOpenDay',
    'users.unlock',
  ],
  /** It names the version that it changes. */
  version: ['reservations.change', 'reservations.update', 'series.update'],
  /** A further email, session, backup or challenge, which nobody pays and which ends by itself. */
  'un de plus, sans suite': [
    'clesAcces.signIn',
    'courriels.sendTest',
    'functions.resetPasswordEmail',
    'functions.sendEmail',
    'profil.sendPasswordEmail',
    'sauvegardes.begin',
    'session.accessToken',
    'session.requestPasswordReset',
    'session.sendVerification',
    'session.signIn',
    'session.unlock',
    'secondFacteur.verify',
    'users.resendConfirmation',
  ],
  /** Reads, checks and previews. */
  'ne crée rien': [
    'clesAcces.signInOptions',
    'clesAcces.start',
    'controles.run',
    'courriels.showLien',
    'fermetures.affected',
    'imports.plan',
    'imports.read',
    'incidents.report',
    'parametres.horsHeures',
    'profil.confirm',
    'sauvegardes.download',
    'secondFacteur.start',
    'secondFacteur.startEnrolment',
    'session.canReset',
    'session.canUnlock',
    'users.canInstall',
  ],
};

test('chaque appel qui crée a sa place : ce qui retient un second envoi', () => {
  const writes = CALLS.filter(({ method }) => method === 'POST' || method === 'PUT');
  expect(Object.values(SECOND_SEND).flat().toSorted()).toEqual(
    writes.map(({ name }) => name).toSorted(),
  );
  const taking = (field: string) =>
    writes
      .filter(({ fields }) => fields.some(({ name }) => name === field))
      .map(({ name }) => name);
  expect(taking('ecriture').toSorted()).toEqual(SECOND_SEND['ecriture']);
  for (const name of SECOND_SEND['id']!) expect(taking('id')).toContain(name);
});

const ROUNDS = rounds(4, 30);
const [ADMIN, RIDER, ANNE, TOM] = [0, 1, 2, 3];
const JOUR = addDays(momentAt(new Date()).jour, 30);
const i = useInstances({ people: 4 });

beforeAll(async () => {
  await i.sql.query(`update users set role = 'admin' where id = $1`, [i.people[ADMIN]!.id]);
  await i.sql.query(
    `update parametres set billing = true, "billingSince" = '2026-01-01', "slotAlerts" = true, "calendarFeeds" = true, "riderCancellation" = true, "riderChanges" = true,
       "cancellationHours" = 0, "maxBookingsPerDayApplied" = false, "breakBetweenLessonsApplied" = false`,
  );
  await i.sql.query(`update types_lecons set ouverte = true where value = 'collective'`);
});
beforeEach(async () => {
  // An alert that stayed would be told that its slot is free again, in the middle of a test.
  await i.sql.query(
    'truncate reservations, reservations_supprimees, fermetures, ecritures, alertes, courriels cascade',
  );
});

/** A call on one of the two processes, whoever makes it. */
const on = (process: number, who: number, path: string, body?: unknown, method?: string) =>
  callWith(i.tokens[who]!, `${i.servers[process]!.url}/api${path}`, body, method);
const call = (who: number, path: string, body?: unknown, method?: string) =>
  on(0, who, path, body, method);
const rowsOf = async (query: string, values: unknown[] = []): Promise<any[]> =>
  (await i.sql.query(query, values)).rows;
const ofPlanning = () =>
  rowsOf(
    `select r.statut, to_char(r.heure_debut, 'HH24:MI') as heure, r.noms_participants as noms from reservations r order by r.date_reservation, r.heure_debut`,
  );

const lecon = (...noms: string[]) => ({
  type_lecon: 'collective',
  nombre_personnes: noms.length,
  noms_participants: noms,
  date_reservation: JOUR,
  type_piste: 'interieure',
  heure_debut: '10:00',
  remarques: null,
});
const fermeture = (change: object = {}) => ({
  pistes: ['exterieure'],
  du: JOUR,
  au: JOUR,
  heure_debut: '08:00',
  heure_fin: '12:00',
  motif: 'Gel tenace',
  publique: true,
  lecons: [],
  ...change,
});

/** How many rows each table has, without those that count calls. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await rowsOf(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('essais', 'horloge', 'sessions', 'journal')`,
  );
  const counts = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await rowsOf(`select count(*)::int as n from "${name}"`))[0].n,
    ]),
  );
  return Object.fromEntries(counts) as Record<string, number>;
}

describe('une clé ou un id : le second envoi ne crée rien', () => {
  const client = async (nom: string): Promise<string> =>
    (
      await call(ADMIN, '/clients', {
        nom,
        telephone: null,
        email: null,
        adresse: null,
        note: null,
      })
    ).body.id;
  const cavalier = { nom: 'Zoé Second', annee_naissance: null, note: null };
  const TRIALS: Record<string, () => Promise<[who: number, path: string, body: object]>> = {
    'alertes.create': async () => {
      await call(RIDER, '/reservations', lecon('Camille'));
      const { date_reservation, type_piste, heure_debut } = lecon();
      return [ANNE, '/alertes', { type_lecon: 'saut', date_reservation, type_piste, heure_debut }];
    },
    'cavaliers.create': async () => [RIDER, '/cavaliers', cavalier],
    'cavaliers.createOf': async () => [ADMIN, `/clients/${await client('A')}/cavaliers`, cavalier],
    'clients.create': async () => [
      ADMIN,
      '/clients',
      { nom: 'Jean Second', telephone: null, email: null, adresse: null, note: null },
    ],
    'clients.invite': async () => [
      ADMIN,
      `/clients/${await client('B')}/invitation`,
      { email: 'second@essai.example' },
    ],
    'flux.draw': async () => [RIDER, '/profil/calendriers', { type_piste: null }],
    'pistes.create': async () => [ADMIN, '/pistes', { nom: 'Le second pré', dessin: 'autre' }],
    'typesLecons.create': async () => [
      ADMIN,
      '/types-lecons',
      {
        value: 'second',
        label: 'Second',
        icon: '🐴',
        color: 'from-emerald-600 to-emerald-700',
        max_personnes: 3,
        duree_minutes: 60,
      },
    ],
    'facturation.addLigne': async () => [
      ADMIN,
      '/facturation/lignes',
      {
        id: randomUUID(),
        client: await client('C'),
        jour: JOUR,
        libelle: 'Licence',
        montant: 12.5,
      },
    ],
  };
  test.each(Object.keys(TRIALS))('%s', async (name) => {
    const [who, path, body] = await TRIALS[name]!();
    const first = await call(who, path, body);
    expect([200, 201], JSON.stringify(first.body)).toContain(first.status);
    const before = await countRows();
    expect((await on(1, who, path, body)).status).toBeLessThan(500);
    expect(await countRows()).toEqual(before);
  });
});

/** What is stored of a write, in lines of the journal too. Emails that wait may become one (MAIL-42). */
async function counted(): Promise<{ rows: Record<string, number>; emails: number }> {
  const { courriels = 0, ...rows } = await countRows();
  const [{ n }] = await rowsOf(`select count(*)::int as n from journal`);
  return { rows: { ...rows, journal: n }, emails: courriels };
}
async function expectNoMoreThan({ rows, emails }: Awaited<ReturnType<typeof counted>>) {
  const now = await counted();
  expect(now.rows).toEqual(rows);
  expect(now.emails).toBeLessThanOrEqual(emails);
}

/** The same write by one person, several times at once, on both processes. */
const together = (who: number, path: string, body: object) =>
  Promise.all(Array.from({ length: 6 }, (_, n) => on(n % 2, who, path, body)));

/** All have the same success; the answers name one thing. */
function expectSame(answers: readonly { status: number; body: any }[], name = 'id'): string {
  const said = answers.map(({ status, body }) => `${status} ${body[name] ?? body.code}`);
  expect([...new Set(said)]).toEqual([`201 ${answers[0]!.body[name]}`]);
  return answers[0]!.body[name];
}

/** Sent again on either process: answered as stored, and nothing is stored, told or noted. */
async function expectNothingMore(who: number, path: string, body: object, id: string, name = 'id') {
  const before = await counted();
  for (const process of [0, 1]) {
    const again = await on(process, who, path, body);
    expect([again.status, again.body[name]], JSON.stringify(again.body)).toEqual([201, id]);
  }
  await expectNoMoreThan(before);
}

const AUTRE = {
  code: 'ecriture_autre_contenu',
  status: 409,
  message:
    'Ceci est déjà enregistré, avec un autre contenu. Rechargez la page, puis regardez avant de recommencer.',
};
async function expectRefused(who: number, path: string, ...bodies: object[]) {
  const before = await counted();
  for (const body of bodies) expect((await call(who, path, body)).body).toEqual(AUTRE);
  await expectNoMoreThan(before);
}

test('un participant ajouté par le bureau : une place, quoi que la leçon devienne', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query(
      'truncate reservations, reservations_supprimees, participants_retires cascade',
    );
    const { body: first } = await call(RIDER, '/reservations', lecon('Camille'));
    const ecriture = randomUUID();
    const anne = { ...lecon('Anne'), pour: { user_id: i.people[ANNE]!.id }, ecriture };
    const here = `/ecritures/${ecriture}`;
    expect((await call(ADMIN, here)).body).toEqual({ objet_id: null });
    expect(expectSame(await together(ADMIN, '/reservations/places', anne))).toBe(first.id);
    expect((await on(1, ADMIN, here)).body).toEqual({ objet_id: first.id });
    expect(await ofPlanning()).toEqual([
      { statut: 'confirmee', heure: '10:00', noms: ['Camille', 'Anne'] },
    ]);
    await expectNothingMore(ADMIN, '/reservations/places', anne, first.id);
    await expectRefused(
      ADMIN,
      '/reservations/places',
      { ...anne, noms_participants: ['Tom'] },
      { ...anne, pour: { user_id: i.people[TOM]!.id } },
      { ...anne, heure_debut: '11:00' },
    );
    // Another account, and another call, with an id that is not theirs.
    await expectRefused(RIDER, '/reservations/places', { ...lecon('Camille'), ecriture });
    await expectRefused(ADMIN, '/reservations', { ...anne, heure_debut: '14:00' });

    // Renamed and moved by a colleague, then removed: it neither comes a second time nor back.
    const path = `/reservations/${first.id}`;
    const lire = async () => (await call(ADMIN, path)).body;
    const moved = {
      ...(await lire()),
      noms_participants: ['Camille', 'Annie'],
      heure_debut: '15:00',
    };
    expect((await call(ADMIN, path, moved, 'PUT')).status).toBe(200);
    await expectNothingMore(ADMIN, '/reservations/places', anne, first.id);
    const alone = { ...(await lire()), noms_participants: ['Camille'], nombre_personnes: 1 };
    const { participants: _, tarifs: __, ...sent } = { ...alone, heure_debut: '10:00' };
    expect((await call(ADMIN, path, sent, 'PUT')).status).toBe(200);
    await expectNothingMore(ADMIN, '/reservations/places', anne, first.id);
    expect(await ofPlanning()).toEqual([
      { statut: 'confirmee', heure: '10:00', noms: ['Camille'] },
    ]);
    expect((await call(ADMIN, path, { ...(await lire()), statut: 'annulee' }, 'PUT')).status).toBe(
      200,
    );
    await expectNothingMore(ADMIN, '/reservations/places', anne, first.id);
    expect((await call(ADMIN, path, undefined, 'DELETE')).status).toBe(200);
    await expectNothingMore(ADMIN, '/reservations/places', anne, first.id);
    expect(await ofPlanning()).toEqual([]);
  }
});

test('la dernière place, prise par un envoi : le même envoi n’est pas refusé', async () => {
  await call(RIDER, '/reservations', lecon('a', 'b', 'c', 'd', 'e'));
  const anne = { ...lecon('Anne'), pour: { user_id: i.people[ANNE]!.id }, ecriture: randomUUID() };
  const id = expectSame(await together(ADMIN, '/reservations/places', anne));
  await expectNothingMore(ADMIN, '/reservations/places', anne, id);
  // Refused once, so nothing is stored under this id; then there is room.
  const tom = { ...lecon('Tom'), pour: { user_id: i.people[TOM]!.id }, ecriture: randomUUID() };
  expect((await call(ADMIN, '/reservations/places', tom)).status).toBe(409);
  expect((await call(ADMIN, `/ecritures/${tom.ecriture}`)).body).toEqual({ objet_id: null });
  await i.sql.query(`update types_lecons set max_personnes = 7 where value = 'collective'`);
  expectSame(await together(ADMIN, '/reservations/places', tom));
  await i.sql.query(`update types_lecons set max_personnes = 6 where value = 'collective'`);
  expect((await ofPlanning())[0].noms).toEqual(['a', 'b', 'c', 'd', 'e', 'Anne', 'Tom']);
});

test('un cavalier rejoint, puis part : le même envoi ne le remet pas, et ne montre personne', async () => {
  await call(RIDER, '/reservations', lecon('Zacharie'));
  const mine = { ...lecon('Anne'), ecriture: randomUUID() };
  const id = expectSame(await together(ANNE, '/reservations/places', mine));
  await expectNothingMore(ANNE, '/reservations/places', mine, id);
  expect((await call(ANNE, `/reservations/${id}/annulation`, {})).status).toBe(200);
  await expectNothingMore(ANNE, '/reservations/places', mine, id);
  const { body } = await call(ANNE, '/reservations/places', mine);
  expect([body.noms_participants, JSON.stringify(body).includes('Zacharie')]).toEqual([[], false]);
  expect(await ofPlanning()).toEqual([{ statut: 'confirmee', heure: '10:00', noms: ['Zacharie'] }]);
});

test('une leçon réservée, puis déplacée, annulée, supprimée : le même envoi n’en fait pas une autre', async () => {
  for (const who of [RIDER, ADMIN]) {
    await i.sql.query('truncate reservations, reservations_supprimees cascade');
    const mine = {
      ...lecon('Camille'),
      ...(who === ADMIN && { pour: { nom: 'Jeanne Dupont' } }),
      ecriture: randomUUID(),
    };
    const id = expectSame(await together(who, '/reservations', mine));
    await expectNothingMore(who, '/reservations', mine, id);
    await expectRefused(who, '/reservations', { ...mine, heure_debut: '16:00' });
    const path = `/reservations/${id}`;
    const change = async (fields: object) => {
      const { body } = await call(ADMIN, path);
      expect((await call(ADMIN, path, { ...body, ...fields }, 'PUT')).status).toBe(200);
    };
    await change({ heure_debut: '11:00' });
    await expectNothingMore(who, '/reservations', mine, id);
    await change({ statut: 'annulee' });
    await expectNothingMore(who, '/reservations', mine, id);
    expect((await call(ADMIN, path, undefined, 'DELETE')).status).toBe(200);
    await expectNothingMore(who, '/reservations', mine, id);
    expect(await ofPlanning()).toEqual([]);
  }
});

test('une fermeture : une seule, aussi une fois rouverte ; sa sœur sous un autre id reste possible', async () => {
  // FERM-08
  const { body: lesson } = await call(ADMIN, '/reservations', {
    ...lecon('Camille'),
    type_piste: 'exterieure',
  });
  const gel = {
    ...fermeture(),
    lecons: [{ id: lesson.id, version: 0, sort: 'annuler' }],
    ecriture: randomUUID(),
  };
  const answers = await together(ADMIN, '/fermetures', gel);
  const id = expectSame(answers);
  const { lecons: _, ecriture: __, ...stored } = gel;
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ({ id, ...stored })));
  await expectNothingMore(ADMIN, '/fermetures', gel, id);
  await expectRefused(
    ADMIN,
    '/fermetures',
    { ...gel, motif: 'Herse' },
    { ...gel, heure_fin: '13:00' },
    { ...gel, lecons: [] },
  );
  expect((await call(ADMIN, `/fermetures/${id}`, { motif: 'Dégel' }, 'PATCH')).status).toBe(200);
  await expectNothingMore(ADMIN, '/fermetures', gel, id);
  expect((await call(ADMIN, `/fermetures/${id}/rouvrir`, { lecons: [] })).status).toBe(200);
  await expectNothingMore(ADMIN, '/fermetures', gel, id);
  expect(await rowsOf('select id from fermetures')).toEqual([]);
  // An undone reopening closes again under the former id (DESK-53).
  const again = await call(ADMIN, '/fermetures', { ...fermeture(), id });
  expect([again.status, again.body.id]).toEqual([201, id]);
  // Two closures of the same hours are two, if a person wants them.
  for (const ecriture of [randomUUID(), randomUUID()])
    expect((await call(ADMIN, '/fermetures', { ...fermeture(), ecriture })).status).toBe(201);
  expect(await rowsOf('select id from fermetures')).toHaveLength(3);
});

test('une leçon répétée : une suite, aussi si elle est déplacée avant sa date', async () => {
  const { body: premiere } = await call(ADMIN, '/reservations', lecon('Camille'));
  const path = `/reservations/${premiere.id}/repetition`;
  const suite = {
    version: 0,
    rythme: 7,
    dates: [{ date: addDays(JOUR, 7), type_piste: 'interieure' }],
    ecriture: randomUUID(),
  };
  const serie = expectSame(await together(ADMIN, path, suite), 'serie_id');
  await expectNothingMore(ADMIN, path, suite, serie, 'serie_id');
  const [{ id }] = await rowsOf('select id from reservations where id <> $1', [premiere.id]);
  const { body: copy } = await call(ADMIN, `/reservations/${id}`);
  const moved = { ...copy, date_reservation: addDays(JOUR, 5) };
  expect((await call(ADMIN, `/reservations/${id}`, moved, 'PUT')).status).toBe(200);
  await expectNothingMore(ADMIN, path, suite, serie, 'serie_id');
  expect(await ofPlanning()).toHaveLength(2);
});

test('deux contenus sous un id, en même temps : un seul est enregistré', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('truncate reservations, fermetures cascade');
    const ecriture = randomUUID();
    const answers = await Promise.all(
      ['08:00', '10:00', '12:00', '14:00'].map((heure_debut, n) =>
        on(n % 2, RIDER, '/reservations', { ...lecon('Camille'), heure_debut, ecriture }),
      ),
    );
    const said = answers.map(({ status, body }) => (status === 201 ? 'faite' : body.code));
    expect(said.toSorted()).toEqual([...Array(3).fill('ecriture_autre_contenu'), 'faite']);
    expect(await ofPlanning()).toHaveLength(1);
  }
});

test('une page de la version d’avant, sans id : comme avant', async () => {
  await call(RIDER, '/reservations', lecon('Camille'));
  const anne = { ...lecon('Anne'), pour: { user_id: i.people[ANNE]!.id } };
  for (const _ of [1, 2])
    expect((await call(ADMIN, '/reservations/places', anne)).status).toBe(201);
  expect((await ofPlanning())[0].noms).toEqual(['Camille', 'Anne', 'Anne']);
  for (const _ of [1, 2]) expect((await call(ADMIN, '/fermetures', fermeture())).status).toBe(201);
  expect((await call(RIDER, '/reservations', lecon('Camille'))).body.code).toBe('creneau_pris');
  expect(await rowsOf('select * from ecritures')).toEqual([]);
});

test('un id se garde trente jours, puis s’efface', async () => {
  const ecriture = randomUUID();
  await call(RIDER, '/reservations', { ...lecon('Camille'), ecriture });
  const ages = (days: number) =>
    i.sql.query(`update ecritures set created_at = now() - $1 * interval '1 day'`, [days]);
  const tidied = async () => {
    await (
      await import('../../../src/server/actions/lessons/supprimees.ts')
    ).sweep({ db: i.db, now: () => new Date() });
    return (await call(RIDER, `/ecritures/${ecriture}`)).body.objet_id !== null;
  };
  await ages(29);
  expect(await tidied()).toBe(true);
  await ages(31);
  expect(await tidied()).toBe(false);
});
