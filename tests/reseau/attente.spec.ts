/**
 * Forms whose answer is late (UI-17, UI-40): during the save, nothing leaves the form and nothing
 * is asked, and a later failure is shown in the form. The table contains every form in a dialog,
 * the form that has its own 'Annuler' beside it, and every form of `web/ui/useForm.ts`. It does not
 * contain the edit dialog, 'Changer ma leçon', 'Rejoindre cette leçon' and the fast entry, which may
 * be closed after 3 s (UI-72, pannes.spec.ts, lecons_ouvertes.spec.ts; DESK-74, saisie.spec.ts);
 * passkeys, which need a device
 * (cles_acces.spec.ts); a forgotten password, whose answer is always the same (ACC-30); and the
 * other forms of pages, which Back leaves with their draft (UI-21).
 */
import type { Locator, Page, Route } from '@playwright/test';
import { PASSWORD } from '../support/people.ts';
import { BUREAU, enter, expect, type Manege, tab, test } from '../parcours/fixtures.ts';
import { book, card as leconCard, chooseJour, jourOf, openDesk } from '../parcours/modification.ts';
import { closeArena, lateSeat, store, storeSerie, today } from '../parcours/planning.ts';
import { bookFor } from '../parcours/reservation.ts';
import {
  act,
  APPROVED,
  button,
  CLIENTS,
  DEMANDES,
  newNom,
  openUtilisateurs,
  rowNamed,
  storeClient,
} from '../parcours/utilisateurs.ts';

// Browsers write a 5xx into the console.
test.use({ reseauCoupe: true });

type Form = {
  /** Opens the form and fills it in. */
  open: (page: Page, manege: Manege) => Promise<Locator>;
  /** The button that sends. */
  send: string | RegExp;
  /** The button that gives up. Null if the form has none. */
  cancel: string | null;
  call: RegExp;
  /** The message of the failure, in the form or on its page. */
  failed: string;
  /**
   * If a question is left with Back, it asks nothing, because it contains no typed text (UI-40).
   */
  question?: true;
};

/** Opens the profile with a link, so that Back leads to a page of the application. */
async function profile(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person());
  await page.goto('/app/reservation');
  await page.getByRole('button', { name: 'Mon compte' }).click();
  await page.getByRole('link', { name: 'Mon profil' }).click();
  await expect(page.getByText('Cette session')).toBeVisible();
}
/** The daily view at a lesson of a series, opened with a link. */
async function serie(page: Page, manege: Manege, jour: string): Promise<Locator> {
  await storeSerie(manege, { jour, noms: ['Zoé'] }, 3);
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto('/app/prix');
  await page.getByRole('link', { name: 'Planning' }).click();
  await chooseJour(page, jour);
  return leconCard(page, /^10:00/);
}
const dialogOf = (page: Page) => page.getByRole('dialog');

async function planning(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto('/app/prix');
  await page.getByRole('link', { name: 'Planning' }).click();
}
/** The user page, opened with a link. */
async function openUtilisateursByLink(page: Page, manege: Manege): Promise<void> {
  await enter(
    page,
    manege,
    await manege.person({ role: 'admin', prenom: 'Sophie', nom: newNom() }),
  );
  await page.goto('/app/prix');
  await page.getByRole('link', { name: 'Utilisateurs' }).click();
}
/** The closures of today's view. */
async function closures(page: Page, manege: Manege): Promise<Locator> {
  await closeArena(manege, {
    jour: today(),
    piste: 'exterieure',
    debut: '06:00',
    fin: '23:00',
    motif: 'Gel',
  });
  await planning(page, manege);
  const day = page.getByRole('region', { name: 'Vue du jour' });
  await day.getByRole('button', { name: "Aujourd'hui" }).click();
  return day.getByRole('list', { name: 'Fermetures du jour' });
}

