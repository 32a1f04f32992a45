/** The statements that this process sends to PostgreSQL, and what they cost there. */
import pg from 'pg';

export type Statement = { name?: string | undefined; text: string; values: unknown[] };

/** Sends what `act` does. Returns the statements that were sent meanwhile, in order. */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function spied(...args) {
    const [first, second] = args as [string | (Partial<Statement> & { text: string }), unknown];
    const { name, text, values } = typeof first === 'string' ? { text: first } : first;
    statements.push({ name, text, values: values ?? (Array.isArray(second) ? second : []) });
    return query.apply(this, args);
  };
  try {
    await act();
  } finally {
    prototype.query = query;
  }
  return statements;
}

type Node = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
};

/** How many rows of tables such statements read, those that a filter leaves out included. */
export async function rowsRead(url: string, statements: readonly Statement[]): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  let read = 0;
  const count = (node: Node): void => {
    const own =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    if ('Relation Name' in node) read += own * node['Actual Loops'];
    for (const plan of node.Plans ?? []) count(plan);
  };
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    for (const row of rows) count(row['QUERY PLAN'][0].Plan);
  }
  await client.end();
  return Math.round(read);
}
