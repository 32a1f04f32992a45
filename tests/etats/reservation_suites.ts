import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { announceParametres, type Manege, REFUSED } from '../parcours/fixtures.ts';
import {
  bookFor,
  choosePersonnes,
  confirmButton,
  fillForm,
  goToJour,
  radio,
  SUCCESS,
} from '../parcours/reservation.ts';
import { button, text, titled, type Groupe } from './etat.ts';
import { jourOf, today } from '../support/jours.ts';

const PATH = '/app/reservation';
const [LIBRE, PRISE] = [jourOf(3, 1), jourOf(3, 2)];
const rejoindre = titled('Rejoindre cette leçon');
const ouvertes = (page: Page) => page.getByRole('region', { name: 'Leçons ouvertes' });
const join = (page: Page) =>
  ouvertes(page)
    .getByRole('button', { name: /^Rejoindre/ })
    .first()
    .click();

async function setMaximum(manege: Manege, n: number): Promise<void> {
  await manege.sql(`update types_lecons set max_personnes = ${n} where value = 'collective'`);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
}

async function chooseStart(page: Page, type: RegExp): Promise<void> {
  await radio(page, type).check();
  await goToJour(page, PRISE);
  await radio(page, /^Piste Intérieure/).check();
}

export const RESERVATION_SUITES: Groupe = {
  title: 'Un cavalier réserve et rejoint : refus et suites',
  who: 'cavalier',
  empty: true,
  async prepare(manege, person) {
    const zoe = await manege.person({ prenom: 'Zoé', nom: 'Willems' });
    for (const heure_debut of ['10:00', '12:00'])
      await bookFor(manege, zoe, { date_reservation: PRISE, heure_debut });
    await bookFor(manege, person!, {
      date_reservation: LIBRE,
      type_piste: 'exterieure',
      noms_participants: ['Camille Lambert', 'Tom Lambert'],
    });
    const [past] = await manege.sql(
      `select id from importer_lecons(json_build_array(json_build_object('user_id', $1::uuid, 'noms_participants', array['Camille Lambert', 'Tom'], 'nom_client', 'Camille Lambert',
        'date_reservation', current_date - 7, 'heure_debut', '06:00', 'heure_fin', '07:00', 'type_piste', 'exterieure', 'type_lecon', 'collective'))::jsonb) as id`,
      [person!.id],
    );
    await manege.sql(
      "update participants set presence = case nom when 'Tom' then 'excusee' else 'absente' end, facturee = nom <> 'Tom' where reservation_id = $1",
      [past!['id']],
    );
    await manege.sql(
      `insert into lignes (user_id, nom, jour, libelle, centimes, motif, reservation_id, place)
       values ($1, 'Tom', current_date - 1, 'Leçon collective, 10h00 – 11h00, Piste Intérieure', 1250, 'retrait', gen_random_uuid(), gen_random_uuid())`,
      [person!.id],
    );
    await manege.sql(
      `update parametres set "showPrices" = true, "calendarFeeds" = true, billing = true, "billingSince" = '2026-01-01', "billingHolder" = 'Écuries SRL', "billingIban" = 'BE68539007547034'`,
    );
    await manege.sql(`update types_lecons set ouverte = value = 'collective'`);
    await announceParametres(manege);
  },
  etats: [
    { title: 'les leçons passées et les absences', path: '/app/mes-lecons', open: text('Tom') },
    { title: 'sans relevé', path: '/app/mes-releves', open: text('Aucun relevé') },
    {
      title: "un relevé qui n'existe pas",
      path: '/app/mes-releves/11111111-1111-4111-8111-111111111111',
      open: text('Relevé non trouvé'),
    },
    {
      title: "le menu d'un cavalier",
      path: PATH,
      only: 'narrow',
      open: titled('Menu'),
      press: (page) => button(page, 'Ouvrir le menu').click(),
    },
    {
      title: 'un créneau orange d’un autre type ouvert',
      path: PATH,
      open: (page) => button(page, 'Leçon collective : choisissez ce type pour la rejoindre'),
      press: (page) => chooseStart(page, /^Longe/),
    },
    {
      title: 'pas assez de places',
      path: PATH,
      open: text(/^Pas assez de places pour 6 personnes/),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await choosePersonnes(page, 6);
        await chooseStart(page, /^Leçon collective/);
      },
    },
    {
      title: 'un créneau à rejoindre, choisi',
      path: PATH,
      open: (page) => button(page, 'Rejoindre la leçon'),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await choosePersonnes(page, 2);
        await chooseStart(page, /^Leçon collective/);
        await radio(page, /^10:00, Rejoindre/).check();
      },
    },
    {
      title: 'deux leçons à la même heure',
      path: PATH,
      open: text(/^Vous avez déjà une leçon/),
      press: (page) => fillForm(page, LIBRE),
    },
    {
      title: 'des disponibilités refusées',
      path: PATH,
      failed: /\/api\/disponibilites\?/,
      open: text('Disponibilités indisponibles'),
      async press(page) {
        await radio(page, /^Longe/).check();
        await radio(page, /^Piste Extérieure/).check();
      },
    },
    {
      title: 'les leçons ouvertes refusées',
      path: PATH,
      failed: '**/api/disponibilites?*ouvertes=1',
      open: text("Les leçons ouvertes n'ont pas pu être chargées."),
    },
    {
      title: 'une réservation refusée',
      path: PATH,
      prepare: (page) =>
        page.route('**/api/reservations', (route) =>
          route.request().method() === 'POST' ? route.fulfill(REFUSED) : route.fallback(),
        ),
      open: text(REFUSED.json.message),
      async press(page) {
        await fillForm(page, addDays(LIBRE, 2));
        await confirmButton(page).click();
      },
    },
    {
      title: 'une réservation faite',
      path: PATH,
      open: text(SUCCESS),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await choosePersonnes(page, 1);
        await page.getByLabel('Participant 1').fill('Camille Lambert');
        await goToJour(page, addDays(LIBRE, 3));
        await radio(page, /^Piste Intérieure/).check();
        await page.locator('input[name="heure_debut"]:enabled').last().check();
        await confirmButton(page).click();
      },
    },
    {
      title: 'une leçon proche à rejoindre, à la même heure qu’une autre',
      path: PATH,
      async prepare(_, manege) {
        const jour = addDays(today(), 3);
        const zoe = await manege.person({ prenom: 'Zoé', nom: 'Maes' });
        await bookFor(manege, zoe, { date_reservation: jour, heure_debut: '18:00' });
        await manege.sql(
          'update parametres set "riderCancellation" = true, "cancellationHours" = 336',
        );
      },
      open: rejoindre,
      press: join,
    },
    {
      title: 'une leçon rejointe qui se remplit',
      path: PATH,
      open: (page) => rejoindre(page).getByRole('alert'),
      async press(page, manege) {
        await join(page);
        await setMaximum(manege, 2);
      },
    },
    {
      title: 'une leçon rejointe',
      path: PATH,
      async prepare(_, manege) {
        await manege.sql('update parametres set "riderCancellation" = false');
        await announceParametres(manege);
        await setMaximum(manege, 6);
      },
      open: (page) => ouvertes(page).getByText(SUCCESS),
      async press(page) {
        await join(page);
        await rejoindre(page).getByRole('button', { name: 'Rejoindre la leçon' }).click();
      },
    },
  ],
};

