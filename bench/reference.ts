/**
 * The table in which the references store: `reservations` as it was before lessons had separate
 * occupations and seats, with its checks, its exclusion constraint and its indexes. Never changed,
 * so that ratios of different days can be compared.
 */
export const REFERENCE = 'reference_reservations';

/** Creates it with the current rows of the product. Needs the extension btree_gist. */
export const CREATE_REFERENCE = `
  create table ${REFERENCE} (
    id uuid primary key default gen_random_uuid(),
    user_id uuid references users (id) on delete set null,
    noms_participants text[] not null,
    nom_client text not null,
    date_reservation date not null,
    heure_debut time(0) not null,
    heure_fin time(0) not null,
    type_piste text not null,
    type_lecon text not null,
    nombre_personnes integer not null,
    statut text not null default 'confirmee',
    remarques text,
    version integer not null default 0,
    created_at timestamptz not null default now(),
    annulee_at timestamptz,
    annulee_par uuid references users (id) on delete set null,
    raison text,
    check (type_piste in ('interieure', 'exterieure')),
    check (statut in ('confirmee', 'en_attente', 'annulee')),
    check (nombre_personnes between 1 and 10 and nombre_personnes = cardinality(noms_participants)),
    check (heure_debut >= '08:00' and heure_fin <= '20:00' and heure_debut < heure_fin),
    check (extract(minute from heure_debut)::int % 30 = 0 and extract(minute from heure_fin)::int % 30 = 0),
    check (date_reservation between '2000-01-01' and '2100-12-31'),
    exclude using gist (type_piste with =, tsrange(date_reservation + heure_debut, date_reservation + heure_fin) with &&) where (statut <> 'annulee')
  );
  create index on ${REFERENCE} (date_reservation, type_piste);
  create index on ${REFERENCE} (((date_reservation - date '2000-01-03') / 7));
  create index on ${REFERENCE} (user_id, date_reservation);
  insert into ${REFERENCE} (id, user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques, version, created_at)
    select id, user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques, version, created_at from reservations`;
