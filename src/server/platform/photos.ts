/** Profile photos (decision 40): what was sent is drawn anew, so that nothing but a picture of our own making is ever served. */
import sharp, { type Sharp } from 'sharp';

/** Where photos are served, and the address of one. */
export const PHOTOS = '/storage/profile-images';
export const addressOf = (userId: string, horodatage: number): string => `${PHOTOS}/${userId}/${horodatage}.webp`;

/** Pixels of a side. */
const SIDE = 512;

/** A phone's largest pictures: read in lines, one takes 70 MB at most. */
const MAX_PIXELS = 65_000_000;

/** What an interlaced PNG, a progressive JPEG, a GIF or a WebP may unfold to, for it is held whole: 25 megapixels in four colours. */
const MAX_BYTES_WHOLE = 100_000_000;

/** libvips keeps some hundred lines of what it reads in lines: no picture is wider than 65,000 pixels in three colours. */
const MAX_BYTES_LINE = 200_000;

/** JPEGs and WebPs are read at a fraction of their size, unless they are cut first: up to here that is the cheaper way. */
const MAX_SIDE_READ_SMALL = 16_384;

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
  const { format, isProgressive, width, height, channels, depth, orientation = 1 } = await picture.metadata();
  const inLines = (format === 'jpeg' || format === 'png') && !isProgressive;
  const bytesLine = width * channels * (depth === 'uchar' ? 1 : 2);
  if (bytesLine > MAX_BYTES_LINE || (!inLines && bytesLine * height > MAX_BYTES_WHOLE)) throw new Error(`${format} of ${width} x ${height} pixels`);
  const side = Math.min(width, height);
  const isReadSmall = (format === 'jpeg' || format === 'webp') && side >= SIDE && Math.max(width, height) <= MAX_SIDE_READ_SMALL;
  const square = isReadSmall ? picture : sharp(await cut(picture, { width, height, side, orientation }));
  return square.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp().timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
}

/**
 * The middle of a picture, reduced, and lying as it lay: it is turned afterwards. What is wide, or turned as it is read,
 * is otherwise held by libvips in hundreds of lines as long as the picture is wide.
 */
function cut(picture: Sharp, { width, height, side, orientation }: { width: number; height: number; side: number; orientation: number }): Promise<Buffer> {
  return picture
    .extract({ left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), width: side, height: side })
    .resize(SIDE, SIDE).withMetadata({ orientation }).png({ compressionLevel: 1 }).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
}
