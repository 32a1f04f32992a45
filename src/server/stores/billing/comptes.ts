/**
 * What the accounts of customers contain, computed by PostgreSQL (REL-02, REL-05, REL-19, REL-20,
 * ADR-047). Nothing of it is stored: a line is open if what a seat or a stored line costs now differs
 * from what was sent of it.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { SourceLigne } from '#domain/billing/facturation.ts';
import type { MotifLigne } from '#domain/billing/lignes.ts';
import type { Reader } from '#server/platform/db.ts';
import { heureOf } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { keyOfName } from '../people/noms.ts';
import { getParametres } from '../settings.ts';
import { couvreJusque } from './releves.ts';

/** Only some accounts; undefined: all. */
export type Payeurs = readonly string[] | undefined;

/** The customers whose lines may be on some accounts. */
const concerned = (payeurs: Payeurs, client: SQL): SQL =>
  payeurs === undefined
    ? sql``
    : sql`and ${client} in (select id from clients where id = any(${sql.param(payeurs)}::uuid[]) or paye_par = any(${sql.param(payeurs)}::uuid[])
        union select l.client_id from releves v join releves_lignes l on l.releve_id = v.id where v.payeur_id = any(${sql.param(payeurs)}::uuid[]))`;

/**
 * What a correction `f` costs now (REL-06). Beside the line `a` it never passes 0, so it is less if the
 * line costs less. A correction is taken back as a whole: it has its bounds already.
 */
const CORRECTION = sql`case when a.correction then -a.centimes else least(greatest(-a.centimes, least(f.centimes, 0)), greatest(f.centimes, 0)) end`;

/**
 * A `with`.
 * - `actuel`: what the seats of lessons that are over and the stored lines cost now. A correction
 *   follows what it corrects, which may be a correction too. `cle`: under which a seat is corrected,
 *   also when it has left late (LIG-01); `racine`: that of the seat which is corrected in the end;
 *   `correction`: whether it is one.
 * - `ouvert`: where that differs from what was sent. `ecart`: something was sent of it; `la`: it still
 *   costs something. `payeur_id`: the account. A difference goes to the account to which the line was sent, every other
 *   line to who pays now.
 *
 * The first billed day is a value: joined, the planner does not know it, and reads the seats of all time.
 */
async function open(reader: Reader, { jour, heure }: Moment, payeurs: Payeurs): Promise<SQL> {
  const premier = sql`${(await getParametres(reader)).billingSince || null}::date`;
  return sql`with recursive
    actuel as materialized (
      select 'place' as source, p.id, p.id as cle, p.id as racine, p.user_id as client_id, r.date_reservation as jour, p.centimes, false as correction
      from reservations r join participants p on p.reservation_id = r.id
      where r.date_reservation between ${premier} and ${jour}::date and (r.date_reservation < ${jour}::date or r.heure_fin <= ${heure}::time)
        and r.statut = 'confirmee' and p.facturee and p.user_id is not null and p.centimes <> 0 ${concerned(payeurs, sql`p.user_id`)}
      union all
      select 'retard', l.id, l.place, l.place, l.user_id, l.jour, l.centimes, false from lignes l
      where l.jour >= ${premier} and l.user_id is not null ${concerned(payeurs, sql`l.user_id`)}
      union all
      select 'libre', f.id, f.id, f.corrige, f.client_id, f.jour, coalesce(f.fige, f.centimes), f.corrige is not null from lignes_libres f
      where (f.corrige is null or f.fige is not null) and coalesce(f.fige, f.centimes) <> 0 ${concerned(payeurs, sql`f.client_id`)}
      union all
      select 'libre', f.id, f.id, a.racine, f.client_id, f.jour, ${CORRECTION}, true
      from actuel a join lignes_libres f on f.client_id = a.client_id and f.corrige in (a.id, a.cle)
      where f.fige is null and ${CORRECTION} <> 0
    ),
    differents as materialized (
      select client_id, source, id, coalesce(max(jour) filter (where la), max(jour)) as jour, sum(centimes)::int as centimes, bool_or(not la) as ecart, bool_or(la) as la
      from (
        select client_id, source, id, jour, centimes, true as la from actuel
        union all select client_id, source, source_id, jour, -centimes, false from releves_lignes l where l.client_id is not null and not l.clos ${concerned(payeurs, sql`l.client_id`)}
      ) as t group by client_id, source, id having sum(centimes) <> 0
    ),
    ouvert as materialized (
      select d.*, coalesce(case when d.ecart then (
          select v.payeur_id from releves_lignes l join releves v on v.id = l.releve_id join payeurs y on y.id = v.payeur_id
          where l.client_id = d.client_id and l.source = d.source and l.source_id = d.id and y.efface_at is null order by v.created_at desc, v.au desc, v.numero desc limit 1
        ) end, c.paye_par, c.id) as payeur_id
      from differents d join clients c on c.id = d.client_id
    )`;
}

