/** A change on one instance is announced on every other (UI-11, UI-12). */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import type { Noun } from '../../../src/contract/call.ts';
import type { Role } from '../../../src/domain/people/users.ts';
import { unite } from '../../../src/contract/changes.ts';
import { CHANNEL, newsOf, openPool, transact } from '../../../src/server/platform/db.ts';
import { type LiveHub, openLive } from '../../../src/server/platform/live.ts';
import { useInstances } from '../../support/instances.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { tokenFor } from '../../support/server.ts';

const i = useInstances();

/** Announces a noun, as another instance does. */
const announce = (noun: Noun) => send({ changed: [noun] });
const send = (message: object) =>
  i.sql.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)]);

const closing: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A token of a new person, on the first instance. */
async function tokenOf(role: Role): Promise<string> {
  const { pool, db } = openPool(i.database.url, () => {});
  onTestFinished(() => pool.end());
  return tokenFor(i.urlOf(0), (await createPerson(db, { role })).email, PASSWORD);
}

type Message = {
  changed: string[];
  jours?: string[] | undefined;
  personnes?: string[];
  miennes?: false | undefined;
  opening?: { memory: number; ages: number[] } | undefined;
};

/**
 * Listens on the second instance. Returns its message on opening, and the first later change that
 * names the noun, or any noun: a message without one only says that the stream lives.
 */
async function listen(noun = ''): Promise<{ opening: Promise<Message>; heard: Promise<Message> }> {
  const abort = new AbortController();
  closing.push(() => abort.abort());
  const response = await fetch(`${i.urlOf(1)}/api/live`, {
    headers: { authorization: `Bearer ${i.tokens[0]}` },
    signal: abort.signal,
  });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const first = Promise.withResolvers<Message>();
  const heard = (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const [opening, ...changes] = [...text.matchAll(/^data: (.*)\n/gm)].map(
        ([, data = '']) => JSON.parse(data) as Message,
      );
      if (opening) first.resolve(opening);
      const found = changes.find(({ changed }) =>
        noun === '' ? changed.length > 0 : changed.includes(noun),
      );
      if (found) return found;
    }
    throw new Error('the stream ended');
  })();
  heard.catch(first.reject);
  return { opening: first.promise, heard };
}

const DEMANDE = {
  type_lecon: 'longe',
  nombre_personnes: 1,
  noms_participants: ['Camille'],
  date_reservation: addDays(momentAt(new Date()).jour, 9),
  type_piste: 'exterieure',
  heure_debut: '14:00',
};

test("une réservation faite sur une instance est annoncée par l'autre, sans une donnée", async () => {
  const { heard } = await listen('reservations');
  expect((await i.call(0, '/api/reservations', DEMANDE)).status).toBe(201);
  expect(await heard).toEqual({
    changed: ['reservations', 'courriels'],
    jours: [DEMANDE.date_reservation],
  });
});

test("une leçon déplacée annonce le jour qu'elle quitte et celui où elle arrive ; supprimée, le sien", async () => {
  // UI-11
  const [from, to] = [addDays(DEMANDE.date_reservation, 3), addDays(DEMANDE.date_reservation, 12)];
  const { body } = await i.call(0, '/api/reservations', { ...DEMANDE, date_reservation: from });
  const admin = await tokenOf('admin');
  const send = (method: string, change?: object) =>
    fetch(`${i.urlOf(0)}/api/reservations/${body.id}`, {
      method,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      ...(change && { body: JSON.stringify({ ...body, ...change }) }),
    });
  const moved = await listen('reservations');
  await moved.opening;
  expect((await send('PUT', { date_reservation: to })).status).toBe(200);
  expect((await moved.heard).jours?.toSorted()).toEqual([from, to]);
  const removed = await listen('reservations');
  await removed.opening;
  expect((await send('DELETE')).status).toBe(200);
  expect((await removed.heard).jours).toEqual([to]);
});

