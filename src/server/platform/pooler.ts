/** A pool behind pgbouncer in transaction mode (OPS-70): every transaction may run on another connection of PostgreSQL. */
import pg from 'pg';

/** Nothing may be prepared under a name: the next statement may reach a connection that does not know it. */
class UnnamedClient extends pg.Client {
  override query(statement: unknown, ...rest: unknown[]): never {
    const unnamed = typeof statement === 'object' && statement !== null && 'name' in statement ? { ...statement, name: undefined } : statement;
    return super.query(unnamed as never, ...rest as never[]) as never;
  }
}

type TimeOut = 'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout';

/**
 * pgbouncer refuses the time-outs that a connection asks for as it opens, so each transaction sets its own, and each statement
 * of the pool is a transaction. That is two round trips more.
 */
export class PoolerPool extends pg.Pool {
  readonly #timeOuts: string;

  constructor({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...config }: pg.PoolConfig & Record<TimeOut, number>) {
    super({ ...config, Client: UnnamedClient });
    this.#timeOuts = Object.entries({ statement_timeout, lock_timeout, idle_in_transaction_session_timeout }).map(([name, ms]) => `set local ${name} = ${ms}`).join('; ');
  }

  /** Sets the time-outs of the transaction that has begun on a connection. */
  async bound(client: pg.ClientBase): Promise<void> {
    await client.query(this.#timeOuts);
  }

  /** Runs `work` in a transaction of its own. */
  async run<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect();
    let lost = false;
    try {
      await client.query(`begin; ${this.#timeOuts}`);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => { lost = true; }); // the connection may be what failed
      throw error;
    } finally {
      client.release(lost);
    }
  }

  override query(statement: unknown, values?: unknown): never {
    return this.run((client) => client.query(statement as string, values as unknown[])) as never;
  }
}
