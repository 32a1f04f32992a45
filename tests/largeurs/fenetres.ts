/**
 * The dialogs and opened parts that are checked at every width, and the data that they show. An
 * administrator opens them.
 */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { PRICE_SEATS, pricing } from '../support/prix.ts';
import { announceParametres, enter, type Manege } from '../parcours/fixtures.ts';
import { insert } from '../parcours/courriels.ts';
import {
  elsewhere,
  LAST_MONTH,
  makeOld,
  openBilling,
  owe,
  sendAll,
} from '../parcours/facturation.ts';
import { card, dialog, jourOf } from '../parcours/modification.ts';
import { entry, freeSlot, lateSeat, store, today } from '../parcours/planning.ts';
import { bookFor, choosePersonnes, radio } from '../parcours/reservation.ts';
import { act, DEMANDES, rowNamed, storeClient } from '../parcours/utilisateurs.ts';

export const JOUR = jourOf(2);

/** A day whose deadline for cancelling has passed. */
const SOON = addDays(today(), 3);

const LONG = 'Wilhelmina-Maximiliane Van den Broeck-Vandenbussche';

/** The tabs of the settings. The first one is also at the address of the page. */
export const ONGLETS = ['types', 'cavaliers', 'facturation', 'emails', 'securite', 'service'].map(
  (onglet) => `/app/webmastersettings?onglet=${onglet}`,
);

/** The charts of a day that has lessons. */
export const GRAPHIQUES = `/app/statistiques?du=${JOUR}&au=${JOUR}&par=graphiques`;

/** The parts of the billing. The first one is also at the address of the page. */
export const FACTURATION = ['virements', 'mois', 'recettes', 'effaces'].map(
  (vue) => `/app/facturation?vue=${vue}`,
);

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

