/** What the page of a customer shows about the person and the riders (CLI-20, CLI-21). */
import { sql } from 'drizzle-orm';
import type { Reader } from '#server/platform/db.ts';
import { type Nomme } from './clients.ts';
import { nomDe } from '../people/noms.ts';
import { keyOfName, tidyName } from '../people/noms.ts';

/**
 * A customer, with or without an account. `payeur`: who pays for it; `paie_pour`: the customers for
 * whom it pays, by name.
 */
export type ClientDeFiche = Nomme & {
  telephone: string | null;
  email: string | null;
  adresse: string | null;
  note: string | null;
  version: number;
  payeur: Nomme | null;
  paie_pour: Nomme[];
};

export async function getClientDeFiche(reader: Reader, id: string): Promise<ClientDeFiche | null> {
  const { rows } = await reader.execute<ClientDeFiche>(sql`
    select c.id, ${nomDe('u', 'c')} as nom, coalesce(u.telephone, c.telephone) as telephone, coalesce(u.email, c.email) as email,
      coalesce(u.adresse, c.adresse) as adresse, c.note, c.version,
      (select json_build_object('id', k.id, 'nom', ${nomDe('v', 'k')}) from clients k left join users v on v.id = k.id where k.id = c.paye_par) as payeur,
      (select coalesce(json_agg(json_build_object('id', k.id, 'nom', k.nom) order by ${keyOfName(sql`k.nom`)}, k.id), '[]')
        from (select k.id, ${nomDe('v', 'k')} as nom from clients k left join users v on v.id = k.id where k.paye_par = c.id) as k) as paie_pour
    from clients c left join users u on u.id = c.id where c.id = ${id}`);
  return rows[0] ?? null;
}

/**
 * A rider of a customer's seats. `id`: null for a name that the customer does not keep, whose
 * `version` is 0. `lecons`:
 * in how many lessons that are not cancelled; `type_lecon`: the most frequent type of these.
 */
export type CavalierDeFiche = {
  id: string | null;
  nom: string;
  annee_naissance: number | null;
  note: string | null;
  version: number;
  lecons: number;
  type_lecon: string | null;
};

/** The riders whom a customer keeps, then the other names of its seats, each by name. */
export async function listCavaliersDeFiche(
  reader: Reader,
  client: string,
): Promise<CavalierDeFiche[]> {
  const { rows } = await reader.execute<CavalierDeFiche>(sql`
    with seats as materialized (
      select p.cavalier_id, p.nom, r.id, r.type_lecon, r.date_reservation + r.heure_debut as debut
      from participants p join reservations r on r.id = p.reservation_id where p.user_id = ${client} and r.statut <> 'annulee'
    ),
    written as (select nom, ${tidyName(sql`nom`)} as tidy, ${keyOfName(sql`nom`)} as cle from (select distinct nom from seats) as names),
    ridden as (
      select s.cavalier_id, case when s.cavalier_id is null then w.cle end as cle, count(distinct s.id)::int as lecons,
        mode() within group (order by s.type_lecon) as type_lecon, (array_agg(w.tidy order by s.debut desc))[1] as nom
      from seats s join written w using (nom) group by 1, 2
    )
    select k.id, coalesce(k.nom, d.nom) as nom, k.annee_naissance, k.note, coalesce(k.version, 0) as version, coalesce(d.lecons, 0) as lecons, d.type_lecon
    from ridden d full join (select * from cavaliers where user_id = ${client}) k on k.id = d.cavalier_id
    order by k.id is null, ${keyOfName(sql`coalesce(k.nom, d.nom)`)}, k.id`);
  return rows;
}
