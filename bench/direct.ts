/**
 * Five hundred open screens, nine of ten by riders, and five bookings per second in the week that
 * all of them show.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import { CRENEAUX } from '#domain/slots/creneaux.ts';
import { rawRequest, startProgram } from './child.ts';
import { openFixture, PAST, settle } from './fixture.ts';
import { record } from './recorder.ts';
import { type Figure, integer, milliseconds, ratio } from './report.ts';
import { ROUNDS } from './rounds.ts';
import type { Screens, Seen } from './screens.ts';
import { seedReservations } from './seed.ts';
import { FIRST_JOUR } from './slots.ts';
import type { Counted } from './statements.ts';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';

const SCREENS = 500;
const ADMINS = 50;
const PER_SECOND = 5;
/** One run: a minute, or 12 s with `TOURS=1`. */
const SECONDS = 12 * ROUNDS;
const STORED = 50_000;
const MONDAY = mondayOf(addDays(FIRST_JOUR, 7));
const SUNDAY = addDays(MONDAY, 6);
/** The calls that /app/reservation and /app/webmaster repeat after another person's booking. */
const RIDER = { call: '/api/disponibilites', others: [] };
const ADMIN = {
  call: '/api/planning',
  others: [
    '/api/reservations/resume',
    '/api/courriels/resume',
    '/api/courriels?statut=echoue&page=1',
  ],
};

/** Every half hour of both arenas in the week. */
const PLACES = DEFAULT_PISTES.flatMap(({ id: type_piste }) =>
  Array.from({ length: 7 }, (_, day) =>
    CRENEAUX.slice(0, 24).map((heure_debut) => ({
      type_piste,
      date_reservation: addDays(MONDAY, day),
      heure_debut,
    })),
  ).flat(),
);

export async function measureDirect(say: (step: string) => void): Promise<Figure[]> {
  const fixture = await openFixture(
    SCREENS,
    async (sql) => {
      await seedReservations(sql, STORED, PAST);
      await settle(sql);
    },
    'utilisateur',
    {
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('statements.ts', import.meta.url))}`,
      LOG_LEVEL: 'warn',
    },
  );
  const { databaseUrl, port, pid, riders, sql, server } = fixture;
  const admins = riders.slice(0, ADMINS);
  await sql.query("update users set role = 'admin' where id = any($1)", [
    admins.map(({ id }) => id),
  ]);

  /** The statements of a reading: the session, then the shared ones. */
  const texts = { session: '', shared: new Set<string>() };
  for (const [cookie, { call, others }] of [
    [riders[ADMINS]!.cookie, RIDER],
    [riders[0]!.cookie, ADMIN],
  ] as const) {
    for (const url of [`${call}?du=${MONDAY}&au=${SUNDAY}`, ...others]) {
      const [session, ...statements] = await record(databaseUrl, url, cookie);
      texts.session = session!.text;
      for (const { text } of statements) texts.shared.add(text);
    }
  }
  const countStatements = async (): Promise<{ sessions: number; shared: number }> => {
    server.child.send('statements');
    const { counted } = await new Promise<{ counted: Counted }>((resolve) => {
      server.child.once('message', resolve as (message: unknown) => void);
    });
    return {
      sessions: counted[texts.session] ?? 0,
      shared: [...texts.shared].reduce((sum, text) => sum + (counted[text] ?? 0), 0),
    };
  };
  /** Megabytes of the server's process. */
  const memory = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  say(`${SCREENS} écrans s'ouvrent`);
  const program = startProgram('screens.ts');
  await program.ask({
    open: {
      port,
      du: MONDAY,
      au: SUNDAY,
      perSecond: PER_SECOND,
      screens: riders.map(({ cookie }, n) => ({ cookie, ...(n < ADMINS ? ADMIN : RIDER) })),
      bookings: PLACES.slice(0, PER_SECOND * SECONDS).map((place, n) =>
        rawRequest(riders[ADMINS + n]!.cookie, 'POST', '/api/reservations', {
          type_lecon: 'particuliere',
          nombre_personnes: 1,
          noms_participants: ['Camille Lambert'],
          remarques: null,
          ...place,
        }),
      ),
    } satisfies Screens,
  });

  /**
   * Milliseconds of CPU time of the server's process. The kernel counts in hundredths of a second.
   */
  const computed = (): number =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .split(') ')[1]!
      .split(' ')
      .slice(11, 13)
      .reduce((sum, ticks) => sum + Number(ticks) * 10, 0);

  say(`${PER_SECOND} réservations par seconde pendant ${SECONDS} s`);
  const before = await countStatements();
  const memories = [memory()];
  const cpuBefore = computed();
  const half = setTimeout(() => memories.push(memory()), SECONDS * 500);
  const seen = await program.ask<Seen>({ book: true });
  clearTimeout(half);
  memories.push(memory());
  const cpu = computed() - cpuBefore;
  const after = await countStatements();
  await program.stop();
  await fixture.close();

  const changes = seen.bookings.length;
  const [start = 0, middle = 0, end = 0] = memories;
  const shown = percentiles(seen.shown);
  const booked = percentiles(seen.bookings);
  const mo = (value: number): string => `${integer(value)} Mo`;
  return [
    {
      nom: 'changements jamais montrés',
      tours: [seen.missing],
      ecrit: integer,
      but: { signe: '≤', valeur: 0 },
    },
    {
      nom: 'requêtes partagées par changement',
      tours: [(after.shared - before.shared) / changes],
      ecrit: ratio,
      but: { signe: '≤', valeur: 10 },
    },
    {
      nom: 'requêtes de session par changement',
      tours: [(after.sessions - before.sessions) / changes],
      ecrit: ratio,
      but: { signe: '≤', valeur: 50 },
    },
    {
      nom: 'mémoire à la fin, rapportée au milieu',
      tours: [end / middle],
      ecrit: ratio,
      but: { signe: '≤', valeur: 1.1 },
    },
    { nom: 'mémoire au début, au milieu, à la fin', tours: [start, middle, end], ecrit: mo },
    {
      nom: "de la réponse à qui réserve jusqu'aux écrans, médiane",
      tours: [shown(0.5)],
      ecrit: milliseconds,
    },
    {
      nom: "de la réponse à qui réserve jusqu'aux écrans, 99 %",
      tours: [shown(0.99)],
      ecrit: milliseconds,
      but: { signe: '≤', valeur: 1_000, indicatif: true },
    },
    { nom: 'réserver pendant ce temps, médiane', tours: [booked(0.5)], ecrit: milliseconds },
    {
      nom: 'réserver pendant ce temps, 99 %',
      tours: [booked(0.99)],
      ecrit: milliseconds,
      but: { signe: '≤', valeur: 300, indicatif: true },
    },
    { nom: 'processeur du serveur par changement', tours: [cpu / changes], ecrit: milliseconds },
    { nom: 'lectures par changement', tours: [seen.readings / changes], ecrit: integer },
    { nom: 'ko lus par changement', tours: [seen.bytes / changes / 1024], ecrit: integer },
  ];
}

function percentiles(values: readonly number[]): (part: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
