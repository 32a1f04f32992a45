import type { Page } from '@playwright/test';
import { announceParametres } from '../parcours/fixtures.ts';
import { PRICE_SEATS } from '../support/prix.ts';
import { bookFor, choosePersonnes, fillForm, goToJour, radio } from '../parcours/reservation.ts';
import { JOUR, LONG } from './donnees.ts';
import { alertdialog, button, titled, type Groupe, text } from './etat.ts';
import { jourOf } from '../support/jours.ts';

/** A customer in the open list of a search. */
const found = (page: Page) => page.getByRole('option', { name: /^Wilhelmina/ }).first();
const whose = (page: Page) => page.getByRole('combobox', { name: /^À qui est cette place/ });

/** Its deadline for cancelling has passed. */
const PROCHE = jourOf(1, 3);
/** Within eight weeks. */
const OUVERT = jourOf(2, 4);
const ouvertes = (page: Page) => page.getByRole('region', { name: 'Leçons ouvertes' });
async function showOpen(page: Page): Promise<void> {
  await goToJour(page, OUVERT);
  await button(page, /^Voir les \d+ leçons ouvertes$/).click();
}

export const RESERVATION_CAVALIER: Groupe = {
  title: 'La demande de réservation et les leçons ouvertes',
  who: 'cavalier',
  simple: true,
  async prepare(manege, person) {
    await manege.sql(
      `select id from importer_lecons((select jsonb_agg(l) from (
            select $1::uuid, noms::text[], 'Camille Lambert', jour::date, '10:00', '11:00', 'interieure', 'collective', array_length(noms::text[], 1), given.statut
            from (values ('2016-03-05', '{Camille Lambert}', 'confirmee'), ('2017-05-06', '{Camille Lambert,Léa Lambert}', 'confirmee'),
              ('2017-05-13', '{Camille Lambert}', 'annulee'), ('2017-06-03', '{Camille Lambert}', 'en_attente')) as given (jour, noms, statut)
            ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`,
      [person!.id],
    );
    const zoe = await manege.person({ prenom: 'Zoé', nom: 'Willems' });
    for (const heure_debut of ['09:00', '10:00', '11:00', '12:00'])
      await bookFor(manege, zoe, { date_reservation: OUVERT, heure_debut });
    await bookFor(manege, zoe, {
      date_reservation: PROCHE,
      type_lecon: 'longe',
      nombre_personnes: 1,
      noms_participants: ['Zoé Willems'],
    });
    await manege.sql(`update types_lecons set ouverte = value = 'collective'`);
  },
  etats: [
    // The form keeps its day, and goToJour only goes on: near days first.
    {
      title: 'une leçon proche',
      path: '/app/reservation',
      open: text(/^Cette leçon est proche\s:/),
      press: (page) => fillForm(page, PROCHE, { heure: '15:00' }),
    },
    {
      title: 'un créneau pris',
      path: '/app/reservation',
      open: text(/^10:00\s:/),
      press: (page) => radio(page, /^10:00,/).click({ force: true }),
    },
    {
      title: 'les leçons ouvertes',
      path: '/app/reservation',
      open: (page) =>
        ouvertes(page)
          .getByRole('button', { name: /^Rejoindre/ })
          .last(),
      press: showOpen,
    },
    {
      title: 'rejoindre une leçon',
      path: '/app/reservation',
      open: titled('Rejoindre cette leçon'),
      async press(page) {
        await showOpen(page);
        await ouvertes(page)
          .getByRole('button', { name: /^Rejoindre/ })
          .first()
          .click();
      },
    },
    {
      title: 'la demande remplie',
      path: '/app/reservation',
      press: (page) => fillForm(page, JOUR, { heure: '18:00' }),
    },
    {
      title: 'la grille avec une leçon à rejoindre',
      path: '/app/reservation',
      open: (page) => radio(page, /^10:00, Rejoindre/),
      async press(page) {
        await radio(page, /^Leçon collective/).check();
        await goToJour(page, JOUR);
        await radio(page, /^Piste Intérieure/).check();
      },
    },
    {
      title: 'mes leçons passées, avec leurs prix',
      path: '/app/mes-lecons',
      async prepare(_, manege) {
        await manege.sql(`${PRICE_SEATS} update parametres set "showPrices" = true`);
        await announceParametres(manege);
      },
      open: (page) => page.getByText(/^Total/).first(),
    },
    {
      title: 'une seule piste',
      path: '/app/reservation',
      prepare: (_, manege) =>
        manege.sql("update ressources set actif = false where id = 'exterieure'"),
      open: (page) => radio(page, /^Piste Intérieure/),
    },
    {
      title: 'sept pistes',
      path: '/app/reservation',
      prepare: (_, manege) =>
        manege.sql(
          "insert into ressources (id, genre, nom, note, dessin, ordre, actif) select 'essai_' || n, 'piste', 'Grande carrière de saut d’obstacles ' || n, 'Couvert, pour la longe et le travail à pied', (array['rond', 'carriere', 'manege', 'autre'])[1 + n % 4], n, true from generate_series(3, 8) n",
        ),
      open: (page) => radio(page, /^Grande carrière .* 8/),
    },
  ],
};

export const RESERVATION: Groupe = {
  title: 'Réserver, changer, annuler',
  who: 'administrateur',
  etats: [
    {
      title: 'changer sa leçon',
      path: '/app/reservation',
      open: titled('Changer ma leçon'),
      press: (page) => button(page, /^Changer.* : leçon du/).click(),
    },
    {
      title: 'annuler sa leçon',
      path: '/app/reservation',
      open: alertdialog,
      press: (page) => button(page, /^Annuler.* : leçon du/).click(),
    },
    {
      title: 'réserver pour un client',
      path: '/app/reservation',
      open: found,
      press: (page) => page.getByRole('combobox', { name: /^Réserver pour/ }).fill('wilhelmina'),
    },
    {
      title: "l'autre client d'une place",
      path: '/app/reservation',
      open: found,
      async press(page) {
        if (!(await whose(page).isVisible())) {
          const customer = page.getByRole('combobox', { name: /^Réserver pour/ });
          await customer.fill('Jeanne Dupont');
          await page.getByRole('option', { name: /nouveau client/ }).click();
          await radio(page, /^Leçon collective/).check();
          await choosePersonnes(page, 2);
          await page.getByLabel('Participant 1').fill(LONG);
          await button(page, `Autre client de ${LONG}`).click();
        }
        await whose(page).fill('wilhelmina');
      },
    },
  ],
};