const ofPayeurs = (payeurs: Payeurs, column: SQL): SQL =>
  payeurs === undefined ? sql`` : sql`and ${column} = any(${sql.param(payeurs)}::uuid[])`;

/**
 * An account with its sums in cents. `email`: of the active account of the customer. `depuis`: the day
 * of the oldest line that is not covered; `demande`: when a statement asked for it first, null if none.
 */
export type DoitRow = {
  id: string;
  nom: string;
  email: string | null;
  telephone: string | null;
  solde: number;
  en_cours: number;
  depuis: string | null;
  demande: string | null;
  releve: { id: string; mois: string; numero: number; jour: string } | null;
  rappel: string | null;
  efface: boolean;
};

/**
 * Every account that has an amount, or those that are named, the oldest uncovered line first, then by
 * name. Owed is what was sent, what differs from it or came late, less the movements; a line that is
 * later than the last statement is in `en_cours` (REL-05, REL-19).
 */
export async function listDoit(
  reader: Reader,
  moment: Moment,
  payeurs?: Payeurs,
): Promise<DoitRow[]> {
  const nom = sql`coalesce(${nomDe('u', 'k')}, y.nom, '')`;
  const { rows } = await reader.execute<DoitRow>(sql`
    ${await open(reader, moment, payeurs)},
    derniers as materialized (
      select distinct on (payeur_id) payeur_id, id, mois, numero, jour, max(${couvreJusque}) over (partition by payeur_id) as au
      from releves where true ${ofPayeurs(payeurs, sql`payeur_id`)} order by payeur_id, created_at desc, au desc, numero desc
    ),
    nouveau as materialized (
      select o.payeur_id, o.jour, o.centimes, o.ecart or coalesce(o.jour <= d.au, false) as du
      from ouvert o left join derniers d using (payeur_id) where true ${ofPayeurs(payeurs, sql`o.payeur_id`)}
    ),
    sommes as materialized (
      select payeur_id, sum(du)::int as solde, sum(en_cours)::int as en_cours from (
        select payeur_id, ce_mois as du, 0 as en_cours from releves where true ${ofPayeurs(payeurs, sql`payeur_id`)}
        union all select payeur_id, case when du then centimes else 0 end, case when du then 0 else centimes end from nouveau
        union all select payeur_id, -(centimes + arrondi), 0 from mouvements where true ${ofPayeurs(payeurs, sql`payeur_id`)}
      ) as t group by payeur_id
    ),
    dettes as (
      select payeur_id, jour, min(demande) as demande, sum(centimes) as centimes from (
        select v.payeur_id, l.jour, v.jour as demande, l.centimes from releves v join releves_lignes l on l.releve_id = v.id where l.centimes > 0 ${ofPayeurs(payeurs, sql`v.payeur_id`)}
        union all select payeur_id, jour, null, centimes from nouveau where du and centimes > 0
      ) as t where payeur_id in (select payeur_id from sommes where solde > 0) group by 1, 2
    ),
    cumulees as (
      select payeur_id, jour, demande, sum(centimes) over (partition by payeur_id order by jour) as jusque, sum(centimes) over (partition by payeur_id) as total from dettes
    ),
    ages as (select payeur_id, min(jour) as depuis, (array_agg(demande order by jour))[1] as demande from cumulees join sommes using (payeur_id) where jusque > total - solde group by 1)
    select s.payeur_id as id, ${nom} as nom, case when u.statut = 'actif' then u.email end as email, coalesce(u.telephone, k.telephone) as telephone,
      s.solde, s.en_cours, a.depuis, a.demande,
      case when d.id is not null then json_build_object('id', d.id, 'mois', d.mois, 'numero', d.numero, 'jour', d.jour) end as releve,
      (select max(jour) from relances n where n.payeur_id = s.payeur_id) as rappel, y.efface_at is not null as efface
    from sommes s left join payeurs y on y.id = s.payeur_id left join clients k on k.id = s.payeur_id left join users u on u.id = s.payeur_id
      left join derniers d on d.payeur_id = s.payeur_id left join ages a on a.payeur_id = s.payeur_id
    ${payeurs === undefined ? sql`where s.solde <> 0 or s.en_cours <> 0` : sql``}
    order by s.solde > 0 desc, a.depuis, ${keyOfName(nom)}, s.payeur_id`);
  return rows;
}

