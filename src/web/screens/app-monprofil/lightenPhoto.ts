/** Pixels of the shorter side: twice what the server keeps (PEOPLE-16). */
const SHORTER_SIDE = 1024;
/** Below this size, in bytes, a picture is sent unchanged. */
const LIGHT_BYTES = 500_000;

/**
 * The same picture, smaller for slow mobile networks: a photo of 4 MB becomes one of about 200 kB.
 * It is upright, as the browser shows it. A file that the browser cannot read is sent unchanged,
 * because the server checks it.
 */
export async function lightenPhoto(file: File): Promise<File> {
  if (file.size <= LIGHT_BYTES) return file;
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, SHORTER_SIDE / Math.min(image.width, image.height));
    const canvas = new OffscreenCanvas(
      Math.round(image.width * scale),
      Math.round(image.height * scale),
    );
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    return blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}
