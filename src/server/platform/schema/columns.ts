/** Column types and checks that the tables share. */
import { sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';
import { type Horaires, horairesIn } from '#domain/slots/horaires.ts';

/** A `time` is transferred as `HH:mm`; PostgreSQL writes `HH:mm:ss`. */
export const heureOf = (time: string): string => time.slice(0, 5);

export const heure = customType<{ data: string; driverData: string }>({
  dataType: () => 'time(0)',
  fromDriver: heureOf,
});

/** A `timestamptz` that is transferred as an ISO 8601 instant. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

export const dated = (column: string) => timestamp(column, { withTimezone: true });

export const octets = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Hours that vary, which are decoded at every read (SET-46). */
export const horaires = customType<{ data: Horaires; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: horairesIn,
});

/** A CHECK on a closed list of words. */
export const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`"${column}" in (${words.map((word) => `'${word}'`).join(', ')})`);
