/**
 * The two charts of the statistics (PRICE-25, PRICE-26), compared with tables written by hand and
 * with a count of single half hours.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';

const t = useTestApp();
type Caller = Awaited<ReturnType<typeof t.as>>;

const run = (statement: string) => t.services.db.execute(sql.raw(statement));
type Hours = [string, string];
/** Monday first; null: the usual hours. */
type Week = (Hours[] | null)[];
type Season = { du: string; au: string; annuelle: boolean; semaine: Week };

const stored = (week: Week) =>
  week.map((day) => day?.map(([debut, fin]) => ({ debut, fin })) ?? null);

async function openOn([debut, fin]: Hours, semaine: Week, saisons: Season[] = []) {
  const horaires = {
    semaine: stored(semaine),
    saisons: saisons.map((one) => ({ ...one, nom: 'Saison', semaine: stored(one.semaine) })),
  };
  await t.services.db.execute(
    sql`update parametres set "openingTime" = ${debut}, "closingTime" = ${fin}, horaires = ${JSON.stringify(horaires)}::jsonb`,
  );
}

type Lesson = {
  jour: string;
  debut: string;
  fin: string;
  piste: string;
  noms?: string[];
  type?: string;
  statut?: string;
};

const store = async ({ jour, debut, fin, piste, noms = ['Zoé'], type, statut }: Lesson) =>
  t.services.db.execute(
    sql`select importer_lecons(${JSON.stringify([
      {
        noms_participants: noms,
        nom_client: 'x',
        date_reservation: jour,
        heure_debut: debut,
        heure_fin: fin,
        type_piste: piste,
        type_lecon: type ?? 'collective',
        statut: statut ?? 'confirmee',
      },
    ])}::jsonb)`,
  );

/** A closure in the free hours of the arenas: lessons that are there are kept. */
async function close(piste: string, du: string, au: string, [debut, fin]: Hours) {
  await run(`insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif) values ('{${piste}}', '${du}', '${au}', '${debut}', '${fin}', 'Gel');
    select tenir_fermetures('${piste}', '${du}', '${au}')`);
}

const read = async (admin: Caller, query = '') =>
  admin('GET', `/api/statistiques/graphiques${query}`);

/** '8: 60/120 …': taken and opened minutes from Monday on, '-' for an hour that is never open. */
const written = (heures: { heure: number; jours: { prises: number; ouvertes: number }[] }[]) =>
  heures.map(
    ({ heure, jours }) =>
      `${heure}: ${jours.map(({ prises, ouvertes }) => (ouvertes === 0 && prises === 0 ? '-' : `${prises}/${ouvertes}`)).join(' ')}`,
  );

const USUAL: Week = [null, null, null, null, null, null, null];

beforeEach(async () => {
  await run(
    'truncate reservations, fermetures cascade; update ressources set actif = true; update types_lecons set actif = true',
  );
  await run(pricing({ collective: 22.33, saut: 30 }));
  await openOn(['08:00', '20:00'], USUAL);
});

test('une semaine écrite à la main : heures, jours fermés, fermetures, leçons gardées et en dehors', async () => {
  // PRICE-25
  const admin = await t.as({ role: 'admin' });
  // Monday 2 to Sunday 8 March 2026; closed on Tuesday; Wednesday in two periods.
  await openOn(
    ['09:00', '11:00'],
    [
      null,
      [],
      [
        ['09:30', '10:00'],
        ['12:00', '13:00'],
      ],
      null,
      null,
      null,
      null,
    ],
  );
  await store({ jour: '2026-03-02', debut: '09:30', fin: '10:30', piste: 'interieure' });
  await store({
    jour: '2026-03-02',
    debut: '10:30',
    fin: '11:30', // half of it after the end
    piste: 'interieure',
    statut: 'en_attente',
  });
  await store({ jour: '2026-03-03', debut: '09:00', fin: '10:00', piste: 'interieure' }); // closed
  await store({ jour: '2026-03-04', debut: '09:00', fin: '12:30', piste: 'exterieure' });
  await store({
    jour: '2026-03-05',
    debut: '09:00',
    fin: '10:00',
    piste: 'interieure',
    statut: 'annulee',
  });
  await store({ jour: '2026-03-06', debut: '09:00', fin: '09:30', piste: 'exterieure' });
  await close('exterieure', '2026-03-06', '2026-03-07', ['06:00', '10:00']); // keeps that lesson
  await store({ jour: '2026-03-09', debut: '09:00', fin: '10:00', piste: 'interieure' }); // later
  const { status, body } = await read(admin, '?du=2026-03-02&au=2026-03-08');
  expect([status, body.du, body.au]).toEqual([200, '2026-03-02', '2026-03-08']);
  expect(written(body.heures)).toEqual([
    //   Mon    Tue Wed   Thu   Fri   Sat  Sun
    '9: 30/120 - 30/60 0/120 30/90 0/60 0/120',
    '10: 60/120 - - 0/120 0/120 0/120 0/120',
    '11: - - - - - - -',
    '12: - - 30/120 - - - -',
  ]);
  // An arena that is out of use counts neither with its time nor with its lessons.
  await run("update ressources set actif = false where id = 'exterieure'");
  expect(written((await read(admin, '?du=2026-03-02&au=2026-03-08')).body.heures)).toEqual([
    '9: 30/60 - 0/30 0/60 0/60 0/60 0/60',
    '10: 60/60 - - 0/60 0/60 0/60 0/60',
    '11: - - - - - - -',
    '12: - - 0/60 - - - -',
  ]);
});

