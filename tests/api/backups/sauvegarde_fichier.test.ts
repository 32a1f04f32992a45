/**
 * The file of a backup: a damaged, foreign, newer or encrypted one is refused, and changes nothing
 * (OPS-05, OPS-09).
 */
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restore } from '../../../src/server/actions/backups/restaurer.ts';
import { openFile } from '../../../src/server/platform/backup/file.ts';
import { Reading, RowSum } from '../../../src/server/platform/backup/rows.ts';
import {
  database,
  fill,
  folder,
  job,
  PASSPHRASE,
  query,
  readAll,
  save,
  takeApart,
  useBackup,
  ZOE,
} from '../../support/sauvegardes.ts';

const filled = useBackup();

/** A file with a valid checksum. */
function putTogether(header: object, text: string | Buffer): Buffer {
  const body = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    typeof text === 'string' ? gzipSync(text) : text,
  ]);
  return Buffer.concat([
    body,
    Buffer.from(`\nsha256 ${createHash('sha256').update(body).digest('hex')}\n`),
  ]);
}

/** Rows of a table with their end and a valid checksum. */
function withSum(rows: string): string {
  const sum = new RowSum();
  sum.add(Buffer.from(rows));
  return `${rows}\\.\n${JSON.stringify(sum.sum)}\n`;
}

