/** Pictures for tests, generated: valid ones, and some that only look like pictures. */
import { deflateSync, crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

type Rgb = [number, number, number];
export const RED: Rgb = [220, 20, 20];
export const BLUE: Rgb = [20, 20, 220];

/** Left half red, right half blue. */
export function twoColours(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1) pixels.set(i % width < width / 2 ? RED : BLUE, i * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/**
 * Four quarters of four colours around its middle: the colours of its corners show its orientation.
 */
export function quarters(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1)
    pixels.set([i % width < width / 2 ? 220 : 20, i < (width * height) / 2 ? 220 : 20, 20], i * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A single colour, with the camera's orientation: few bytes, whatever its size. */
export const flat = (
  width: number,
  height: number,
  orientation: number,
  channels: 3 | 4 = 3,
): Sharp =>
  sharp({
    create: { width, height, channels, background: { r: 10, g: 200, b: 30, alpha: 0.5 } },
  }).withMetadata({ orientation });

/**
 * Shapes that would need a whole picture in memory, with the status of the upload: refused because
 * of the size, or decoded line by line.
 */
export function heavyPictures(): [
  nom: string,
  picture: Promise<Buffer<ArrayBuffer>>,
  status: 200 | 400,
][] {
  const deep = (width: number, height: number): Sharp =>
    flat(width, height, 6, 4).toColourspace('rgb16').png({ compressionLevel: 3 });
  return [
    ['JPEG de 65 000 × 1 000', flat(65_000, 1_000, 6).jpeg().toBuffer(), 200], // 317 MB
    // 313 MB
    ['PNG de 65 000 × 1 000', flat(65_000, 1_000, 6).png({ compressionLevel: 3 }).toBuffer(), 200],
    ['PNG de 65 000 × 1 000 en 16 bits', deep(65_000, 1_000).toBuffer(), 400], // 1,025 MB
    ['PNG de 24 900 × 2 600 en 16 bits', deep(24_900, 2_600).toBuffer(), 200], // 430 MB
    ['PNG de 1 × 65 536', Promise.resolve(Buffer.from(emptyPng(1, 65_536))), 400],
    ['PNG de 1 × 32 000 000', Promise.resolve(Buffer.from(emptyPng(1, 32_000_000))), 400],
    ['PNG de 20 × 65 535', Promise.resolve(Buffer.from(emptyPng(20, 65_535))), 200],
    ['WebP de 16 383 × 30', flat(16_383, 30, 6, 4).webp().toBuffer(), 200], // 618 MB
  ];
}

/** Like a photo of a phone: between 3 and 5 MB. */
export const phonePhoto = (): Promise<Buffer<ArrayBuffer>> =>
  noise(3_400, 2_550).jpeg({ quality: 80 }).toBuffer();

/** Two frames: all red, then all blue. */
export function twoFrames(side: number): Sharp {
  const frame = (colour: Rgb): Buffer => Buffer.alloc(side * side * 3, Buffer.from(colour));
  return sharp(Buffer.concat([frame(RED), frame(BLUE)]), {
    raw: { width: side, height: side * 2, channels: 3, pageHeight: side },
  });
}

/** Like the data of a camera: nothing repeats in it, so it needs many bytes. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

/**
 * An empty PNG of any size, of a few kB: in black and white, or in four colours and interlaced,
 * which cannot be read line by line.
 */
export function emptyPng(width: number, height: number, { interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(interlaced ? [8, 6, 0, 0, 1] : [1, 0, 0, 0, 0], 8);
  // One byte precedes each line. If interlaced, there are fifteen lines for every eight of the
  // picture.
  const bytes = interlaced ? (width * 4 + 2) * height : (Math.ceil(width / 8) + 1) * height;
  const lines = deflateSync(Buffer.alloc(bytes), { level: 1 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', lines),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The colour at a position of a picture, with coordinates from 0 to 1. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<Rgb> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) *
    info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** Visually equal, because pictures are compressed. */
export const isNear = (a: Rgb, b: Rgb): boolean =>
  a.every((value, i) => Math.abs(value - (b[i] ?? 0)) < 40);
