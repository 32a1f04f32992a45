import { type ChangeEvent, useEffect, useState } from 'react';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import type { User } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useRemovePhoto, useSetPhoto } from '#web/nouns/people/profil.ts';
import { useBanner } from '#web/ui/messages/useBanner.ts';
import { lightenPhoto } from './lightenPhoto.ts';
import { DUREE_SUCCES, PHOTO_MAX, TEXTES } from './textes.ts';

/** The sentence of the first error of a file. Null if there is none (PEOPLE-15). */
function faultOf({ type, size }: File): string | null {
  if (!type.startsWith('image/')) return PEOPLE_REFUS.photo_invalide.message;
  return size > PHOTO_MAX ? PEOPLE_REFUS.photo_trop_grande.message : null;
}

/** Waits until a picture can be painted, so that it replaces the preview without flashing. */
async function prepare(url: string | null): Promise<void> {
  if (url === null) return;
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {});
}

/**
 * The chosen picture is shown immediately, and removed again if the server refuses it (PEOPLE-15).
 */
export function usePhoto({ profile_image_url: avant }: User) {
  const set = useSetPhoto();
  const remove = useRemovePhoto();
  const [preview, setPreview] = useState<string | null>(null);
  const [annonce, setAnnonce] = useBanner();

  useEffect(() => {
    if (preview !== null) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file may be chosen again.
    target.value = '';
    if (!file || preview !== null) return;
    const fault = faultOf(file);
    if (fault) return setAnnonce({ kind: 'error', text: fault });
    setAnnonce(null);
    setPreview(URL.createObjectURL(file));
    try {
      const { profile_image_url } = await set.mutateAsync({
        fichier: await lightenPhoto(file),
        avant,
      });
      await prepare(profile_image_url);
      setAnnonce({ kind: 'success', text: TEXTES.photoChangee, ms: DUREE_SUCCES });
    } catch (error) {
      setAnnonce({ kind: 'error', text: sentenceOf(error, TEXTES.photoEchouee) });
    }
    setPreview(null);
  };

  const removePhoto = async () => {
    setAnnonce(null);
    try {
      await remove.mutateAsync(undefined);
      setAnnonce({ kind: 'success', text: TEXTES.photoRetiree, ms: DUREE_SUCCES });
    } catch (error) {
      setAnnonce({ kind: 'error', text: sentenceOf(error, TEXTES.retraitEchoue) });
    }
  };

  return {
    preview,
    annonce,
    sending: preview !== null,
    removing: remove.isPending,
    choose,
    removePhoto,
  };
}
