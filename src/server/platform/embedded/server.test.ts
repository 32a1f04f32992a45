import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { rotateLog } from './server.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'manege-journal-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
});

const logFile = () => join(dir, 'postgres.log');
const BEYOND = 10 * 1024 * 1024 + 1;

test('un journal de plus de 10 Mo est mis de côté sans perdre une ligne, et quatre anciens restent', () => {
  // OPS-53, LIM-94
  const postgres = openSync(logFile(), 'a', 0o600);
  for (let n = 1; n <= 6; n += 1) {
    writeSync(postgres, `journal ${n}\n`.padEnd(BEYOND, '.'));
    rotateLog({ logFile: logFile() });
  }
  writeSync(postgres, 'journal 7\n');
  rotateLog({ logFile: logFile() }); // small, so it stays
  closeSync(postgres);
  expect(readFileSync(logFile(), 'utf8')).toBe('journal 7\n');
  expect(readdirSync(dir).toSorted()).toEqual([
    'postgres.log',
    'postgres.log.1',
    'postgres.log.2',
    'postgres.log.3',
    'postgres.log.4',
  ]);
  expect([1, 2, 3, 4].map((n) => readFileSync(`${logFile()}.${n}`, 'utf8').slice(0, 9))).toEqual([
    'journal 6',
    'journal 5',
    'journal 4',
    'journal 3',
  ]);
  expect(
    [1, 2, 3, 4]
      .map((n) => statSync(`${logFile()}.${n}`))
      .map(({ size, mode }) => ({ size, mode: mode & 0o777 })),
  ).toEqual(Array.from({ length: 4 }, () => ({ size: BEYOND, mode: 0o600 })));
});

test('un journal qui ne peut pas être copié est vidé : un disque plein ne se remplit pas davantage', () => {
  appendFileSync(logFile(), ''.padEnd(BEYOND, '.'));
  mkdirSync(`${logFile()}.1/2`, { recursive: true });
  mkdirSync(`${logFile()}.2/2`, { recursive: true }); // then renaming .1 fails too
  rotateLog({ logFile: logFile() });
  expect(statSync(logFile()).size).toBe(0);
});

test("un journal qui n'existe pas ne gêne rien", () => {
  expect(() => rotateLog({ logFile: logFile() })).not.toThrow();
  expect(existsSync(logFile())).toBe(false);
});
