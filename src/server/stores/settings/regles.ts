/** The rules of the centre with which bookings are decided: settings, lesson types, prices, arenas. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { parametres, prix, regles, typesLecons } from '#server/platform/schema/schema.ts';
import { pistesColumn } from '../slots/pistes.ts';

/** All rules in the state `version`. Several requests share one object: nobody may change it. */
export type Rules = {
  version: string;
  parametres: StoredParametres;
  /** Every lesson type, offered or not. */
  types: readonly TypeLecon[];
  /** The price of each lesson type, decimal text. */
  tarifs: Readonly<Record<string, string>>;
  /** Every arena, active or not, by `ordre`. */
  pistes: readonly Piste[];
};

/** The version of the rules, as a column. */
export const rulesVersion = (): SQL<string> => sql`(select ${regles.version} from ${regles})`;

/** The columns of `Rules`, for a select from `parametres`. */
export const RULES = {
  version: rulesVersion(),
  parametres: getTableColumns(parametres),
  types: sql<TypeLecon[]>`(select coalesce(json_agg(t), '[]') from ${typesLecons} t)`,
  tarifs: sql<
    Record<string, string>
  >`(select coalesce(json_object_agg(p.type_lecon, p.prix::text), '{}') from ${prix} p)`,
  pistes: pistesColumn(),
};

/** The price of a lesson type, decimal text; null if the centre does not show its prices (SET-31). */
export const prixOf = (
  { parametres: { showPrices }, tarifs }: Rules,
  type: string,
): string | null => (showPrices ? (tarifs[type] ?? '0') : null);

/**
 * An SQL condition: the rules are still those with which a lesson was decided. `version`: a parameter;
 * if it is null, nothing is checked.
 */
export const underRules = (version: string): string =>
  `(${version}::uuid is null or exists (select from regles where version = ${version}))`;
