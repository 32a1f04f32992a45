import pg from 'pg';
import { MigrationError } from '../migrations.ts';
import { StartError } from '../start_error.ts';

/**
 * Why a backup or a restore is refused or fails, as a French sentence for the person who started
 * it.
 */
export class BackupError extends StartError {}

/** Another backup of the database is being made. */
export class BusyError extends BackupError {
  constructor() {
    super('Une sauvegarde de cette base est déjà en cours.');
  }
}

/** The content of a file differs from what was written. */
export class DamagedError extends BackupError {
  constructor() {
    super(
      "Ce fichier est abîmé ou incomplet : il n'est pas tel qu'il a été écrit. Rien n'a été changé. Prenez une autre sauvegarde, ou une autre copie de celle-ci.",
    );
  }
}

/** Sentences for refusals of PostgreSQL, by SQLSTATE. */
const REFUSALS: Record<string, string> = {
  '2BP01':
    "des vues ou des tables étrangères à Manège dépendent des siennes ; supprimez-les d'abord.",
  '42501':
    "l'utilisateur de la base n'est pas le propriétaire de ses tables, ou n'a pas le droit d'en créer.",
  '40P01': 'une autre connexion utilise ses tables.',
  '55P03': 'une autre connexion utilise ses tables.',
  '53100': 'le disque est plein.',
};

/**
 * Why PostgreSQL refused a change of tables, also if the error is wrapped in another one; null if
 * that is not known. The sentence never contains rows, which are personal data.
 */
export function explainDatabase(error: unknown): string | null {
  const cause =
    error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError)) return null;
  const known = REFUSALS[cause.code ?? ''];
  if (known !== undefined || !(error instanceof MigrationError)) return known ?? null;
  const places = [
    cause.table === undefined ? '' : `, table ${cause.table}`,
    cause.constraint === undefined ? '' : `, contrainte ${cause.constraint}`,
  ].join('');
  return `les données ne conviennent pas à la migration ${error.tag} (${cause.code}${places}).`;
}