describe('un fichier est cru tout entier ou pas du tout', () => {
  // OPS-09
  const refused = async (bytes: Buffer): Promise<string> => {
    const copy = join(folder(), 'copie.sauvegarde');
    writeFileSync(copy, bytes);
    return openFile(copy, null).then(
      () => 'accepté',
      (error: Error) => error.message,
    );
  };

  test("un octet changé n'importe où est refusé", async () => {
    const whole = readFileSync(filled.path);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const bytes = Buffer.from(whole);
          bytes[at] = (bytes[at] ?? 0) ^ change;
          const copy = join(filled.dir, 'copie');
          writeFileSync(copy, bytes);
          await expect(openFile(copy, null)).rejects.toThrow(
            /abîmé|n'est pas une sauvegarde|version plus récente|est chiffrée/,
          );
          rmSync(copy);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("un fichier coupé n'importe où est refusé", async () => {
    const { size } = statSync(filled.path);
    const copy = join(filled.dir, 'copie');
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), async (length) => {
        cpSync(filled.path, copy);
        truncateSync(copy, length);
        await expect(openFile(copy, null)).rejects.toThrow(/abîmé|n'est pas une sauvegarde/);
      }),
      { numRuns: 60 },
    );
    rmSync(copy);
  });

  test('un fichier étranger est refusé par une phrase', async () => {
    expect(await refused(Buffer.from('bonjour\n'))).toBe(
      "Ce fichier n'est pas une sauvegarde de Manège, ou son début est abîmé. Rien n'a été changé.",
    );
    expect(await refused(Buffer.alloc(100_000, 7))).toContain("n'est pas une sauvegarde de Manège");
    await expect(openFile('/nulle/part', null)).rejects.toThrow(
      "Le fichier /nulle/part ne peut pas être lu : il n'existe pas.",
    );
  });

  test("un fichier d'une version plus récente est refusé par une phrase, et rien n'est changé", async () => {
    const { header, text } = takeApart(readFileSync(filled.path));
    expect(await refused(putTogether({ ...header, format: 2, version: '9.1.0' }, text))).toContain(
      "vient d'une version plus récente de Manège (9.1.0)",
    );
    const newer = {
      ...header,
      version: '9.2.0',
      migration: header.migration + 86_400_000,
      migration_nom: '0099_demain',
    };
    const copy = join(folder(), 'copie.sauvegarde');
    writeFileSync(
      copy,
      putTogether(newer, text.replace(JSON.stringify(header), JSON.stringify(newer))),
    );
    const target = await database();
    await fill(target);
    const before = await readAll(target);
    await expect(restore(job(target, folder()), copy)).rejects.toThrow(
      "vient d'une version plus récente de Manège (9.2.0)",
    );
    expect(await readAll(target)).toEqual(before);
  });

  test("une ligne sans fin est refusée après seize mégaoctets, et ce qui suit n'est pas lu", async () => {
    // ADR-022
    const { header } = takeApart(readFileSync(filled.path));
    const target = await database({ empty: true });
    for (const start of [
      `${JSON.stringify(header)}\n`,
      '',
      `${JSON.stringify(header)}\n{"table":"users","colonnes":["id"]}\n`,
    ]) {
      const copy = join(folder(), 'copie.sauvegarde');
      writeFileSync(copy, putTogether(header, start + 'a'.repeat(40_000_000)));
      await expect(restore(job(target, folder()), copy)).rejects.toThrow('abîmé ou incomplet');
    }
    const piece = Buffer.alloc(65_536, 'a');
    let read = 0;
    const endless = new Reading(
      (async function* () {
        for (;;) {
          read += piece.length;
          yield piece;
        }
      })(),
      () => new Error('trop longue'),
    );
    await expect(endless.line()).rejects.toThrow('trop longue');
    expect(read).toBeLessThanOrEqual(16 * 1024 ** 2 + piece.length);
  });

  test('des lignes changées sous une somme de contrôle refaite sont refusées, et la base garde les siennes', async () => {
    const { header, text } = takeApart(readFileSync(filled.path));
    const target = await database();
    await fill(target);
    const before = await readAll(target);
    for (const changed of [
      text.replace('zoe@essai.example', 'eve@essai.example'),
      text.replace('"chiffree":false', '"chiffree":true'),
      text.slice(0, text.lastIndexOf('{"fin"')),
    ]) {
      expect(changed).not.toBe(text);
      const copy = join(folder(), 'copie.sauvegarde');
      writeFileSync(copy, putTogether(header, changed));
      await expect(restore(job(target, folder()), copy)).rejects.toThrow('abîmé ou incomplet');
      expect(await readAll(target)).toEqual(before);
    }
  });

  test("une table manque, est là deux fois, ou n'est d'aucune version : refusé", async () => {
    // OPS-84
    const { header, text } = takeApart(readFileSync(filled.path));
    const [photos = ''] = /^\{"table":"photos"[^]*?\n\\\.\n.*\n/m.exec(text) ?? [];
    const counted = (more: number) => (changed: string) =>
      changed.replace(/"fin":(\d+)/, (_, fin) => `"fin":${Number(fin) + more}`);
    const target = await database({ empty: true });
    for (const changed of [
      counted(-1)(text.replace(photos, '')),
      counted(1)(text.replace(photos, photos + photos)),
      text.replace('{"table":"photos"', '{"table":"fichiers"'),
      text.replace('"table":"photos","colonnes":["user_id"', '"table":"photos","colonnes":["id"'),
    ]) {
      expect(changed).not.toBe(text);
      const copy = join(folder(), 'copie.sauvegarde');
      writeFileSync(copy, putTogether(header, changed));
      await expect(restore(job(target, folder()), copy)).rejects.toThrow('abîmé ou incomplet');
      expect(await readAll(target)).toEqual({});
    }
  });
});

describe('des places qui ne sont pas celles des noms', () => {
  // ADR-031
  const REFUSED = 'Les participants ne sont pas ceux de leurs réservations.';

  test('dans un fichier dont toutes les sommes sont justes : refusé, et la base garde les siennes', async () => {
    const { header, text } = takeApart(readFileSync(filled.path));
    const target = await database();
    await fill(target);
    const before = await readAll(target);
    const changes: ((row: string) => string)[] = [
      (row) => row.replace('\tNULL\t', '\tMax\t'), // another name
      (row) => (row.includes('\t{"accolade') ? '' : row), // a name without a seat
      (row) => row.replace(`\t${ZOE}\t`, '\t\\N\t'), // the account without a seat
    ];
    for (const change of changes) {
      const copy = join(folder(), 'copie.sauvegarde');
      const changed = text.replace(
        /(?<=\n\{"table":"participants",.*\n)([^]*?)\\\.\n.*\n/,
        (_, rows: string) =>
          withSum(
            rows
              .split(/(?<=\n)/)
              .map(change)
              .join(''),
          ),
      );
      expect(changed).not.toBe(text);
      writeFileSync(copy, putTogether(header, changed));
      await expect(restore(job(target, folder()), copy)).rejects.toThrow(REFUSED);
      expect(await readAll(target)).toEqual(before);
    }
  });

  test('dans la base même : la sauvegarde le dit, au lieu de se dire vérifiée', async () => {
    // OPS-03
    const url = await database();
    await fill(url);
    await query(
      url,
      "alter table participants disable trigger user; update participants set nom = 'Max' where position = 3; alter table participants enable trigger user",
    );
    await expect(save(url, folder())).rejects.toThrow(REFUSED);
  });
});

describe('une phrase de passe', () => {
  // OPS-05
  test('rend le fichier illisible sans elle ; avec elle tout revient', async () => {
    const { path, nonVerifiee } = await save(filled.url, folder(), { passphrase: PASSPHRASE });
    expect(nonVerifiee).toBeNull();
    const bytes = readFileSync(path);
    expect(bytes.indexOf('age-encryption.org/v1')).toBeGreaterThan(0);
    const decrypter = new Decrypter(); // a standard decrypter, which knows nothing of Manège
    decrypter.addPassphrase(PASSPHRASE);
    expect(
      gunzipSync(
        await decrypter.decrypt(bytes.subarray(bytes.indexOf('\n') + 1, bytes.length - 73)),
      ).toString(),
    ).toContain('"table":"users"');
    expect(() => takeApart(bytes)).toThrow('incorrect header check');
    await expect(openFile(path, null)).rejects.toThrow(
      'Cette sauvegarde est chiffrée : indiquez sa phrase de passe par BACKUP_PASSPHRASE',
    );
    const target = await database({ empty: true });
    await expect(
      restore(job(target, folder(), { passphrase: 'une autre phrase de passe' }), path),
    ).rejects.toThrow("La phrase de passe n'est pas celle de cette sauvegarde.");
    await restore(job(target, folder(), { passphrase: PASSPHRASE }), path);
    expect((await readAll(target))['reservations']).toEqual(
      (await readAll(filled.url))['reservations'],
    );
  });

  test("d'un autre coût que celui qu'on écrit est refusée sans être calculée", async () => {
    // ADR-022
    const { header, packed } = takeApart(readFileSync(filled.path));
    const encrypter = new Encrypter();
    encrypter.setScryptWorkFactor(15);
    encrypter.setPassphrase(PASSPHRASE);
    const locked = Buffer.from(await encrypter.encrypt(packed));
    const copy = join(folder(), 'copie.sauvegarde');
    const refusal = async (change: (text: string) => string): Promise<string> => {
      writeFileSync(
        copy,
        putTogether(
          { ...header, chiffree: true },
          Buffer.from(change(locked.toString('latin1')), 'latin1'),
        ),
      );
      return (await openFile(copy, PASSPHRASE))
        .read(async () => 'lue')
        .catch(({ message }: Error) => message);
    };
    // the passphrase opens it, but its first line claims that it is not encrypted
    expect(await refusal((text) => text)).toContain('abîmé');
    for (const factor of ['20', '22', '016', '14', '1e1']) {
      expect(await refusal((text) => text.replace(/^(-> scrypt \S+) 15$/m, `$1 ${factor}`))).toBe(
        "Cette sauvegarde est chiffrée autrement que Manège ne le fait. Rien n'a été changé. Prenez le fichier tel qu'il a été écrit.",
      );
    }
  });

  test("se vérifie à côté de ce que le service fait d'autre", async () => {
    // ADR-022
    const { path } = await save(filled.url, folder(), { passphrase: PASSPHRASE });
    const file = await openFile(path, PASSPHRASE);
    let turns = 0;
    let reading = true;
    const turn = (): void => {
      turns += 1;
      if (reading) setImmediate(turn);
    };
    turn();
    await file.read(async () => undefined);
    reading = false;
    expect(turns).toBeGreaterThan(500); // about fifty if the event loop computes the key
  });
});