test('une annonce sans jours, ou aux jours inconnus, vaut pour tous les jours', async () => {
  // as an older or a newer version may send it
  for (const message of [
    { changed: ['reservations'] },
    { changed: ['reservations'], jours: 'demain' },
    { changed: ['reservations', 'manège'], jours: ['2026-02-31'], autre: 1 },
  ]) {
    const { opening, heard } = await listen('reservations');
    await opening;
    await send(message);
    expect(await heard).toEqual({ changed: ['reservations'] });
  }
});

test("une annonce nomme chaque jour et chaque compte une fois, et jusqu'à 31 ; au delà, tous", () => {
  // ADR-010
  const jours = Array.from({ length: 32 }, (_, n) => addDays('2031-05-05', n));
  const said = (days: string[], people: (string | null)[] = [null]) =>
    unite(
      newsOf(
        ['reservations', 'courriels'],
        days.map((date_reservation, n) => ({
          date_reservation,
          user_id: people[n % people.length]!,
        })),
      ),
    );
  expect(said([jours[3]!, jours[4]!, jours[3]!], ['a', 'b', 'a'])).toEqual({
    changed: ['reservations', 'courriels'],
    jours: [jours[3], jours[4]],
    personnes: ['a', 'b'],
  });
  expect(said(jours.slice(1)).jours).toHaveLength(31);
  expect(said(jours)).toEqual({ changed: ['reservations', 'courriels'], personnes: [] });
  expect(said(jours, jours)).toEqual({ changed: ['reservations', 'courriels'] });
  expect(said([])).toEqual({ changed: ['reservations', 'courriels'] });
});

test('chacun apprend si ses propres leçons ont changé, et personne qui les a réservées', async () => {
  // UI-11
  const hub = await openLive(i.database.url, () => {});
  onTestFinished(() => hub.stop());
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const [zoe, hugo, unknown] = ['zoe', 'hugo', undefined].map((personne) =>
    hub.subscribe(abort.signal, personne),
  );
  const heard = () =>
    Promise.all([zoe!, hugo!, unknown!].map(async (one) => (await one.next()).value));
  await heard();
  const change = { changed: ['reservations'], jours: ['2031-05-05'] };
  await send({ ...change, personnes: ['zoe'] });
  expect(await heard()).toEqual([change, { ...change, miennes: false }, change]);
  await send({ ...change, personnes: [] }); // booked under a name without an account
  expect(await heard()).toEqual([
    { ...change, miennes: false },
    { ...change, miennes: false },
    change,
  ]);
  await send(change); // as an older version announces it
  expect(await heard()).toEqual([change, change, change]);
  await send({ ...change, personnes: ['hugo', 3] });
  expect(await heard()).toEqual([change, change, change]);
});

test("ne compte comme fil que celui d'une personne", async () => {
  const hub = await openLive(i.database.url, () => {});
  onTestFinished(() => hub.stop());
  const [screen, own] = [new AbortController(), new AbortController()];
  const streams = [hub.subscribe(own.signal), hub.subscribe(screen.signal, 'zoe')];
  for (const stream of streams) await stream.next();
  expect(hub.size()).toBe(1);
  for (const end of [own, screen]) end.abort();
  for (const stream of streams) await stream.next();
  expect(hub.size()).toBe(0);
});

test("les changements d'une rafale se rejoignent, leurs jours aussi", async () => {
  const hub = await openLive(i.database.url, () => {});
  onTestFinished(() => hub.stop());
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  // One subscriber takes each message, the other was busy meanwhile.
  const [awake, busy] = [hub.subscribe(abort.signal), hub.subscribe(abort.signal)];
  await Promise.all([awake.next(), busy.next()]);
  const after = async (...messages: object[]) => {
    for (const message of messages) await send(message);
    for (let said: Message = { changed: [] }; !said.changed.includes('prix');)
      said = (await awake.next()).value!;
    return (await busy.next()).value;
  };
  const [un, deux] = ['2031-05-05', '2031-05-09'];
  expect(
    await after(
      { changed: ['reservations'], jours: [un] },
      { changed: ['users'] },
      { changed: ['reservations', 'courriels'], jours: [deux, un] },
      { changed: ['prix'] },
    ),
  ).toEqual({ changed: ['reservations', 'users', 'courriels', 'prix'], jours: [un, deux] });
  expect(
    await after(
      { changed: ['reservations'], jours: [un] },
      { changed: ['reservations'] },
      { changed: ['prix'] },
    ),
  ).toEqual({ changed: ['reservations', 'prix'] });
});

