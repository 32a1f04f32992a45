import { expect, test } from 'vitest';
import { createLimiter, createQueue } from './queue.ts';

test('vingt calculs demandés à la fois se font par trois, dans leur ordre, et un échec laisse sa place', async () => {
  const queue = createQueue(3);
  const begun: number[] = [];
  let [now, most] = [0, 0];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      queue.run(async () => {
        begun.push(n);
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => {
          setTimeout(resolve, n % 4);
        });
        now -= 1;
        if (n % 5 === 0) throw new Error(`${n}`);
      }),
    ),
  );
  expect([most, begun]).toEqual([3, [...Array(20).keys()]]);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});

test('qui serait de trop, en tout ou pour son groupe, est refusé aussitôt ; une place rendue sert à un autre, aussi après un échec', async () => {
  // ADR-016
  const withinLimits = createLimiter();
  const release: ((error?: Error) => void)[] = [];
  const come = (reseau: string) =>
    withinLimits(
      [
        { group: 'tous', max: 4, refusal: () => new Error('plein') },
        { group: reseau, max: 3, refusal: () => new Error(`trop de ${reseau}`) },
      ],
      () =>
        new Promise<string>((resolve, reject) => {
          release.push((error) => (error ? reject(error) : resolve(reseau)));
        }),
    );
  const a = [come('a'), come('a'), come('a')];
  await expect(come('a')).rejects.toThrow('trop de a');
  const b = come('b');
  await expect(come('b')).rejects.toThrow('plein');
  release[0]!(new Error('échec'));
  await expect(a[0]).rejects.toThrow('échec');
  const again = come('a');
  await expect(come('c')).rejects.toThrow('plein');
  for (const one of release) one();
  await expect(Promise.all([a[1], a[2], b, again])).resolves.toEqual(['a', 'a', 'b', 'a']);
});

test("une clé est à un seul à la fois, dans l'ordre ; d'autres clés n'attendent pas, et un échec laisse sa place", async () => {
  const queue = createQueue();
  const begun: string[] = [];
  const held = new Set<string>();
  let twice = 0;
  const come = (name: string, cles: string[], fail = false) =>
    queue.run(async () => {
      begun.push(name);
      for (const cle of cles) {
        if (held.has(cle)) twice += 1;
        held.add(cle);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      for (const cle of cles) held.delete(cle);
      if (fail) throw new Error(name);
    }, cles);
  const outcomes = await Promise.allSettled([
    come('a b', ['a', 'b'], true),
    come('b c', ['b', 'c']),
    come('c a', ['c', 'a']),
    come('d', ['d']),
    come('a', ['a']),
  ]);
  expect(twice).toBe(0);
  expect(begun).toEqual(['a b', 'd', 'b c', 'c a', 'a']);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected',
    ...Array<string>(4).fill('fulfilled'),
  ]);
});

test('qui renonce à attendre ne retient plus les suivants', async () => {
  const queue = createQueue();
  const release = await queue.take(['a']);
  const impatience = new AbortController();
  const left = queue.take(['a', 'b'], impatience.signal);
  const after = queue.take(['b']);
  impatience.abort(new Error('trop long'));
  await expect(left).rejects.toThrow('trop long');
  (await after)();
  release();
  (await queue.take(['a', 'b']))();
});
