/**
 * Seats on two instances at the same time: joins, leaves, edits, deletions (RIDE-01 to RIDE-13).
 */
import { beforeAll, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { overlaps, useInstances } from '../../support/instances.ts';
import { rounds } from '../../support/rounds.ts';
import { lasting, sweep } from '../../support/sweep.ts';

const RIDERS = 32;
const ROUNDS = rounds(6, 20);
const JOUR = addDays(momentAt(new Date()).jour, 30);
const ADMIN = RIDERS - 1;

const i = useInstances({ people: RIDERS });

beforeAll(async () => {
  await i.sql.query(
    'update parametres set "riderCancellation" = true, "riderChanges" = true, "maxBookingsPerDayApplied" = false, "breakBetweenLessonsApplied" = false',
  );
  await i.sql.query(`update users set role = 'admin' where id = $1`, [i.people[ADMIN]!.id]);
});

const lecon = (...noms: string[]) => ({
  type_lecon: 'collective',
  nombre_personnes: noms.length,
  noms_participants: noms,
  date_reservation: JOUR,
  type_piste: 'interieure',
  heure_debut: '10:00',
  remarques: null,
});

const join = (n: number) => i.call(n, '/api/reservations/places', lecon(`nom ${n}`), 'POST');
const leave = (n: number, id: string) =>
  i.call(n, `/api/reservations/${id}/annulation`, {}, 'POST');
const read = async (id: string) => (await i.call(ADMIN, `/api/reservations/${id}`)).body;

/** A lesson that rider 0 has booked, the only one on its day. */
async function booked(...noms: string[]): Promise<string> {
  await i.sql.query('truncate reservations, reservations_supprimees, courriels cascade');
  await i.sql
    .query(`insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif, ouverte)
    values ('collective', 'Leçon collective', '👥', 'from-emerald-600 to-emerald-700', 6, 60, 2, true, true)
    on conflict (value) do update set ouverte = true`);
  const { status, body } = await i.call(0, '/api/reservations', lecon(...noms), 'POST');
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/**
 * What must hold in every case: the names are those of the seats, nobody has a seat twice, no
 * lesson is too full.
 */
async function expectSound(answers: readonly { status: number; body: any }[]): Promise<void> {
  expect(
    answers.filter(({ status }) => status >= 500).map(({ status, body }) => [status, body]),
  ).toEqual([]);
  const { rows } = await i.sql.query(`
    select r.id from reservations r left join lateral (
      select array_agg(nom order by position) as noms, array_agg(position order by position) as positions, count(*)::int as n, bool_or(user_id = r.user_id) as held
      from participants where reservation_id = r.id
    ) s on true
    where r.noms_participants is distinct from s.noms or r.nombre_personnes is distinct from s.n or s.n > 6
      or s.positions is distinct from array(select generate_series(1, s.n)) or (r.user_id is not null and s.held is not true)
      or (select count(*) <> count(distinct nom) from participants where reservation_id = r.id)`);
  expect(rows).toEqual([]);
  expect(await overlaps(i)).toBe(0);
}

const namesOf = async (): Promise<string[]> =>
  (await i.sql.query<{ nom: string }>('select nom from participants order by position')).rows.map(
    ({ nom }) => nom,
  );

test('trente cavaliers rejoignent ensemble les trois dernières places : trois y arrivent', async () => {
  // RIDE-10
  for (let round = 0; round < ROUNDS; round += 1) {
    await booked('a', 'b', 'c');
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => join(n + 1)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(
      answers.filter(({ status, body }) => status === 409 && body.code === 'lecon_complete'),
    ).toHaveLength(27);
    const joined = answers.flatMap(({ status }, n) => (status === 201 ? [`nom ${n + 1}`] : []));
    expect((await namesOf()).toSorted()).toEqual(['a', 'b', 'c', ...joined].toSorted());
    await expectSound(answers);
  }
});

/** The code of a refusal, or the status of a success. */
const said = ({ status, body }: { status: number; body: any }): unknown =>
  status < 300 ? status : body.code;

test('la dernière place, par plusieurs bureaux en même temps, chacun pour un client nouveau : un seul, et un seul client', async () => {
  // RIDE-65, CLI-02
  const desks = [ADMIN, ADMIN - 1, ADMIN - 2, ADMIN - 3];
  await i.sql.query(`update users set role = 'admin' where id = any($1)`, [
    desks.map((n) => i.people[n]!.id),
  ]);
  for (let round = 0; round < ROUNDS; round += 1) {
    await booked('a', 'b', 'c', 'd', 'e');
    await i.sql.query('delete from clients where nom is not null');
    const answers = await Promise.all(
      desks.map((n) =>
        i.call(n, '/api/reservations/places', {
          ...lecon(`nom ${n}`),
          pour: { nom: `Jeanne ${'abcd'[n % 4]}` },
        }),
      ),
    );
    await expectSound(answers);
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual(
      [201, 'lecon_complete', 'lecon_complete', 'lecon_complete'].toSorted(),
    );
    const winner = answers.findIndex(({ status }) => status === 201);
    expect(await namesOf()).toEqual(['a', 'b', 'c', 'd', 'e', `nom ${desks[winner]}`]);
    const { rows } = await i.sql.query(
      'select c.nom from clients c left join participants s on s.user_id = c.id where c.nom is not null',
    );
    expect(rows).toEqual([{ nom: `Jeanne ${'abcd'[desks[winner]! % 4]}` }]);
  }
  // Several places, and the same new customer from both instances.
  await booked('a');
  const both = await Promise.all(
    desks.map((n) =>
      i.call(n, '/api/reservations/places', {
        ...lecon(`nom ${n}`),
        pour: { nom: 'Jeanne Dupont' },
      }),
    ),
  );
  await expectSound(both);
  expect(both.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(
    (await i.sql.query("select id from clients where cle = 'jeanne dupont'")).rows,
  ).toHaveLength(1);
  await i.sql.query(`update users set role = 'utilisateur' where id = any($1)`, [
    desks.slice(1).map((n) => i.people[n]!.id),
  ]);
});

test("rejoindre, partir, des noms corrigés, un type supprimé : toute place dite prise est là, toute place rendue n'y est plus", async () => {
  // RIDE-01, RIDE-03, RIDE-12
  const MARK = ' corrigé';
  const prepare = async () => {
    const id = await booked('a');
    expect((await join(1)).status).toBe(201);
    return id;
  };
  const riders = (id: string) =>
    Promise.all([leave(0, id), leave(1, id), join(2), join(3), join(4)]);
  const correct = async (id: string) => {
    const stored = await read(id);
    const [first, ...others] = stored.noms_participants;
    const answer = await i.call(
      ADMIN,
      `/api/reservations/${id}`,
      { ...stored, noms_participants: [`${first}${MARK}`, ...others], remarques: 'du centre' },
      'PUT',
    );
    return { first, answer };
  };
  const centre = (id: string) =>
    Promise.all([correct(id), i.call(ADMIN, '/api/types-lecons/collective', undefined, 'DELETE')]);
  await sweep(
    ROUNDS,
    async () => {
      const id = await prepare();
      return lasting(() => riders(id));
    },
    async (_, together) => {
      const id = await prepare();
      const [theirs, [{ first, answer }, removed]] = await together(
        () => riders(id),
        () => centre(id),
      );
      await expectSound([...theirs, answer, removed]);
      expect([200, 'reservation_changee', 'type_lecon_indisponible']).toContain(said(answer));
      expect(theirs.slice(0, 2).map(said)).toEqual([200, 200]);
      const names = await namesOf();
      const {
        rows: [stored],
      } = await i.sql.query<{ statut: string }>('select statut from reservations');
      // The last person who leaves cancels the lesson, which keeps its last names.
      if (stored!.statut !== 'annulee') {
        expect(names.filter((nom) => ['a', 'nom 1'].includes(nom.replace(MARK, '')))).toEqual([]);
        if (answer.status === 200 && !['a', 'nom 1'].includes(first))
          expect(names).toContain(`${first}${MARK}`);
      }
      for (const [n, { status }] of theirs.slice(2).entries())
        expect(
          names.some((nom) => nom.replace(MARK, '') === `nom ${n + 2}`),
          `rejoint ${n + 2}`,
        ).toBe(status === 201);
    },
  );
});

test('annuler et changer la même leçon : annulée, et jamais à moitié changée', async () => {
  // RIDE-12, RIDE-13
  const { type_lecon: _, ...changement } = { ...lecon('a', 'z'), heure_debut: '14:00' };
  await sweep(
    ROUNDS,
    async () => {
      const id = await booked('a');
      return lasting(() => leave(0, id));
    },
    async (_n, together) => {
      const id = await booked('a');
      const [cancelled, changed] = await together(
        () => leave(0, id),
        () => i.call(0, `/api/reservations/${id}/changement`, { ...changement, version: 0 }, 'PUT'),
      );
      await expectSound([cancelled, changed]);
      expect(cancelled.status).toBe(200);
      expect([200, 'reservation_changee', 'lecon_deja_annulee']).toContain(said(changed));
      const isChanged = changed.status === 200;
      expect(await read(id)).toMatchObject({
        statut: 'annulee',
        heure_debut: isChanged ? '14:00' : '10:00',
        noms_participants: isChanged ? ['a', 'z'] : ['a'],
      });
    },
  );
});

test('rejoindre une leçon que le centre supprime, puis rétablit : qui a sa place la garde', async () => {
  // RIDE-10, DESK-30
  const remove = (id: string) => i.call(ADMIN, `/api/reservations/${id}`, undefined, 'DELETE');
  const restore = (id: string) =>
    i.call(ADMIN, `/api/reservations/supprimees/${id}/restauration`, undefined, 'POST');
  await sweep(
    ROUNDS,
    async () => {
      const id = await booked('b');
      return lasting(() => remove(id));
    },
    async (_, together) => {
      const id = await booked('b');
      const [removed, joined] = await together(
        () => remove(id),
        () => join(1),
      );
      const [restored, later] = await together(
        () => restore(id),
        () => join(2),
      );
      expect([removed.status, restored.status]).toEqual([200, 200]);
      for (const answer of [joined, later]) expect([201, 'lecon_disparue']).toContain(said(answer));
      await expectSound([removed, joined, restored, later]);
      expect((await namesOf()).toSorted()).toEqual([
        'b',
        ...[joined, later].flatMap(({ status }, n) => (status === 201 ? [`nom ${n + 1}`] : [])),
      ]);
    },
  );
});

test("un compte effacé pendant qu'il rejoint : une réponse claire, et rien qui porte encore le compte", async () => {
  // RIDE-10, PEOPLE-31
  const erase = (n: number) => i.call(ADMIN, `/api/users/${i.people[n]!.id}`, undefined, 'DELETE');
  let next = 1; // each erasure needs another rider
  await sweep(
    ROUNDS,
    async () => {
      await booked('a');
      return lasting(() => join(30));
    },
    async (_, together) => {
      await booked('a');
      const rider = next;
      next += 1;
      const [joined, erased] = await together(
        () => join(rider),
        () => erase(rider),
      );
      await expectSound([joined, erased]);
      expect(erased.status).toBe(200);
      expect(
        joined.status === 201 || [401, 403, 409].includes(joined.status),
        JSON.stringify(joined),
      ).toBe(true);
      expect(await namesOf()).toEqual(joined.status === 201 ? ['a', `nom ${rider}`] : ['a']);
      const { rows } = await i.sql.query(
        `select sorte from courriels where user_id = $1 or destinataire = $2 and sorte <> 'effacement'`,
        [i.people[rider]!.id, i.people[rider]!.email],
      );
      expect(rows).toEqual([]);
    },
  );
});