test("à l'ouverture, chaque instance répète ce qui vient d'être annoncé, et dit jusqu'où elle se souvient", async () => {
  // UI-12, LIM-26
  expect((await i.call(0, '/api/reservations', { ...DEMANDE, heure_debut: '16:00' })).status).toBe(
    201,
  );
  const said = await (await listen()).opening;
  expect(said.changed).toEqual(expect.arrayContaining(['reservations', 'courriels']));
  expect(said.opening!.ages).toHaveLength(said.changed.length);
  for (const age of said.opening!.ages) expect(age).toBeGreaterThanOrEqual(0);
  expect(said.opening!.memory).toBeGreaterThan(0);
  expect(said.opening!.memory).toBeLessThanOrEqual(15_000);
});

test("une instance oublie ce qui est plus ancien que sa mémoire, et ne se souvient de rien d'avant son départ", async () => {
  await announce('prix');
  const hub = await openLive(i.database.url, () => {}, { memoryMs: 250 });
  onTestFinished(() => hub.stop());
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const opening = async () => (await hub.subscribe(abort.signal).next()).value!;
  const begun = await opening();
  expect(begun.changed).toEqual([]);
  expect(begun.opening!.memory).toBeLessThanOrEqual(250);
  await announce('types_lecons');
  await expect.poll(async () => (await opening()).changed).toEqual(['types_lecons']);
  await expect.poll(async () => (await opening()).changed).toEqual([]);
  expect((await opening()).opening!.memory).toBe(250);
});

