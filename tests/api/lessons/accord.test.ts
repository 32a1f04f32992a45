/**
 * The planning, the rider's grid, the server's decisions and the database agree (BOOK-06, BOOK-17,
 * DESK-16, DESK-17).
 */
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import {
  brouillonOf,
  examine,
  modificationOf,
} from '../../../src/domain/lessons/brouillon_modification.ts';
import type { ReservationAsRead } from '../../../src/domain/lessons/places_modification.ts';
import { momentAt } from '../../../src/domain/core/calendrier.ts';
import {
  CRENEAUX,
  creneauAt,
  creneauxOf,
  DEMI_HEURES,
  type Disponibilite,
  type Horaire,
} from '../../../src/domain/slots/creneaux.ts';
import type { Fermeture } from '../../../src/domain/closures.ts';
import { plageOf, SANS_HORAIRES } from '../../../src/domain/slots/horaires.ts';
import { offeredHeures } from '../../../src/domain/lessons/heures_modification.ts';
import { gridOf, indexTypes } from '../../../src/domain/planning/planning.ts';
import { DEFAULT_TYPES, type TypeLecon } from '../../../src/domain/types/types_lecons.ts';
import { type Caller, MORNING, useTestApp } from '../../support/app.ts';
import { restoreTypes } from '../../support/fixture.ts';
import { DEFAULT_PISTES } from '../../../src/domain/slots/pistes.ts';
import { PISTES } from '../../support/pistes.ts';
import { seed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();

afterEach(() => restoreTypes(t));

/** The two days on which edits are made. `AUTOUR` also has two past days, and today at 09:30. */
const JOURS = ['2026-11-23', '2026-11-24'];
const AUTOUR = ['2025-10-20', '2026-11-20', '2026-11-21', ...JOURS];
/** The weekday of each day of `AUTOUR`, counted from Monday. */
const RANKS = [0, 4, 5, 0, 1];
const types = indexTypes(DEFAULT_TYPES);
const now = momentAt(MORNING);

const wishOn = (jours: readonly string[], heures: readonly string[]) =>
  fc.record({
    jour: fc.constantFrom(...jours),
    type_piste: fc.constantFrom(...PISTES),
    heure_debut: fc.constantFrom(...heures),
    type: fc.constantFrom(...DEFAULT_TYPES),
    personnes: fc.integer({ min: 1, max: 6 }),
  });
const wish = wishOn(JOURS, CRENEAUX);
/** At any hour that a day may have, past days included. */
const anyWish = wishOn(AUTOUR, DEMI_HEURES);
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

const demandeOf = ({ jour, type_piste, heure_debut, type, personnes }: Wish) => {
  const nombre_personnes = Math.min(personnes, type.max_personnes);
  return {
    type_lecon: type.value,
    nombre_personnes,
    noms_participants: Array<string>(nombre_personnes).fill('Camille'),
    date_reservation: jour,
    type_piste,
    heure_debut,
  };
};

async function read(admin: Caller, rider: Caller, horaire?: Horaire) {
  const reservations: { id: string }[] = [];
  const occupations: Disponibilite[] = [];
  const fermetures = new Map<string, Fermeture>();
  for (const jour of AUTOUR) {
    const du = `du=${jour}&au=${jour}`;
    const closed: Fermeture[] = (await admin('GET', `/api/fermetures?${du}`)).body;
    for (const one of closed) fermetures.set(one.id, one);
    reservations.push(...(await admin('GET', `/api/reservations?${du}`)).body);
    occupations.push(...(await rider('GET', `/api/disponibilites?${du}`)).body);
  }
  return {
    grille: gridOf(reservations as never[], DEFAULT_PISTES, AUTOUR, types, now, horaire, [
      ...fermetures.values(),
    ]),
    occupations,
    reservations,
  };
}

const periodes = fc
  .uniqueArray(fc.constantFrom(...DEMI_HEURES), { minLength: 0, maxLength: 6 })
  .map((hours) => {
    const sorted = hours.toSorted();
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, n) => ({
      debut: sorted[2 * n]!,
      fin: sorted[2 * n + 1]!,
    }));
  });
