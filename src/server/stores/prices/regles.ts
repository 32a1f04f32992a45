/** The rules of the centre with which bookings are decided: settings, lesson types, prices, arenas. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { prixLe, type PrixValable } from '#domain/prices.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { parametres, prix, regles, typesLecons } from '#server/platform/schema/schema.ts';
import { pistesColumn } from '../slots.ts';
import { valablesOf } from './prix.ts';

/** All rules in the state `version`. Several requests share one object: nobody may change it. */
export type Rules = {
  version: string;
  parametres: StoredParametres;
  /** Every lesson type, offered or not. */
  types: readonly TypeLecon[];
  /** The prices of each lesson type, earliest first. */
  tarifs: Readonly<Record<string, readonly PrixValable[]>>;
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
  tarifs: sql<Record<string, PrixValable[]>>`(
    select coalesce(json_object_agg(p.type_lecon, ${valablesOf(sql`p.type_lecon`)}), '{}') from ${prix} p)`,
  pistes: pistesColumn(),
};

/**
 * The price of a lesson type on a day, in cents; null if the centre does not show its prices
 * (SET-31).
 */
export const shownPriceOf = (
  { parametres: { showPrices }, tarifs }: Rules,
  type: string,
  jour: string,
): number | null => (showPrices ? prixLe(tarifs[type] ?? [], jour) : null);

/**
 * An SQL condition: the rules are still those with which a lesson was decided. `version`: a parameter;
 * if it is null, nothing is checked.
 */
export const underRules = (version: string): string =>
  `(${version}::uuid is null or exists (select from regles where version = ${version}))`;