test('un flux où rien ne change parle quand même, sans rien nommer', async () => {
  // UI-35, LIM-91
  const hub = await openLive(i.database.url, () => {}, { pingMs: 50 });
  onTestFinished(() => hub.stop());
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const stream = hub.subscribe(abort.signal);
  await stream.next();
  expect([(await stream.next()).value, (await stream.next()).value]).toEqual([
    { changed: [] },
    { changed: [] },
  ]);
  abort.abort();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

describe("entre instances, l'annonce suit l'enregistrement", () => {
  // ADR-010
  /** A hub that looks often at who listens, and what it has heard since. */
  async function hearing(): Promise<{ hub: LiveHub; heard: string[][] }> {
    const hub = await openLive(i.database.url, () => {}, { beatMs: 50 });
    onTestFinished(() => hub.stop());
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const heard: string[][] = [];
    void (async () => {
      for await (const { changed, opening } of hub.subscribe(abort.signal))
        if (!opening && changed.length > 0) heard.push(changed);
    })();
    return { hub, heard };
  }
  const ALL = expect.arrayContaining(['reservations', 'courriels', 'parametres', 'alertes']);
  const settled = () => sleep(300); // nothing announced before is still under way

  test('aux siens aussitôt, aux autres en une fois', async () => {
    const [here, there] = [await hearing(), await hearing()];
    await settled();
    const before = [here.heard.length, there.heard.length];
    for (const noun of ['prix', 'users'] as const) {
      here.hub.announce({ changed: [noun] });
      await sleep(1);
      expect(here.heard.at(-1)).toEqual([noun]);
    }
    await settled();
    expect([here.heard.length, there.heard.length]).toEqual([before[0]! + 2, before[1]! + 1]);
    expect(there.heard.at(-1)).toEqual(['prix', 'users']);
  });

  test("une transaction défaite n'annonce rien, même si c'est à sa fin que la base la refuse", async () => {
    const { pool, db } = openPool(i.database.url, () => {});
    onTestFinished(() => pool.end());
    const { heard } = await hearing();
    await settled();
    const before = heard.length;
    await expect(
      transact(db, ['prix'], () => Promise.reject(new Error('a mistake'))),
    ).rejects.toThrow('a mistake');
    // A lesson without its seats and its occupation is refused at the commit.
    await expect(
      transact(db, ['prix'], (tx) =>
        tx.execute(
          sql`insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes) values ('{Léa}', 'Léa', '2031-05-05', '10:00', '11:00', 'interieure', 'saut', 1)`,
        ),
      ),
    ).rejects.toThrow(/Failed query: commit/);
    await settled();
    expect(heard.length).toBe(before);
    await transact(db, ['prix'], async () => undefined);
    await expect.poll(() => heard.at(-1)).toEqual(['prix']);
  });

  test("une instance qui s'arrête ne dérange personne ; d'une autre qui disparaît, tout peut avoir changé", async () => {
    const [{ heard }, leaving, killed] = [
      await hearing(),
      await openLive(i.database.url, () => {}),
      await openLive(i.database.url, () => {}, { instance: 'tuee' }),
    ];
    onTestFinished(() => killed.stop());
    await settled();
    const before = heard.length;
    leaving.announce({ changed: ['prix'] });
    await leaving.stop(); // what it has announced is sent before
    await settled();
    expect(heard.slice(before)).toEqual([['prix']]);
    await i.sql.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'manege live tuee'",
    );
    await expect.poll(() => heard.slice(before + 1)[0]).toEqual(ALL);
    await killed.stop();
    // The instance that the tests below listen to looks every 2 s only.
    for (let all = true; all;) {
      const { heard: everything } = await listen('flux');
      all = await Promise.race([everything.then(() => true), sleep(4_000, false)]);
    }
  });
});

test("une connexion faite ailleurs s'annonce à qui regarde ses sessions", async () => {
  const { heard } = await listen('sessions');
  await tokenFor(i.urlOf(0), i.people[0]!.email, PASSWORD);
  expect(await heard).toEqual({ changed: ['sessions'] });
});

test("une réservation refusée n'annonce rien", async () => {
  const { heard } = await listen();
  expect((await i.call(0, '/api/reservations', DEMANDE)).status).toBe(409);
  // Announcements keep their order: the first one received is the next one sent.
  await announce('prix');
  expect(await heard).toEqual({ changed: ['prix'] });
});

test('quand la base revient après avoir disparu, tout est annoncé comme changé', async () => {
  const { heard } = await listen();
  await i.sql.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'manege live%'",
  );
  expect(await heard).toMatchObject({
    changed: expect.arrayContaining(['reservations', 'users', 'parametres']),
  });
});

test("sans session, le fil ne s'ouvre pas", async () => {
  const response = await fetch(`${i.urlOf(0)}/api/live`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    401,
    'session_absente',
  ]);
});

test('une personne qui ouvre un vingt et unième fil voit le plus ancien se fermer ; les fils des autres restent', async () => {
  // LIM-26
  const open = async (token: string) => {
    const response = await fetch(`${i.urlOf(1)}/api/live`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    closing.push(() => reader.cancel());
    const stream = { text: '', ended: false };
    void (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        stream.text += part.value;
    })()
      .catch(() => undefined)
      .finally(() => {
        stream.ended = true;
      });
    return stream;
  };
  const other = await open(await tokenOf('utilisateur'));
  const own: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 21; n += 1) own.push(await open(i.tokens[0]!));
  await expect.poll(() => own[0]!.ended, { timeout: 10_000 }).toBe(true);
  // The streams that still receive a message, after their first one on opening, are still
  // connected.
  const left = [other, ...own.slice(1)];
  const hearing = () => left.filter(({ text }) => text.includes('data: ')).length;
  await expect.poll(hearing, { timeout: 10_000 }).toBe(21);
  for (const stream of left) stream.text = '';
  await announce('types_lecons');
  await expect.poll(hearing, { timeout: 10_000 }).toBe(21);
});
