/** The caller's profile photo (PEOPLE-15, PEOPLE-16). */
import { Refus } from '#domain/errors/errors.ts';
import type { User } from '#domain/people/users.ts';
import { addressOf, encodePhoto } from '#server/platform/photos.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import {
  deletePhotos,
  deletePhotosBefore,
  getHorodatage,
  insertPhoto,
} from '#server/stores/people/photos.ts';
import { lockUser, updateUser } from '#server/stores/people/users.ts';

/** Stores the new photo, then removes the old one. */
export async function set(ctx: Ctx, fichier: Blob): Promise<User> {
  const { id } = personneOf(ctx);
  const webp = await encodePhoto(new Uint8Array(await fichier.arrayBuffer())).catch(
    (cause: unknown) => {
      throw new Refus('photo_invalide', { cause });
    },
  );
  return ctx.transaction(async (tx) => {
    // the account was deleted during the upload
    if (!(await lockUser(tx, id))) throw new Refus('session_absente');
    const now = ctx.now();
    // A new photo has a new URL, which is in no cache, even within the same millisecond.
    const horodatage = Math.max(now.getTime(), ((await getHorodatage(tx, id)) ?? 0) + 1);
    await insertPhoto(tx, { user_id: id, horodatage, webp });
    const user = await updateUser(tx, id, { profile_image_url: addressOf(id, horodatage) }, now);
    await deletePhotosBefore(tx, id, horodatage);
    if (!user) throw new Refus('session_absente');
    return user;
  });
}

/** Removes the photo; does nothing if there is none. */
export async function remove(ctx: Ctx): Promise<User> {
  const { id } = personneOf(ctx);
  return ctx.transaction(async (tx) => {
    const user = await updateUser(tx, id, { profile_image_url: null }, ctx.now());
    if (!user) throw new Refus('session_absente');
    await deletePhotos(tx, id);
    return user;
  });
}
