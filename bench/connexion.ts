/**
 * A wrong password and an unknown address must take the same time; otherwise the time would reveal
 * which addresses have accounts.
 */
import { hash } from '@node-rs/argon2';
import { openPool, transact } from '#server/platform/db.ts';
import { insertAccount } from '#server/stores/people/users.ts';
import { openFixture } from './fixture.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate, median } from './rounds.ts';

/**
 * Failures per round: five rounds and the warm-up of both sides stay below a network's limit of one
 * hundred.
 */
const PER_ROUND = 8;

export async function measureConnexion(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(0, async () => {});
  const { pool, db } = openPool(fixture.databaseUrl, () => {});
  // The product's own cost of argon2, unlike the accounts of tests.
  const passwordHash = await hash('le vrai mot de passe', {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
  });
  const known = Array.from({ length: 100 }, (_, i) => `connu${i}@essai.example`);
  for (const email of known) {
    await transact(db, [], (tx) =>
      insertAccount(tx, {
        email,
        prenom: 'Camille',
        nom: 'Lambert',
        role: 'utilisateur',
        statut: 'actif',
        passwordHash,
      }),
    );
  }
  await pool.end();
  let n = 0;
  const refusalOf = (email: (i: number) => string) => async (): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < PER_ROUND; i += 1) {
      n += 1;
      const start = performance.now();
      const response = await fetch(`http://127.0.0.1:${fixture.port}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${fixture.port}` },
        body: JSON.stringify({ email: email(n), password: 'pas le bon' }),
      });
      await response.arrayBuffer();
      if (response.status !== 401) throw new Error(`unexpected answer ${response.status}`);
      times.push(performance.now() - start);
    }
    return median(times);
  };
  const rounds = await alternate(
    {
      connue: refusalOf((i) => known[i % known.length] ?? ''),
      inconnue: refusalOf((i) => `inconnu${i}@essai.example`),
    },
    say,
  );
  await fixture.close();
  const gap = Math.abs(median(rounds.connue) - median(rounds.inconnue));
  return [
    { nom: 'refus, adresse connue', tours: rounds.connue, ecrit: milliseconds },
    { nom: 'refus, adresse inconnue', tours: rounds.inconnue, ecrit: milliseconds },
    {
      nom: 'écart des médianes, en millisecondes',
      tours: [gap],
      ecrit: milliseconds,
      but: { signe: '≤', valeur: 10, indicatif: true },
    },
  ];
}
