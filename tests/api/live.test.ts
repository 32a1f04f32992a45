/** What changed on one instance is heard on every other (UI-11, UI-12). */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { CHANNEL, openPool } from '#server/platform/db.ts';
import { openLive } from '#server/platform/live.ts';
import { useInstances } from '../support/instances.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { tokenFor } from '../support/server.ts';

const i = useInstances();

/** Says so, as a transaction that changed it does. */
const announce = (noun: string) => i.sql.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ changed: [noun] })]);

const closing: (() => unknown)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Message = { changed: string[]; opening?: { memory: number; ages: number[] } };

/** Listens on the second instance: what it says on opening, and the first change after that which names the noun, or any. */
async function listen(noun = ''): Promise<{ opening: Promise<Message>; heard: Promise<Message> }> {
  const abort = new AbortController();
  closing.push(() => abort.abort());
  const response = await fetch(`${i.urlOf(1)}/api/live`, { headers: { authorization: `Bearer ${i.tokens[0]}` }, signal: abort.signal });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const first = Promise.withResolvers<Message>();
  const heard = (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const [opening, ...changes] = [...text.matchAll(/^data: (.*)\n/gm)].map(([, data = '']) => JSON.parse(data) as Message);
      if (opening) first.resolve(opening);
      const found = changes.find(({ changed }) => noun === '' || changed.includes(noun));
      if (found) return found;
    }
    throw new Error('the stream ended');
  })();
  heard.catch(first.reject);
  return { opening: first.promise, heard };
}

const DEMANDE = { type_lecon: 'longe', nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: addDays(momentAt(new Date()).jour, 9), type_piste: 'exterieure', heure_debut: '14:00' };

test('une réservation faite sur une instance est annoncée par l\'autre, sans une donnée', async () => {
  const { heard } = await listen('reservations');
  expect((await i.call(0, '/api/reservations', DEMANDE)).status).toBe(201);
  expect(await heard).toEqual({ changed: ['reservations', 'courriels'] });
});

test('à l\'ouverture, chaque instance répète ce qui vient d\'être annoncé, et dit jusqu\'où elle se souvient', async () => { // UI-12, LIM-26
  expect((await i.call(0, '/api/reservations', { ...DEMANDE, heure_debut: '16:00' })).status).toBe(201);
  const said = await (await listen()).opening;
  expect(said.changed).toEqual(expect.arrayContaining(['reservations', 'courriels']));
  expect(said.opening!.ages).toHaveLength(said.changed.length);
  for (const age of said.opening!.ages) expect(age).toBeGreaterThanOrEqual(0);
  expect(said.opening!.memory).toBeGreaterThan(0);
  expect(said.opening!.memory).toBeLessThanOrEqual(15_000);
});

test('une instance oublie ce qui est plus ancien que sa mémoire, et ne se souvient de rien d\'avant son départ', async () => {
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

test('une connexion faite ailleurs s\'annonce à qui regarde ses sessions', async () => {
  const { heard } = await listen('sessions');
  await tokenFor(i.urlOf(0), i.people[0]!.email, PASSWORD);
  expect(await heard).toEqual({ changed: ['sessions'] });
});

test('une réservation refusée n\'annonce rien', async () => {
  const { heard } = await listen();
  expect((await i.call(0, '/api/reservations', DEMANDE)).status).toBe(409);
  // Announcements keep their order: the first that is heard is the one that follows.
  await announce('prix');
  expect(await heard).toEqual({ changed: ['prix'] });
});

test('quand la base revient après avoir disparu, tout est annoncé comme changé', async () => {
  const { heard } = await listen();
  await i.sql.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'manege live'");
  expect(await heard).toMatchObject({ changed: expect.arrayContaining(['reservations', 'users', 'parametres']) });
});

test('sans session, le fil ne s\'ouvre pas', async () => {
  const response = await fetch(`${i.urlOf(0)}/api/live`);
  expect([response.status, (await response.json() as { code: string }).code]).toEqual([401, 'session_absente']);
});

test('une personne qui ouvre un vingt et unième fil voit le plus ancien se fermer ; les fils des autres restent', async () => { // LIM-26
  const open = async (token: string) => {
    const response = await fetch(`${i.urlOf(1)}/api/live`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    closing.push(() => reader.cancel());
    const stream = { text: '', ended: false };
    void (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) stream.text += part.value;
    })().catch(() => undefined).finally(() => { stream.ended = true; });
    return stream;
  };
  const { pool, db } = openPool(i.database.url, () => {});
  onTestFinished(() => pool.end());
  const other = await open(await tokenFor(i.urlOf(1), (await createPerson(db)).email, PASSWORD));
  const own: Awaited<ReturnType<typeof open>>[] = [];
  for (let n = 0; n < 21; n += 1) own.push(await open(i.tokens[0]!));
  await expect.poll(() => own[0]!.ended, { timeout: 10_000 }).toBe(true);
  // Whoever still hears, after what each was told on opening, is still there.
  const left = [other, ...own.slice(1)];
  const hearing = () => left.filter(({ text }) => text.includes('data: ')).length;
  await expect.poll(hearing, { timeout: 10_000 }).toBe(21);
  for (const stream of left) stream.text = '';
  await announce('types_lecons');
  await expect.poll(hearing, { timeout: 10_000 }).toBe(21);
});