/** Closures of the future days. */
const fermees = fc.array(
  fc.record({
    pistes: fc.constantFrom(['interieure'], ['exterieure'], ['interieure', 'exterieure']),
    jour: fc.constantFrom(...JOURS),
    heures: fc
      .uniqueArray(fc.constantFrom(...DEMI_HEURES), { minLength: 2, maxLength: 2 })
      .map((hours) => hours.toSorted()),
  }),
  { maxLength: 2 },
);
type Closures = typeof fermees extends fc.Arbitrary<infer T> ? T : never;
const semaine = fc.array(fc.option(periodes), { minLength: 7, maxLength: 7 });
/** Any usual hours, any week, and seasons that contain one of the days, both, or none. */
const heures = fc.record({
  ouverture: fc.constantFrom('08:00', '09:30', '12:00'),
  fermeture: fc.constantFrom('17:00', '20:00'),
  horaires: fc.record({
    semaine,
    saisons: fc.array(
      fc.record({
        nom: fc.constant('Saison'),
        du: fc.constantFrom('2026-11-01', '2026-11-24', '2026-11-25'),
        au: fc.constantFrom('2026-11-30', '2027-03-31'),
        annuelle: fc.boolean(),
        semaine,
      }),
      { maxLength: 2 },
    ),
  }),
});
type Hours = typeof heures extends fc.Arbitrary<infer T> ? T : never;

/** The open periods of a day and the hours of its grid, from the rules SET-46 and BOOK-02. */
function expectedDay({ ouverture, fermeture, horaires }: Hours, jour: string) {
  const rank = RANKS[AUTOUR.indexOf(jour)]!;
  // In the generator, no season ends before the last of the days.
  const seasons = horaires.saisons.filter(({ du }) => du <= jour);
  const season = seasons.find(({ annuelle }) => !annuelle) ?? seasons[0];
  const open = season?.semaine[rank] ??
    horaires.semaine[rank] ?? [{ debut: ouverture, fin: fermeture }];
  return {
    open,
    first: ['08:00', ...open.map(({ debut }) => debut)].toSorted()[0]!,
    last: ['20:00', ...open.map(({ fin }) => fin)].toSorted().at(-1)!,
  };
}

const minutesAfter = (heure: string, minutes: number): string => {
  const end = Number(heure.slice(0, 2)) * 60 + Number(heure.slice(3)) + minutes;
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
};

