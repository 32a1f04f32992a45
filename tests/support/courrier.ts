/**
 * An application with a real SMTP server, and emails written and delivered by the test, at an
 * instant that it chooses.
 */
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import type { ContenuCourriel, NewCourriel } from '#domain/emails/courriels.ts';
import { deliver, outdate, remind } from '#server/actions/emails/courriels.ts';
import { transact } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { courriels } from '#server/platform/schema/schema.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { createTestApp, MORNING, type TestApp } from './app.ts';
import { type SmtpServer, startSmtp } from './smtp.ts';

export type Courrier = {
  t: TestApp;
  smtp: SmtpServer;
  /**
   * Stores an email that is due now, with its link encrypted, and announces it. Returns its id, or
   * nothing if its cause is known.
   */
  write(contenu: ContenuCourriel, change?: Partial<NewCourriel>): Promise<string>;
  /**
   * Does once, and waits for, what the server does every half minute, as if no lesson had changed
   * in the last 30 seconds (MAIL-41); `early`: emails of changes still wait.
   */
  round(services?: Services, when?: { early: boolean }): Promise<void>;
  /** All emails, in the order in which they were written. */
  rows(): Promise<(typeof courriels.$inferSelect)[]>;
  /** Moves the clock. */
  later(minutes: number): void;
};

/**
 * One for a whole test file. Each test begins without emails and reservations, with a server that
 * accepts everything.
 */
export function useCourrier(): Courrier {
  let n = 0;
  const c: Courrier = {
    t: {} as TestApp,
    smtp: {} as SmtpServer,
    async write(contenu, change) {
      n += 1;
      const {
        t: { services, clock },
      } = c;
      const courriel = {
        cause: `essai ${String(n).padStart(4, '0')}`,
        destinataire: 'camille@essai.example',
        destinataire_nom: 'Camille Lambert',
        user_id: null,
        reservation_id: null,
        envoyer_apres: clock.now,
        perime_apres: new Date(clock.now.getTime() + 86_400_000),
        ...change,
      };
      const stored =
        'jeton' in contenu && contenu.jeton !== null
          ? { ...contenu, jeton: services.coffres.liens.seal(contenu.jeton, courriel.cause) }
          : contenu;
      const [id = ''] = await transact(services.db, ['courriels'], (tx) =>
        insertCourriels(tx, [{ ...courriel, contenu: stored }]),
      );
      return id;
    },
    async round(services = c.t.services, { early } = { early: false }) {
      if (!early) await endWaits(services.db, c.t.clock.now);
      await remind(services);
      await outdate(services);
      await deliver(services, new AbortController().signal);
    },
    rows: () => c.t.services.db.select().from(courriels).orderBy(asc(courriels.cause)),
    later(minutes) {
      c.t.clock.now = new Date(c.t.clock.now.getTime() + minutes * 60_000);
    },
  };
  beforeAll(async () => {
    c.smtp = await startSmtp();
    c.t = await createTestApp({ smtpUrl: c.smtp.url, trustProxy: 1 });
  });
  beforeEach(async () => {
    c.t.clock.now = MORNING;
    Object.assign(c.smtp, { recus: [], essais: 0, conduites: [], toujours: {} });
    await c.t.services.db.execute(sql`delete from courriels`);
    await c.t.services.db.execute(sql`delete from reservations`);
  });
  afterAll(async () => {
    await c.t.close();
    await c.smtp.stop();
  });
  return c;
}

/** Makes the emails of changes that wait due at an instant, and announces it. */
export async function endWaits(db: Services['db'], at: Date): Promise<void> {
  const { rowCount } = await db.execute(
    sql`update courriels set envoyer_apres = ${at.toISOString()}::timestamptz where statut = 'en_attente' and contenu ? 'attend' and envoyer_apres > ${at.toISOString()}::timestamptz`,
  );
  if (rowCount)
    await db.execute(sql`select pg_notify('manege_changes', '{"changed":["courriels"]}')`);
}

/**
 * Waits until the server has accepted, or started, what a test expects. On failure, reports what it
 * has accepted.
 */
export const until = (what: () => boolean, smtp: SmtpServer, timeout = 20_000): Promise<void> =>
  vi.waitFor(
    () => {
      if (!what())
        throw new Error(`taken so far: ${smtp.recus.map(({ subject }) => subject).join(' | ')}`);
    },
    { timeout, interval: 20 },
  );
