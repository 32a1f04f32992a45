import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createShared } from './shared.ts';

/** A read that the test controls: `answers` contains the reads that were sent, in order. */
function createRead() {
  const answers: { resolve(value: string): void; reject(error: Error): void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      answers.push({ resolve, reject });
    });
  return { answers, read };
}

test("ce qui est demandé au même moment se lit une fois ; ce qui l'est pendant la lecture se lit une fois ensemble, après elle", async () => {
  const { share } = createShared();
  const { answers, read } = createRead();
  const first = [share('a', read), share('a', read), share('a', read)];
  await setImmediate();
  expect(answers).toHaveLength(1);
  const late = [share('a', read), share('a', read)];
  await setImmediate();
  expect(answers).toHaveLength(1);
  answers[0]!.resolve('avant');
  expect(await Promise.all(first)).toEqual(['avant', 'avant', 'avant']);
  await setImmediate();
  expect(answers).toHaveLength(2);
  answers[1]!.resolve('après');
  expect(await Promise.all(late)).toEqual(['après', 'après']);
});

test("rien n'est gardé : ce qui est demandé après une réponse se lit de nouveau", async () => {
  const { share } = createShared();
  let n = 0;
  const read = async () => {
    n += 1;
    return n;
  };
  expect([await share('a', read), await share('a', read), await share('a', read)]).toEqual([
    1, 2, 3,
  ]);
});

test("deux clés ne s'attendent pas", async () => {
  const { share } = createShared();
  const hanging = createRead();
  void share('a', hanging.read);
  expect(await share('b', async () => 'b')).toBe('b');
});

test('un échec atteint tous ceux qui attendaient cette lecture, et pas les suivants', async () => {
  const { share } = createShared();
  const { answers, read } = createRead();
  const first = [share('a', read), share('a', read)];
  await setImmediate();
  const late = share('a', read);
  answers[0]!.reject(new Error('en panne'));
  expect(await Promise.allSettled(first)).toMatchObject([
    { reason: { message: 'en panne' } },
    { reason: { message: 'en panne' } },
  ]);
  await setImmediate();
  answers[1]!.resolve('remis');
  expect(await late).toBe('remis');
  await expect(
    share('a', () => {
      throw new Error('avant la requête');
    }),
  ).rejects.toThrow('avant la requête');
  expect(await share('a', async () => 'encore')).toBe('encore');
});

test("une lecture sans réponse ne retient la suivante qu'un moment", async () => {
  const { share } = createShared({ patienceMs: 20 });
  const { answers, read } = createRead();
  const first = share('a', read);
  await setImmediate();
  expect(await share('a', async () => 'la suivante')).toBe('la suivante');
  answers[0]!.resolve('enfin');
  expect(await first).toBe('enfin');
});

test('ce que chacun demande se lit en une fois, et chacun y trouve le sien', async () => {
  const { join } = createShared();
  const sent: string[][] = [];
  const read = async (items: string[]) => {
    sent.push(items);
    await setImmediate();
    return new Map(items.map((item) => [item, item.toUpperCase()]));
  };
  const find = async (item: string) => (await join('a', item, read)).get(item);
  const first = ['x', 'y', 'x'].map(find);
  await setImmediate();
  expect(await Promise.all([...first, ...['z', 'v'].map(find)])).toEqual(['X', 'Y', 'X', 'Z', 'V']);
  expect(sent).toEqual([
    ['x', 'y', 'x'],
    ['z', 'v'],
  ]);
});

test("avec une pause, la première part aussitôt et les suivantes se rassemblent ; chacune part après ce qui l'a demandée", async () => {
  const pauseMs = 20;
  const { share } = createShared({ pauseMs: () => pauseMs });
  const start = performance.now();
  let sent = 0;
  const read = async () => {
    sent += 1;
    return performance.now();
  };
  const answers: Promise<void>[] = [];
  while (performance.now() < start + 10 * pauseMs) {
    const asked = performance.now();
    answers.push(
      (async () => {
        expect(await share('a', read)).toBeGreaterThanOrEqual(asked);
      })(),
    );
    await setImmediate();
    if (answers.length === 1) expect(sent).toBe(1);
  }
  await Promise.all(answers);
  expect(answers.length).toBeGreaterThan(sent);
  expect(sent).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - start) / pauseMs));
});

test('sous 1 ms il n’y a pas de pause : la suivante part aussi vite que la première', async () => {
  const { share } = createShared({ pauseMs: () => 0.9 });
  let sent = 0;
  const read = async () => {
    sent += 1;
  };
  for (let n = 1; n <= 20; n += 1) {
    const answer = share('a', read);
    await setImmediate();
    expect(sent).toBe(n);
    await answer;
  }
});
