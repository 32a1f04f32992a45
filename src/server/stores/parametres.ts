import type { Parametres } from '#domain/parametres.ts';
import { prepareOnce, type Reader, type Tx } from '../platform/db.ts';
import { parametres } from '../platform/schema.ts';

const statement = prepareOnce((reader: Reader) => reader.select().from(parametres).prepare('parametres'));

/** The settings' one row; a migration wrote it. */
export async function getParametres(reader: Reader): Promise<Parametres> {
  const [row] = await statement(reader).execute();
  if (!row) throw new Error('the table parametres is empty');
  return row;
}

export async function updateParametres(tx: Tx, change: Parametres): Promise<void> {
  await tx.update(parametres).set(change);
}
