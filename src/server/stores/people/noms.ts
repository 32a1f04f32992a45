/** How names are compared in SQL. */
import { type SQL, sql } from 'drizzle-orm';
import { ANCIEN_CAVALIER, ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';

/** A name trimmed and single-spaced. */
export const tidyName = (name: SQL): SQL => sql`btrim(regexp_replace(${name}, '\\s+', ' ', 'g'))`;

/**
 * Text without case or accents. Accents go first: a database whose locale is C lowers only ASCII.
 */
export const plainText = (text: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

/** The key under which two spellings of a name are the same rider (PRICE-09). */
export const keyOfName = (name: SQL): SQL => plainText(tidyName(name));

/**
 * Whether a key is what stands in place of a name (SET-42). Such keys of two lessons are not the
 * same rider.
 */
export const isAncien = (key: SQL): SQL =>
  sql`${key} ~ ${sql.raw(`'^${ANCIEN_CAVALIER.toLowerCase()} [0-9]+$'`)}`;
/** The key under which the statistics put them all. */
export const CLE_DES_ANCIENS = sql.raw(`'${ANCIENS_CAVALIERS.toLowerCase()}'`);