/**
 * What the label of a line is made of. Of a seat `type_lecon` to `type_piste` say which lesson, and
 * `libelle` is null; what is not there any more has the label that was sent.
 */
export type Etiquette = {
  libelle: string | null;
  raison: string | null;
  motif: MotifLigne | null;
  type_lecon: string | null;
  label: string | null;
  heure_debut: string | null;
  heure_fin: string | null;
  type_piste: string | null;
};

const hoursOf = <T extends Etiquette>(row: T): T => ({
  ...row,
  heure_debut: row.heure_debut && heureOf(row.heure_debut),
  heure_fin: row.heure_fin && heureOf(row.heure_fin),
});

type Actuelle = Etiquette & {
  centimes: number;
  cavalier: string | null;
  cle: string;
  corrigee: boolean;
};

/** An open line of an account, in cents. */
export type OuverteRow = Etiquette & {
  payeur_id: string;
  client_id: string;
  client: string;
  source: SourceLigne;
  id: string;
  jour: string;
  centimes: number;
  ecart: boolean;
  cavalier: string | null;
};

/**
 * The open lines of some accounts up to a day, or all: by account, the payer's own first, then by
 * customer, rider and day; free lines after the riders.
 */
export async function listOuvertes(
  reader: Reader,
  moment: Moment,
  { payeurs, au }: { payeurs?: Payeurs; au?: string | undefined },
): Promise<OuverteRow[]> {
  const client = sql`${nomDe('u', 'c')}`;
  const cavalier = sql`case when o.source = 'place' and o.la then p.nom when o.source = 'retard' and o.la then l.nom when o.source = 'libre' and o.la
    then coalesce(f.cavalier, case when o.client_id <> o.payeur_id then ${client} end) else s.cavalier end`;
  const { rows } = await reader.execute<OuverteRow>(sql`
    ${await open(reader, moment, payeurs)}
    select o.payeur_id, o.client_id, ${client} as client, o.source, o.id, o.jour, o.centimes, o.ecart,
      case when o.la then coalesce(l.libelle, f.libelle) else s.libelle end as libelle, ${cavalier} as cavalier,
      coalesce(f.raison, s.raison) as raison, case when o.la then l.motif end as motif,
      case when o.la then r.type_lecon end as type_lecon, t.label, r.heure_debut, r.heure_fin, r.type_piste
    from ouvert o join clients c on c.id = o.client_id left join users u on u.id = c.id
      left join participants p on o.source = 'place' and o.la and p.id = o.id left join reservations r on r.id = p.reservation_id left join types_lecons t on t.value = r.type_lecon
      left join lignes l on o.source = 'retard' and l.id = o.id left join lignes_libres f on o.source = 'libre' and f.id = o.id
      left join lateral (
        select e.libelle, e.cavalier, e.raison from releves_lignes e join releves v on v.id = e.releve_id
        where e.client_id = o.client_id and e.source = o.source and e.source_id = o.id order by v.created_at desc, v.au desc, v.numero desc, e.position desc limit 1
      ) s on o.ecart
    where true ${ofPayeurs(payeurs, sql`o.payeur_id`)} ${au === undefined ? sql`` : sql`and o.jour <= ${au}::date`}
    order by o.payeur_id, o.client_id <> o.payeur_id, ${keyOfName(client)}, o.client_id, ${cavalier} is null, ${keyOfName(sql`coalesce(${cavalier}, '')`)}, o.jour, r.heure_debut, o.id`);
  return rows.map(hoursOf);
}

