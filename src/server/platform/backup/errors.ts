import { StartError } from '../start_error.ts';

/** Why a backup or a restore is refused or fails, as a French sentence for who asked for it. */
export class BackupError extends StartError {}

/** A file that is not what was written. */
export class DamagedError extends BackupError {
  constructor() {
    super('Ce fichier est abîmé ou incomplet : il n\'est pas tel qu\'il a été écrit. Rien n\'a été changé. Prenez une autre sauvegarde, ou une autre copie de celle-ci.');
  }
}
