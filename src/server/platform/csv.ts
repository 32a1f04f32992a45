/** Reads CSV files that other programs have written (IMP-02). */
import { CsvError, parse } from 'csv-parse/sync';
import { COLONNES_MAX, type LigneDeFichier, LIGNES_MAX } from '#domain/imports/imports.ts';
import { Refus } from '#domain/errors/errors.ts';
import { isEmail } from '#domain/people/users.ts';

export type FichierLu = { titres: string[]; lignes: LigneDeFichier[] };

const isEmpty = (valeurs: readonly string[]): boolean =>
  valeurs.every((valeur) => valeur.trim() === '');

/** The titles and lines of a file. Lines without any value are left out, and counted. */
export function readCsv(bytes: Uint8Array): FichierLu {
  const text = decode(bytes);
  if (text.trim() === '') throw new Refus('import_vide');
  const file: FichierLu = { titres: [], lignes: [] };
  eachRecord(text, (valeurs, ligne) => {
    if (ligne === 1) file.titres = titresOf(valeurs);
    else if (!isEmpty(valeurs)) file.lignes.push({ ligne, valeurs });
    if (file.lignes.length > LIGNES_MAX) throw new Refus('import_trop_de_lignes');
  });
  if (file.titres.length === 0) throw new Refus('import_sans_en_tete');
  if (file.lignes.length === 0) throw new Refus('import_sans_ligne');
  return file;
}

function titresOf(valeurs: readonly string[]): string[] {
  const titles = valeurs.map((titre) => titre.trim().replaceAll(/\s+/gu, ' '));
  // Empty columns at the end come from the spreadsheet.
  const titres = titles.slice(0, titles.findLastIndex((titre) => titre !== '') + 1);
  if (titres.length === 0 || titres.some(isValue)) throw new Refus('import_sans_en_tete');
  if (titres.length > COLONNES_MAX) throw new Refus('import_trop_de_colonnes');
  return titres;
}

/** True for a value where a title should be: an email, or a telephone. */
const isValue = (titre: string): boolean =>
  isEmail(titre.toLowerCase()) || (titre.match(/\d/g) ?? []).length >= 6;

/**
 * UTF-16 only with its mark; UTF-8 with or without; otherwise the encoding of Windows in Europe.
 */
function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // No text has such a byte; spreadsheets in their own format do.
  if (bytes.includes(0)) throw new Refus('import_pas_csv');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const DELIMITERS = [';', ',', '\t'] as const;

/** The separator that occurs most in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counts = DELIMITERS.map((one) => first.split(one).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';';
}

/** The first line by which some programs tell Excel their separator; Excel does not show it. */
const SEPARATOR = /^sep=([;,\t])\r?\n/i;

/**
 * Calls `take` with each record and its number. The parser keeps no record, so a file of empty
 * lines needs no memory, and a refusal that `take` throws ends the reading.
 */
function eachRecord(all: string, take: (record: string[], ligne: number) => void): void {
  const said = SEPARATOR.exec(all);
  const text = said ? all.slice(said[0].length) : all;
  let read = 0;
  try {
    parse(text, {
      delimiter: said?.[1] ?? delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      on_record: (record: string[]) => {
        read += 1;
        take(record, read);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refus('import_guillemets', { detail: `Voyez la ligne ${read + 1}.`, cause: error });
  }
}