/**
 * What a seat or a stored line of a customer costs now, with what its label is made of; null if nothing.
 * `cle`: under which it is corrected; `corrigee`: it is corrected already (REL-06).
 */
export async function getActuelle(
  reader: Reader,
  moment: Moment,
  { client, source, id }: { client: string; source: SourceLigne; id: string },
): Promise<Actuelle | null> {
  const { rows } = await reader.execute<Actuelle>(sql`
    ${await open(reader, moment, [client])}
    select a.centimes, a.cle, exists (select from lignes_libres o where o.client_id = a.client_id and o.corrige in (a.id, a.cle)) as corrigee,
      coalesce(l.libelle, f.libelle) as libelle, coalesce(p.nom, l.nom, f.cavalier) as cavalier, f.raison, l.motif,
      r.type_lecon, t.label, r.heure_debut, r.heure_fin, r.type_piste
    from actuel a left join participants p on a.source = 'place' and p.id = a.id left join reservations r on r.id = p.reservation_id left join types_lecons t on t.value = r.type_lecon
      left join lignes l on a.source = 'retard' and l.id = a.id left join lignes_libres f on a.source = 'libre' and f.id = a.id
    where a.client_id = ${client} and a.source = ${source} and a.id = ${id}`);
  return rows.map(hoursOf)[0] ?? null;
}

/** A seat of a customer that was credited more than it costs, by how many cents, with its correction. */
export type CreditDouble = {
  client: string;
  nom: string;
  jour: string;
  libelle: string;
  cavalier: string | null;
  centimes: number;
};

/**
 * The seats that cost less than what was credited of them, by name (REL-78). A seat that is compared
 * no longer (REL-36) is none of them.
 */
export async function listCreditsDoubles(reader: Reader, moment: Moment): Promise<CreditDouble[]> {
  const nom = sql`coalesce(${nomDe('u', 'k')}, '')`;
  const { rows } = await reader.execute<CreditDouble>(sql`
    ${await open(reader, moment, undefined)},
    credites as (select client_id, racine, -sum(centimes)::int as centimes from actuel where racine is not null group by 1, 2 having sum(centimes) < 0)
    select c.client_id as client, ${nom} as nom, f.jour, f.libelle, f.cavalier, c.centimes
    from credites c join clients k on k.id = c.client_id left join users u on u.id = k.id join lignes_libres f on f.client_id = c.client_id and f.corrige = c.racine
    where not exists (select from releves_lignes l where l.source_id = c.racine and l.clos)
    order by ${keyOfName(nom)}, f.jour, f.id`);
  return rows;
}

/** Open sums by payer of a month (REL-12): how many lines, and what they cost, in cents. */
export type AFaire = {
  id: string;
  nom: string;
  compte: boolean;
  lignes: number;
  centimes: number;
};

export async function listAFaire(
  reader: Reader,
  moment: Moment,
  au: string,
  payeurs?: Payeurs,
): Promise<AFaire[]> {
  const nom = sql`coalesce(${nomDe('u', 'k')}, '')`;
  const { rows } = await reader.execute<AFaire>(sql`
    ${await open(reader, moment, payeurs)},
    sommes as (select payeur_id, count(*)::int as lignes, sum(centimes)::int as centimes from ouvert where jour <= ${au}::date ${ofPayeurs(payeurs, sql`payeur_id`)} group by 1)
    select s.payeur_id as id, ${nom} as nom, coalesce(u.statut = 'actif', false) as compte, s.lignes, s.centimes
    from sommes s join clients k on k.id = s.payeur_id left join users u on u.id = k.id order by ${keyOfName(nom)}, s.payeur_id`);
  return rows;
}