test('une date laissée vide compte depuis la première leçon, ou jusqu’à la dernière ; sans leçon, rien', async () => {
  // PRICE-25
  const admin = await t.as({ role: 'admin' });
  expect((await read(admin)).body).toEqual({ du: null, au: null, heures: [], mois: [] });
  expect((await read(admin, '?du=2026-03-01')).body.du).toBeNull();
  await store({ jour: '2025-12-31', debut: '09:00', fin: '10:00', piste: 'interieure' });
  await store({
    jour: '2026-02-02',
    debut: '09:00',
    fin: '10:00',
    piste: 'interieure',
    statut: 'en_attente',
  });
  await store({
    jour: '2027-01-01',
    debut: '09:00',
    fin: '10:00',
    piste: 'interieure',
    statut: 'annulee',
  });
  const bounds = async (query: string) => {
    const { body } = await read(admin, query);
    return [body.du, body.au, body.mois.map(({ mois }: { mois: string }) => mois).join(' ')];
  };
  expect(await bounds('')).toEqual(['2025-12-31', '2026-02-02', '2025-12 2026-01 2026-02']);
  expect(await bounds('?du=2026-01-15')).toEqual(['2026-01-15', '2026-02-02', '2026-01 2026-02']);
  expect(await bounds('?au=2025-12-31')).toEqual(['2025-12-31', '2025-12-31', '2025-12']);
  expect(await bounds('?du=2026-02-01&au=2026-01-01')).toEqual([null, null, '']);
  // Lessons exist from 2000 to 2100: days beyond are not counted.
  const { body } = await read(admin, '?du=0001-01-01&au=9999-12-31');
  expect([body.du, body.au, body.mois.length]).toEqual(['2000-01-01', '2100-12-31', 1212]);
});

test('les recettes de chaque mois, au centime : les places facturées au prix gardé, et celles sans prix', async () => {
  // PRICE-26
  const admin = await t.as({ role: 'admin' });
  const at = { debut: '09:00', fin: '10:00', piste: 'interieure' };
  await store({ ...at, jour: '2026-01-31', noms: ['Zoé', 'Zoé', 'Hugo'] });
  await store({ ...at, jour: '2026-01-30', noms: ['Zoé'], statut: 'en_attente' });
  await store({ ...at, jour: '2026-01-29', noms: ['Zoé'], statut: 'annulee' });
  await store({ ...at, jour: '2026-03-01', noms: ['Zoé'], type: 'saut' });
  await store({ ...at, jour: '2026-03-02', noms: ['Zoé', 'Hugo'] });
  await store({ ...at, jour: '2026-04-02', noms: ['Hugo'] });
  await run(PRICE_SEATS);
  const seats = (change: string, where: string) =>
    run(
      `update participants p set ${change} from reservations r where r.id = p.reservation_id and ${where}`,
    );
  await seats(
    "presence = 'excusee', facturee = false",
    "r.date_reservation = '2026-01-31' and p.nom = 'Hugo'",
  );
  await seats('centimes = null', "r.date_reservation = '2026-03-02' and p.nom = 'Hugo'");
  await seats('centimes = null', "r.date_reservation = '2026-04-02'");
  await run(pricing({ collective: 99, saut: 99 }));
  const { body } = await read(admin, '?du=2026-01-01&au=2026-04-30');
  expect(body.mois).toEqual([
    { mois: '2026-01', places: 2, sans_prix: 0, total: 44.66 },
    { mois: '2026-02', places: 0, sans_prix: 0, total: 0 },
    { mois: '2026-03', places: 3, sans_prix: 1, total: 52.33 },
    { mois: '2026-04', places: 1, sans_prix: 1, total: 0 },
  ]);
  const { body: totals } = await admin('GET', '/api/statistiques?du=2026-01-01&au=2026-04-30');
  expect([totals.total_general, totals.sans_prix]).toEqual([96.99, 2]);
});

