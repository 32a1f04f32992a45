import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('vingt calculs demandés à la fois se font par trois, dans leur ordre, et un échec laisse sa place', async () => {
  const inTurn = createTurns(3);
  const begun: number[] = [];
  let [now, most] = [0, 0];
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => inTurn(async () => {
    begun.push(n);
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => { setTimeout(resolve, n % 4); });
    now -= 1;
    if (n % 5 === 0) throw new Error(`${n}`);
  })));
  expect([most, begun]).toEqual([3, [...Array(20).keys()]]);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});
