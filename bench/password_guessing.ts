/**
 * Guessing one account's password from 3,000 networks of one /48, then from 3,000 IPv4 networks:
 * how many passwords are evaluated, and how long the owner and other people wait meanwhile,
 * compared with the same sign-ins without the attack, in the same run.
 */
import { hash } from '@node-rs/argon2';
import { openPool, transact } from '#server/platform/db.ts';
import { insertAccount } from '#server/stores/people/users.ts';
import { rawRequest, runLoad } from './child.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type Figure, integer, milliseconds, ratio } from './report.ts';
import { median, ratios, ROUNDS } from './rounds.ts';

const NETWORKS = 3_000;
const CLIENTS = 16;
/** Long enough for every network to have tried once. */
const SECONDS = 12;
/** Sign-ins of each person without the attack. */
const QUIET = 20;
/**
 * How many times slower than without the attack the slowest sign-in may be. The load takes a large
 * part of both cores. Before the daily limit existed, the ratio was about 90.
 */
const SLOWDOWN = 15;
const PASSWORD = 'le vrai mot de passe';
const PATH = '/api/auth/sign-in/email';

type Slowest = { known: number; fresh: number; others: number };
type Round = { evaluated: number; tried: number; quiet: Slowest; attacked: Slowest };

export async function measurePasswordGuessing(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(0, async () => {}, 'utilisateur', {
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  });
  const { pool, db } = openPool(fixture.databaseUrl, () => {});
  // The product's own cost of argon2, unlike the accounts of tests.
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const newPerson = async (name: string): Promise<string> => {
    await transact(db, [], (tx) =>
      insertAccount(tx, {
        email: `${name}@essai.example`,
        prenom: 'Camille',
        nom: 'Lambert',
        role: 'utilisateur',
        statut: 'actif',
        passwordHash,
      }),
    );
    return `${name}@essai.example`;
  };
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'mise en train' : `tour ${round} sur ${ROUNDS}`);
    const measured = await measureRound(fixture, {
      owner: await newPerson(`cible${round}`),
      other: await newPerson(`autre${round}`),
    });
    if (round > 0) rounds.push(measured);
  }
  await pool.end();
  await fixture.close();
  const of = (pick: (round: Round) => number): number[] => rounds.map(pick);
  const slowdown = (who: keyof Slowest): number[] =>
    ratios(
      of(({ attacked }) => attacked[who]),
      of(({ quiet }) => quiet[who]),
    );
  const tried = median(of((round) => round.tried));
  const nul =
    tried < 2 * NETWORKS
      ? `${integer(tried)} essais seulement : les réseaux n'ont pas tous essayé`
      : undefined;
  return [
    { nom: "essais de l'attaque", tours: of((round) => round.tried), ecrit: integer },
    {
      nom: 'mots de passe évalués',
      tours: of((round) => round.evaluated),
      ecrit: integer,
      but: { signe: '≤', valeur: 50, nul },
    },
    {
      nom: 'la personne, appareil connu, au calme : réponse la plus lente',
      tours: of(({ quiet }) => quiet.known),
      ecrit: milliseconds,
    },
    { nom: "pendant l'attaque", tours: of(({ attacked }) => attacked.known), ecrit: milliseconds },
    {
      nom: 'la personne, appareil connu : fois plus lente',
      tours: slowdown('known'),
      ecrit: ratio,
      but: { signe: '≤', valeur: SLOWDOWN, nul },
    },
    {
      nom: 'la personne, nouvel appareil, au calme',
      tours: of(({ quiet }) => quiet.fresh),
      ecrit: milliseconds,
    },
    {
      nom: "pendant l'attaque (refusée, avec ce qui reste à faire)",
      tours: of(({ attacked }) => attacked.fresh),
      ecrit: milliseconds,
    },
    {
      nom: 'les autres, nouvel appareil, au calme',
      tours: of(({ quiet }) => quiet.others),
      ecrit: milliseconds,
    },
    { nom: "pendant l'attaque", tours: of(({ attacked }) => attacked.others), ecrit: milliseconds },
    {
      nom: 'les autres, nouvel appareil : fois plus lente',
      tours: slowdown('others'),
      ecrit: ratio,
      but: { signe: '≤', valeur: SLOWDOWN, nul },
    },
  ];
}

async function measureRound(
  { port, sql }: Fixture,
  { owner, other }: { owner: string; other: string },
): Promise<Round> {
  const { cookie } = await signIn(port, owner, '203.0.113.1');
  const people = {
    known: () => signIn(port, owner, '203.0.113.1', cookie),
    fresh: () => signIn(port, owner, '203.0.113.2'),
    others: () => signIn(port, other, '203.0.113.3'),
  };
  const slowest = async (
    more: (n: number) => boolean,
    statuses: Record<keyof Slowest, readonly number[]>,
  ): Promise<Slowest> => {
    const found: Slowest = { known: 0, fresh: 0, others: 0 };
    for (let n = 0; more(n); n += 1) {
      for (const who of ['known', 'fresh', 'others'] as const) {
        const { status, ms } = await people[who]();
        if (!statuses[who].includes(status))
          throw new Error(`unexpected answer ${status} (${who})`);
        found[who] = Math.max(found[who], ms);
      }
    }
    return found;
  };
  const quiet = await slowest((n) => n < QUIET, { known: [200], fresh: [200], others: [200] });
  let over = false;
  const attack = runLoad({ port, seconds: SECONDS, clients: attackers(owner) }).finally(() => {
    over = true;
  });
  const attacked = await slowest(() => !over, { known: [200], fresh: [200, 429], others: [200] });
  const { byStatus } = await attack;
  // Each attempt is stored before its hash is computed, and only a sign-in removes it.
  const {
    rows: [row],
  } = await sql.query<{ n: number }>(
    "select count(*)::int as n from essais where cle = 'compte ' || $1",
    [owner],
  );
  return {
    evaluated: row?.n ?? Number.NaN,
    tried: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
    quiet,
    attacked,
  };
}

/**
 * The guesses of each client: first its share of the networks of a /48, then of the IPv4 networks.
 */
function attackers(email: string): string[][] {
  const sources = [
    ...Array.from({ length: NETWORKS }, (_, n) => `2001:db8:9:${n.toString(16)}::1`),
    ...Array.from({ length: NETWORKS }, (_, n) => `198.18.${n >> 8}.${n & 255}`),
  ];
  const requests = sources.map((ip, n) =>
    rawRequest('', 'POST', PATH, { email, password: `essai ${n}` }, { 'x-forwarded-for': ip }),
  );
  return Array.from({ length: CLIENTS }, (_, client) =>
    requests.filter((_request, n) => n % CLIENTS === client),
  );
}

/** Signs in. Returns the duration in milliseconds, and the cookie of the device. */
async function signIn(
  port: number,
  email: string,
  ip: string,
  cookie = '',
): Promise<{ status: number; ms: number; cookie: string }> {
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: `http://127.0.0.1:${port}`,
      'x-forwarded-for': ip,
      cookie,
    },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await response.arrayBuffer();
  const ms = performance.now() - start;
  const device =
    response.headers
      .getSetCookie()
      .find((one) => one.startsWith('manege.appareil='))
      ?.split(';')[0] ?? '';
  return { status: response.status, ms, cookie: device };
}
