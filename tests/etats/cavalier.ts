import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import type { Manege, Person } from '../support/manege.ts';
import { closeArena, store } from '../parcours/planning.ts';
import {
  bookElsewhere,
  bookFor,
  choosePersonnes,
  goToJour,
  radio,
} from '../parcours/reservation.ts';
import { alertdialog, button, text, titled, type Groupe } from './etat.ts';
import { jourOf, mondayIn } from '../support/jours.ts';

/** The next lesson, whose moment of the week after is taken. */
const PROCHAINE = jourOf(1, 2);
/** A day with a taken slot. */
const PRIS = jourOf(20, 2);
const FERME = jourOf(21, 2);

/** Lessons of the past, of the next months, requests for taken slots, and riders. */
async function prepare(manege: Manege, person: Person | null): Promise<void> {
  const rider = person!;
  await manege.sql(
    `update parametres set "riderCancellation" = true, "riderChanges" = true, "showPrices" = true, "slotAlerts" = true, "calendarFeeds" = true, "contactTelephone" = '081 22 33 44'`,
  );
  for (const weeks of [-1, -2, -3])
    await store(manege, {
      jour: addDays(mondayIn(weeks), 2),
      heure: '08:00',
      fin: '09:00',
      piste: 'exterieure',
      noms: ['Léa Lambert', 'Tom Lambert'],
      compte: rider.id,
    });
  await bookFor(manege, rider, { date_reservation: PROCHAINE });
  await bookElsewhere(manege, { date_reservation: addDays(PROCHAINE, 7) });
  for (let weeks = 12; weeks < 20; weeks += 1)
    await bookFor(manege, rider, { date_reservation: jourOf(weeks, 1), heure_debut: '11:00' });
  await bookElsewhere(manege, { date_reservation: PRIS });
  await closeArena(manege, {
    jour: FERME,
    piste: 'exterieure',
    debut: '06:00',
    fin: '23:00',
    motif: 'gel',
  });
  await manege.sql(
    "insert into cavaliers (user_id, nom, annee_naissance, note) values ($1, 'Tom Maes', 2015, 'Débute au trot'), ($1, 'Léa Dubois', null, null)",
    [rider.id],
  );
  // One slot has become free, one is taken again.
  await manege.sql(
    `insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin, libre_at)
      values ($1, 'collective', 'interieure', $2, '15:00', '16:00', now()), ($1, 'collective', 'interieure', $2, '10:00', '11:00', now())`,
    [rider.id, PRIS],
  );
}

const reprendre = (page: Page) =>
  page.getByRole('region', { name: 'Reprendre' }).getByRole('button').first();
const lecons = (page: Page) => page.getByRole('region', { name: 'Mes réservations' });
const cavaliers = (page: Page) => page.getByRole('region', { name: 'Mes cavaliers' });
const changer = titled('Changer ma leçon');
const cavalier = titled('Modifier le cavalier');

