/** The ids of the two arenas that every new database has. */
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';

export const PISTES = DEFAULT_PISTES.map(({ id }) => id);
