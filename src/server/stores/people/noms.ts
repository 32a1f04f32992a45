/** How names are compared in SQL. */
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { ANCIEN_CAVALIER, ANCIENS_CAVALIERS } from '#domain/core/conservation_lecons.ts';
import { SIGNES_DE_MOTS } from '#domain/riders/noms_trouves.ts';
import { telephonePattern } from '#domain/people/telephone.ts';

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
 * Whether every word of a text, or only one, is a part of another text that has no case and accents
 * (PEOPLE-19). The other text is computed once for all words.
 */
export const hasWords = (plain: SQL, q: string, which: 'every' | 'some' = 'every'): SQL =>
  sql`(select ${sql.raw(which === 'every' ? 'bool_and' : 'bool_or')}(strpos(plain, word) > 0) from (select ${plain} as plain offset 0) as t, unnest(string_to_array(${keyOfName(sql`${q}::text`)}, ' ')) as word)`;

/**
 * Whether a search finds texts of a person: each of its words is a part of them, or its digits are
 * in a telephone (PEOPLE-19). Undefined for an empty search.
 */
export function isFound(q: string, texts: SQL, telephone: SQL): SQL | undefined {
  const search = q.trim();
  if (search === '') return undefined;
  const digits = telephonePattern(search);
  // A number is not taken apart: its groups of digits are in many numbers.
  return digits === null
    ? hasWords(plainText(texts), search)
    : sql`(strpos(${plainText(texts)}, ${keyOfName(sql`${search}::text`)}) > 0 or regexp_replace(${telephone}, '\\D', '', 'g') ~ ${digits})`;
}

/** A text that begins each of its words with a space. */
const spaced = (plain: SQL): SQL =>
  sql`' ' || translate(${plain}, ${SIGNES_DE_MOTS}::text, ${' '.repeat(SIGNES_DE_MOTS.length)}::text)`;

/** Whether every word of a text begins a word of another text, which has no case and accents. */
export const beginsWords = (plain: SQL, q: string): SQL<boolean> =>
  sql`(select coalesce(bool_and(strpos(plain, ${spaced(sql`word`)}) > 0), false) from (select ${spaced(plain)} as plain offset 0) as t, unnest(string_to_array(${keyOfName(sql`${q}::text`)}, ' ')) as word)`;

/**
 * The order of people whom a search finds (PEOPLE-48); equal ones need a further order. First those
 * whose name begins with the text. Then those who have each word of it at the beginning of a word: in
 * one name, the own one or that of a rider `k`; in all names; in all texts. Last, those who have a word
 * only inside of another. `rider`: whether a rider satisfies a condition.
 */
export const bestFirst = (
  q: string,
  of: { nom: SQL; rider: (condition: SQL) => SQL; noms: SQL; emails: SQL },
): SQL => sql`case
  when starts_with(${plainText(of.nom)}, ${keyOfName(sql`${q}::text`)}) then 0
  when ${beginsWords(plainText(of.nom), q)} or ${of.rider(beginsWords(plainText(sql`k.nom`), q))} then 1
  when ${beginsWords(plainText(of.noms), q)} then 2
  when ${beginsWords(plainText(sql`concat_ws(' ', ${of.noms}, ${of.emails})`), q)} then 3 else 4 end`;

/**
 * Whether a key is a replacement for a removed name (SET-42). Equal keys of this kind in two
 * lessons do not mean the same rider.
 */
export const isAncien = (key: SQL): SQL =>
  sql`${key} ~ ${sql.raw(`'^${ANCIEN_CAVALIER.toLowerCase()} [0-9]+$'`)}`;
/** The key under which the statistics combine all of them. */
export const CLE_DES_ANCIENS = sql.raw(`'${ANCIENS_CAVALIERS.toLowerCase()}'`);

/**
 * Letters. Their codes stand beside the class, because a database with the locale C knows only the
 * letters of ASCII.
 */
const LETTERS = '[[:alpha:]\\u00c0-\\u1fff\\u3040-\\ud7ff]';

/** A name with single spaces; null if it has no letter. */
const usable = (nom: string): string =>
  `substring(btrim(regexp_replace(${nom}, '\\s+', ' ', 'g')) from '^.*${LETTERS}.*$')`;

/**
 * The display name of the account `u`, as `displayName` of `domain/people/users.ts` gives it; null
 * without an account (ACC-15).
 */
export const nomDuCompte = (u: string): SQL<string | null> =>
  sql.raw(
    `coalesce(${usable(`concat_ws(' ', ${u}.prenom, ${u}.nom)`)}, ${usable(`${u}.full_name`)}, ${u}.email)`,
  ) as SQL<string | null>;

/** The name of the customer `c` with the account `u`, which may be missing (PEOPLE-46). */
export const nomDe = (u: string, c: string): SQL<string | null> =>
  sql<string | null>`coalesce(${nomDuCompte(u)}, ${sql.raw(c)}.nom)`;