const pour = (page: Page) => page.getByRole('combobox', { name: /^Réserver pour/ });

export const RESERVATION_POUR: Groupe = {
  title: 'Réserver pour un autre : choisi, nouveau, refusé',
  who: 'administrateur',
  empty: true,
  prepare: (manege) => manege.person({ prenom: 'Éloïse', nom: 'Özdemir' }),
  etats: [
    {
      title: "l'autre client d'une place, sans réponse",
      path: PATH,
      failed: '**/api/clients/recherche**',
      open: text("Les clients n'ont pas pu être cherchés."),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await page.getByLabel('Participant 1').fill('Zoé');
        await button(page, 'Autre client de Zoé').click();
        await page.getByRole('combobox', { name: /^À qui est cette place/ }).fill('marc');
      },
    },
    {
      title: 'un client choisi',
      path: PATH,
      open: (page) => button(page, 'Son nom : Éloïse Özdemir'),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await pour(page).fill('ozdem');
        await page.getByRole('option', { name: /^Éloïse/ }).click();
      },
    },
    {
      title: 'un nouveau client',
      path: PATH,
      open: (page) => page.getByLabel('Son téléphone (facultatif)'),
      async press(page) {
        await pour(page).fill('Jeanne Dupont');
        await page.getByRole('option', { name: /nouveau client/ }).click();
      },
    },
    {
      title: 'un nom écrit sans être choisi',
      path: PATH,
      open: text(/Veuillez choisir pour qui vous réservez/),
      async press(page) {
        await pour(page).fill('Marc Lenoir');
        await page.keyboard.press('Escape');
        await pour(page).blur();
      },
    },
  ],
};