export const CAVALIER: Groupe = {
  title: "Ce qu'un cavalier reprend, attend et change",
  who: 'cavalier',
  empty: true,
  simple: true,
  prepare,
  etats: [
    { title: "l'accueil et ce qui se reprend", path: '/', open: reprendre },
    {
      title: 'réserver de nouveau',
      path: '/',
      open: alertdialog,
      press: (page) => reprendre(page).click(),
    },
    {
      title: 'réserver de nouveau ce qui est pris',
      path: '/',
      open: text('Le prochain moment libre'),
      press: (page) =>
        page
          .getByRole('region', { name: 'Ma prochaine leçon' })
          .getByRole('link', { name: /^Encore la semaine prochaine/ })
          .click(),
    },
    {
      title: 'toutes ses réservations, et les créneaux attendus',
      path: '/app/reservation',
      open: (page) => lecons(page).getByRole('heading', { level: 3 }).first(),
      press: (page) => button(page, /^Voir les \d+ réservations/).click(),
    },
    {
      title: "une leçon pour l'agenda",
      path: '/app/reservation',
      open: text(/^Le fichier «\slecon\.ics\s» est prêt/),
      press: (page) => button(page, /^Ajouter à mon agenda/).click(),
    },
    {
      title: 'un créneau pris, et ses cavaliers proposés',
      path: '/app/reservation',
      open: (page) => button(page, 'Prévenez-moi si ce créneau se libère'),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await choosePersonnes(page, 2);
        await goToJour(page, PRIS);
        await radio(page, /^Piste Intérieure/).check();
        await page.getByTitle('pris par la leçon de 10h00').first().click({ force: true });
      },
    },
    {
      title: 'une piste fermée',
      path: `/app/reservation?jour=${FERME}&piste=exterieure&heure=09:00`,
      open: text('Piste fermée toute la journée'),
      press: (page) => radio(page, /^10:00/).click({ force: true }),
    },
    {
      title: 'changer sa leçon, un nom écrit deux fois',
      path: '/app/reservation',
      open: text("est écrit plus d'une fois"),
      async press(page) {
        if (!(await changer(page).isVisible())) await button(page, /^Changer : leçon du/).click();
        await changer(page)
          .getByRole('textbox', { name: /participant 2$/ })
          .fill(' zoe');
      },
    },
    {
      title: "l'adresse d'un calendrier",
      path: '/app/monprofil',
      open: text(/\/calendrier\/[\w-]{43}\.ics$/),
      press: (page) => button(page, "Créer l'adresse : Mes leçons").click(),
    },
    {
      title: "la nouvelle adresse d'un calendrier",
      path: '/app/monprofil',
      open: alertdialog,
      press: (page) => button(page, 'Nouvelle adresse : Mes leçons').click(),
    },
    {
      title: 'un cavalier mal rempli',
      path: '/app/monprofil',
      open: text("L'année de naissance va de 1900 à cette année."),
      async press(page) {
        await cavaliers(page).getByRole('button', { name: 'Modifier Tom Maes' }).click();
        await cavalier(page)
          .getByLabel(/^Année de naissance/)
          .fill('15');
        await page.keyboard.press('Enter');
      },
    },
    {
      title: 'un cavalier modifié sur un autre écran',
      path: '/app/monprofil',
      open: (page) => button(page, "Garder ce que j'ai écrit"),
      async press(page, manege) {
        await cavaliers(page).getByRole('button', { name: 'Modifier Léa Dubois' }).click();
        await cavalier(page)
          .getByLabel(/^Note pour le moniteur/)
          .fill('Saute');
        await manege.sql("update cavaliers set note = 'Allergique' where nom = 'Léa Dubois'");
        await cavalier(page).getByRole('button', { name: 'Enregistrer' }).click();
      },
    },
    {
      title: 'un cavalier à retirer',
      path: '/app/monprofil',
      open: alertdialog,
      press: (page) => cavaliers(page).getByRole('button', { name: 'Retirer Tom Maes' }).click(),
    },
    {
      title: 'trop tard pour annuler',
      path: '/app/reservation',
      open: text(/^Il est trop tard pour annuler/),
      async press(page, manege) {
        await lecons(page)
          .getByRole('button', { name: /^Annuler/ })
          .first()
          .click();
        await manege.sql('update parametres set "cancellationHours" = 336');
        await alertdialog(page).getByRole('button', { name: 'Annuler la leçon' }).click();
      },
    },
    {
      title: "changer une leçon qui n'est plus là",
      path: '/app/reservation',
      open: text(/^Cette leçon est annulée ou n'est plus dans vos réservations/),
      async press(page, manege) {
        await button(page, /^Changer : leçon du/).click();
        await changer(page).getByLabel('Remarques').fill('Poney calme');
        await manege.sql(
          `with gone as (delete from reservations where date_reservation >= current_date)
            select pg_notify('manege_changes', '{"changed":["reservations"]}')`,
        );
      },
    },
    {
      title: "un compte en attente d'approbation",
      path: '/app/reservation',
      prepare: (_page, manege) =>
        manege.sql("update users set statut = 'en_attente' where prenom = 'Camille'"),
      open: text("Votre compte est en attente d'approbation par un administrateur."),
    },
  ],
};
