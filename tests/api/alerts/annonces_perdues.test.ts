/**
 * An instance is killed between a commit and its announcement (ADR-010): screens, emails and alerts
 * of the others know nevertheless, long before the loops look by themselves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import pg from 'pg';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { useInstances } from '../../support/instances.ts';
import { startClock } from '../../support/machine_clock.ts';
import { rounds } from '../../support/rounds.ts';
import { startServer } from '../../support/server.ts';
import { type SmtpServer, startSmtp } from '../../support/smtp.ts';
import { changesOf } from '../../support/stream.ts';

const ROUNDS = rounds(1, 10);
/** Ends what hangs. Without an announcement emails are looked for every 30 s. */
const SOON = { timeout: 20_000 };
/**
 * ADR-010: the others know within so many seconds. `startClock` counts them, because a busy machine
 * delays the look of the others, which a timer of 2 s begins, and the delivery of the emails: a
 * time would fail there although nothing is wrong.
 */
const KNOWN_WITHIN = 5;

let smtp: SmtpServer;
const i = useInstances({
  people: 2,
  around: async () => {
    smtp = await startSmtp();
    return { SMTP_URL: smtp.url };
  },
});
afterAll(() => smtp.stop());

/** The subjects that were sent to a person. */
const sentTo = (person: number): string[] =>
  smtp.recus.flatMap(({ to, subject = '' }) =>
    JSON.stringify(to).includes(i.people[person]!.email) ? [subject] : [],
  );

/** The nouns that the screen of a person hears from now on. */
async function listen(person: number): Promise<Set<string>> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const stream = changesOf(
    await fetch(`${i.urlOf(person)}/api/live`, {
      headers: { authorization: `Bearer ${i.tokens[person]}` },
      signal: abort.signal,
    }),
  );
  await stream.next(); // repeats what is recent
  const heard = new Set<string>();
  void (async () => {
    for await (const { changed } of stream) for (const noun of changed) heard.add(noun);
  })().catch(() => undefined);
  return heard;
}

/** Forgets what was heard, once nothing more is announced. */
async function forget(heard: Set<string>): Promise<void> {
  do {
    heard.clear();
    await sleep(1_000); // nothing is announced meanwhile
  } while (heard.size > 0);
}

/** False if it does not become true within two seconds. */
const soon = (condition: () => Promise<boolean>): Promise<boolean> =>
  vi.waitUntil(condition, { timeout: 2_000 }).then(
    () => true,
    () => false,
  );

/**
 * Cancels a lesson on the first instance, which is stopped before it learns that this is stored.
 * Returns the answer, which the instance still owes.
 */
async function cancelUnannounced(id: string): Promise<{ answer: Promise<unknown> }> {
  const { child } = i.servers[0]!;
  onTestFinished(() => void child.kill('SIGKILL'));
  const isWaiting = async () =>
    (
      await i.sql.query(
        `select from pg_locks where not granted and relation = 'courriels'::regclass and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount === 1;
  const isStored = async () =>
    (await i.sql.query(`select from reservations where id = $1 and statut = 'annulee'`, [id]))
      .rowCount === 1;
  for (let run = 0; run < 10; run += 1) {
    const holder = new pg.Client({ connectionString: i.database.url });
    await holder.connect();
    // The storing statement waits for this lock, for 3 s at most.
    await holder.query('begin; lock table courriels in share mode');
    const answer = i
      .call(0, `/api/reservations/${id}/annulation`, {})
      .catch((error: unknown) => error);
    const waits = await Promise.race([
      vi.waitUntil(isWaiting, { timeout: 60_000 }).then(() => true),
      answer.then(() => false),
    ]);
    if (waits) child.kill('SIGSTOP');
    await holder.query('commit');
    await holder.end();
    if (waits && (await soon(isStored))) return { answer };
    child.kill('SIGCONT');
    await answer; // refused after 3 s, because the machine is too busy
  }
  throw new Error('the cancellation was never stored');
}

test(
  "tuée après l'enregistrement d'une annulation et avant son annonce",
  { timeout: 30_000 + ROUNDS * 30_000 },
  async () => {
    await i.sql.query(`update parametres set "slotAlerts" = true, "riderCancellation" = true`);
    for (let round = 0; round < ROUNDS; round += 1) {
      smtp.recus.splice(0);
      const slot = {
        type_lecon: 'collective',
        date_reservation: addDays(momentAt(new Date()).jour, 20 + round),
        type_piste: 'interieure',
        heure_debut: '10:00',
      };
      const heard = await listen(1);
      const { body: lecon } = await i.call(0, '/api/reservations', {
        ...slot,
        nombre_personnes: 1,
        noms_participants: ['Camille'],
      });
      await expect.poll(() => [...heard], SOON).toContain('reservations');
      expect((await i.call(1, '/api/alertes', slot)).status).toBe(200);
      await expect.poll(() => sentTo(0).length, SOON).toBe(1);

      // The record of the email sent is announced too.
      await forget(heard);
      const { answer } = await cancelUnannounced(lecon.id);
      expect([...heard]).not.toContain('reservations');
      // Its email is due now, and not in 30 seconds (MAIL-41); this is announced to nobody.
      await i.sql.query(`update courriels set envoyer_apres = now() where contenu ? 'attend'`);

      const clock = startClock(i.sql);
      const known: Record<string, number> = {};
      await i.servers[0]!.kill();
      expect(await answer).toBeInstanceOf(Error);
      await expect.poll(() => [...heard], SOON).toContain('reservations');
      known['écrans'] = clock.read();
      await expect.poll(() => sentTo(0).length, SOON).toBe(2);
      known['emails'] = clock.read();
      await expect.poll(() => sentTo(1).length, SOON).toBe(1);
      known['alertes'] = clock.read();
      await clock.stop();
      expect(Object.entries(known).filter(([, seconds]) => seconds >= KNOWN_WITHIN)).toEqual([]);
      i.servers[0] = await startServer(i.env);
    }
  },
);
