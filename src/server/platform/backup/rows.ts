/**
 * Rows in the format of COPY: one line each, so that they can be counted and summed without being
 * parsed.
 */
import { hash } from 'node:crypto';

const NEWLINE = 0x0a;

/**
 * The result of reading a table: the number of rows, and the sum of their fingerprints, which does
 * not depend on their order.
 */
export type Sum = { lignes: number; somme: string };

/** Counts and sums the rows of a table that arrive in pieces of any size. */
export class RowSum {
  #lignes = 0;
  #somme = 0n;
  #rest: Buffer = Buffer.alloc(0);

  add(piece: Buffer): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      // The digest is text, because a Buffer for each row would use memory outside the heap that is
      // freed late.
      this.#somme += BigInt(`0x${hash('sha256', bytes.subarray(from, end), 'hex').slice(0, 16)}`);
      this.#lignes += 1;
      from = end + 1;
    }
    this.#rest = bytes.subarray(from);
  }

  get sum(): Sum {
    return { lignes: this.#lignes, somme: BigInt.asUintN(64, this.#somme).toString(16) };
  }
}

/** Passes rows on and adds them to `sum`. */
export async function* summing(
  rows: AsyncIterable<Buffer>,
  sum: RowSum,
): AsyncGenerator<Buffer, void> {
  for await (const piece of rows) {
    sum.add(piece);
    yield piece;
  }
}

/** The line after the last row of a table. No row equals it, because COPY doubles backslashes. */
export const END = Buffer.from('\\.\n');
const AFTER_ROW = Buffer.concat([Buffer.from('\n'), END]);

/** The most bytes of a line that is read (ADR-022): a photo is a row of one megabyte at most. */
const LINE_BYTES = 16 * 1024 ** 2;

/** Reads lines of JSON and rows of tables from a stream of bytes. */
export class Reading {
  readonly #source: AsyncIterator<Buffer>;
  readonly #damage: () => Error;
  #rest: Buffer = Buffer.alloc(0);

  /** Throws `damage` if rows or a line do not end. */
  constructor(source: AsyncIterable<Buffer>, damage: () => Error) {
    this.#source = source[Symbol.asyncIterator]();
    this.#damage = damage;
  }

  /**
   * Reads until the next end of a line, or until the end of the stream. False if nothing is left to
   * read.
   */
  async #more(): Promise<boolean> {
    const pieces = [this.#rest];
    for (let bytes = this.#rest.length; bytes <= LINE_BYTES;) {
      const { done, value } = await this.#source.next();
      if (done !== true) {
        pieces.push(value);
        bytes += value.length;
        if (!value.includes(NEWLINE)) continue;
      }
      this.#rest = Buffer.concat(pieces);
      return done !== true || pieces.length > 1;
    }
    throw this.#damage();
  }

  /** The next line; null at the end, or if a line has no end. */
  async line(): Promise<string | null> {
    let end: number;
    while ((end = this.#rest.indexOf(NEWLINE)) === -1) if (!(await this.#more())) return null;
    const line = this.#rest.subarray(0, end).toString('utf8');
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  /** The rows up to the line that ends them, in pieces of whole rows. */
  async *rows(): AsyncGenerator<Buffer, void> {
    for (;;) {
      if (this.#rest.subarray(0, END.length).equals(END)) {
        this.#rest = this.#rest.subarray(END.length);
        return;
      }
      const last = this.#rest.indexOf(AFTER_ROW);
      const whole = (last === -1 ? this.#rest.lastIndexOf(NEWLINE) : last) + 1;
      if (whole > 0) {
        const piece = this.#rest.subarray(0, whole);
        this.#rest = this.#rest.subarray(whole);
        yield piece;
      } else if (!(await this.#more())) throw this.#damage();
    }
  }

  /** True if nothing is left. */
  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) if (!(await this.#more())) return true;
    return false;
  }
}
