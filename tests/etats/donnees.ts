/** The data that the states show, and the people who read them. */
import { addDays } from '#domain/core/calendrier.ts';
import { PRICE_SEATS, pricing } from '../support/prix.ts';
import type { Manege } from '../parcours/fixtures.ts';
import type { Person } from '../support/manege.ts';
import { insert } from '../parcours/courriels.ts';
import {
  elsewhere,
  LAST_MONTH,
  makeOld,
  openBilling,
  owe,
  sendAll,
} from '../parcours/facturation.ts';
import { lateSeat, store } from '../parcours/planning.ts';
import { bookFor } from '../parcours/reservation.ts';
import { storeClient } from '../parcours/utilisateurs.ts';
import type { Groupe } from './etat.ts';
import { jourOf, today } from '../support/jours.ts';

export const JOUR = jourOf(10, 2);

/** A day whose deadline for cancelling has passed. */
export const SOON = addDays(today(), 3);

export const LONG = 'Wilhelmina-Maximiliane Van den Broeck-Vandenbussche';

/** A statement of the last month. Returns its id. */
export async function sendReleve(manege: Manege, client: string): Promise<string> {
  await owe(manege, '', 66_00, { client });
  const call = await elsewhere(manege);
  const { faits } = await call('/releves', { mois: LAST_MONTH, clients: [client] });
  return faits[0]!;
}

/** Statements, of which one is paid in part, one of an erased customer, and a month to send. */
async function seedBilling(manege: Manege): Promise<void> {
  await openBilling(manege);
  const client = await owe(manege, LONG, 1_234_50);
  const erased = await owe(manege, 'Anne Effacée', 17_50);
  await sendAll(manege);
  await makeOld(manege, 20);
  const call = await elsewhere(manege);
  await call('/facturation/paiements', {
    id: crypto.randomUUID(),
    client,
    attendu: 1_234.5,
    montant: 200,
    jour: `${LAST_MONTH}-20`,
    moyen: 'virement',
    note: null,
  });
  await manege.sql("update payeurs set nom = 'Anne Effacée', efface_at = now() where id = $1", [
    erased,
  ]);
  await manege.sql('delete from clients where id = $1', [erased]);
  await owe(manege, LONG, 45_00, { client });
}

/** Seats of one rider with two customers, seats without a customer, and seats without a price. */
async function seedSeats(manege: Manege, client: string): Promise<void> {
  const account = await manege.person({
    prenom: 'Wilhelmina-Maximiliane',
    nom: 'Van den Broeck-Vandenbussche',
  });
  const lesson = { jour: JOUR, piste: 'exterieure', noms: [LONG] };
  await store(manege, { ...lesson, heure: '16:00', fin: '17:00', compte: account.id });
  await store(manege, { ...lesson, heure: '17:00', fin: '18:00', compte: client });
  await store(manege, {
    ...lesson,
    heure: '18:00',
    fin: '19:00',
    noms: [LONG, 'Wilhelmina-Maximiliane Vandenbussche'],
  });
  await store(manege, { ...lesson, jour: SOON, heure: '18:00', fin: '19:00', compte: account.id });
  await manege.sql(pricing({ collective: 1_022.1, longe: 20 }));
  await manege.sql(PRICE_SEATS);
  await manege.sql("update participants set centimes = null where nom = 'Hugo Dubois'");
  await manege.sql(
    "insert into orthographes (cle, nom, vers_cle, vers_nom) values ('willy', 'Willy', lower($1), $1)",
    [LONG],
  );
}

/** Every kind of record, and every function of the settings switched on. */
export async function seed(manege: Manege): Promise<void> {
  await manege.sql(
    `update parametres set "riderCancellation" = true, "riderChanges" = true, "lateCharge" = 'moitie', "cancellationHours" = 336, "slotAlerts" = true, "calendarFeeds" = true, "contactTelephone" = '081 22 33 44', "contactEmail" = 'bonjour@exemple.be'`,
  );
  for (const [heure, fin, statut, type] of [
    ['10:00', '11:00', 'confirmee', 'collective'],
    ['11:00', '11:30', 'en_attente', 'longe'],
    ['14:00', '15:00', 'annulee', 'saut'],
  ] as const) {
    await store(manege, { jour: JOUR, heure, fin, statut, type, remarques: 'Poney calme, merci' });
  }
  await lateSeat(manege, JOUR, LONG);
  await manege.person({ statut: 'en_attente', prenom: 'Élise', nom: 'Maes' });
  await manege.person({ statut: 'refuse', prenom: 'Hugo', nom: 'Dubois' });
  const client = await storeClient(
    manege,
    'Wilhelmina-Maximiliane Vandenbussche',
    '+32 475 10 22 33',
  );
  await manege.sql(
    "update clients set email = 'wilhelmina.vandenbussche@exemple.be', note = 'Préfère le matin', paye_par = (select id from users where prenom = 'Hugo') where id = $1",
    [client],
  );
  await seedSeats(manege, client);
  await seedBilling(manege);
  await insert(manege, {
    contenu: { sorte: 'refus', nom: 'Élise Maes' },
    destinataire: 'elise@exemple.be',
    statut: 'echoue',
    essais: 4,
    erreur: '550 boîte inconnue',
  });
  await insert(manege, {
    contenu: { sorte: 'approbation', nom: 'Hugo Dubois', role: 'utilisateur' },
    destinataire: 'hugo@exemple.be',
    statut: 'envoye',
    essais: 1,
  });
}

/** Whoever reads the states of a group, with what they may do switched on. They are not signed in yet. */
export async function personOf({ who, empty }: Groupe, manege: Manege): Promise<Person | null> {
  if (who === 'visiteur') return null;
  const isRider = who === 'cavalier';
  const person = await manege.person(
    isRider
      ? { prenom: 'Camille', nom: 'Lambert' }
      : { role: 'admin', prenom: 'Sophie', nom: 'Delvaux' },
  );
  if (empty) return person;
  // It can be changed and cancelled.
  const status = await bookFor(manege, person, {
    date_reservation: jourOf(10, 4),
    ...(isRider ? { heure_debut: '12:00' } : { noms_participants: ['Sophie Delvaux', LONG] }),
  });
  if (status !== 201) throw new Error('the lesson could not be booked');
  return person;
}
