/**
 * Spellings of one rider that administrators have merged in the statistics (RIDE-25). A row leads
 * from one spelling to the next; the last one represents the rider.
 */
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Fiche, Regroupement } from '#domain/people/orthographes.ts';
import { displayName, type Role } from '#domain/people/users.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { orthographes, users } from '#server/platform/schema/schema.ts';
import { isAncien, keyOfName, tidyName } from './noms.ts';

/**
 * Parts of a `with recursive`. `finals`: the spelling to which each merged one finally leads.
 * `shown`: the name under which that one is shown. The recursion also ends for a circle, whose
 * spellings count separately; only a manual SQL statement can create one.
 */
export const FINALS: SQL = sql`
  chain (cle, fin) as (select cle, vers_cle from orthographes union select c.cle, o.vers_cle from chain c join orthographes o on o.cle = c.fin),
  finals as (select cle, fin from chain where fin not in (select cle from orthographes)),
  shown as (select distinct on (vers_cle) vers_cle as cle, vers_nom as nom from orthographes order by vers_cle, created_at desc, cle)`;

/** The key of the rider whom a name means, from the key of the name. */
export const finalOf = (cle: SQL): SQL =>
  sql`coalesce((select fin from finals where finals.cle = ${cle}), ${cle})`;

/** Latest first. */
export async function listRegroupements(reader: Reader): Promise<Regroupement[]> {
  const rows = await reader
    .select({
      nom: orthographes.nom,
      vers: orthographes.vers_nom,
      le: orthographes.created_at,
      by: users,
      cavalier: sql<string>`coalesce((with recursive ${FINALS} select shown.nom from finals join shown on shown.cle = finals.fin where finals.cle = ${orthographes.cle}), ${orthographes.vers_nom})`,
    })
    .from(orthographes)
    .leftJoin(users, eq(users.id, orthographes.fusionnee_par))
    .orderBy(desc(orthographes.created_at), orthographes.cle);
  return rows.map(({ by, le, ...row }) => ({
    ...row,
    le: le.toISOString(),
    par: by && displayName(by),
  }));
}

/** A name as the statistics know it. `connu`: a reservation or a merge contains it. */
export type Orthographe = { cle: string; nom: string; connu: boolean };

/** The rider whom each name means, in the order of the names. */
export async function readOrthographes(tx: Tx, noms: readonly string[]): Promise<Orthographe[]> {
  const { rows } = await tx.execute<Orthographe>(sql`
    with recursive ${FINALS},
    asked as (select i, ${tidyName(sql`n`)} as nom, ${keyOfName(sql`n`)} as cle from unnest(${sql.param([...noms])}::text[]) with ordinality as a (n, i))
    select ${finalOf(sql`asked.cle`)} as cle, coalesce(shown.nom, asked.nom) as nom,
      not ${isAncien(sql`asked.cle`)} and asked.cle in (select ${keyOfName(sql`n`)} from reservations, unnest(noms_participants) n union select cle from orthographes union select vers_cle from orthographes) as connu
    from asked left join shown on shown.cle = ${finalOf(sql`asked.cle`)} order by i`);
  return rows;
}

/**
 * Stores a merge. Both spellings are the last of their own chain, so that no circle arises
 * (RIDE-26).
 */
export async function insertRegroupement(
  tx: Tx,
  { nom, vers, par, le }: { nom: Orthographe; vers: Orthographe; par: string; le: Date },
): Promise<void> {
  await tx.insert(orthographes).values({
    cle: nom.cle,
    nom: nom.nom,
    vers_cle: vers.cle,
    vers_nom: vers.nom,
    fusionnee_par: par,
    created_at: le,
  });
}

/** Removes a merge; false if the spelling was not merged. */
export async function deleteRegroupement(tx: Tx, nom: string): Promise<boolean> {
  return (
    (
      await tx
        .delete(orthographes)
        .where(eq(orthographes.cle, keyOfName(sql`${nom}::text`)))
        .returning({ cle: orthographes.cle })
    ).length > 0
  );
}

type FicheRow = {
  id: string;
  role: Role;
  email: string;
  prenom: string | null;
  nom: string | null;
  full_name: string | null;
  cavalier: string | null;
  nom_cavalier: string | null;
  annee_naissance: number | null;
};

/**
 * The people whom a name is known to mean, from the seats of accounts under any of its spellings
 * (RIDE-28): the account itself, if the seat has its name, and the riders whom the account keeps
 * under the seat's name.
 */
export async function listFiches(reader: Reader, cavalier: string): Promise<Fiche[]> {
  const { rows } = await reader.execute<FicheRow>(sql`
    with recursive ${FINALS},
    seats as materialized (select distinct user_id, ${keyOfName(sql`nom`)} as cle from participants where user_id is not null)
    select distinct u.id, u.email, u.prenom, u.nom, u.full_name, u.role, c.id as cavalier, c.nom as nom_cavalier, c.annee_naissance
    from seats s join users u on u.id = s.user_id
      left join cavaliers c on c.user_id = u.id and ${keyOfName(sql`c.nom`)} = s.cle
    where ${finalOf(sql`s.cle`)} = ${finalOf(keyOfName(sql`${cavalier}::text`))}
      and (c.id is not null or s.cle in (${keyOfName(sql`concat_ws(' ', u.prenom, u.nom)`)}, ${keyOfName(sql`coalesce(u.full_name, '')`)}))
    order by u.email, c.nom`);
  return rows.map(({ id, role, cavalier: fiche, nom_cavalier, annee_naissance, ...compte }) => ({
    user_id: id,
    compte: displayName(compte),
    role,
    cavalier: fiche === null ? null : { id: fiche, nom: nom_cavalier ?? '', annee_naissance },
  }));
}
