/** Profile photos (decision 40): what was sent is drawn anew, so that nothing but a picture of our own making is ever served. */
import sharp from 'sharp';

/** Where photos are served, and the address of one. */
export const PHOTOS = '/storage/profile-images';
export const addressOf = (userId: string, horodatage: number): string => `${PHOTOS}/${userId}/${horodatage}.webp`;

/** Pixels of a side. */
const SIDE = 512;

/** A phone's largest pictures: read in lines, one takes 70 MB at most. */
const MAX_PIXELS = 65_000_000;

/** What an interlaced PNG, a progressive JPEG, a GIF or a WebP may unfold to, for it is held whole: 25 megapixels in four colours. */
const MAX_BYTES_WHOLE = 100_000_000;

const TIMEOUT_SECONDS = 10;

sharp.cache(false);
sharp.concurrency(1);
// Readers are chosen by what the bytes are. Of the many there are, these four: no SVG, PDF, TIFF, HEIF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer', 'VipsForeignLoadNsgifBuffer'] });

let last: Promise<unknown> = Promise.resolve();

/**
 * A square WebP of 512 pixels, upright, without metadata; of an animation the first frame. Rejects what is not such a picture.
 * One at a time: the machine may have two cores, and memory is bounded by a single picture.
 */
export function encodePhoto(bytes: Uint8Array): Promise<Buffer> {
  const photo = last.then(() => encode(bytes));
  last = photo.catch(() => undefined);
  return photo;
}

async function encode(bytes: Uint8Array): Promise<Buffer> {
  // Cameras write JPEGs that deserve warnings; errors and missing ends are refused.
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { format, isProgressive, width, height, channels, depth } = await picture.metadata();
  const inLines = (format === 'jpeg' || format === 'png') && !isProgressive;
  const bytesWhole = width * height * channels * (depth === 'uchar' ? 1 : 2);
  if (!inLines && bytesWhole > MAX_BYTES_WHOLE) throw new Error(`${format} of ${width} x ${height} pixels`);
  return picture.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp().timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
}
