/** The data that an action receives: the services of this instance and the caller. */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Noun } from '#contract/call.ts';
import type { News } from '#contract/changes.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { Etape, Personne } from '#domain/people/users.ts';
import { type Auth, createAuth } from './auth.ts';
import { type Coffres, createCoffres } from './secrets/coffre.ts';
import {
  againAfterDeadlock,
  announceThrough,
  type Concerned,
  type Db,
  newsOf,
  openPool,
  transact,
  type Tx,
} from './db.ts';
import { type LiveHub, openLive } from './live.ts';
import type { Log } from './log.ts';
import { type Mailbox, createMailer, type Mailer, type SmtpServer } from './mail/mailer.ts';
import { createShared, type Shared } from './shared.ts';

/** The target of backups and how they are made. */
export type BackupConfig = {
  dir: string;
  /** A program that is run with the path of each new backup; null for none. */
  command: string | null;
  passphrase: string | null;
  /** The folder of the embedded database; null if the database is elsewhere. */
  base: string | null;
};

export type ServicesConfig = {
  databaseUrl: string;
  /** "PostgreSQL" or "PostgreSQL embarqué", and the version of the server (SET-15). */
  database: { nom: string; version: string };
  secret: string;
  publicUrl: string;
  /**
   * Whether the environment sets these values itself, instead of using the defaults (OPS-65,
   * OPS-66, OPS-69).
   */
  given: { publicUrl: boolean; trustProxy: boolean; mailFrom: boolean };
  /** The mail server for sending; null if no email can be sent. */
  smtp: SmtpServer | null;
  /** The sender of every email. */
  expediteur: Mailbox;
  version: string;
  production: boolean;
  centre: { nom: string; ville: string };
  sauvegardes: BackupConfig;
  /** The clock is a service, so that a test can choose the time. */
  now: () => Date;
  log: Log;
};

export type Services = Omit<ServicesConfig, 'secret' | 'smtp'> & {
  /**
   * Distinguishes this process from the other instances. The name of its listening connection
   * contains it, so that the database can identify it (OPS-65).
   */
  instance: string;
  db: Db;
  /**
   * A separate connection for `/api/health/ready`, so that calls that wait for a connection of the
   * pool do not make the instance look unavailable (OPS-60).
   */
  probe: Pick<pg.Pool, 'query'>;
  auth: Auth;
  /** The encryption of stored secrets (ADR-012). */
  coffres: Coffres;
  live: LiveHub;
  mailer: Mailer | null;
  /** Shares reads whose answer is the same for all callers. */
  shared: Shared;
  /** Shares look-ups of sessions. */
  lookups: Shared;
  /** True if emails can be sent; only then must an address be confirmed (ACC-22). */
  canSend: boolean;
  /**
   * Emits `demande` within this process when a link is requested, so that the table need not be
   * polled.
   */
  bell: EventEmitter<{ demande: [] }>;
  close(): Promise<void>;
};

/** A session that is not open yet, and its account. */
export type Attente = { session: string; user_id: string; etape: Exclude<Etape, 'ouverte'> };

/** The caller, with its session and its origin. */
export type Caller = Pick<
  Ctx,
  'personne' | 'session' | 'attente' | 'appareils' | 'ip' | 'userAgent'
>;

/** Everything that an action may know about its caller. */
export type Ctx = Services & {
  personne: Personne | null;
  /**
   * The open session that makes the call. `empreinte`: null if an access token names the session,
   * because such a token must not create another one (API-23).
   */
  session: { id: string; empreinte: string | null } | null;
  /** A sign-in of this browser that waits for its second step (ACC-50). */
  attente: Attente | null;
  /** The device tokens of this browser (ACC-53), newest first. */
  appareils: readonly string[];
  ip: string;
  userAgent: string;
  /** What the lines of the journal of one act have in common (ACC-76). */
  acte?: string;
  /**
   * Runs one transaction that announces the changes that the contract declares for the call; it is
   * run again after a deadlock.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same announcement for a statement that commits by itself, about the reservations that it
   * changes, before and after the change.
   */
  announcement(...lecons: Concerned[]): News;
};

/**
 * One connection, which is closed soon after it stops answering. While it does not answer, the
 * instance is not ready.
 */
const PROBE = { max: 1, silenceMs: 3_000, idleMs: 2_500 };

/** Opens pools, mailer and live hub. */
export async function openServices({ secret, smtp, ...config }: ServicesConfig): Promise<Services> {
  let closing = false;
  const lost = (error: Error): void => {
    if (!closing) config.log.warn({ err: error }, 'database connection lost');
  };
  const { databaseUrl } = config;
  const { pool, db } = openPool(databaseUrl, lost);
  const { pool: probe } = openPool(databaseUrl, lost, PROBE);
  const instance = randomBytes(6).toString('hex');
  const live = await openLive(databaseUrl, lost, { instance, version: config.version });
  announceThrough(db, (news) => live.announce(news));
  // ADR-010: without open screens there is no pause; with 500 screens, the same read is sent every
  // 150 ms at most.
  const shared = createShared({ pauseMs: () => Math.min(150, live.size() * 0.3) });
  const lookups = createShared({ pauseMs: () => Math.min(5, live.size() / 100) });
  const auth = createAuth({ secret, publicUrl: config.publicUrl });
  const mailer = smtp === null ? null : createMailer(smtp, config.expediteur);
  return {
    ...config,
    instance,
    db,
    probe,
    auth,
    coffres: createCoffres(secret),
    live,
    mailer,
    shared,
    lookups,
    canSend: mailer !== null,
    bell: new EventEmitter(),
    async close() {
      closing = true; // a connection may outlive its pool until the embedded PostgreSQL ends it
      mailer?.close();
      await live.stop();
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

/** The services and the caller for one call that changes these nouns. */
export function createCtx(services: Services, caller: Caller, changes: readonly Noun[] = []): Ctx {
  return {
    ...services,
    ...caller,
    transaction: (work) => againAfterDeadlock(() => transact(services.db, changes, work)),
    announcement: (...lecons) => newsOf(changes, lecons),
  };
}

/** The caller of a call that needs a session. Throws `session_absente` without one. */
export function personneOf(ctx: Ctx): Personne {
  if (!ctx.personne) throw new Refus('session_absente');
  return ctx.personne;
}
