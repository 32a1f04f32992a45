/** The lessons that an account books most (RIDE-70), and the rules that decide them. */
import { sql } from 'drizzle-orm';
import type { Habitude } from '#domain/lessons/reprises.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf, parametres } from '#server/platform/schema/schema.ts';
import { RULES, type Rules } from '../prices/regles.ts';

/** More than are offered (HABITUDES), because some have no free moment. */
const MOST = 6;

/**
 * The combinations of type, arena, weekday, start and riders of an account's own seats since a day,
 * the most frequent first, then the latest. Only those that can still be booked: of an offered type,
 * on an arena in use, with no more people than the type allows.
 */
export async function listHabitudes(
  reader: Reader,
  user_id: string,
  since: string,
): Promise<Habitude[]> {
  const { rows } = await reader.execute<Habitude>(sql`
    with own as (
      select reservation_id, array_agg(nom order by position) as noms, array_agg(lower(nom) order by lower(nom)) as cle
      from participants where user_id = ${user_id} group by 1
    )
    select r.type_lecon, r.type_piste, r.heure_debut, max(r.date_reservation)::text as jour,
      (array_agg(to_jsonb(own.noms) order by r.date_reservation desc))[1] as noms_participants
    from own join reservations r on r.id = own.reservation_id
    join types_lecons t on t.value = r.type_lecon and t.actif and t.max_personnes >= cardinality(own.noms)
    join ressources p on p.id = r.type_piste and p.actif
    where r.statut <> 'annulee' and r.date_reservation >= ${since}::date
    group by r.type_lecon, r.type_piste, extract(isodow from r.date_reservation), r.heure_debut, own.cle
    order by count(*) desc, jour desc, r.heure_debut, r.type_piste limit ${MOST}`);
  return rows.map((row) => ({ ...row, heure_debut: heureOf(row.heure_debut) }));
}

export async function readRules(reader: Reader): Promise<Rules> {
  const [rules] = await reader.select(RULES).from(parametres);
  if (!rules) throw new Error('the table parametres is empty');
  return rules;
}
