import { type SQL, sql } from 'drizzle-orm';

/** The condition that selects the seats of `owner` that a customer has or pays for. */
export const paidBy = (client: string | undefined, owner: SQL): SQL | undefined =>
  client === undefined
    ? undefined
    : sql`${owner} in (select id from clients where id = ${client} or paye_par = ${client})`;
