/**
 * The file of a backup (ADR-022): a line that describes it; the content, compressed and, with a
 * passphrase, encrypted; and a checksum of both. Nothing in the file is trusted until all of it was
 * read.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { codeOf } from '../files.ts';
import { BackupError, DamagedError } from './errors.ts';
import { FORMAT, type Header, readHeader } from './header.ts';
import { openedBy, wrappedBy } from './passphrase.ts';
import { Reading } from './rows.ts';

const trailerOf = (checksum: string): string => `\nsha256 ${checksum}\n`;
const TRAILER_BYTES = trailerOf('').length + 64;

type Bytes = AsyncIterable<Buffer>;

async function* asBytes(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const piece of Readable.fromWeb(stream)) yield Buffer.from(piece as Uint8Array);
}

const asWeb = (bytes: Bytes): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>;

/** Writes a backup to an open file, and flushes it to the disk. */
export async function writeFile(
  path: string,
  header: Omit<Header, 'manege' | 'format' | 'chiffree'>,
  content: () => Bytes,
  passphrase: string | null,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.chmod(0o600); // independent of the umask
    const first = JSON.stringify({
      manege: 'sauvegarde',
      format: FORMAT,
      ...header,
      chiffree: passphrase !== null,
    } satisfies Header);
    const closed = (packed: Bytes) =>
      summed(first, passphrase === null ? packed : encrypted(packed, passphrase));
    await pipeline(
      withLine(first, content),
      createGzip(),
      closed,
      file.createWriteStream({ flush: true }),
    );
  } finally {
    await file.close().catch(() => undefined); // the stream closes it
  }
}

/** Repeats the first line inside the content, where encryption protects it. */
async function* withLine(first: string, content: () => Bytes): AsyncGenerator<Buffer> {
  yield Buffer.from(`${first}\n`);
  yield* content();
}

async function* summed(first: string, source: Bytes): AsyncGenerator<Buffer> {
  const sum = createHash('sha256');
  const line = Buffer.from(`${first}\n`);
  sum.update(line);
  yield line;
  for await (const piece of source) {
    sum.update(piece);
    yield piece;
  }
  yield Buffer.from(trailerOf(sum.digest('hex')));
}

async function* encrypted(source: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(wrappedBy(passphrase));
  yield* asBytes(await encrypter.encrypt(asWeb(source)));
}

async function* decrypted(source: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(openedBy(passphrase));
  let plain: ReadableStream<Uint8Array>;
  try {
    plain = await decrypter.decrypt(asWeb(source));
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(
      "La phrase de passe n'est pas celle de cette sauvegarde. Rien n'a été changé.",
    ); // the checksum shows that the file is complete
  }
  yield* asBytes(plain);
}

/** A backup whose checksum is right; it can be read several times. */
export type BackupFile = {
  path: string;
  header: Header;
  read: <T>(work: (content: Reading) => Promise<T>) => Promise<T>;
  /** How much of the content has been read so far, from 0 to 1. */
  progress: () => number;
};

/**
 * Opens a file after reading all of it. Throws a BackupError if the file is foreign, damaged,
 * newer, or encrypted with another passphrase.
 */
export async function openFile(path: string, passphrase: string | null): Promise<BackupFile> {
  const { first, header, from, to } = await checkFile(path);
  let reading: ReadStream | null = null;
  if (header.chiffree && passphrase === null)
    throw new BackupError(
      'Cette sauvegarde est chiffrée : indiquez sa phrase de passe par BACKUP_PASSPHRASE ou BACKUP_PASSPHRASE_FILE.',
    );
  return {
    path,
    header,
    progress: () => (reading?.bytesRead ?? 0) / (to - from + 1),
    async read(work) {
      const file = createReadStream(path, { start: from, end: to });
      reading = file;
      try {
        const plain =
          header.chiffree && passphrase !== null
            ? Readable.from(decrypted(file, passphrase))
            : file;
        const content = new Reading(unpacked(plain), () => new DamagedError());
        if ((await content.line()) !== first) throw new DamagedError();
        return await work(content);
      } finally {
        file.destroy();
      }
    },
  };
}

async function* unpacked(source: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  try {
    yield* source.pipe(gunzip);
  } catch (error) {
    throw error instanceof BackupError ? error : new DamagedError();
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

const UNREADABLE: Record<string, string> = {
  ENOENT: "il n'existe pas",
  ENOTDIR: "il n'existe pas",
  EACCES: 'il est fermé au compte qui lance cette commande',
};

/**
 * Reads a file from start to end. Returns its header, and the range of bytes that contains the
 * content.
 */
async function checkFile(
  path: string,
): Promise<{ first: string; header: Header; from: number; to: number }> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new BackupError(
      `Le fichier ${path} ne peut pas être lu : ${UNREADABLE[codeOf(error) ?? ''] ?? codeOf(error)}.`,
    );
  });
  try {
    const stat = await file.stat();
    if (stat.isDirectory())
      throw new BackupError(
        `${path} est un dossier : donnez un des fichiers .sauvegarde qu'il contient. Rien n'a été changé.`,
      );
    const { size } = stat;
    const { first, header, from } = await readHeader(file);
    const to = size - TRAILER_BYTES - 1;
    if (to < from) throw new DamagedError();
    const checksum = await checksumOf(
      file.createReadStream({ start: 0, end: to, autoClose: false }),
    );
    const { buffer: trailer } = await file.read(
      Buffer.alloc(TRAILER_BYTES),
      0,
      TRAILER_BYTES,
      to + 1,
    );
    if (trailer.toString('latin1') !== trailerOf(checksum)) throw new DamagedError();
    return { first, header, from, to };
  } finally {
    await file.close();
  }
}

async function checksumOf(stream: ReadStream): Promise<string> {
  const sum = createHash('sha256');
  for await (const piece of stream as AsyncIterable<Buffer>) sum.update(piece);
  return sum.digest('hex');
}
