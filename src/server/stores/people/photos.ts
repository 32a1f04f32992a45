import { and, eq, lt, max } from 'drizzle-orm';
import type { Reader, Tx } from '#server/platform/db.ts';
import { photos } from '#server/platform/schema/schema.ts';

export async function getPhoto(
  reader: Reader,
  userId: string,
  horodatage: number,
): Promise<Buffer | null> {
  const [row] = await reader
    .select({ webp: photos.webp })
    .from(photos)
    .where(and(eq(photos.user_id, userId), eq(photos.horodatage, horodatage)));
  return row?.webp ?? null;
}

/** When a person's photo was stored, in milliseconds; null if there is none. */
export async function getHorodatage(tx: Tx, userId: string): Promise<number | null> {
  const [row] = await tx
    .select({ horodatage: max(photos.horodatage) })
    .from(photos)
    .where(eq(photos.user_id, userId));
  return row?.horodatage ?? null;
}

export async function insertPhoto(
  tx: Tx,
  photo: { user_id: string; horodatage: number; webp: Buffer },
): Promise<void> {
  await tx.insert(photos).values(photo);
}

export async function deletePhotosBefore(
  tx: Tx,
  userId: string,
  horodatage: number,
): Promise<void> {
  await tx.delete(photos).where(and(eq(photos.user_id, userId), lt(photos.horodatage, horodatage)));
}

export async function deletePhotos(tx: Tx, userId: string): Promise<void> {
  await tx.delete(photos).where(eq(photos.user_id, userId));
}
