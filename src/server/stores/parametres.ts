import type { Parametres } from '#domain/parametres.ts';
import type { Reader } from '../platform/db.ts';
import { parametres } from '../platform/schema.ts';

/** The settings' one row; the first migration wrote it. */
export async function getParametres(reader: Reader): Promise<Parametres> {
  const [row] = await reader.select().from(parametres).prepare('parametres').execute();
  if (!row) throw new Error('the table parametres is empty');
  return row;
}
