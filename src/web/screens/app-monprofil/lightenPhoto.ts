/** Pixels of the shorter side: twice what the server keeps (decision 40). */
const COTE = 1024;
/** Bytes below which a picture goes as it is. */
const LEGERE = 500_000;

/**
 * The same picture, small enough to leave from a stable: a phone's photo of 4 MB becomes one of some 200 kB. It is upright,
 * as the browser shows it. What the browser cannot read goes as it is: the server judges.
 */
export async function lightenPhoto(file: File): Promise<File> {
  if (file.size <= LEGERE) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, COTE / Math.min(image.width, image.height));
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    return blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}
