/**
 * While many emails leave one after the other, those of changes are still united before each one
 * (MAIL-42, MAIL-43), and no waking of the loop is lost (MAIL-41). The clock stands still unless a
 * test moves it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ContenuCourriel } from '../../../src/domain/emails/courriels.ts';
import { deliver } from '../../../src/server/actions/emails/courriels.ts';
import { startDelivery } from '../../../src/server/delivery.ts';
import { courriels } from '../../../src/server/platform/schema/schema.ts';
import type * as Attente from '../../../src/server/stores/emails/attente.ts';
import type * as Courriels from '../../../src/server/stores/emails/courriels.ts';
import { book, put, type Stored, type TestApp } from '../../support/app.ts';
import { until, useCourrier } from '../../support/courrier.ts';

/**
 * Called when a sender has taken a message or none, and before and after it reads the next due
 * time.
 */
const on = vi.hoisted(() => {
  const nothing = async (_turn: number): Promise<void> => {};
  return { nothing, claimed: nothing, asking: nothing, asked: nothing, turns: 0 };
});
vi.mock('../../../src/server/stores/emails/courriels.ts', async (original) => {
  const module = await original<typeof Courriels>();
  const claimMessage: typeof module.claimMessage = async (...args) => {
    const rows = await module.claimMessage(...args);
    await on.claimed(0);
    return rows;
  };
  return { ...module, claimMessage };
});
vi.mock('../../../src/server/stores/emails/attente.ts', async (original) => {
  const module = await original<typeof Attente>();
  const getNextDue: typeof module.getNextDue = async (...args) => {
    on.turns += 1;
    const turn = on.turns;
    await on.asking(turn);
    const due = await module.getNextDue(...args);
    await on.asked(turn);
    return due;
  };
  return { ...module, getNextDue };
});

const c = useCourrier();
const never = new AbortController().signal;
const essai: ContenuCourriel = { sorte: 'essai', nom: 'Camille' };
/** It does not leave before a lesson's (MAIL-46). */
const approbation: ContenuCourriel = { sorte: 'approbation', nom: 'Camille', role: 'utilisateur' };
const subjects = () => c.smtp.recus.map(({ subject }) => subject?.split(', ')[0]);
const at = (seconds: number) => new Date(c.t.clock.now.getTime() + seconds * 1000);
function pass(seconds: number): void {
  c.t.clock.now = at(seconds);
}

beforeEach(() => {
  Object.assign(on, { claimed: on.nothing, asking: on.nothing, asked: on.nothing });
});
afterEach(() => c.t.services.db.execute(sql`update parametres set "sendCancellation" = true`));

describe("pendant qu'une file d'emails part", () => {
  type Person = Awaited<ReturnType<TestApp['as']>>;
  /** A lesson at 10:00 whose confirmation was sent, moved at an instant; its email waits. */
  async function moved(now: string): Promise<{ admin: Person; lesson: Stored }> {
    const admin = await c.t.as({ role: 'admin' });
    const lesson = await book(await c.t.as(), { remarques: null });
    await deliver(c.t.services, never);
    c.t.clock.now = new Date(now);
    await deliver(c.t.services, never);
    c.smtp.recus = [];
    return { admin, lesson: await edit(admin, lesson, { heure_debut: '10:30' }) };
  }
  async function edit(admin: Person, lesson: Stored, change: object): Promise<Stored> {
    const { status, body } = await put(admin, lesson, change);
    expect(status, body.message).toBe(200);
    return body;
  }
  /** Does something once, while the first message is being sent. */
  function duringFirst(what: () => Promise<void>): void {
    on.claimed = async () => {
      on.claimed = on.nothing;
      await what();
    };
  }

  test('une annulation proche part à son tour, avec le changement qui attend, pas une fois la file vide', async () => {
    // MAIL-43
    const { admin, lesson } = await moved('2026-11-23T08:00:00Z');
    await c.write(approbation);
    await c.write(approbation, { envoyer_apres: at(6) });
    duringFirst(async () => {
      pass(5);
      await edit(admin, lesson, { statut: 'annulee' });
      pass(2);
    });
    await deliver(c.t.services, never);
    expect(subjects()).toEqual([
      expect.stringContaining('approuvé'),
      expect.stringContaining('Leçon annulée'),
      expect.stringContaining('approuvé'),
    ]);
  });

  test("le déplacement d'une leçon annulée depuis, sans email, n'en part pas", async () => {
    // MAIL-42
    await c.t.services.db.execute(sql`update parametres set "sendCancellation" = false`);
    const { admin, lesson } = await moved('2026-11-20T08:00:00Z');
    await c.write(essai);
    duringFirst(async () => {
      await edit(admin, lesson, { statut: 'annulee' });
      pass(30);
    });
    await deliver(c.t.services, never);
    expect(subjects()).toEqual([expect.stringContaining('essai')]);
  });
});

describe('la ronde se réveille', () => {
  // MAIL-41
  const SENDERS = 4;
  /** Long before the loop looks by itself. */
  const SOON = 10_000;
  const wake = () =>
    c.t.services.db.execute(sql`select pg_notify('manege_changes', '{"changed":["courriels"]}')`);
  /**
   * Starts the loop, and waits until it rests: it is woken at first by what the tests before did.
   */
  async function start(): Promise<void> {
    onTestFinished(startDelivery(c.t.services, { graceMs: 100 }));
    await sleep(500); // it has found nothing more to send
  }
  /** A point that so many must reach before any of them goes on. */
  function barrier(n: number): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = n;
    return () => {
      left -= 1;
      if (left === 0) resolve();
      return promise;
    };
  }

  test('un email écrit pendant que tous cherchent le prochain', async () => {
    await start();
    const [asked, written] = [barrier(SENDERS + 1), barrier(SENDERS + 1)];
    on.asked = async () => {
      await asked();
      await written();
    };
    await wake();
    await asked();
    await c.write(essai);
    await sleep(500); // the loop hears of it
    await written();
    await until(() => c.smtp.recus.length === 1, c.smtp, SOON);
  });

  test('un email devenu dû depuis la dernière prise', async () => {
    const due = at(20);
    await c.write(essai, { envoyer_apres: due });
    await start();
    const all = barrier(SENDERS);
    on.claimed = async () => {
      await all();
      c.t.clock.now = due;
    };
    await wake();
    await until(() => c.smtp.recus.length === 1, c.smtp, SOON);
  });

  test("un expéditeur qui ne connaît qu'un email plus tardif ne retarde pas le réveil", async () => {
    const soon = at(2);
    const id = await c.write(essai, { envoyer_apres: at(3_600) });
    await c.write(essai, { envoyer_apres: at(25) });
    await start();
    on.turns = 0;
    const advanced = Promise.withResolvers<void>();
    const others = barrier(SENDERS + 1);
    on.asking = (turn) => (turn === 1 ? Promise.resolve() : advanced.promise);
    on.asked = async (turn) => {
      if (turn > 1) return void others();
      // Nobody is told of this.
      await c.t.services.db
        .update(courriels)
        .set({ envoyer_apres: soon })
        .where(eq(courriels.id, id));
      advanced.resolve();
      await others();
      await sleep(100); // they have set their timer
    };
    await wake();
    await others();
    await sleep(300); // the loop rests
    c.t.clock.now = soon;
    await until(() => c.smtp.recus.length === 1, c.smtp, SOON);
  });
});
