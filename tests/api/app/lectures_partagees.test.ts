/**
 * Simultaneous requests share their reads: how few statements that takes, to whom the answers are
 * sent, and that no answer is older than its request.
 */
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { CRENEAUX } from '../../../src/domain/slots/creneaux.ts';
import { book, DEMANDE, useTestApp } from '../../support/app.ts';
import { useInstances } from '../../support/instances.ts';

const PERIODE = `du=${DEMANDE.date_reservation}&au=${DEMANDE.date_reservation}`;
const DISPONIBILITES = `/api/disponibilites?${PERIODE}`;
const TOUTES = `/api/reservations?${PERIODE}`;

describe('dans un processus', () => {
  const t = useTestApp();
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /**
   * Counts the statements from now on, by the last table that they name, not counting those in the
   * selected columns.
   */
  function countStatements(): Record<string, number> {
    const counted: Record<string, number> = {};
    const prototype = pg.Client.prototype as unknown as {
      query: (this: pg.Client, ...args: [string | { text: string }]) => unknown;
    };
    const { query } = prototype;
    vi.spyOn(prototype, 'query').mockImplementation(function spied(this: pg.Client, ...args) {
      const text = typeof args[0] === 'string' ? args[0] : args[0].text;
      const table = [...text.matchAll(/\bfrom "(\w+)"/g)].at(-1)?.[1] ?? text;
      counted[table] = (counted[table] ?? 0) + 1;
      return query.apply(this, args);
    });
    return counted;
  }

  test('deux cents lectures simultanées de vingt personnes coûtent quelques requêtes, et chacune reçoit la sienne', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, n) => t.as({ prenom: `Camille${n}` })),
    );
    const lecon = await book(people[0]!);
    const counted = countStatements();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => people[n % 20]!('GET', DISPONIBILITES)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { body } of answers)
      expect(body).toMatchObject([{ heure_debut: lecon['heure_debut'], type_piste: 'interieure' }]);
    expect(counted['sessions']).toBeLessThanOrEqual(4);
    expect(counted['reservations']).toBeLessThanOrEqual(4);
    const before = { ...counted };
    const sessions = await Promise.all(
      Array.from({ length: 200 }, (_, n) => people[n % 20]!('GET', '/api/auth/get-session')),
    );
    expect(sessions.map(({ body }) => body.user.prenom)).toEqual(
      Array.from({ length: 200 }, (_, n) => `Camille${n % 20}`),
    );
    expect(counted['sessions']! - before['sessions']!).toBeLessThanOrEqual(4);
  });

  test("ce que lisent les administrateurs n'atteint ni un cavalier, ni un compte bloqué, ni personne sans session, aussi au même instant", async () => {
    // ACC-10, BOOK-08
    const [admin, other, rider, blocked] = [
      await t.as({ role: 'admin' }),
      await t.as({ role: 'admin' }),
      await t.as(),
      await t.as({ role: 'admin', statut: 'inactif' }),
    ];
    await book(rider, { heure_debut: '14:00', noms_participants: ['Zoé', 'Hugo'] });
    const all = (await admin('GET', TOUTES)).body;
    for (let round = 0; round < 10; round += 1) {
      const [a, b, own, refused, unknown, forged] = await Promise.all([
        admin('GET', TOUTES),
        other('GET', TOUTES),
        rider('GET', TOUTES),
        blocked('GET', TOUTES),
        t.anonymous('GET', TOUTES),
        t.anonymous('GET', TOUTES, undefined, { authorization: 'Bearer {"x",\\null}' }),
      ]);
      expect([a.body, b.body]).toEqual([all, all]);
      expect(own.body).toMatchObject([{ heure_debut: '14:00' }]);
      expect([own.body.length, 'telephone' in own.body[0]]).toEqual([1, false]);
      expect([refused.status, unknown.status, forged.status]).toEqual([403, 401, 401]);
    }
    expect(all.length).toBeGreaterThan(1);
  });

  test("une session terminée ou un compte bloqué le sont dès l'appel suivant, quoi que d'autres lisent", async () => {
    // ACC-10, ACC-11
    const [crowd, leaving, admin] = [await t.as(), await t.as(), await t.as({ role: 'admin' })];
    const noise = () => Array.from({ length: 20 }, () => crowd('GET', DISPONIBILITES));
    const around = [...noise()];
    expect((await leaving('GET', DISPONIBILITES)).status).toBe(200);
    expect((await admin('PATCH', `/api/users/${leaving.id}`, { statut: 'inactif' })).status).toBe(
      200,
    );
    around.push(...noise());
    expect((await leaving('GET', DISPONIBILITES)).status).toBe(403);
    expect((await leaving('POST', '/api/auth/sign-out', {})).status).toBe(200);
    around.push(...noise());
    expect((await leaving('GET', DISPONIBILITES)).status).toBe(401);
    for (const { status } of await Promise.all(around)) expect(status).toBe(200);
  });
});

describe('sur deux processus', () => {
  const i = useInstances({ people: 8, role: 'admin' });

  test("qui lit après une réservation confirmée la voit, sur chaque instance, pendant que d'autres lisent sans cesse", async () => {
    const jour = addDays(momentAt(new Date()).jour, 40);
    const [libres, toutes] = [
      `/api/disponibilites?du=${jour}&au=${addDays(jour, 6)}`,
      `/api/reservations?du=${jour}&au=${addDays(jour, 6)}`,
    ];
    let stop = false;
    const crowd = Array.from({ length: 8 }, async (_, n) => {
      while (!stop) await i.call(n, n < 4 ? libres : toutes);
    });
    for (let round = 0; round < 24; round += 1) {
      const place = {
        date_reservation: addDays(jour, round % 3),
        type_piste: round % 2 ? 'interieure' : 'exterieure',
        heure_debut: CRENEAUX[Math.floor(round / 6) * 2]!,
      };
      const booked = await i.call(round % 2, '/api/reservations', { ...DEMANDE, ...place });
      expect([booked.status, booked.body.message]).toEqual([201, undefined]);
      for (const { body } of await Promise.all([
        i.call(0, libres),
        i.call(1, libres),
        i.call(2, toutes),
        i.call(3, toutes),
      ])) {
        expect(body).toContainEqual(expect.objectContaining(place));
      }
    }
    stop = true;
    await Promise.all(crowd);
  });
});
