/**
 * Four years of lessons of a centre, stored with SQL, with all other data that may name a person.
 */
import type pg from 'pg';

/** Names of one rider in several spellings, and of other riders. */
const NOMS = [
  'Zéphyrine Quillacq',
  'zephyrine  quillacq',
  'Oscar Vantongerloo',
  'Mélusine Baudelot',
  'Hippolyte Cauwelaert',
];

/** The texts that a search finds as long as a name or a remark is left. */
export const PERSONNEL = ['quillacq', 'vantongerloo', 'baudelot', 'cauwelaert', 'asthme'];

/**
 * Stores `perDay` lessons for each day from `du` to `au`: with one, two or three names, two
 * spellings of one rider among them, remarks, an account that joined, some cancelled or waiting,
 * two emails each. The accounts: who books, who joins.
 */
export async function fillYears(
  client: pg.ClientBase,
  {
    du,
    au,
    perDay,
    accounts: [holder, joiner],
  }: { du: string; au: string; perDay: number; accounts: readonly [string, string] },
): Promise<void> {
  await client.query(
    `
    select id from importer_lecons((select jsonb_agg(l) from (
    select $3::uuid, 'Zéphyrine Quillacq', noms, jour, '08:00'::time + make_interval(mins => 30 * (n / 2)), '08:30'::time + make_interval(mins => 30 * (n / 2)),
      case when n % 2 = 0 then 'interieure' else 'exterieure' end, (array['collective', 'saut', 'type supprimé'])[1 + (x + n) % 3], cardinality(noms), statut,
      case when (x + n) % 2 = 0 then 'ASTHME : ventoline dans le sac' end, case when statut = 'annulee' then 'ASTHME de Quillacq' end, case when statut = 'annulee' then $4::uuid end, case when statut = 'annulee' then jour - interval '2 days' end
    from (select jour::date as jour, jour::date - $1::date as x from generate_series($1::date, $2::date, '1 day') as jour) as days
    cross join generate_series(0, $5::int - 1) as n
    cross join lateral (select case (x + n) % 7 when 0 then 'annulee' when 1 then 'en_attente' else 'confirmee' end as statut) as s
    cross join lateral (select ($6::text[])[1 + (x + n) % 3 : 1 + (x + n) % 3 + (x + n) % 4] as noms) as m
    where cardinality(noms) > 0
    ) as l (user_id, nom_client, noms_participants, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques, raison, annulee_par, annulee_at))) as id`,
    [du, au, holder, joiner, perDay, NOMS],
  );
  // Another account has the last seat of some.
  await client.query(
    `update participants p set user_id = $1, remarques = 'ASTHME aussi', pris_at = now() from reservations r where r.id = p.reservation_id and p.position = r.nombre_personnes and p.position > 1`,
    [joiner],
  );
  await client.query(`
    insert into courriels (cause, sorte, destinataire, destinataire_nom, reservation_id, contenu, statut, envoyer_apres, perime_apres)
    select 'reservation_confirmee ' || r.id || copie, 'reservation_confirmee', 'quelquun@essai.example', '', r.id,
      jsonb_build_object('sorte', 'reservation_confirmee', 'nom', r.nom_client, 'copie', copie <> '', 'lecon', jsonb_build_object('noms_participants', r.noms_participants, 'remarques', r.remarques)),
      'envoye', now(), now() + interval '1 day'
    from reservations r, unnest(array['', ' centre']) as copie`);
}
