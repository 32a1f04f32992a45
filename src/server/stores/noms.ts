/** How names are compared in SQL. */
import { type SQL, sql } from 'drizzle-orm';

/** A name trimmed and single-spaced. */
export const tidyName = (name: SQL): SQL => sql`btrim(regexp_replace(${name}, '\\s+', ' ', 'g'))`;

/** Text without case or accents. Accents go first: a database whose locale is C lowers only ASCII. */
export const plainText = (text: SQL): SQL => sql`lower(regexp_replace(normalize(${text}, NFD), '[\u0300-\u036f]', '', 'g'))`;

/** The key under which two spellings of a name are the same rider (PRICE-09). */
export const keyOfName = (name: SQL): SQL => plainText(tidyName(name));