const FORMS: Record<string, Form> = {
  'une leçon réservée à nouveau': {
    async open(page, manege) {
      const person = await manege.person();
      await bookFor(manege, person, { date_reservation: jourOf(300), heure_debut: '19:00' });
      await enter(page, manege, person);
      await page.goto('/');
      await page.getByRole('link', { name: /^Encore la semaine prochaine/ }).click();
      return page.getByRole('alertdialog');
    },
    send: 'Confirmer la réservation',
    cancel: 'Annuler',
    call: /\/api\/reservations$/,
    failed: "Votre réservation n'a pas pu être enregistrée.",
    question: true,
  },
  'le mot de passe': {
    async open(page, manege) {
      await profile(page, manege);
      await page.getByRole('button', { name: 'Mot de passe', exact: true }).click();
      const dialog = dialogOf(page);
      await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      for (const label of ['Nouveau mot de passe', 'Confirmer le mot de passe'])
        await dialog.getByLabel(label, { exact: true }).fill('une bombe et des guêtres');
      return dialog;
    },
    send: 'Enregistrer le mot de passe',
    cancel: 'Annuler',
    call: /\/api\/profil\/mot-de-passe$/,
    failed: "Le mot de passe n'a pas pu être changé. Veuillez réessayer.",
  },
  'les coordonnées': {
    async open(page, manege) {
      await profile(page, manege);
      const details = page.getByRole('region', { name: 'Coordonnées' });
      await details.getByRole('button', { name: 'Modifier' }).click();
      await details.getByLabel('Téléphone').fill('081 61 23 45');
      return details;
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/api\/profil$/,
    failed: 'Erreur lors de la sauvegarde du profil',
  },
  'un cavalier': {
    async open(page, manege) {
      await profile(page, manege);
      await page.getByRole('button', { name: 'Ajouter un cavalier' }).click();
      await dialogOf(page).getByLabel('Prénom et nom').fill('Léa Dubois');
      return dialogOf(page);
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/api\/cavaliers$/,
    failed: "n'a pas pu être enregistré",
  },
  'la suppression de son compte': {
    async open(page, manege) {
      await profile(page, manege);
      await page.getByRole('button', { name: 'Supprimer mon compte' }).click();
      await dialogOf(page).getByLabel('Mot de passe actuel').fill(PASSWORD);
      return dialogOf(page);
    },
    send: 'Supprimer mon compte',
    cancel: 'Annuler',
    call: /\/api\/profil\/suppression$/,
    failed: "n'a pas pu être supprimé",
  },
  'la double authentification': {
    async open(page, manege) {
      await profile(page, manege);
      await page
        .getByRole('region', { name: 'Double authentification' })
        .getByRole('button', { name: 'Activer' })
        .click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      return dialogOf(page);
    },
    send: 'Continuer',
    cancel: 'Annuler',
    call: /\/api\/profil\/second-facteur/,
    failed: 'Veuillez réessayer',
  },
  "le code d'une application": {
    async open(page, manege) {
      await profile(page, manege);
      await page
        .getByRole('region', { name: 'Double authentification' })
        .getByRole('button', { name: 'Activer' })
        .click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialogOf(page).getByLabel("Code de l'application").fill('123456');
      return dialogOf(page);
    },
    send: 'Activer',
    cancel: null,
    call: /\/api\/profil\/second-facteur$/,
    failed: 'Veuillez réessayer',
  },
  'une autre adresse email': {
    async open(page, manege) {
      await profile(page, manege);
      await page.getByRole('button', { name: "Changer d'adresse email" }).click();
      await dialogOf(page).getByLabel('Nouvelle adresse email').fill('autre@essai.example');
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      return dialogOf(page);
    },
    send: 'Demander le changement',
    cancel: 'Annuler',
    call: /\/api\/profil\/email$/,
    failed: "L'adresse n'a pas pu être changée",
  },
  "la preuve que c'est bien soi": {
    async open(page, manege) {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      await page.getByRole('link', { name: 'Paramètres' }).click();
      await tab(page, 'Emails').click();
      await page.getByLabel("Email de l'administrateur").fill('centre@essai.example');
      await page.getByRole('button', { name: 'Sauvegarder les paramètres' }).click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      return dialogOf(page);
    },
    send: 'Confirmer',
    cancel: 'Annuler',
    call: /\/api\/profil\/confirmation$/,
    failed: "La vérification n'a pas abouti",
  },
  "le téléchargement d'une sauvegarde": {
    async open(page, manege) {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      await page.getByRole('link', { name: 'Paramètres' }).click();
      await tab(page, 'Service').click();
      await page.getByRole('button', { name: 'Sauvegarder maintenant' }).click();
      await page.getByRole('button', { name: 'Télécharger la dernière' }).click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      return dialogOf(page);
    },
    send: 'Télécharger',
    cancel: 'Annuler',
    call: /\/telechargement$/,
    failed: "La sauvegarde n'a pas pu être téléchargée",
  },
  'deux noms à regrouper': {
    async open(page, manege) {
      await store(manege, {
        jour: today(),
        heure: '08:00',
        fin: '09:00',
        noms: ['Attentive Orthez', 'Attente Orthez'],
      });
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      await page.getByRole('link', { name: 'Statistiques' }).click();
      await page.locator('summary').filter({ hasText: 'Attentive Orthez' }).click();
      await page.getByRole('button', { name: 'Regrouper avec un autre nom' }).click();
      await dialogOf(page).getByLabel('Compte comme').fill('Attente Orthez');
      return dialogOf(page);
    },
    send: 'Regrouper',
    cancel: 'Annuler',
    call: /\/api\/statistiques\/orthographes$/,
    failed: "Les noms n'ont pas pu être regroupés",
  },
  "un email d'essai": {
    async open(page, manege) {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/utilisateurs');
      await page.getByRole('main').getByRole('link', { name: 'Emails', exact: true }).click();
      await page.getByRole('button', { name: "Envoyer un email d'essai" }).click();
      return dialogOf(page);
    },
    send: "Envoyer l'essai",
    cancel: 'Annuler',
    call: /\/api\/courriels\/essai$/,
    failed: "L'email d'essai n'a pas pu être envoyé",
  },
  'une connexion': {
    async open(page, manege) {
      const { email } = await manege.person();
      await page.goto('/login');
      const form = page.getByRole('form', { name: 'Se connecter' });
      await form.getByLabel('Email').fill(email);
      await form.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      return form;
    },
    send: /^Se connecter$/,
    cancel: null,
    call: /\/api\/auth\/sign-in\/email$/,
    failed: 'Une erreur inattendue est survenue.',
  },
  'un nouveau compte': {
    async open(page) {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Créer un compte' }).click();
      const form = page.getByRole('form', { name: 'Créer un compte' });
      await form.getByLabel('Prénom').fill('Zélie');
      await form.getByLabel('Nom', { exact: true }).fill('Attente');
      await form.getByLabel('Email').fill('attente@essai.example');
      await form.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await form.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
      return form;
    },
    send: 'Créer mon compte',
    cancel: null,
    call: /\/api\/auth\/sign-up\/email$/,
    failed: "Une erreur est survenue lors de l'inscription",
  },
  'un type de leçon': {
    async open(page, manege) {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      await page.getByRole('link', { name: 'Paramètres' }).click();
      await tab(page, 'Types de leçon').click();
      await page.getByRole('button', { name: 'Ajouter un type' }).click();
      await dialogOf(page).getByLabel('Identifiant').fill('attente');
      await dialogOf(page).getByLabel('Libellé').fill('Attente');
      return dialogOf(page);
    },
    send: /^Ajouter/,
    cancel: 'Annuler',
    call: /\/api\/types-lecons$/,
    failed: "Erreur lors de l'ajout du type de leçon.",
  },
  'une piste': {
    async open(page, manege) {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/prix');
      await page.getByRole('link', { name: 'Paramètres' }).click();
      await page.getByRole('button', { name: 'Ajouter une piste' }).click();
      await dialogOf(page).getByLabel('Nom', { exact: true }).fill('Attente');
      return dialogOf(page);
    },
    send: /^Ajout/,
    cancel: 'Annuler',
    call: /\/api\/pistes$/,
    failed: "Erreur lors de l'ajout de la piste.",
  },
  "la correction d'un compte": {
    async open(page, manege) {
      const nom = newNom();
      await manege.person({ nom });
      await openUtilisateursByLink(page, manege);
      await act(rowNamed(page, APPROVED, nom), 'Corriger');
      await dialogOf(page).getByLabel('Téléphone').fill('081 61 23 45');
      return dialogOf(page);
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/api\/users\//,
    failed: "Le compte n'a pas pu être corrigé",
  },
  'un client': {
    async open(page, manege) {
      await openUtilisateursByLink(page, manege);
      await page.getByRole('button', { name: 'Ajouter un client' }).click();
      await dialogOf(page).getByLabel('Nom').fill('Jeanne Attente');
      return dialogOf(page);
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/api\/clients$/,
    failed: "Le client n'a pas pu être enregistré",
  },
  'qui paie pour un client': {
    async open(page, manege) {
      const nom = newNom();
      await storeClient(manege, nom);
      await openUtilisateursByLink(page, manege);
      await button(rowNamed(page, CLIENTS, nom), 'Qui paie').click();
      await dialogOf(page).getByRole('combobox').fill('sophie');
      await dialogOf(page).getByRole('option').first().click();
      return dialogOf(page);
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/payeur$/,
    failed: "Le choix n'a pas pu être enregistré",
  },
  'qui paie pour un compte': {
    async open(page, manege) {
      const nom = newNom();
      await manege.person({ prenom: 'Anne', nom });
      await openUtilisateursByLink(page, manege);
      await act(rowNamed(page, APPROVED, nom), 'Qui paie');
      await dialogOf(page).getByRole('combobox').fill('sophie');
      await dialogOf(page).getByRole('option').first().click();
      return dialogOf(page);
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/payeur$/,
    failed: "Le choix n'a pas pu être enregistré",
  },
  "l'invitation d'un client": {
    async open(page, manege) {
      const nom = newNom();
      await storeClient(manege, nom);
      await openUtilisateursByLink(page, manege);
      await button(rowNamed(page, CLIENTS, nom), 'Inviter').click();
      await dialogOf(page).getByLabel('Email').fill(`${nom}@essai.example`);
      return dialogOf(page);
    },
    send: 'Inviter',
    cancel: 'Annuler',
    call: /\/invitation$/,
    failed: "L'invitation n'a pas pu être faite",
  },
  "le retrait d'une place facturée": {
    async open(page, manege) {
      await lateSeat(manege, today());
      await planning(page, manege);
      await page.getByRole('link', { name: 'Statistiques' }).click();
      await page.getByText('Places facturées après le délai').click();
      await page
        .getByRole('button', { name: /^Retirer la place/ })
        .first()
        .click();
      return page.getByRole('alertdialog');
    },
    send: 'Retirer',
    cancel: 'Annuler',
    call: /\/api\/statistiques\/lignes\/[\w-]+$/,
    failed: "La place n'a pas pu être retirée. Veuillez réessayer.",
    question: true,
  },
  'le regroupement de deux clients': {
    async open(page, manege) {
      const nom = newNom();
      await manege.person({ prenom: 'Jeanne', nom });
      await storeClient(manege, `Jeanne ${nom}`);
      await openUtilisateurs(page, manege);
      await page.getByRole('button', { name: `C'est la même personne : Jeanne ${nom}` }).click();
      return page.getByRole('alertdialog');
    },
    send: 'Regrouper',
    cancel: 'Annuler',
    call: /\/regroupement$/,
    failed: "Les clients n'ont pas pu être regroupés",
    question: true,
  },
  "l'annulation d'un import": {
    async open(page, manege) {
      await manege.sql(
        "insert into imports (id, fichier, crees, modifies, inchanges, refuses, touches, created_at) values (gen_random_uuid(), 'clients.csv', 1, 0, 0, 0, 0, now())",
      );
      await openUtilisateursByLink(page, manege);
      await page.getByRole('link', { name: 'Importer un fichier' }).click();
      await page
        .getByRole('button', { name: /^Défaire l'import/ })
        .first()
        .click();
      return page.getByRole('alertdialog');
    },
    send: 'Défaire',
    cancel: 'Annuler',
    call: /\/defaire$/,
    failed: "L'import n'a pas pu être défait. Veuillez réessayer.",
    question: true,
  },
  "l'effacement d'un client": {
    async open(page, manege) {
      const nom = newNom();
      await storeClient(manege, nom);
      await openUtilisateurs(page, manege);
      await button(rowNamed(page, CLIENTS, nom), 'Effacer').click();
      return page.getByRole('alertdialog');
    },
    send: 'Effacer',
    cancel: 'Annuler',
    call: /\/api\/clients\/[\w-]+$/,
    failed: "Le client n'a pas pu être effacé",
    question: true,
  },
  'une approbation': {
    async open(page, manege) {
      const nom = newNom();
      await manege.person({ statut: 'en_attente', nom });
      await openUtilisateurs(page, manege);
      await button(rowNamed(page, DEMANDES, nom), 'Approuver').click();
      return dialogOf(page);
    },
    send: /^Utilisateur/,
    cancel: 'Annuler',
    call: /\/approbation$/,
    failed: "Erreur lors de l'approbation de l'utilisateur",
    question: true,
  },
  "la répétition d'une leçon": {
    async open(page, manege) {
      await (
        await serie(page, manege, jourOf(241))
      )
        .getByRole('button', { name: /^Répéter/ })
        .click();
      await dialogOf(page).getByRole('button', { name: '10 fois' }).click();
      await expect(dialogOf(page).getByText('10 leçons.')).toBeVisible();
      return dialogOf(page);
    },
    send: /^Répéter/,
    cancel: 'Annuler',
    call: /\/repetition$/,
    failed: "Erreur lors de la répétition. Rien n'est enregistré.",
  },
  "la suppression d'une série": {
    async open(page, manege) {
      await (
        await serie(page, manege, jourOf(242))
      )
        .getByRole('button', { name: /^Supprimer/ })
        .click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('radio', { name: /suivantes/ }).check();
      return question;
    },
    send: 'Supprimer 3 leçons',
    cancel: 'Annuler',
    call: /\/api\/series\/[\w-]+\/suppression$/,
    failed: 'Erreur lors de la suppression de la réservation',
    question: true,
  },
  "l'annulation d'une leçon": {
    async open(page, manege) {
      const jour = jourOf(453);
      await book(manege, { date_reservation: jour });
      await openDesk(page, manege, jour);
      await page.getByRole('grid').getByRole('button', { name: /Zoé W/ }).first().click();
      await page.getByRole('button', { name: 'Annuler la leçon' }).click();
      return page.getByRole('alertdialog');
    },
    send: 'Annuler la leçon',
    cancel: 'Garder la leçon',
    call: /\/api\/reservations\/[\w-]+$/,
    failed: "Erreur lors de l'annulation de la leçon",
    question: true,
  },
  'une suppression': {
    async open(page, manege) {
      const jour = jourOf(221);
      await book(manege, { date_reservation: jour });
      await openDesk(page, manege, jour);
      await leconCard(page, /^10:00/)
        .getByRole('button', { name: /^Supprimer/ })
        .click();
      return page.getByRole('alertdialog');
    },
    send: 'Supprimer',
    cancel: 'Annuler',
    call: /\/api\/reservations\/[\w-]+$/,
    failed: 'Erreur lors de la suppression de la réservation',
    question: true,
  },
  'une piste à fermer': {
    async open(page, manege) {
      await planning(page, manege);
      const week = page.getByRole('region', { name: 'Planning de la semaine' });
      await week.getByRole('button', { name: 'Semaine suivante' }).click();
      await week.getByRole('button', { name: 'Fermer', exact: true }).click();
      await dialogOf(page).getByRole('checkbox', { name: 'Piste Extérieure' }).check();
      await dialogOf(page).getByLabel('Raison', { exact: true }).fill('Attente');
      return dialogOf(page);
    },
    send: /^Fermer (la|et)/,
    cancel: 'Annuler',
    call: /\/api\/fermetures$/,
    failed: "Erreur lors de la fermeture. Rien n'est fermé.",
  },
  "le changement d'une fermeture": {
    async open(page, manege) {
      const list = await closures(page, manege);
      await list.getByRole('button', { name: /^Modifier/ }).click();
      await dialogOf(page).getByLabel('Raison', { exact: true }).fill('Attente');
      return dialogOf(page);
    },
    send: 'Enregistrer',
    cancel: 'Annuler',
    call: /\/api\/fermetures\/[\w-]+$/,
    failed: 'Erreur lors de la modification de la fermeture',
  },
  'une réouverture': {
    async open(page, manege) {
      const list = await closures(page, manege);
      await list.getByRole('button', { name: /^Rouvrir/ }).click();
      return page.getByRole('alertdialog');
    },
    send: 'Rouvrir',
    cancel: 'Annuler',
    call: /\/api\/fermetures\/[\w-]+\/rouvrir$/,
    failed: 'Erreur lors de la réouverture',
    question: true,
  },
};

test.afterEach(async ({ manege }) => {
  await manege.sql('delete from sauvegardes');
  await manege.sql('delete from fermetures');
});

for (const [name, { open, send, cancel, call, failed, question }] of Object.entries(FORMS)) {
  test(
    `${name} : tant que la réponse se fait attendre rien ne ferme, et l'échec se dit`,
    BUREAU,
    async ({ page, manege }) => {
      const form = await open(page, manege);
      const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
      let sent = 0;
      await page.route(call, async (route: Route) => {
        if (route.request().method() === 'GET') return route.fallback();
        sent += 1;
        await gate;
        return route.fulfill({
          status: 500,
          json: {
            code: 'panne',
            status: 500,
            message: 'Une erreur inattendue est survenue. Veuillez réessayer.',
          },
        });
      });
      const address = page.url();
      await form.getByRole('button', { name: send }).click();
      await expect.poll(() => sent).toBe(1);
      await expect(form.locator('[aria-busy=true]')).toBeVisible();
      const modal = await form.evaluate((element) => element.matches('dialog'));
      await page.keyboard.press('Escape');
      if (modal) await page.mouse.click(3, 3);
      const cross = form.getByRole('button', { name: 'Fermer', exact: true });
      if ((await cross.count()) > 0) await cross.click({ force: true });
      if (cancel) await expect(form.getByRole('button', { name: cancel })).toBeDisabled();
      if (!question && modal) await page.evaluate(() => history.back());
      await expect(form).toBeVisible();
      await expect(page.getByText('Quitter sans enregistrer ?')).toHaveCount(0);
      expect(page.url()).toBe(address);
      answer();
      await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
      expect(sent).toBe(1);
    },
  );
}
