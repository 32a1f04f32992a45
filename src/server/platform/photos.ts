/**
 * Profile photos (PEOPLE-16): every upload is decoded and encoded again, so that only pictures
 * encoded here are served.
 */
import type { Sharp, SharpConstructor } from 'sharp';
import { createQueue } from './queue.ts';

/** The path below which photos are served, and the address of a photo. */
export const PHOTOS = '/storage/profile-images';
export const addressOf = (userId: string, horodatage: number): string =>
  `${PHOTOS}/${userId}/${horodatage}.webp`;

/** Pixels of a side. */
const SIDE = 512;

/** The largest pictures of phones (LIM-19): read line by line, one takes 70 MB at most. */
const MAX_PIXELS = 65_000_000;

/**
 * The most pixels of a side, as many as a JPEG can have: a PNG of one column and 65 million lines
 * takes seconds.
 */
const MAX_SIDE = 65_535;

/**
 * The most decoded bytes of an interlaced PNG, a progressive JPEG, a GIF or a WebP, which is
 * completely held in memory: 25 megapixels in four channels.
 */
const MAX_BYTES_WHOLE = 100_000_000;

/**
 * The most bytes of one line: libvips keeps some hundred lines of a picture that it reads line by
 * line, so no picture may be wider than 65,000 pixels in three channels.
 */
const MAX_BYTES_LINE = 200_000;

/** Up to this side, reading a JPEG or WebP at a reduced size is cheaper than cropping it first. */
const MAX_SIDE_READ_SMALL = 16_384;

const TIMEOUT_SECONDS = 10;

/** Loads libvips with the first photo. */
async function openSharp(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  // libvips chooses the loader by the content. Only these four formats are allowed: no SVG, PDF,
  // TIFF, HEIF.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });
  return sharp;
}

let opened: ReturnType<typeof openSharp> | undefined;

const queue = createQueue(1);

/**
 * Returns a square WebP of 512 pixels, upright, without metadata; of an animation the first frame
 * (PEOPLE-16). Rejects bytes that are no such picture. Pictures are encoded one at a time: the
 * machine may have only two cores, and memory stays limited to a single picture.
 */
export const encodePhoto = (bytes: Uint8Array): Promise<Buffer> => queue.run(() => encode(bytes));

async function encode(bytes: Uint8Array): Promise<Buffer> {
  const sharp = await (opened ??= openSharp());
  // Warnings are accepted, because many cameras write JPEGs that cause them; errors and truncated
  // files are refused.
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const {
    format,
    isProgressive,
    width,
    height,
    channels,
    depth,
    orientation = 1,
  } = await picture.metadata();
  const inLines = (format === 'jpeg' || format === 'png') && !isProgressive;
  const bytesLine = width * channels * (depth === 'uchar' ? 1 : 2);
  if (
    Math.max(width, height) > MAX_SIDE ||
    bytesLine > MAX_BYTES_LINE ||
    (!inLines && bytesLine * height > MAX_BYTES_WHOLE)
  )
    throw new Error(`${format} of ${width} x ${height} pixels`);
  const side = Math.min(width, height);
  const isReadSmall =
    (format === 'jpeg' || format === 'webp') &&
    side >= SIDE &&
    Math.max(width, height) <= MAX_SIDE_READ_SMALL;
  const square = isReadSmall
    ? picture
    : sharp(await cut(picture, { width, height, side, orientation }));
  return square
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'cover' })
    .webp()
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
}

/**
 * Cuts out the middle of a picture, reduced, in its stored orientation; it is rotated afterwards.
 * Without this step libvips keeps hundreds of full-width lines of a wide or rotated picture in
 * memory.
 */
function cut(
  picture: Sharp,
  {
    width,
    height,
    side,
    orientation,
  }: { width: number; height: number; side: number; orientation: number },
): Promise<Buffer> {
  return picture
    .extract({
      left: Math.floor((width - side) / 2),
      top: Math.floor((height - side) / 2),
      width: side,
      height: side,
    })
    .resize(SIDE, SIDE)
    .withMetadata({ orientation })
    .png({ compressionLevel: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer();
}
