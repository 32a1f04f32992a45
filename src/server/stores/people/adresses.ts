/** Who gave an account its email address, read from the journal (ACC-104). */
import { eq, type SQL, sql } from 'drizzle-orm';
import { ADRESSE_NOMMEE_JOURS, type AdressePar } from '#domain/people/users.ts';
import type { Reader } from '#server/platform/db.ts';
import { users } from '#server/platform/schema/schema.ts';
import { nomDe } from './noms.ts';

export type StoredAdressePar = AdressePar & { user_id: string | null };

const DAY_MS = 24 * 3_600_000;

/**
 * The last change of the address of the account of the row, the invitation that gave it, or a link that
 * was shown, which somebody else asked for; what the account's person does afterwards does not hide it. A link that was
 * opened counts for the person who asked for it. Two index look-ups for each row of the page.
 */
export const adressePar = (now: Date): SQL<StoredAdressePar | null> => {
  const since = new Date(now.getTime() - ADRESSE_NOMMEE_JOURS * DAY_MS).toISOString();
  return sql<StoredAdressePar | null>`(
    select json_build_object('user_id', u.id, 'nom', ${nomDe('u', 'c')}, 'geste', case a.action when 'client.invite' then 'donnee' when 'lien.montre' then 'lien' else 'changee' end,
      'le', to_char(a.survenu_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from (
      select j.id, j.action, j.survenu_at, case when j.action = 'adresse.changee' and j.acteur_id = "users"."id" then (
          select d.acteur_id from journal d where d.objet_id = j.objet_id and d.action = 'adresse.demandee' and d.id < j.id order by d.id desc limit 1
        ) else j.acteur_id end as par
      from journal j where j.objet_id = "users"."id"::text and j.action in ('adresse.changee', 'client.invite', 'lien.montre') and j.survenu_at > ${since}::timestamptz
    ) a left join users u on u.id = a.par left join clients c on c.id = u.id
    where a.par is distinct from "users"."id" order by a.id desc limit 1)`;
};

/** The same for one account; null for nobody. */
export async function getAdressePar(
  reader: Reader,
  id: string,
  now: Date,
): Promise<StoredAdressePar | null> {
  const [row] = await reader
    .select({ par: adressePar(now) })
    .from(users)
    .where(eq(users.id, id));
  return row?.par ?? null;
}