/** Half hours of a day from 6:00 to 23:00. */
const HALVES = Array.from({ length: 34 }, (_, n) => 360 + 30 * n);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Days after 1 November 2025, a Saturday; no day of the product's own calendar is used. */
const dayAt = (n: number) => new Date(Date.UTC(2025, 10, 1 + n)).toISOString().slice(0, 10);
const weekdayAt = (n: number) => (new Date(Date.UTC(2025, 10, 1 + n)).getUTCDay() + 6) % 7;

test("pour n'importe quelles heures, saisons, leçons et fermetures : le compte de chaque demi-heure", async () => {
  // PRICE-25
  const admin = await t.as({ role: 'admin' });
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 1, max: 34 }))
    .map(([from, length]): Hours => [
      clock(360 + 30 * from),
      clock(Math.min(1380, 360 + 30 * (from + length))),
    ]);
  const week = fc.array(fc.option(fc.array(hours, { maxLength: 1 }), { nil: null }), {
    minLength: 7,
    maxLength: 7,
  });
  const day = fc.integer({ min: 0, max: 120 });
  const range = fc.tuple(day, day).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  const piste = fc.constantFrom('interieure', 'exterieure');
  await fc.assert(
    fc.asyncProperty(
      hours,
      week,
      fc.array(fc.record({ range, annuelle: fc.boolean(), semaine: week }), { maxLength: 2 }),
      fc.array(fc.record({ day, piste, hours, waits: fc.boolean() }), { maxLength: 12 }),
      fc.array(fc.record({ range, piste, hours }), { maxLength: 2 }),
      range,
      async (usual, own, saisons, wished, closures, [first, last]) => {
        await run('truncate reservations, fermetures cascade');
        const seasons = saisons.map(({ range: [du, au], ...one }) => ({ du, au, ...one }));
        await openOn(
          usual,
          own,
          seasons.map(({ du, au, annuelle, semaine }) => ({
            du: dayAt(du),
            au: dayAt(au),
            annuelle,
            semaine,
          })),
        );
        const overlaps = (a: Hours, b: Hours) => a[0] < b[1] && b[0] < a[1];
        const lessons = wished.filter(
          (one, i) =>
            !wished
              .slice(0, i)
              .some(
                (other) =>
                  other.day === one.day &&
                  other.piste === one.piste &&
                  overlaps(other.hours, one.hours),
              ),
        );
        for (const {
          day: n,
          piste: where,
          hours: [debut, fin],
          waits,
        } of lessons)
          await store({
            jour: dayAt(n),
            debut,
            fin,
            piste: where,
            statut: waits ? 'en_attente' : 'confirmee',
          });
        for (const {
          range: [du, au],
          piste: where,
          hours: closed,
        } of closures)
          await close(where, dayAt(du), dayAt(au), closed);

        const expected = Array.from({ length: 24 }, () =>
          Array.from({ length: 7 }, () => ({ ouvertes: 0, prises: 0 })),
        );
        for (let n = first; n <= last; n += 1) {
          const season =
            seasons.find(({ du, au, annuelle }) => !annuelle && du <= n && n <= au) ??
            seasons.find(({ du, au }) => du <= n && n <= au);
          const weekday = weekdayAt(n);
          const open = season?.semaine[weekday] ?? own[weekday] ?? [usual];
          for (const half of HALVES) {
            const at: Hours = [clock(half), clock(half + 30)];
            if (!open.some((one) => overlaps(one, at))) continue;
            for (const where of ['interieure', 'exterieure']) {
              const temps = expected[Math.floor(half / 60)]![weekday]!;
              const taken = lessons.some(
                (one) => one.day === n && one.piste === where && overlaps(one.hours, at),
              );
              const closed = closures.some(
                ({ range: [du, au], piste: its, hours: when }) =>
                  du <= n && n <= au && its === where && overlaps(when, at),
              );
              if (taken) temps.prises += 30;
              if (taken || !closed) temps.ouvertes += 30;
            }
          }
        }
        const { body } = await read(admin, `?du=${dayAt(first)}&au=${dayAt(last)}`);
        const counted = expected
          .map((jours, heure) => ({ heure, jours }))
          .filter(({ jours }) => jours.some(({ ouvertes }) => ouvertes > 0));
        const isOpen = ({ jours }: (typeof counted)[number]) =>
          jours.some(({ ouvertes }) => ouvertes > 0);
        expect(body.heures.filter(isOpen)).toEqual(counted);
      },
    ),
    { numRuns: 60 },
  );
});