test("pour n'importe quelles heures, semaine, saisons, fermetures et suite de souhaits, la grille dit d'avance ce que le serveur accepte de chacun, et la base tient ce qui a été accepté", async () => {
  // BOOK-02, BOOK-36, SET-46, FERM-03, FERM-04; BOOK-35: for an administrator, also lessons that
  // have begun.
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const answers = { dedans: 0, dehors: 0, passees: 0, fermees: 0, refusees: 0 };
  // Chance may leave an answer out; these wishes have each of them.
  const usual = { type_piste: 'interieure' as const, type: DEFAULT_TYPES[0]!, personnes: 1 };
  const at = (jour: string, heure_debut: string) => ({ ...usual, jour, heure_debut });
  const day = JOURS[0]!;
  const each: [Wish[], Hours, Closures, boolean] = [
    [
      at(day, '10:00'),
      at(day, '10:00'),
      at(day, '08:00'),
      at('2026-11-20', '10:00'),
      at(day, '15:00'),
    ],
    { ouverture: '09:30', fermeture: '20:00', horaires: { ...SANS_HORAIRES, saisons: [] } },
    [{ pistes: ['interieure'], jour: day, heures: ['14:00', '18:00'] }],
    true,
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyWish, { minLength: 1, maxLength: 12 }),
      heures,
      fermees,
      fc.boolean(),
      async (wishes, hours, closures, byAdmin) => {
        await t.services.db.execute(sql`delete from fermetures`);
        await t.services.db.execute(sql`delete from reservations`);
        for (const {
          pistes,
          jour,
          heures: [heure_debut, heure_fin],
        } of closures)
          expect(
            (
              await admin('POST', '/api/fermetures', {
                pistes,
                du: jour,
                au: jour,
                heure_debut,
                heure_fin,
                motif: 'Gel',
                lecons: [],
              })
            ).status,
          ).toBe(201);
        await t.services.db.execute(
          sql`update parametres set "openingTime" = ${hours.ouverture}, "closingTime" = ${hours.fermeture}, horaires = ${JSON.stringify(hours.horaires)}::jsonb`,
        );
        const horaire = { ...hours, pause_minutes: null, horsHeures: byAdmin };
        const accepted: string[] = [];
        for (const one of wishes) {
          const { grille: grid, occupations } = await read(admin, rider, horaire);
          const { open, first, last } = expectedDay(hours, one.jour);
          const fin = minutesAfter(one.heure_debut, one.type.duree_minutes);
          // The state in the booking grid for this type at this hour, if the grid shows the hour.
          const shown = creneauxOf(plageOf(horaire, one.jour));
          expect([shown[0], shown.at(-1)]).toEqual([first, last]);
          const creneau = shown.includes(one.heure_debut)
            ? creneauAt(
                one.heure_debut,
                {
                  jour: one.jour,
                  duree_minutes: one.type.duree_minutes,
                  maintenant: now,
                  horaire,
                  apresCoup: byAdmin,
                },
                occupations.filter(
                  ({ type_piste, date_reservation }) =>
                    type_piste === one.type_piste && date_reservation === one.jour,
                ),
              )
            : null;
          // The planning: every half hour that the lesson would occupy.
          const { rows } = grid.find(({ piste }) => piste.id === one.type_piste)!;
          const cells = rows
            .filter(({ heure }) => heure >= one.heure_debut && heure < fin)
            .map(({ cellules }) => cellules[AUTOUR.indexOf(one.jour)]!.etat);
          const within = open.some(({ debut, fin: end }) => debut <= one.heure_debut && fin <= end);
          const inGrid = first <= one.heure_debut && fin <= last;
          const begun =
            one.jour < '2026-11-21' || (one.jour === '2026-11-21' && one.heure_debut <= '09:30');
          // In the strip, a day that is too long ago for the planning cannot be chosen.
          const tooOld = one.jour === AUTOUR[0];
          const held = cells.some((etat) => !['libre', 'passe', 'ancien', 'fermee'].includes(etat));
          const offered = inGrid && !held && (byAdmin || (within && !begun));
          const expected = offered && !tooOld;
          expect([creneau?.reason === null, creneau?.etat === 'passe', one]).toEqual([
            offered,
            begun && creneau !== null && (offered || !byAdmin),
            one,
          ]);
          expect([creneau?.hors ?? false, one]).toEqual([offered && !within, one]);
          if (inGrid && within && !held) {
            expect(cells.includes('fermee')).toBe(false);
            expect(cells[0]).toBe(tooOld ? 'ancien' : begun ? 'passe' : 'libre');
          }
          if (inGrid && !within && !held) {
            // A half hour between two periods is closed. Without one, the lesson crosses the border
            // of a period.
            expect(cells.includes('fermee')).toBe(true);
          }
          const { status, body } = await (byAdmin ? admin : rider)(
            'POST',
            '/api/reservations',
            demandeOf(one),
          );
          const refusal =
            creneau === null
              ? 'heure_debut_manquante'
              : !byAdmin && one.jour < '2026-11-21'
                ? 'date_passee'
                : tooOld
                  ? 'date_trop_ancienne'
                  : creneau.reason;
          expect([status === 201, body.code, one]).toEqual([
            expected,
            expected ? undefined : refusal,
            one,
          ]);
          if (status === 201) accepted.push(body.id);
          answers[
            body.code === 'creneau_ferme'
              ? 'fermees'
              : status !== 201
                ? 'refusees'
                : begun
                  ? 'passees'
                  : within
                    ? 'dedans'
                    : 'dehors'
          ] += 1;
        }
        const { reservations, grille: grid } = await read(admin, rider, horaire);
        expect(reservations.map(({ id }) => id).toSorted()).toEqual(accepted.toSorted());
        const painted = grid.flatMap(({ rows }) =>
          rows.flatMap(({ cellules }) =>
            cellules.flatMap((cell) => ('reservation' in cell ? [cell.reservation] : [])),
          ),
        );
        expect(painted.map((one) => (one as { id: string }).id).toSorted()).toEqual(
          accepted.toSorted(),
        );
      },
    ),
    { numRuns: rounds(20, 60), seed, examples: [each] },
  );
  // Each answer occurred; otherwise nothing was compared.
  expect(Math.min(...Object.values(answers))).toBeGreaterThan(0);
  await t.services.db.execute(sql`delete from fermetures`);
  await t.services.db.execute(
    sql`update parametres set "openingTime" = '08:00', "closingTime" = '20:00', horaires = ${JSON.stringify(SANS_HORAIRES)}::jsonb`,
  );
});

test("pour n'importe quels déplacements et changements de statut, deux leçons actives ne se touchent jamais", async () => {
  const admin = await t.as({ role: 'admin' });
  const edit = fc.record({
    qui: fc.nat(7),
    vers: wish,
    statut: fc.constantFrom('confirmee', 'en_attente', 'annulee'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 5, maxLength: 25 }), async (edits) => {
      await t.services.db.execute(sql`delete from reservations`);
      const lecons: Record<string, unknown>[] = [];
      for (let n = 0; n < 8; n += 1) {
        lecons.push(
          (
            await admin(
              'POST',
              '/api/reservations',
              demandeOf({
                jour: JOURS[n % 2]!,
                type_piste: PISTES[n % 4 > 1 ? 1 : 0]!,
                heure_debut: CRENEAUX[n * 3]!,
                type: DEFAULT_TYPES[3]!,
                personnes: 1,
              }),
            )
          ).body,
        );
      }
      // Three at a time, as by several administrators.
      for (let n = 0; n < edits.length; n += 3) {
        await Promise.all(
          edits.slice(n, n + 3).map(async ({ qui, vers, statut }) => {
            const { status, body } = await admin(
              'PUT',
              `/api/reservations/${String(lecons[qui]!['id'])}`,
              { ...lecons[qui], ...demandeOf(vers), version: undefined, statut },
            );
            expect([200, 400, 409]).toContain(status);
            if (status === 400) expect(body.code).toBe('heure_fin_impossible');
          }),
        );
      }
      const { rows } = await t.services.db
        .execute(sql`select a.id from reservations a join reservations b on a.id < b.id and a.type_piste = b.type_piste
      and a.date_reservation = b.date_reservation and a.heure_debut < b.heure_fin and b.heure_debut < a.heure_fin where a.statut <> 'annulee' and b.statut <> 'annulee'`);
      expect(rows).toEqual([]);
    }),
    { numRuns: rounds(10, 40), seed },
  );
});

