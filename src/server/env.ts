/**
 * The environment, read once. A wrong value stops the start with a sentence that names the
 * variable.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { openDir } from './platform/embedded/account.ts';
import { codeOf, explainDataDir, replaceFile, writeFirst } from './platform/files.ts';
import type { SmtpServer } from './platform/mail/mailer.ts';
import { StartError } from './platform/start_error.ts';

const text = (sentence: string) => z.string({ error: sentence }).trim().min(1, sentence);

const url = (protocols: RegExp, sentence: string) =>
  z.url({ protocol: protocols, error: sentence });

const EXPEDITEUR = /^(?:([^<>\r\n]*)<\s*)?([^\s<>@,;]+@[^\s<>@,;]+)\s*>?$/;

const ON_OR_OFF = new Set(['0', 'false', '1', 'true']);
const proxies = (value: string): string[] => value.split(',').map((part) => part.trim());

/** An address, a network ('10.0.0.0/8'), or one of the three names that Fastify knows. */
function isProxy(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/');
  const version = isIP(address);
  if (version === 0) return ['loopback', 'linklocal', 'uniquelocal'].includes(part);
  return (
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/**
 * Long enough that nobody can guess it from a stolen backup, even if each attempt is cheap
 * (OPS-05).
 */
const PASSPHRASE_MIN = 20;

const port = z.coerce
  .number('doit être un nombre')
  .int('doit être un nombre entier')
  .min(0, 'doit être entre 0 et 65535')
  .max(65_535, 'doit être entre 0 et 65535');

const Schema = z
  .object({
    /** Without this check, a misspelt `production` would start without the checks of production. */
    NODE_ENV: z
      .enum(['production', 'development', 'test'], 'doit être production, development ou test')
      .optional(),
    PORT: port.default(3000),
    HOST: text('doit être une adresse').optional(),
    DATA_DIR: text('doit être un dossier').default('data'),
    DATABASE_URL: url(/^postgres(ql)?$/, 'doit commencer par postgres://').optional(),
    /**
     * This variable was for pgbouncer. If it were ignored, the pool would use a mode of pgbouncer
     * with which it cannot work.
     */
    DATABASE_DIRECT_URL: z
      .never(
        "n'existe plus : donnez l'adresse de PostgreSQL lui-même dans DATABASE_URL, sans pgbouncer, et retirez cette variable",
      )
      .optional(),
    PUBLIC_URL: url(/^https?$/, 'doit commencer par http:// ou https://').optional(),
    SECRET: z.string().min(32, 'doit compter au moins 32 caractères').optional(),
    SMTP_URL: url(/^smtps?$/, 'doit commencer par smtp:// ou smtps://').optional(),
    /**
     * `1`: nothing is sent unencrypted; `0`: if the mail server offers no encryption, emails are
     * sent without. Default: `0` for this machine, `1` for any other.
     */
    SMTP_REQUIRE_TLS: z.enum(['0', '1'], 'doit être 0 ou 1').optional(),
    /** An address, or a name and an address: `Manège <bonjour@centre.be>`. */
    MAIL_FROM: z
      .string()
      .trim()
      .regex(EXPEDITEUR, "doit être une adresse email, ou un nom suivi d'une adresse entre < et >")
      .optional(),
    ADMIN_EMAIL: z.email('doit être une adresse email').toLowerCase().optional(),
    /** Checked when the account is created (ACC-38). */
    ADMIN_PASSWORD: z.string().optional(),
    /** First and last name of that administrator. */
    ADMIN_NAME: z
      .string()
      .trim()
      .max(100, 'doit compter au plus 100 caractères')
      .regex(/^[^\r\n]*\p{L}[^\r\n]*$/u, 'doit être un nom')
      .optional(),
    CENTRE_NAME: text('doit être un nom').default('Manège'),
    CENTRE_TOWN: text('doit être un nom').default('Gembloux'),
    /**
     * The proxies whose X-Forwarded-* headers are trusted: `1` for one proxy with any address, or
     * addresses and networks separated by commas. There is no value for all addresses, because each
     * caller could then choose the network under which it is counted.
     */
    TRUST_PROXY: z
      .string()
      .refine(
        (value) => ON_OR_OFF.has(value) || proxies(value).every(isProxy),
        'doit être 1, ou des adresses et des réseaux séparés par des virgules',
      )
      .optional(),
    /** The folder of the backups (OPS-04). */
    BACKUP_DIR: text('doit être un dossier').optional(),
    /** A program, without arguments, that is run with the path of each backup (OPS-06). */
    BACKUP_COMMAND: text('doit être un programme').optional(),
    BACKUP_PASSPHRASE: z
      .string()
      .min(PASSPHRASE_MIN, `doit compter au moins ${PASSPHRASE_MIN} caractères`)
      .optional(),
    /** A file that contains the passphrase, on one line. */
    BACKUP_PASSPHRASE_FILE: text('doit être un fichier').optional(),
    /** `0`: a database that contains data is migrated without a backup before (OPS-40). */
    BACKUP_BEFORE_MIGRATION: z.enum(['0', '1'], 'doit être 0 ou 1').optional(),
    /** A port that serves only the metrics (OPS-62). */
    METRICS_PORT: port.optional(),
    METRICS_HOST: text('doit être une adresse').optional(),
    /**
     * The token that Prometheus must send; without METRICS_PORT, on the port of the application.
     */
    METRICS_TOKEN: z
      .string()
      .regex(/^[!-~]{20,}$/, 'doit compter au moins 20 caractères, sans espace ni accent')
      .optional(),
    /**
     * `0`: no device keeps data for reading without a network, and stored data are removed (UI-59).
     */
    OFFLINE: z.enum(['0', '1'], 'doit être 0 ou 1').optional(),
    /** `1`: browsers also use https for every name below this site's (API-19). */
    HSTS_SUBDOMAINS: z.enum(['0', '1'], 'doit être 0 ou 1').optional(),
    DEMO: z.enum(['0', '1'], 'doit être 0 ou 1').optional(),
    /**
     * How long a stopping instance keeps serving while it reports that it is not ready: a balancer
     * that never repeats a request needs this time for its next check (OPS-74).
     */
    DRAIN_SECONDS: z.coerce
      .number('doit être un nombre')
      .int('doit être un nombre entier')
      .min(0, 'doit être entre 0 et 300')
      .max(300, 'doit être entre 0 et 300')
      .default(0),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'doit être fatal, error, warn, info, debug, trace ou silent',
      )
      .default('info'),
  })
  .refine((env) => (env.ADMIN_EMAIL === undefined) === (env.ADMIN_PASSWORD === undefined), {
    path: ['ADMIN_PASSWORD'],
    message: 'va de pair avec ADMIN_EMAIL',
  })
  .refine((env) => env.ADMIN_NAME === undefined || env.ADMIN_EMAIL !== undefined, {
    path: ['ADMIN_NAME'],
    message: 'va avec ADMIN_EMAIL',
  })
  .refine(
    (env) => env.BACKUP_PASSPHRASE === undefined || env.BACKUP_PASSPHRASE_FILE === undefined,
    {
      path: ['BACKUP_PASSPHRASE_FILE'],
      message: "et BACKUP_PASSPHRASE se donnent l'une sans l'autre",
    },
  )
  .refine((env) => env.METRICS_HOST === undefined || env.METRICS_PORT !== undefined, {
    path: ['METRICS_HOST'],
    message: 'va avec METRICS_PORT',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.SECRET !== undefined, {
    path: ['SECRET'],
    message:
      'est demandé en production : au moins 32 caractères, tirés au hasard une seule fois et gardés (le README dit comment)',
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.PUBLIC_URL !== undefined, {
    path: ['PUBLIC_URL'],
    message:
      "est demandée en production : l'adresse du site, par exemple https://reservation.centre.be",
  })
  .refine(
    (env) =>
      env.NODE_ENV !== 'production' ||
      env.PUBLIC_URL === undefined ||
      isConfidential(env.PUBLIC_URL),
    {
      path: ['PUBLIC_URL'],
      message:
        'doit commencer par https:// en production, sauf pour cette machine (localhost, 127.0.0.1 ou [::1])',
    },
  );

/** True if nothing that is sent to the address crosses a network unencrypted. */
function isConfidential(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isThisMachine(hostname);
}

const isThisMachine = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

export type Env = Omit<
  z.infer<typeof Schema>,
  | 'SECRET'
  | 'TRUST_PROXY'
  | 'NODE_ENV'
  | 'MAIL_FROM'
  | 'SMTP_URL'
  | 'SMTP_REQUIRE_TLS'
  | 'METRICS_PORT'
  | 'METRICS_HOST'
  | 'METRICS_TOKEN'
> & {
  production: boolean;
  /** DATA_DIR was set. */
  dataDirGiven: boolean;
  /** null: a database exists, but the file of its secret is missing; `secretFor` decides. */
  secret: string | null;
  /** No proxy, one proxy with any address, or a list of addresses and networks. */
  trustProxy: false | 1 | string[];
  /** The mail server; null without one. */
  smtp: SmtpServer | null;
  /** The sender of emails. */
  expediteur: { name: string; address: string };
  mailFromGiven: boolean;
  /**
   * The port of the metrics, and the required token; `port` null: on the port of the application.
   * null if metrics are off.
   */
  metrics: { port: number | null; host: string; token: string | null } | null;
  /**
   * The backups: their folder, the program that receives each, the passphrase that encrypts them.
   */
  sauvegardes: { dir: string; command: string | null; passphrase: string | null };
};

/** A wrong environment. */
export class EnvError extends StartError {}

/** Reads the environment. An empty value counts as absent. Throws an EnvError. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`);
    throw new EnvError(lines.join('\n'));
  }
  const {
    SECRET,
    TRUST_PROXY,
    NODE_ENV,
    MAIL_FROM,
    SMTP_URL,
    SMTP_REQUIRE_TLS,
    BACKUP_DIR,
    BACKUP_COMMAND,
    BACKUP_PASSPHRASE,
    BACKUP_PASSPHRASE_FILE,
    METRICS_PORT,
    METRICS_HOST,
    METRICS_TOKEN,
    ...rest
  } = parsed.data;
  const DATA_DIR = resolve(rest.DATA_DIR);
  return {
    ...rest,
    DATA_DIR,
    dataDirGiven: given['DATA_DIR'] !== undefined,
    production: NODE_ENV === 'production',
    secret: SECRET ?? storedSecret(DATA_DIR),
    trustProxy: readTrustProxy(TRUST_PROXY),
    smtp:
      SMTP_URL === undefined
        ? null
        : {
            url: SMTP_URL,
            requireTls:
              SMTP_REQUIRE_TLS === undefined
                ? !isThisMachine(new URL(SMTP_URL).hostname)
                : SMTP_REQUIRE_TLS === '1',
          },
    expediteur: readExpediteur(MAIL_FROM, rest),
    mailFromGiven: MAIL_FROM !== undefined,
    metrics:
      METRICS_PORT === undefined && METRICS_TOKEN === undefined
        ? null
        : {
            port: METRICS_PORT ?? null,
            host: METRICS_HOST ?? '127.0.0.1',
            token: METRICS_TOKEN ?? null,
          },
    sauvegardes: {
      dir: resolve(BACKUP_DIR ?? join(DATA_DIR, 'sauvegardes')),
      command: BACKUP_COMMAND ?? null,
      passphrase:
        BACKUP_PASSPHRASE_FILE === undefined
          ? (BACKUP_PASSPHRASE ?? null)
          : readPassphrase(BACKUP_PASSPHRASE_FILE),
    },
  };
}

function readPassphrase(file: string): string {
  let passphrase: string;
  try {
    passphrase = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EnvError(`BACKUP_PASSPHRASE_FILE ne peut pas être lu (${codeOf(error)}).`);
  }
  if (passphrase.length < PASSPHRASE_MIN || passphrase.includes('\n'))
    throw new EnvError(
      `BACKUP_PASSPHRASE_FILE doit contenir une ligne d'au moins ${PASSPHRASE_MIN} caractères.`,
    );
  return passphrase;
}

/** Without MAIL_FROM: no-reply at the host of the site, with the name of the centre. */
function readExpediteur(
  value: string | undefined,
  { PUBLIC_URL, CENTRE_NAME }: { PUBLIC_URL?: string | undefined; CENTRE_NAME: string },
): Env['expediteur'] {
  const [, name = '', address] = EXPEDITEUR.exec(value ?? '') ?? [];
  return {
    name: name.trim().replace(/^"(.*)"$/, '$1') || CENTRE_NAME,
    address: address ?? `no-reply@${new URL(PUBLIC_URL ?? 'http://localhost').hostname}`,
  };
}

const secretFile = (dataDir: string): string => join(dataDir, 'secret');

/** True if the embedded database of a data folder has been created. */
const isFilled = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgresql.path')) ||
  (existsSync(join(dataDir, 'postgresql')) &&
    readdirSync(join(dataDir, 'postgresql')).some((name) => /^base-\d+$/.test(name)));

/**
 * Outside production the secret is generated once and stored beside the data, so that sessions
 * survive a restart. null if it is missing although a database exists: a new secret would be wrong
 * for that database.
 */
function storedSecret(dataDir: string): string | null {
  const file = secretFile(dataDir);
  try {
    const found = readSecret(file);
    if (found !== null && found !== '') return found;
    return isFilled(dataDir) ? null : drawSecret(dataDir);
  } catch (error) {
    const why = explainDataDir(error, dataDir);
    throw why === null ? error : new EnvError(why);
  }
}

/** null if there is no such file. */
const readSecret = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : null;

function drawSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(dataDir)) openDir(dataDir); // PostgreSQL's account must be able to enter it
  // Another process may have drawn one just now.
  if (readSecret(file) === '') replaceFile(file, randomBytes(33).toString('base64'), 0o600);
  else writeFirst(file, randomBytes(33).toString('base64'), 0o600);
  return readFileSync(file, 'utf8').trim();
}

/**
 * The secret of a database; a new one if the database has no accounts yet. Throws an EnvError if
 * accounts have data that were encrypted with a missing secret.
 */
export function secretFor(
  { secret, DATA_DIR }: Pick<Env, 'secret' | 'DATA_DIR'>,
  hasAccounts: boolean,
): string {
  if (secret !== null) return secret;
  if (!hasAccounts) return drawSecret(DATA_DIR);
  throw new EnvError(lostSecret(DATA_DIR));
}

/** The message if the database has accounts and their secret is missing. */
export function lostSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  return (
    `Le fichier ${file} manque ou est vide, et la base de données a des comptes : avec un autre secret, chacun serait déconnecté et les seconds facteurs ne s'ouvriraient plus. Rien n'a été changé.\n` +
    "Remettez ce fichier depuis une copie, ou donnez par SECRET celui de la fiche de secours. S'il est perdu, tirez-en un autre ; les seconds facteurs seront à refaire :\n" +
    `  (umask 077 && openssl rand -base64 33 > '${file}')`
  );
}

function readTrustProxy(value: string | undefined): Env['trustProxy'] {
  if (value === undefined || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return 1;
  return proxies(value);
}

/** Which of the settings that the checks use are set in the environment. */
export const givenIn = ({
  PUBLIC_URL,
  trustProxy,
  mailFromGiven,
}: Env): { publicUrl: boolean; trustProxy: boolean; mailFrom: boolean } => ({
  publicUrl: PUBLIC_URL !== undefined,
  trustProxy: trustProxy !== false,
  mailFrom: mailFromGiven,
});
