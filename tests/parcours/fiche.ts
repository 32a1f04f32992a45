/** The customer of the end-to-end tests of the customer's page, with all that the page shows. */
import { addDays } from '#domain/core/calendrier.ts';
import { insert } from './courriels.ts';
import type { Manege } from './fixtures.ts';
import { store } from './planning.ts';
import { storeClient } from './utilisateurs.ts';
import { today } from '../support/jours.ts';

type Customer = {
  /** Of an account; the ids of two customers without one: for whom it pays, and another. */
  id: string;
  nom: string;
  paye: string;
  /** Ids of lessons: the next one, the last one with its absences, the cancelled one. */
  lecons: { prochaine: string; derniere: string; annulee: string };
};

let n = 0;

/**
 * Stores an account with two riders, 14 lessons before the last one, a cancelled, a deleted and a
 * coming one, an email and a line. Each has days of its own.
 */
export async function storeCustomer(manege: Manege): Promise<Customer> {
  n += 1;
  const nom = `Vandenbussche${n}`;
  const { id, email } = await manege.person({ prenom: 'Wilhelmina', nom });
  const jour = (days: number): string => addDays(today(), days + n * 20 * Math.sign(days));
  const lesson = (
    days: number,
    fields: { noms?: string[]; statut?: string; type?: string } = {},
  ): Promise<string> =>
    store(manege, {
      jour: jour(days),
      heure: '07:00',
      fin: '08:00',
      noms: ['Léa', 'Tom'],
      compte: id,
      ...fields,
    });
  const paye = await storeClient(manege, `Zoé ${nom}`, null);
  await manege.sql(
    "update users set telephone = '0475 10 22 33', adresse = E'Rue Haute 3\\n5030 Gembloux' where id = $1",
    [id],
  );
  await manege.sql("update clients set note = 'Deux poneys au pré' where id = $1", [id]);
  await manege.sql('update clients set paye_par = $1 where id = $2', [id, paye]);
  await manege.sql(
    "insert into cavaliers (user_id, nom, annee_naissance, note) values ($1, 'Léa', 2015, 'Débute au trot'), ($1, 'Émile', null, null)",
    [id],
  );
  await manege.sql(
    "insert into cavaliers (user_id, nom, annee_naissance, note) values ($1, 'Zoé', 2012, 'Selle à régler')",
    [paye],
  );
  const prochaine = await lesson(3, { noms: ['Léa'] });
  const derniere = await lesson(-1);
  const annulee = await lesson(-2, { statut: 'annulee' });
  await manege.sql("update reservations set raison = 'Orage' where id = $1", [annulee]);
  for (let k = 3; k < 17; k += 1) await lesson(-k, { noms: ['Léa'] });
  await manege.sql(
    "update participants set presence = 'excusee', facturee = false where reservation_id = $1 and nom = 'Tom'",
    [derniere],
  );
  await manege.sql('update participants set centimes = 2250 where user_id = $1', [id]);
  const gone = await lesson(4, { noms: ['Léa'] });
  await manege.sql(
    `with one as (delete from reservations where id = $1 returning *), held as (delete from occupations where reservation_id = $1),
      kept as (insert into reservations_supprimees (id, user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, supprimee_at)
        select id, user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, now() from one returning id)
     insert into participants_supprimes (reservation_id, position, user_id, nom) select id, 1, $2, 'Léa' from kept`,
    [gone, id],
  );
  await manege.sql(
    "insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place) values ($1, 'Léa', $2, 'Leçon collective, 10h00 – 11h00, Piste Intérieure', 1125, 'suppression', gen_random_uuid(), gen_random_uuid())",
    [id, today()],
  );
  await manege.sql(
    "insert into journal (survenu_at, action, objet, objet_id, details) values (now(), 'compte.corrige', 'compte', $1, '{}')",
    [id],
  );
  await insert(manege, {
    contenu: { sorte: 'approbation', nom: `Wilhelmina ${nom}`, role: 'utilisateur' },
    destinataire: email,
    statut: 'envoye',
    essais: 1,
  });
  await manege.sql('update courriels set user_id = $1 where destinataire = $2', [id, email]);
  return {
    id,
    nom: `Wilhelmina ${nom}`,
    paye,
    lecons: { prochaine, derniere, annulee },
  };
}