test("quoi que les types soient devenus, le dialogue dit d'avance ce que le serveur enregistre : l'heure de fin, ce qui est de trop, ce qui est pris", async () => {
  const admin = await t.as({ role: 'admin' });
  const horaire = { ouverture: '09:00', fermeture: '18:00' };
  const regle = fc.record({
    duree: fc.constantFrom(30, 60, 90, 120),
    max: fc.integer({ min: 1, max: 6 }),
  });
  const edit = fc.record({
    qui: fc.nat(3),
    vers: fc.option(wish, { nil: null }),
    type: fc.boolean(),
    personnes: fc.integer({ min: 1, max: 7 }),
    statut: fc.constantFrom('confirmee', 'en_attente', 'annulee'),
  });
  const answers = { enregistrees: 0, refusees: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { minLength: 4, maxLength: 4 }),
      fc.array(regle, { minLength: 6, maxLength: 6 }),
      fc.array(edit, { minLength: 1, maxLength: 8 }),
      async (wishes, regles, edits) => {
        await t.services.db.execute(sql`delete from reservations`);
        await restoreTypes(t);
        // Each in a separate part of the day, so that all four are stored.
        for (const [n, one] of wishes.entries()) {
          expect(
            (
              await admin(
                'POST',
                '/api/reservations',
                demandeOf({ ...one, heure_debut: CRENEAUX[n * 6]! }),
              )
            ).status,
          ).toBe(201);
        }
        for (const [n, { duree, max }] of regles.entries()) {
          await t.services.db.execute(
            sql`update types_lecons set duree_minutes = ${duree}, max_personnes = ${max} where value = ${DEFAULT_TYPES[n]!.value}`,
          );
        }
        const { body: changes } = (await admin('GET', '/api/types-lecons?tous=1')) as {
          body: TypeLecon[];
        };
        const week = `/api/reservations?du=${JOURS[0]}&au=${JOURS[1]}&sort=created_at`;
        for (const { qui, vers, type, personnes, statut } of edits) {
          const { body: reservations } = (await admin('GET', week)) as {
            body: ReservationAsRead[];
          };
          const original = reservations[qui]!;
          const { noms_saisis: _, ...depart } = brouillonOf(original);
          const brouillon = {
            ...depart,
            statut,
            noms_saisis: [],
            nombre_personnes: personnes,
            noms_participants: Array<string>(personnes).fill('Camille'),
            ...(vers && {
              date_reservation: vers.jour,
              type_piste: vers.type_piste,
              heure_debut: vers.heure_debut,
              ...(type && { type_lecon: vers.type.value }),
            }),
          };
          const { heure_fin, fault } = examine(brouillon, {
            maintenant: now,
            original,
            types: changes,
            pistes: DEFAULT_PISTES,
            heures: horaire,
          });
          const heure = offeredHeures(brouillon, {
            original,
            types: changes,
            heures: horaire,
            dayReservations: reservations,
          }).find((une) => une.heure === brouillon.heure_debut)!;
          const taken = heure.etat === 'prise' && statut !== 'annulee';
          expect(heure.etat === 'trop_tard').toBe(heure_fin === null);
          const modification = modificationOf({ ...brouillon, remarques: '' });
          const { status, body } = await admin('PUT', `/api/reservations/${original.id}`, {
            id: original.id,
            version: original.version,
            ...modification,
          });
          expect([status === 200, body.code ?? body.heure_fin, brouillon]).toEqual([
            fault === null && !taken,
            fault ?? (taken ? body.code : heure_fin),
            brouillon,
          ]);
          if (taken && fault === null) expect(status).toBe(409);
          answers[status === 200 ? 'enregistrees' : 'refusees'] += 1;
        }
      },
    ),
    { numRuns: rounds(10, 40), seed },
  );
  // Both answers occurred; otherwise nothing was compared.
  expect(Math.min(answers.enregistrees, answers.refusees)).toBeGreaterThan(0);
});
