/**
 * The first line of a backup, which describes it and is readable without a passphrase (OPS-05).
 * This file can be loaded without the packages that read the content.
 */
import { type FileHandle, open } from 'node:fs/promises';
import * as z from 'zod';
import { BackupError } from './errors.ts';

/** Increased by each change that older versions cannot read. */
export const FORMAT = 1;

const Header = z.object({
  manege: z.literal('sauvegarde'),
  format: z.int(),
  /** The version of the product. */
  version: z.string(),
  /** The last migration that the database had run: its time, and its name. */
  migration: z.int(),
  migration_nom: z.string(),
  creee_at: z.iso.datetime(),
  chiffree: z.boolean(),
  /** The mark of the installation that made it (OPS-27); null in a file of an earlier version. */
  installation: z.string().nullable().default(null),
});
export type Header = z.infer<typeof Header>;

/** The first line ends within this number of bytes. */
const HEADER_BYTES = 4_096;

export const newer = ({ version }: Pick<Header, 'version'>): BackupError =>
  new BackupError(
    `Cette sauvegarde vient d'une version plus récente de Manège (${version}) : installez cette version, ou une plus récente, puis recommencez. Rien n'a été changé.`,
  );

function headerOf(line: string): Header {
  let found: unknown = null;
  try {
    found = JSON.parse(line);
  } catch {
    // The line is not from Manège.
  }
  // A later format may have further fields.
  const claim = Header.pick({ manege: true, format: true, version: true }).safeParse(found);
  if (claim.success && claim.data.format > FORMAT) throw newer(claim.data);
  const { success, data } = Header.safeParse(found);
  if (!success)
    throw new BackupError(
      "Ce fichier n'est pas une sauvegarde de Manège, ou son début est abîmé. Rien n'a été changé.",
    );
  return data;
}

/**
 * The first line of an open file, and the offset of the byte after it. Throws a BackupError for a
 * foreign or newer file.
 */
export async function readHeader(
  file: FileHandle,
): Promise<{ first: string; header: Header; from: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const from = buffer.subarray(0, bytesRead).indexOf('\n') + 1;
  const first = buffer.subarray(0, Math.max(0, from - 1)).toString('utf8');
  return { first, header: headerOf(first), from };
}

/**
 * The description in the first line of a file, and its size in bytes; nothing of it is verified.
 */
export async function describeFile(path: string): Promise<{ header: Header; octets: number }> {
  const file = await open(path, 'r');
  try {
    return { header: (await readHeader(file)).header, octets: (await file.stat()).size };
  } finally {
    await file.close();
  }
}
