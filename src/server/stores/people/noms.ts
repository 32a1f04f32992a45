/** How names are compared in SQL. */
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { ANCIEN_CAVALIER, ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';

/** A name trimmed, with single spaces. */
export const tidyName = (name: SQL): SQL => sql`btrim(regexp_replace(${name}, '\\s+', ' ', 'g'))`;

/**
 * Text without case or accents. Accents are removed first, because a database with the locale C
 * lowers only ASCII.
 */
export const plainText = (text: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

/** The key that is equal for two spellings of one rider's name (PRICE-09). */
export const keyOfName = (name: SQL): SQL => plainText(tidyName(name));

/** The same for a statement that is written as text. */
export const keyOfText = (name: string): string => {
  const { sql: text } = new PgDialect().sqlToQuery(keyOfName(sql.raw(name)));
  return text;
};

/**
 * Whether a key is a replacement for a removed name (SET-42). Equal keys of this kind in two
 * lessons do not mean the same rider.
 */
export const isAncien = (key: SQL): SQL =>
  sql`${key} ~ ${sql.raw(`'^${ANCIEN_CAVALIER.toLowerCase()} [0-9]+$'`)}`;
/** The key under which the statistics combine all of them. */
export const CLE_DES_ANCIENS = sql.raw(`'${ANCIENS_CAVALIERS.toLowerCase()}'`);
