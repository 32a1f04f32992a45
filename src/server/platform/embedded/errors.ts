/** Failures of the embedded PostgreSQL, as sentences for the person at the terminal. */
import { StartError } from '../start_error.ts';

export class EmbeddedError extends StartError {}

export class DiskFullError extends EmbeddedError {
  constructor(dir: string) {
    super(`Le disque de ${dir} est plein : libérez de la place, puis relancez Manège.`);
  }
}