export async function seed(manege: Manege): Promise<void> {
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

/** Signs in an administrator with a lesson of their own that can be changed and cancelled. */
export async function enterAsAdmin(page: Page, manege: Manege): Promise<void> {
  await manege.sql(
    `update parametres set "riderCancellation" = true, "riderChanges" = true, "lateCharge" = 'moitie', "cancellationHours" = 336`,
  );
  await announceParametres(manege);
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  if (
    (await bookFor(manege, admin, {
      date_reservation: jourOf(4),
      noms_participants: ['Sophie Delvaux', LONG],
    })) !== 201
  )
    throw new Error('the lesson could not be booked');
  await enter(page, manege, admin);
}

type Fenetre = {
  title: string;
  path: string;
  /** The element that is visible once it is open. */
  open: (page: Page) => Locator;
  press: (page: Page) => Promise<void>;
  /** It exists only on narrow screens. */
  narrow?: true;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const titled = (name: string) => (page: Page) => page.getByRole('dialog', { name });
const alert = (page: Page) => page.getByRole('alertdialog');
const lesson = (page: Page, name: RegExp) =>
  card(page, /^10:00/)
    .getByRole('button', { name })
    .click();
const DESK = `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`;
const STATISTIQUES = `/app/statistiques?du=${JOUR}&au=${JOUR}`;
/** A customer in the open list of a search. */
const found = (page: Page) => page.getByRole('option', { name: /^Wilhelmina/ }).first();
const rider = (page: Page) => page.locator('summary').filter({ hasText: LONG });
const whose = (page: Page) => page.getByRole('combobox', { name: /^À qui est cette place/ });

export const FENETRES: Fenetre[] = [
  {
    title: 'le menu',
    path: '/app/prix',
    narrow: true,
    open: titled('Menu'),
    press: (page) => button(page, 'Ouvrir le menu').click(),
  },
  {
    title: 'le menu de compte',
    path: '/app/prix',
    open: (page) => page.getByRole('radio', { name: 'Système' }),
    press: (page) => button(page, 'Mon compte').click(),
  },
  {
    title: 'la recherche',
    path: '/app/prix',
    open: (page) =>
      titled('Rechercher')(page)
        .getByRole('option', { name: /^Sophie Delvaux/ })
        .first(),
    async press(page) {
      await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
      await titled('Rechercher')(page).getByRole('combobox').fill('Sophie Delvaux');
    },
  },
  {
    title: 'la modification',
    path: DESK,
    open: dialog,
    press: (page) => lesson(page, /^Modifier/),
  },
  {
    title: 'la modification et son calendrier',
    path: DESK,
    open: (page) => dialog(page).getByRole('grid'),
    async press(page) {
      if (!(await dialog(page).isVisible())) await lesson(page, /^Modifier/);
      await dialog(page)
        .getByRole('button', { name: /^Date, / })
        .click();
    },
  },
  {
    title: 'la saisie à perdre',
    path: DESK,
    open: alert,
    async press(page) {
      if (!(await dialog(page).isVisible())) await lesson(page, /^Modifier/);
      await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
      await page.keyboard.press('Escape');
    },
  },
  {
    title: "le prix et le client d'une place",
    path: DESK,
    open: found,
    async press(page) {
      const price = dialog(page).getByLabel('Nouveau prix de Camille Lambert, en euros');
      if (!(await dialog(page).isVisible())) await lesson(page, /^Modifier/);
      if (!(await price.isVisible())) {
        await dialog(page)
          .getByRole('button', { name: /^Changer le prix/ })
          .first()
          .click();
        // Its reason is missing.
        await price.fill('12,50');
        await price.press('Enter');
        await dialog(page)
          .getByRole('button', { name: /^Choisir un client/ })
          .last()
          .click();
      }
      await whose(page).fill('wilhelmina');
    },
  },
  {
    title: "la saisie d'une leçon",
    path: DESK,
    open: (page) =>
      entry(page)
        .getByRole('option', { name: /^Wilhelmina/ })
        .first(),
    async press(page) {
      if (!(await entry(page).isVisible())) await freeSlot(page, JOUR, '13:00').click();
      await entry(page).getByRole('combobox', { name: 'Pour qui' }).fill('wilhelmina');
    },
  },
  { title: 'la suppression', path: DESK, open: alert, press: (page) => lesson(page, /^Supprimer/) },
  {
    title: 'une place à facturer',
    path: `/app/webmaster?semaine=${SOON}&jour=${SOON}`,
    open: (page) => page.getByRole('alertdialog', { name: /^Facturer quand même/ }),
    async press(page) {
      await card(page, /^18:00/)
        .getByRole('button', { name: /^Supprimer/ })
        .click();
      await alert(page).getByRole('button', { name: 'Supprimer', exact: true }).click();
    },
  },
  {
    title: 'les places sans client',
    path: DESK,
    open: (page) => page.getByRole('link', { name: 'Dire à qui sont ces noms' }),
    press: (page) =>
      page
        .locator('summary')
        .filter({ hasText: /places sans client/ })
        .click(),
  },
  {
    title: 'la fermeture',
    path: DESK,
    open: (page) => page.getByRole('heading', { name: 'Leçons concernées' }),
    async press(page) {
      await page.getByRole('button', { name: 'Fermer', exact: true }).first().click();
      await page.getByRole('checkbox', { name: 'Piste Extérieure' }).check();
    },
  },
  {
    title: 'le type de leçon',
    path: '/app/webmastersettings?onglet=types',
    open: titled('Ajouter un type de leçon'),
    press: (page) => button(page, 'Ajouter un type').click(),
  },
  {
    title: 'une place facturée à retirer',
    path: STATISTIQUES,
    open: alert,
    async press(page) {
      const remove = button(page, /^Retirer la place/);
      const part = page.locator('summary').filter({ hasText: 'Places facturées après le délai' });
      await part.waitFor();
      if (!(await remove.isVisible())) await part.click();
      await remove.click();
    },
  },
  {
    title: 'une famille',
    path: `${STATISTIQUES}&par=famille`,
    open: (page) => page.getByRole('list', { name: /^Décompte/ }),
    press: (page) => rider(page).click(),
  },
  {
    title: 'un cavalier de plusieurs clients',
    path: STATISTIQUES,
    open: (page) => page.getByRole('button', { name: 'Séparer par client' }),
    press: (page) => rider(page).click(),
  },
  {
    title: 'deux noms à regrouper',
    path: STATISTIQUES,
    open: (page) => titled('Regrouper deux noms')(page).getByRole('option').first(),
    async press(page) {
      const merge = titled('Regrouper deux noms')(page);
      if (!(await merge.isVisible())) {
        await rider(page).click();
        await button(page, 'Regrouper avec un autre nom').click();
      }
      await merge.getByLabel('Compte comme').fill('wilhelmina');
    },
  },
  {
    title: 'un prix qui change',
    path: '/app/prix',
    open: (page) => page.getByText('Choisissez le premier jour de ce prix.'),
    async press(page) {
      await page.getByRole('spinbutton', { name: /^Tarif Leçon collective/ }).fill('1024');
      await page.getByText('Voir ces leçons').click(); // below 'Appliquer aussi'
      await button(page, "Changer à partir d'un jour (Longe)").click();
      await page.getByRole('spinbutton', { name: 'Nouveau tarif Longe' }).fill('21,50');
      // Its first day is missing.
      await button(page, 'Sauvegarder les prix').click();
    },
  },
  {
    title: "le premier jour d'un prix",
    path: '/app/prix',
    open: (page) => page.getByRole('dialog', { name: /^À partir du, / }).getByRole('grid'),
    async press(page) {
      const day = button(page, /^À partir du, Longe/);
      if (!(await day.isVisible()))
        await button(page, "Changer à partir d'un jour (Longe)").click();
      await day.click();
    },
  },
  {
    title: 'un paiement',
    path: '/app/facturation',
    open: (page) => page.getByRole('dialog', { name: /^Paiement de/ }),
    press: (page) => button(page, /^Autre…/).click(),
  },
  {
    title: 'les rappels',
    path: '/app/facturation',
    open: alert,
    press: (page) => button(page, /^Envoyer les rappels/).click(),
  },
  {
    title: 'un relevé',
    path: '/app/facturation?vue=mois',
    open: (page) => page.getByRole('dialog', { name: /^Relevé / }),
    press: (page) => button(page, /^Ouvrir le relevé/).click(),
  },
  {
    title: 'les relevés à envoyer',
    path: '/app/facturation?vue=mois',
    open: alert,
    press: (page) => button(page, 'Envoyer les relevés').click(),
  },
  {
    title: "l'approbation",
    path: '/app/utilisateurs',
    open: titled('Approuver cette demande'),
    press: (page) => button(page, /^Approuver (?!comme)/).click(),
  },
  {
    title: "l'email",
    path: '/app/courriels',
    open: titled('Demande refusée'),
    press: (page) => button(page, 'Votre demande de compte').click(),
  },
  {
    title: "l'email d'essai",
    path: '/app/courriels',
    open: titled("Envoyer un email d'essai"),
    press: (page) => button(page, "Envoyer un email d'essai").click(),
  },
  {
    title: 'changer sa leçon',
    path: '/app/reservation',
    open: titled('Changer ma leçon'),
    press: (page) => button(page, /^Changer.* : leçon du/).click(),
  },
  {
    title: 'annuler sa leçon',
    path: '/app/reservation',
    open: alert,
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
  {
    title: "la correction d'un compte",
    path: '/app/utilisateurs',
    open: titled('Corriger ce compte'),
    press: (page) => act(rowNamed(page, DEMANDES, 'Élise'), 'Corriger'),
  },
  {
    title: 'un client',
    path: '/app/utilisateurs',
    open: titled('Modifier ce client'),
    press: (page) => button(page, /^Modifier Wilhelmina/).click(),
  },
  {
    title: 'qui paie',
    path: '/app/utilisateurs',
    open: titled('Qui paie pour ce client ?'),
    press: (page) => button(page, /^Qui paie/).click(),
  },
  {
    title: 'une invitation',
    path: '/app/utilisateurs',
    open: titled('Inviter ce client'),
    press: (page) => button(page, /^Inviter/).click(),
  },
  {
    title: "l'adresse email",
    path: '/app/monprofil',
    open: titled("Changer d'adresse email"),
    press: (page) => button(page, "Changer d'adresse email").click(),
  },
  {
    title: 'le mot de passe',
    path: '/app/monprofil',
    open: titled('Changer de mot de passe'),
    press: (page) => button(page, 'Mot de passe').click(),
  },
  {
    title: 'le cavalier',
    path: '/app/monprofil',
    open: titled('Ajouter un cavalier'),
    press: (page) => button(page, 'Ajouter un cavalier').click(),
  },
  {
    title: "l'application de codes",
    path: '/app/monprofil',
    open: (page) => page.getByRole('dialog'),
    press: (page) => button(page, 'Activer').click(),
  },
  {
    title: 'la suppression du compte',
    path: '/app/monprofil',
    open: (page) => page.getByRole('dialog'),
    press: (page) => button(page, 'Supprimer mon compte').click(),
  },
];
