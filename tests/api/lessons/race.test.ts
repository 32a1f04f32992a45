/**
 * Two server processes on one PostgreSQL, and riders who request the same thing at the same
 * instant.
 */
import { expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { CRENEAUX } from '../../../src/domain/slots/creneaux.ts';
import { DEFAULT_TYPES } from '../../../src/domain/types/types_lecons.ts';
import { overlaps, useInstances } from '../../support/instances.ts';
import { random } from '../../support/random.ts';

const RIDERS = 50;
const JOUR = addDays(momentAt(new Date()).jour, 30);

const i = useInstances({ people: RIDERS });
/** Books as one of the riders, in turn. */
async function book(n: number, demande: object): Promise<{ status: number; code?: string }> {
  const { status, body } = await i.call(n % RIDERS, '/api/reservations', demande);
  return { status, code: body.code };
}

async function count(query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await i.sql.query<{ n: number }>(
    `select count(*)::int as n from ${query}`,
    values,
  );
  return rows[0]?.n ?? -1;
}

test("de 200 demandes simultanées d'un même créneau, une seule est confirmée et les 199 autres apprennent qu'il vient d'être réservé", async () => {
  // BOOK-20
  const demande = {
    type_lecon: 'collective',
    nombre_personnes: 1,
    noms_participants: ['Camille'],
    date_reservation: JOUR,
    type_piste: 'interieure',
    heure_debut: '10:00',
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => book(n, demande)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(
    answers.filter(({ status, code }) => status === 409 && code === 'creneau_pris'),
  ).toHaveLength(199);
  expect(await count('reservations where date_reservation = $1', JOUR)).toBe(1);
});

test("500 leçons tirées au hasard sur une journée : aucune confirmée n'en chevauche une autre, aucune réponse 201 ne manque", async () => {
  // BOOK-06
  const jour = addDays(JOUR, 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      book(n, {
        type_lecon: pick(DEFAULT_TYPES).value,
        nombre_personnes: 1,
        noms_participants: ['Camille'],
        date_reservation: jour,
        type_piste: pick(['interieure', 'exterieure']),
        heure_debut: pick(CRENEAUX.slice(0, 23)),
      }),
    ),
  );
  const stored = await count('reservations where date_reservation = $1', jour);
  expect(stored).toBeGreaterThan(10);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(stored);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(500 - stored);
  expect(await overlaps(i)).toBe(0);
});

test("PostgreSQL n'a compté aucun interblocage dans cette base", async () => {
  // A connection has reported its counts at the latest when it has ended.
  await Promise.all(i.servers.splice(0).map((server) => server.stop()));
  await expect
    .poll(() => count('pg_stat_activity where datname = current_database()'), { timeout: 60_000 })
    .toBe(1);
  expect(await count('pg_stat_database where datname = current_database() and deadlocks > 0')).toBe(
    0,
  );
});
