/**
 * Searches for texts in the whole database: every column of every table, as listed by PostgreSQL.
 */
import pg from 'pg';

/** The places of the texts, as 'table: text', ignoring case. */
export async function findEverywhere(url: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{
      name: string;
    }>(`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`);
    const found: string[] = [];
    for (const { name } of tables) {
      // The whole row as text. Data stored as bytes is searched as bytes.
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} as t`,
      );
      for (const text of texts) {
        const [plain, hex] = [text.toLowerCase(), Buffer.from(text).toString('hex')];
        if (rows.some(({ row }) => row.toLowerCase().includes(plain) || row.includes(hex)))
          found.push(`${name.replace('public.', '')}: ${text}`);
      }
    }
    return found;
  } finally {
    await client.end();
  }
}
