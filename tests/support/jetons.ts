/**
 * Tokens of the links in waiting emails. They are stored encrypted, and decrypted here like the
 * server that wrote them would.
 */
import { sql } from 'drizzle-orm';
import type { UsageDeLien } from '#domain/emails/courriels.ts';
import { type Coffre, createCoffres } from '../../src/server/platform/secrets/coffre.ts';
import type { Services } from '#server/platform/services.ts';

type Row = { cause: string; contenu: { jeton: string } };

const QUERY = "select cause, contenu from courriels where contenu ->> 'jeton' is not null";

function open(coffre: Coffre, { cause, contenu }: Row): string {
  const jeton = coffre.open(contenu.jeton, cause);
  if (jeton === null) throw new Error(`the link of '${cause}' does not open`);
  return jeton;
}

/** The tokens sent to an address, the newest first. */
export async function jetonsOf(
  { db, coffres }: Services,
  email: string,
  sorte: UsageDeLien = 'mot_de_passe',
): Promise<string[]> {
  const { rows } = await db.execute<Row>(
    sql`${sql.raw(QUERY)} and sorte = ${sorte} and destinataire = ${email} order by created_at desc`,
  );
  return rows.map((row) => open(coffres.liens, row));
}

/** The newest one for an address, on a server with this SECRET. */
export async function newestJeton(
  secret: string,
  query: (text: string, values: unknown[]) => Promise<Record<string, unknown>[]>,
  email: string,
  sorte: UsageDeLien,
): Promise<string> {
  const [row] = await query(
    `${QUERY} and sorte = $1 and destinataire = $2 order by created_at desc limit 1`,
    [sorte, email],
  );
  return open(createCoffres(secret).liens, row as Row);
}
