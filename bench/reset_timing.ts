/**
 * A request for a new password must take the same time for every address, also while many people
 * ask; otherwise the time would reveal which addresses have accounts.
 */
import { openPool } from '#server/platform/db.ts';
import { createPerson } from '../tests/support/people.ts';
import { openFixture } from './fixture.ts';
import { type Figure, milliseconds, ratio } from './report.ts';
import { median, ROUNDS } from './rounds.ts';

/** Simultaneous calls, half of them for addresses with an account. */
const TOGETHER = 60;
/** The number of such bursts in a round. */
const BURSTS = 5;

type Timings = { connue: number[]; inconnue: number[] };

export async function measureResetTiming(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(0, async () => {}, 'utilisateur', { TRUST_PROXY: '1' });
  const { pool, db } = openPool(fixture.databaseUrl, () => {});
  const known: string[] = [];
  for (let i = 0; i < (1 + ROUNDS) * BURSTS * (TOGETHER / 2); i += 1)
    known.push((await createPerson(db)).email);
  await pool.end();
  let n = 0;
  /**
   * The time of the answer for an address. Each call comes from a different network, for an address
   * that nobody has asked for yet.
   */
  const timeOf = async (email: string): Promise<number> => {
    n += 1;
    const start = performance.now();
    const response = await fetch(
      `http://127.0.0.1:${fixture.port}/api/auth/request-password-reset`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: `http://127.0.0.1:${fixture.port}`,
          'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
        },
        body: JSON.stringify({ email }),
      },
    );
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`unexpected answer ${response.status}`);
    return performance.now() - start;
  };
  const burst = async (timings: Timings): Promise<void> => {
    await Promise.all(
      Array.from({ length: TOGETHER }, async (_, i) => {
        // Alternately the one or the other first.
        const connue = i % 4 === 0 || i % 4 === 3;
        const email = connue ? (known.pop() ?? '') : `inconnue${n}.${i}@essai.example`;
        timings[connue ? 'connue' : 'inconnue'].push(await timeOf(email));
      }),
    );
  };
  const rounds: Timings[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'mise en train' : `tour ${round} sur ${ROUNDS}`);
    const timings: Timings = { connue: [], inconnue: [] };
    for (let i = 0; i < BURSTS; i += 1) await burst(timings);
    if (round > 0) rounds.push(timings);
  }
  await fixture.close();
  return [
    {
      nom: 'réponse, adresse connue',
      tours: rounds.map(({ connue }) => median(connue)),
      ecrit: milliseconds,
    },
    {
      nom: 'réponse, adresse inconnue',
      tours: rounds.map(({ inconnue: unknown }) => median(unknown)),
      ecrit: milliseconds,
    },
    {
      nom: 'aire sous la courbe, 0,5 : rien à deviner',
      tours: rounds.map(areaUnder),
      ecrit: ratio,
      but: { signe: '≤', valeur: 0.6 },
    },
  ];
}

/**
 * How often the slower call of a pair is of the same kind, for the better of the two guesses: from
 * 0.5, no better than chance, to 1.
 */
function areaUnder({ connue: known, inconnue: unknown }: Timings): number {
  let longer = 0;
  for (const a of known) for (const b of unknown) longer += a > b ? 1 : a === b ? 0.5 : 0;
  const auc = longer / (known.length * unknown.length);
  return Math.max(auc, 1 - auc);
}
