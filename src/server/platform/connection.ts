/** How Manège connects to PostgreSQL: every connection is opened here (OPS-86). */
import pg from 'pg';

/**
 * What Manège relies on, whatever a foreign server, its database or the role has set. JIT would
 * compile the statistics of a small centre for seconds, to run them in milliseconds.
 */
const SETTINGS =
  '-c jit=off -c datestyle=ISO -c standard_conforming_strings=on -c default_transaction_isolation=read\\ committed';

type Config<T extends pg.ClientConfig> = Omit<T, 'connectionString'>;

/** A '%' that encodes nothing, as in a password that is written as it is. */
const BARE_PERCENT = /%(?![0-9a-f]{2})/gi;

/**
 * pg lets the options of an address replace all others, so ours are added to those of the address,
 * where they prevail. pg encodes a whole address again if it finds a bare '%' in it, so none is left.
 */
function configOf<T extends pg.ClientConfig>(url: string, { options = '', ...config }: Config<T>) {
  const address = new URL(url.replace(BARE_PERCENT, '%25'));
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${given} ${SETTINGS} ${options}`.trim());
  return { ...config, connectionString: address.href };
}

/**
 * One connection, which the caller opens and ends. If it is lost, its pending query fails; without a
 * listener, the process would end.
 */
export function newClient(url: string, config: Config<pg.ClientConfig> = {}): pg.Client {
  const client = new pg.Client(configOf(url, config));
  client.on('error', () => undefined);
  return client;
}

/**
 * The statement that creates a database for Manège on any server, also on one whose own databases
 * have another encoding, or a locale that does not go with UTF8 (OPS-87).
 */
export const utf8Database = (name: string, owner: string): string =>
  `create database ${pg.escapeIdentifier(name)} owner ${pg.escapeIdentifier(owner)} encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0`;

/** A pool of connections to an address. */
export const newPool = (url: string, config: Config<pg.PoolConfig>): pg.Pool =>
  new pg.Pool(configOf(url, config));
