/**
 * Every write that a person can do. Behind a captive portal, nothing is reported as stored or as
 * failed (UI-74, UI-75). If a read can show the result, a lost answer is reported as the success
 * that it was (UI-32). Bookings, edits, deletions, accounts, prices: portail.spec.ts.
 */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { PASSWORD } from '../support/people.ts';
import { ficheLink } from '#web/paths/fiche.ts';
import { desk, switchOn } from '../parcours/comptes.ts';
import { insert } from '../parcours/courriels.ts';
import {
  announceParametres,
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  resetParametres,
  signIn,
  test,
} from '../parcours/fixtures.ts';
import { book, card as leconCard, elsewhere, jourOf } from '../parcours/modification.ts';
import {
  cell,
  closeArena,
  entry,
  freeSlot,
  lateSeat,
  rememberType,
  store,
  storeSerie,
  today,
} from '../parcours/planning.ts';
import { NO_ANSWER, portal, UNSURE } from '../parcours/portail.ts';
import { clearBilling, makeOld, openBilling, owe, sendAll } from '../parcours/facturation.ts';
import { card, openProfil } from '../parcours/profil.ts';
import { bookFor, goToJour, radio } from '../parcours/reservation.ts';
import {
  act,
  APPROVED,
  button,
  CLIENTS,
  newNom,
  question,
  rowNamed,
  storeClient,
} from '../parcours/utilisateurs.ts';
import { answered } from '../support/answered.ts';

test.use({ reseauCoupe: true, trace: 'off' });
test.afterEach(async ({ manege }) => {
  await manege.sql("delete from prix where type_lecon like 'perdu%'");
  await manege.sql("delete from types_lecons where value like 'perdu%'");
  await manege.sql("delete from ressources where nom like 'Perdue%'");
  await clearBilling(manege);
  await manege.sql("delete from clients where nom like 'Perdue%'");
  await manege.sql('update types_lecons set actif = true, ouverte = false');
  await manege.sql('delete from reservations where date_reservation = $1', [addDays(today(), 3)]);
  await manege.sql('update ressources set actif = true');
  await manege.sql('delete from orthographes');
  await manege.sql('delete from lignes');
  await manege.sql('delete from courriels');
  await manege.sql('delete from sauvegardes');
  await manege.sql('delete from fermetures');
  await resetParametres(manege);
  await manege.sql(
    `select pg_notify('manege_changes', '{"changed":["pistes","types_lecons","users"]}')`,
  );
});

type Write = {
  /** Opens its screen, and fills in the fields. */
  open: (page: Page, manege: Manege) => Promise<unknown>;
  press: (page: Page) => Promise<unknown>;
  /** Its call. */
  call: RegExp;
  /** Visible once the lost answer was looked up. Null if no read can show the result. */
  done: string | RegExp | null;
  /** The message during the look-up, if it lasts until an answer arrives. */
  meanwhile?: string;
  /** A creation that the look-up finds is sent once more, so that the server compares it (UI-113). */
  again?: true;
};

/** In the message about an action (DESK-50). */
const UNDO = /^Annuler .*(?:leçon|fermeture)/;

const dialogOf = (page: Page) => page.getByRole('dialog');
const press =
  (name: string | RegExp, within: (page: Page) => Pick<Page, 'getByRole'> = (page) => page) =>
  (page: Page) =>
    within(page).getByRole('button', { name }).first().click();
/** Ends an `open` that asks. Otherwise the first press may find no question yet, and ask twice. */
const asked = (page: Page) => expect(question(page)).toBeVisible();
/** Answers the question, which closes it. Asks it first, unless `open` has asked it. */
const answer =
  (name: string | RegExp, ask: (page: Page) => Promise<unknown>) => async (page: Page) => {
    if ((await question(page).count()) === 0) await ask(page);
    await question(page).getByRole('button', { name }).click();
  };
const rider = async (page: Page, manege: Manege): Promise<{ id: string; email: string }> => {
  const person = await manege.person();
  await openProfil(page, manege, person);
  return person;
};
const admin = (path: string) => async (page: Page, manege: Manege) => {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await confirmSessions(manege);
  await page.goto(path);
};
const settings = (onglet: string) => admin(`/app/webmastersettings?onglet=${onglet}`);
const merged = async (page: Page, manege: Manege) => {
  await manege.sql("delete from reservations where date_reservation = '2013-03-02'");
  await store(manege, { jour: '2013-03-02', noms: ['Perdu Orthez', 'Perdue Orthez'] });
  await admin('/app/statistiques?du=2013-03-01&au=2013-03-31')(page, manege);
};
/** A closure of 369 days in the day view, which is more than one list may contain. */
const closed = async (page: Page, manege: Manege) => {
  await closeArena(manege, {
    jour: jourOf(234),
    au: addDays(jourOf(234), 368),
    piste: 'exterieure',
    debut: '06:00',
    fin: '06:30',
    motif: 'Gel',
  });
  await admin(`/app/webmaster?jour=${jourOf(234)}`)(page, manege);
};
/** Presses a button of a customer without an account, and fills in its dialog. */
const customer =
  (name: string, fill?: (dialog: Locator, manege: Manege) => Promise<unknown>) =>
  async (page: Page, manege: Manege) => {
    const nom = `Perdue ${newNom()}`;
    await storeClient(manege, nom);
    await admin('/app/utilisateurs')(page, manege);
    await button(rowNamed(page, CLIENTS, nom), name).click();
    await fill?.(dialogOf(page), manege);
  };
/** Opens the page of a customer without an account who has a rider. */
async function riders(page: Page, manege: Manege) {
  const id = await storeClient(manege, `Perdue ${newNom()}`);
  await manege.sql("insert into cavaliers (user_id, nom) values ($1, 'Léa')", [id]);
  await admin(ficheLink(id))(page, manege);
}
/** Chooses a file of customers, and shows what its import would do. */
const chooseCsv = async (page: Page, content: string) => {
  await page.locator('input[type=file]').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  });
  await page.getByRole('button', { name: "Voir l'aperçu" }).click();
  await page.getByRole('button', { name: 'Importer', exact: true }).waitFor();
};
const undoImport = (page: Page) =>
  page
    .getByRole('button', { name: /^Défaire l'import/ })
    .first()
    .click();
const closuresOf = (page: Page) => page.getByRole('list', { name: 'Fermetures du jour' });
/** Opens a series in the daily view, and presses a button of its first lesson. */
const serie = (n: number, name: RegExp) => async (page: Page, manege: Manege) => {
  await storeSerie(manege, { jour: jourOf(n), noms: ['Zoé'] }, 3);
  await admin(`/app/webmaster?jour=${jourOf(n)}`)(page, manege);
  await leconCard(page, /^10:00/)
    .getByRole('button', { name })
    .click();
};

/** The landing page with the same lesson a week later, ready to be booked (RIDE-73). */
const encore = async (page: Page, manege: Manege) => {
  const person = await manege.person();
  await bookFor(manege, person, { date_reservation: jourOf(286), heure_debut: '19:00' });
  await enter(page, manege, person);
  await page.goto('/');
  await page.getByRole('link', { name: /^Encore la semaine prochaine/ }).click();
};
/** Opens the fast entry on a day with a lesson, and chooses a new customer. */
const enterLesson =
  (n: number, show: (page: Page) => Promise<unknown>) => async (page: Page, manege: Manege) => {
    await manege.sql('delete from reservations where date_reservation = $1', [jourOf(n)]);
    await store(manege, { jour: jourOf(n), noms: ['Zoé'] });
    await rememberType(manege, 'longe');
    await admin(`/app/webmaster?jour=${jourOf(n)}`)(page, manege);
    await show(page);
    const field = entry(page).getByRole('combobox', { name: 'Pour qui' });
    await field.fill(`Perdue ${newNom()}`);
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription('Nouveau client');
  };

/** The account of a customer who paid 5 of the 20 euros of a line (REL-73). */
const account = async (page: Page, manege: Manege) => {
  await switchOn(manege);
  const { id } = await manege.person({ prenom: 'Élise', nom: newNom() });
  const bureau = await desk(manege);
  await bureau.line(id, 'Licence', 20);
  await bureau.pay(id, 0, 5);
  await admin(ficheLink(id))(page, manege);
  await expect(page.getByRole('region', { name: 'Paiements' })).toContainText('5,00 €');
};

/** A customer with a statement of 66 euros, on a part of the screen 'Facturation'. */
const billed =
  (vue: string, more?: (page: Page, manege: Manege) => Promise<unknown>) =>
  async (page: Page, manege: Manege) => {
    await openBilling(manege);
    await owe(manege, `Perdue ${newNom()}`, 6_600);
    await sendAll(manege);
    await admin(`/app/facturation${vue}`)(page, manege);
    await more?.(page, manege);
  };
const pay = press(/^Payé/);

const WRITES: Record<string, Write> = {
  'noter un paiement': {
    open: billed(''),
    press: pay,
    call: /\/api\/facturation\/paiements$/,
    done: /: paiement de 66,00.€ enregistré\.$/,
    again: true,
  },
  'noter une part': {
    open: billed('', async (page) => {
      await page.getByRole('button', { name: /^Autre/ }).click();
      await dialogOf(page).getByLabel('Montant reçu').fill('20');
    }),
    press: press('Enregistrer le paiement', dialogOf),
    call: /\/api\/facturation\/paiements$/,
    done: /: paiement de 20,00.€ enregistré\.$/,
    again: true,
  },
  'annuler un paiement': {
    open: billed('', async (page) => {
      await pay(page);
      await expect(page.getByRole('button', { name: /^Annuler le paiement/ })).toBeVisible();
    }),
    press: press(/^Annuler le paiement/),
    call: /\/annulation$/,
    done: /: paiement annulé\. À payer de nouveau/,
  },
  'entrer un virement': {
    open: billed('?vue=virements', async (page) => {
      await page.getByRole('combobox', { name: 'Montant, nom ou communication' }).fill('66');
      await expect(page.getByRole('option')).toHaveCount(1);
    }),
    press: async (page) => {
      const again = page.getByRole('button', { name: /^Réessayer/ });
      await (
        (await again.count()) > 0
          ? again
          : page.getByRole('combobox', { name: 'Montant, nom ou communication' })
      ).press('Enter');
    },
    call: /\/api\/facturation\/paiements$/,
    done: /^Enregistré,/,
    again: true,
  },
  'envoyer un rappel': {
    open: async (page, manege) => {
      await openBilling(manege);
      const { id } = await manege.person({ prenom: 'Perdue', nom: newNom() });
      await owe(manege, '', 6_600, { client: id });
      await sendAll(manege);
      await makeOld(manege, 20);
      await admin('/app/facturation')(page, manege);
      await page.getByRole('button', { name: /^Rappel à/ }).click();
    },
    press: press('Envoyer', question),
    call: /\/api\/facturation\/rappels$/,
    done: /^1 rappel envoyé\.$/,
  },
  'envoyer les relevés': {
    open: async (page, manege) => {
      await openBilling(manege);
      await owe(manege, `Perdue ${newNom()}`, 6_600);
      await admin('/app/facturation?vue=mois')(page, manege);
      await page.getByRole('button', { name: 'Envoyer les relevés' }).click();
    },
    press: press('Envoyer', question),
    call: /\/api\/releves$/,
    done: /^1 relevé fait\.$/,
  },
  "ajouter une ligne au compte d'un client": {
    async open(page, manege) {
      await account(page, manege);
      await page.getByRole('button', { name: 'Ajouter une ligne' }).click();
      await dialogOf(page).getByRole('button', { name: 'Stage' }).click();
      await dialogOf(page).getByLabel('Montant en euros').fill('12,50');
    },
    press: press(/^Ajouter$/, dialogOf),
    call: /\/facturation\/lignes$/,
    done: 'Ligne ajoutée.',
    again: true,
  },
  "corriger une ligne du compte d'un client": {
    async open(page, manege) {
      await account(page, manege);
      await page.getByRole('button', { name: /^Corriger.*Licence/ }).click();
      await dialogOf(page).getByLabel('Raison').fill('Erreur de saisie');
    },
    press: press(/^Corriger$/, dialogOf),
    call: /\/facturation\/corrections$/,
    done: 'Ligne corrigée.',
    again: true,
  },
  'annuler un paiement depuis la fiche': {
    open: account,
    async press(page) {
      await page.getByRole('button', { name: /^Annuler.*Virement/ }).click();
      await page.getByRole('button', { name: 'Annuler le paiement' }).click();
    },
    call: /\/annulation$/,
    done: 'Paiement annulé.',
  },
  'réserver une leçon à nouveau': {
    open: encore,
    press: press('Confirmer la réservation', question),
    call: /\/api\/reservations$/,
    done: /^Leçon réservée/,
    meanwhile: UNSURE,
    again: true,
  },
  'ajouter un type de leçon': {
    async open(page, manege) {
      await settings('types')(page, manege);
      await page.getByRole('button', { name: 'Ajouter un type' }).click();
      await dialogOf(page).getByLabel('Identifiant').fill('perdu');
      await dialogOf(page).getByLabel('Libellé').fill('Perdu');
    },
    press: press(/^Ajouter/, dialogOf),
    call: /\/api\/types-lecons$/,
    done: 'Type de leçon ajouté avec succès',
  },
  'désactiver un type de leçon': {
    open: settings('types'),
    press: press('Désactiver Leçon de saut'),
    call: /\/api\/types-lecons\/saut$/,
    done: 'Type de leçon modifié avec succès',
  },
  'supprimer un type de leçon': {
    async open(page, manege) {
      await manege.sql(
        "insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre) values ('perdu_2', 'Perdu 2', '📚', 'from-gray-500 to-gray-600', 1, 30, 99)",
      );
      await settings('types')(page, manege);
      await press('Supprimer Perdu 2')(page);
      await asked(page);
    },
    press: answer(/^Supprimer/, press('Supprimer Perdu 2')),
    call: /\/api\/types-lecons\/perdu_2$/,
    done: 'Type de leçon supprimé avec succès',
  },
  'ranger les types de leçon': {
    open: settings('types'),
    press: press(/^Descendre Leçon collective/),
    call: /\/api\/types-lecons\/ordre$/,
    done: null, // a move shows no message
  },
  'ajouter une piste': {
    async open(page, manege) {
      await settings('pistes')(page, manege);
      await page.getByRole('button', { name: 'Ajouter une piste' }).click();
      await dialogOf(page).getByLabel('Nom', { exact: true }).fill(' Perdue ');
    },
    press: press(/^Ajout/, dialogOf),
    call: /\/api\/pistes$/,
    done: 'Piste ajoutée avec succès',
  },
  'supprimer une piste': {
    async open(page, manege) {
      await manege.sql(
        "insert into ressources (id, genre, nom, note, dessin, ordre, actif) values ('perdue_2', 'piste', 'Perdue 2', '', 'rond', 7, true)",
      );
      await settings('pistes')(page, manege);
    },
    press: answer(/^Supprimer/, press('Supprimer Perdue 2')),
    call: /\/api\/pistes\/perdue_2$/,
    done: 'Piste supprimée avec succès',
  },
  'enregistrer les paramètres': {
    async open(page, manege) {
      await settings('emails')(page, manege);
      await page.getByLabel("Email de l'administrateur").fill('perdu@essai.example');
    },
    press: press('Sauvegarder les paramètres'),
    call: /\/api\/parametres$/,
    done: 'Paramètres sauvegardés avec succès',
    meanwhile: UNSURE,
  },
  'noter une leçon depuis le planning': {
    open: enterLesson(411, async (page) => {
      await freeSlot(page, jourOf(411), '14:00').click();
    }),
    press: press('Réserver', dialogOf),
    call: /\/api\/reservations$/,
    done: /^Leçon de Perdue .* réservée, /,
    meanwhile: UNSURE,
    again: true,
  },
  'ajouter une place depuis le planning': {
    open: enterLesson(419, async (page) => {
      await cell(page, /10:00 – 11:00/).click();
      await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    }),
    press: press('Ajouter', dialogOf),
    call: /\/api\/reservations\/places$/,
    done: /^Place de Perdue .* réservée, /,
    meanwhile: UNSURE,
    again: true,
  },
  "une journée d'inscriptions": {
    open: admin('/app/utilisateurs'),
    press: press('Ouvrir pour 12 heures'),
    call: /\/api\/inscriptions\/journee$/,
    done: /^Ouverte jusqu'/,
  },
  'approuver plusieurs demandes': {
    async open(page, manege) {
      await manege.sql("delete from users where statut = 'en_attente'");
      for (const nom of [newNom(), newNom()]) await manege.person({ statut: 'en_attente', nom });
      await admin('/app/utilisateurs')(page, manege);
      await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check();
    },
    press: press('Approuver 2 demandes comme utilisateurs'),
    call: /\/api\/users\/approbations$/,
    done: "C'est fait : 2 demandes n'attendent plus.",
    meanwhile: UNSURE,
  },
  'corriger un compte': {
    async open(page, manege) {
      const nom = newNom();
      await manege.person({ nom });
      await admin('/app/utilisateurs')(page, manege);
      await act(rowNamed(page, APPROVED, nom), 'Corriger');
      await dialogOf(page).getByLabel('Téléphone').fill(' 081 61 23 45 ');
    },
    press: press('Enregistrer', dialogOf),
    call: /\/coordonnees$/,
    done: /le compte est corrigé\.$/,
  },
  'ajouter un client': {
    async open(page, manege) {
      await admin('/app/utilisateurs')(page, manege);
      await page.getByRole('button', { name: 'Ajouter un client' }).click();
      await dialogOf(page).getByLabel('Nom').fill(` Perdue  ${newNom()} `);
      await dialogOf(page).getByLabel('Email').fill('Jeanne@Essai.example');
    },
    press: press('Enregistrer', dialogOf),
    call: /\/api\/clients$/,
    done: /client ajouté\.$/,
  },
  'modifier un client': {
    open: customer('Modifier', (dialog) => dialog.getByLabel('Téléphone').fill(' 081 61 23 45 ')),
    press: press('Enregistrer', dialogOf),
    call: /\/api\/clients\/[\w-]+$/,
    done: /client modifié\.$/,
  },
  'dire qui paie pour un client': {
    open: customer('Qui paie', async (dialog, manege) => {
      const { email } = await manege.person();
      await dialog.getByRole('combobox').fill(email);
      await dialog.getByRole('option').click();
    }),
    press: press('Enregistrer', dialogOf),
    call: /\/payeur$/,
    done: /payé par/,
  },
  'dire qui paie pour un compte': {
    async open(page, manege) {
      const [paid, { email }] = [
        await manege.person({ prenom: 'Perdue', nom: newNom() }),
        await manege.person(),
      ];
      await admin('/app/utilisateurs')(page, manege);
      await page.getByLabel(/^Rechercher un compte/).fill(paid.email);
      await act(rowNamed(page, APPROVED, paid.email), 'Qui paie');
      await dialogOf(page).getByRole('combobox').fill(email);
      await dialogOf(page).getByRole('option').click();
    },
    press: press('Enregistrer', dialogOf),
    call: /\/payeur$/,
    done: /payé par/,
  },
  "donner les places d'un nom": {
    async open(page, manege) {
      await store(manege, { jour: jourOf(259), noms: [`Perdue ${newNom()}`] });
      await admin('/app/averifier')(page, manege);
      await page
        .getByRole('button', { name: /^Créer ce client : Perdue/ })
        .first()
        .waitFor();
    },
    press: (page) =>
      page
        .getByRole('button', { name: /^Créer ce client : Perdue/ })
        .first()
        .click(),
    call: /\/attribution$/,
    done: /une place a maintenant un client/,
  },
  'inviter un client': {
    open: customer('Inviter', (dialog) =>
      dialog.getByLabel('Email').fill(`perdue.${newNom()}@essai.example`),
    ),
    press: press('Inviter', dialogOf),
    call: /\/invitation$/,
    done: /compte ouvert\./,
  },
  'regrouper deux clients': {
    async open(page, manege) {
      const nom = newNom();
      await manege.person({ prenom: 'Perdue', nom });
      await storeClient(manege, `Perdue ${nom}`);
      await admin('/app/utilisateurs')(page, manege);
      await press(`C'est la même personne : Perdue ${nom}`)(page);
      await asked(page);
    },
    press: answer('Regrouper', press(/^C'est la même personne/)),
    call: /\/regroupement$/,
    done: /regroupé avec/,
  },
  'importer des clients': {
    async open(page, manege) {
      await admin('/app/import')(page, manege);
      await chooseCsv(page, `Nom\nPerdue ${newNom()}`);
    },
    press: press('Importer'),
    call: /\/api\/imports$/,
    done: /1 client créé, 0 modifié/,
  },
  'défaire un import': {
    async open(page, manege) {
      await admin('/app/import')(page, manege);
      await chooseCsv(page, `Nom\nPerdue ${newNom()}`);
      await page.getByRole('button', { name: 'Importer', exact: true }).click();
      await page.getByText(/^Import terminé/).waitFor();
      await undoImport(page);
      await asked(page);
    },
    press: answer('Défaire', undoImport),
    call: /\/defaire$/,
    done: /^L'import est défait/,
  },
  'effacer un client': {
    async open(page, manege) {
      await customer('Effacer')(page, manege);
      await asked(page);
    },
    press: answer('Effacer', press(/^Effacer Perdue/)),
    call: /\/api\/clients\/[\w-]+$/,
    done: /client effacé\.$/,
  },
  'regrouper deux noms': {
    async open(page, manege) {
      await merged(page, manege);
      await page.locator('summary').filter({ hasText: 'Perdu Orthez' }).click();
      await page.getByRole('button', { name: 'Regrouper avec un autre nom' }).click();
      await dialogOf(page).getByLabel('Compte comme').fill('Perdue Orthez');
    },
    press: press('Regrouper', dialogOf),
    call: /\/orthographes$/,
    done: /Perdu Orthez.*compte.*Perdue Orthez/,
  },
  'séparer un nom par client': {
    async open(page, manege) {
      await manege.sql("delete from reservations where date_reservation = '2013-03-03'");
      const id = await store(manege, {
        jour: '2013-03-03',
        noms: ['Partagé Orthez', 'Partagé Orthez'],
      });
      await manege.sql(
        'update participants set user_id = $2 where reservation_id = $1 and position = 1',
        [id, (await manege.person()).id],
      );
      await admin('/app/statistiques?du=2013-03-03&au=2013-03-03')(page, manege);
      await page.locator('summary').filter({ hasText: 'Partagé Orthez' }).click();
    },
    press: press('Séparer par client'),
    call: /\/orthographes\/clients$/,
    done: /Partagé Orthez.*comptent désormais séparément/,
  },
  "dire qu'un nom est une seule personne": {
    async open(page, manege) {
      await manege.sql("delete from orthographes where cle = 'unique orthez'");
      await manege.sql("delete from reservations where date_reservation = '2013-03-04'");
      const id = await store(manege, {
        jour: '2013-03-04',
        noms: ['Unique Orthez', 'Unique Orthez'],
        compte: (await manege.person()).id,
      });
      await manege.sql(
        'update participants set user_id = $2 where reservation_id = $1 and position = 1',
        [id, (await manege.person()).id],
      );
      await admin('/app/averifier')(page, manege);
    },
    press: press('Une seule personne : Unique Orthez'),
    call: /\/orthographes\/confirmation$/,
    done: /Unique Orthez.*est une seule personne/,
  },
  'défaire un regroupement': {
    async open(page, manege) {
      // The merge of the test before, whose answer was lost, may be stored after its cleanup.
      await manege.sql(
        "insert into orthographes (cle, nom, vers_cle, vers_nom) values ('perdu orthez', 'Perdu Orthez', 'perdue orthez', 'Perdue Orthez') on conflict do nothing",
      );
      await merged(page, manege);
    },
    press: press(/^Défaire/),
    call: /\/orthographes\/retrait$/,
    done: /Perdu Orthez.*compte de nouveau à part/,
  },
  'retirer une place facturée': {
    async open(page, manege) {
      await lateSeat(manege, '2013-03-05');
      await admin('/app/statistiques?du=2013-03-05&au=2013-03-05')(page, manege);
      await page.getByText('Places facturées après le délai').click();
      await page.getByRole('button', { name: /^Retirer la place/ }).click();
    },
    press: press('Retirer', question),
    call: /\/api\/statistiques\/lignes\/[\w-]+$/,
    done: "La place n'est plus facturée.",
  },
  'restaurer une leçon': {
    async open(page, manege) {
      await elsewhere(manege, 'DELETE', await book(manege, { date_reservation: jourOf(231) }));
      await admin('/app/leconssupprimees')(page, manege);
    },
    press: press(/^Restaurer/),
    call: /\/restauration$/,
    done: /^Leçon restaurée/,
  },
  'remettre un participant': {
    async open(page, manege) {
      const lecon = await book(manege, { date_reservation: jourOf(232) });
      await elsewhere(manege, 'PUT', lecon, {
        noms_participants: ['Zoé Willems'],
        nombre_personnes: 1,
      });
      await admin('/app/leconssupprimees')(page, manege);
    },
    press: press(/^Remettre Léa Martens/),
    call: /\/remise$/,
    done: /^Participant remis/,
  },
  'répéter une leçon': {
    async open(page, manege) {
      await serie(241, /^Répéter/)(page, manege);
      await dialogOf(page).getByRole('button', { name: '10 fois' }).click();
      await expect(dialogOf(page).getByText('10 leçons.')).toBeVisible();
    },
    press: press(/^Répéter/, dialogOf),
    call: /\/repetition$/,
    done: '10 leçons ajoutées.',
    again: true,
  },
  'modifier une série': {
    async open(page, manege) {
      await serie(242, /^Modifier/)(page, manege);
      await dialogOf(page).getByLabel('Heure de début').selectOption('14:00');
      await dialogOf(page)
        .getByRole('radio', { name: /suivantes/ })
        .check();
    },
    press: press('Enregistrer 3 leçons', dialogOf),
    call: /\/api\/series\/[\w-]+$/,
    done: /^3 leçons modifiées\. La leçon est maintenant/,
  },
  'annuler une leçon': {
    async open(page, manege) {
      const jour = jourOf(451);
      await store(manege, { jour, noms: ['Zoé Perdue'] });
      await admin(`/app/webmaster?jour=${jour}`)(page, manege);
      await page.getByRole('grid').getByRole('button', { name: /Zoé P/ }).first().click();
      await page.getByRole('button', { name: 'Annuler la leçon' }).click();
      await question(page).getByRole('button', { name: 'Mauvais temps' }).click();
    },
    press: press('Annuler la leçon', question),
    call: /\/api\/reservations\/[\w-]+$/,
    done: 'Leçon annulée',
    meanwhile: UNSURE,
  },
  'supprimer une série': {
    async open(page, manege) {
      await serie(243, /^Supprimer/)(page, manege);
      await page.getByRole('radio', { name: /suivantes/ }).check();
    },
    press: press('Supprimer 3 leçons', question),
    call: /\/suppression$/,
    done: '3 leçons supprimées.',
  },
  "un email d'essai": {
    async open(page, manege) {
      await admin('/app/courriels')(page, manege);
      await page.getByRole('button', { name: "Envoyer un email d'essai" }).click();
    },
    press: press("Envoyer l'essai", dialogOf),
    call: /\/api\/courriels\/essai$/,
    done: null,
  },
  'renvoyer un email': {
    async open(page, manege) {
      await insert(manege, {
        contenu: { sorte: 'refus', nom: 'Élise Maes' },
        destinataire: 'elise@exemple.be',
        statut: 'echoue',
      });
      await admin('/app/courriels?statut=echoue')(page, manege);
      await page
        .getByRole('table')
        .getByRole('button', { name: 'Votre demande de compte' })
        .click();
    },
    press: press('Renvoyer', dialogOf),
    call: /\/renvoi$/,
    done: null,
  },
  'une sauvegarde': {
    open: settings('service'),
    press: press('Sauvegarder maintenant'),
    call: /\/api\/sauvegardes$/,
    done: null,
  },
  'ajouter un cavalier': {
    async open(page, manege) {
      await rider(page, manege);
      await page.getByRole('button', { name: 'Ajouter un cavalier' }).click();
      await dialogOf(page).getByLabel('Prénom et nom').fill(' Léa Dubois ');
    },
    press: press('Enregistrer', dialogOf),
    call: /\/api\/cavaliers$/,
    done: 'Cavalier ajouté.',
  },
  "ajouter un cavalier d'un client": {
    async open(page, manege) {
      await riders(page, manege);
      await page.getByRole('button', { name: 'Ajouter un cavalier' }).click();
      await dialogOf(page).getByLabel('Prénom et nom').fill(' Noé ');
    },
    press: press('Enregistrer', dialogOf),
    call: /\/api\/clients\/[\w-]+\/cavaliers$/,
    done: 'Cavalier ajouté.',
  },
  "retirer un cavalier d'un client": {
    open: riders,
    async press(page) {
      await page.getByRole('button', { name: 'Retirer Léa' }).click();
      await question(page).getByRole('button', { name: 'Retirer' }).click();
    },
    call: /\/api\/clients\/[\w-]+\/cavaliers\/[\w-]+$/,
    done: 'Cavalier retiré.',
    meanwhile: UNSURE,
  },
  'modifier un cavalier': {
    async open(page, manege) {
      const person = await manege.person();
      await manege.sql("insert into cavaliers (user_id, nom) values ($1, 'Léa Dubois')", [
        person.id,
      ]);
      await openProfil(page, manege, person);
      await page.getByRole('button', { name: /^Modifier.*Léa Dubois/ }).click();
      await dialogOf(page).getByLabel('Année de naissance').fill('2015');
    },
    press: press('Enregistrer', dialogOf),
    call: /\/api\/cavaliers\/[\w-]+$/,
    done: 'Cavalier modifié.',
  },
  'ses coordonnées': {
    async open(page, manege) {
      await rider(page, manege);
      await card(page, 'Coordonnées').getByRole('button', { name: 'Modifier' }).click();
      await card(page, 'Coordonnées').getByLabel('Téléphone').fill('081 61 23 45');
    },
    press: press('Enregistrer', (page) => card(page, 'Coordonnées')),
    call: /\/api\/profil$/,
    done: 'Profil mis à jour avec succès',
    meanwhile: UNSURE,
  },
  "les emails que l'on veut": {
    open: rider,
    press: (page) => page.getByRole('switch', { name: 'Rappel la veille' }).click(),
    call: /\/api\/profil\/emails$/,
    done: 'Votre choix est enregistré.',
  },
  "changer d'adresse email": {
    async open(page, manege) {
      await rider(page, manege);
      await page.getByRole('button', { name: "Changer d'adresse email" }).click();
      await dialogOf(page).getByLabel('Nouvelle adresse email').fill(`${newNom()}@essai.example`);
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    },
    press: press('Demander le changement', dialogOf),
    call: /\/api\/profil\/email$/,
    done: /^Votre adresse est maintenant/,
  },
  'son mot de passe': {
    async open(page, manege) {
      await rider(page, manege);
      await page.getByRole('button', { name: 'Mot de passe', exact: true }).click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      for (const label of ['Nouveau mot de passe', 'Confirmer le mot de passe'])
        await dialogOf(page).getByLabel(label, { exact: true }).fill('une bombe et des guêtres');
    },
    press: press('Enregistrer le mot de passe', dialogOf),
    call: /\/api\/profil\/mot-de-passe$/,
    done: null, // no read returns a password
  },
  'une application de double authentification': {
    async open(page, manege) {
      await rider(page, manege);
      await card(page, 'Double authentification').getByRole('button', { name: 'Activer' }).click();
      await dialogOf(page).getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await dialogOf(page).getByLabel("Code de l'application").fill('123456');
    },
    press: press('Activer', dialogOf),
    call: /\/api\/profil\/second-facteur$/,
    done: null, // only the answer contains its recovery codes
  },
  'sa photo': {
    open: rider,
    press: async (page) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'cheval.png',
        mimeType: 'image/png',
        buffer: await sharp({
          create: { width: 60, height: 60, channels: 3, background: '#2f6b4f' },
        })
          .png()
          .toBuffer(),
      }),
    call: /\/api\/profil\/photo$/,
    done: 'Photo de profil mise à jour avec succès',
  },
  'terminer les autres sessions': {
    async open(page, manege) {
      const person = await manege.person();
      // A session on another device.
      const { url } = manege.server;
      await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ email: person.email, password: PASSWORD }),
      });
      await openProfil(page, manege, person);
    },
    press: press('Terminer toutes les autres'),
    call: /\/api\/profil\/sessions$/,
    done: /^Les autres sessions sont terminées/,
  },
  'une adresse de calendrier': {
    async open(page, manege) {
      await manege.sql('update parametres set "calendarFeeds" = true');
      await announceParametres(manege);
      await rider(page, manege);
    },
    press: press("Créer l'adresse"),
    call: /\/api\/profil\/calendriers$/,
    done: null, // only the answer contains the address
  },
  'un lien pour un nouveau mot de passe': {
    async open(page, manege) {
      await rider(page, manege);
      await page.getByRole('button', { name: 'Mot de passe', exact: true }).click();
      await page.getByRole('button', { name: /^Mot de passe actuel oublié/ }).click();
    },
    press: press(/^(Recevoir|Envoyer)/, dialogOf),
    call: /\/api\/profil\/mot-de-passe$/,
    done: null,
  },
  "être prévenu d'un créneau": {
    async open(page, manege) {
      const jour = jourOf(233);
      await manege.sql(
        'update parametres set "slotAlerts" = true, "advanceBookingDaysApplied" = false',
      );
      await announceParametres(manege);
      await book(manege, { date_reservation: jour, noms_participants: ['Tom', 'Zoé'] });
      await signIn(page, await manege.person(), '/app/reservation');
      await radio(page, /^Leçon collective/).check();
      await goToJour(page, jour);
      await radio(page, /^Piste Intérieure/).check();
      await page.getByRole('radio', { name: /^10:00,/ }).click({ force: true });
    },
    press: press('Prévenez-moi si ce créneau se libère'),
    call: /\/api\/alertes$/,
    done: /^Vous le lirez ici dès qu'il se libère/,
  },
  'défaire une modification': {
    async open(page, manege) {
      await book(manege, { date_reservation: jourOf(409) });
      await admin(`/app/webmaster?jour=${jourOf(409)}`)(page, manege);
      await leconCard(page, /^10:00/)
        .getByRole('button', { name: /^Modifier/ })
        .click();
      await dialogOf(page).getByLabel('Remarques').fill('Perdue');
      await dialogOf(page).getByRole('button', { name: 'Enregistrer' }).click();
      await expect(dialogOf(page)).toBeHidden();
      await expect(page.getByRole('button', { name: UNDO })).toBeVisible();
    },
    press: press(UNDO),
    call: /\/api\/reservations\/[\w-]+$/,
    done: /^La modification de la leçon de Zoé Willems est annulée\.$/,
    meanwhile: UNSURE,
  },
  'défaire une suppression': {
    async open(page, manege) {
      await book(manege, { date_reservation: jourOf(413) });
      await admin(`/app/webmaster?jour=${jourOf(413)}`)(page, manege);
      await leconCard(page, /^10:00/)
        .getByRole('button', { name: /^Supprimer/ })
        .click();
      await question(page).getByRole('button', { name: 'Supprimer' }).click();
      await expect(question(page)).toBeHidden();
      await expect(page.getByRole('button', { name: UNDO })).toBeVisible();
    },
    press: press(UNDO),
    call: /\/restauration$/,
    done: /^La leçon de Zoé Willems est restaurée\.$/,
  },
  'défaire une réouverture': {
    async open(page, manege) {
      await closed(page, manege);
      await closuresOf(page)
        .getByRole('button', { name: /^Rouvrir/ })
        .click();
      await question(page).getByRole('button', { name: 'Rouvrir' }).click();
      await expect(page.getByRole('button', { name: UNDO })).toBeVisible();
    },
    press: press(UNDO),
    call: /\/api\/fermetures$/,
    done: /^La réouverture de la fermeture .* est annulée\.$/,
  },
  'fermer une piste plus longtemps que ce qui se liste à la fois': {
    async open(page, manege) {
      await admin(`/app/webmaster?semaine=${jourOf(234)}`)(page, manege);
      await page
        .getByRole('region', { name: 'Planning de la semaine' })
        .getByRole('button', { name: 'Fermer', exact: true })
        .click();
      const dialog = dialogOf(page);
      await dialog.getByRole('checkbox', { name: 'Piste Extérieure' }).check();
      await dialog.getByRole('button', { name: /^Au, / }).click();
      const day = formatJour(addDays(jourOf(234), 368), 'long');
      await expect(page.getByRole('grid').locator(':focus')).toBeVisible();
      await page.keyboard.press('Shift+PageDown');
      await page.getByRole('button', { name: new RegExp(`^${day}`) }).click();
      await dialog.getByRole('switch', { name: 'Toute la journée' }).click();
      await dialog.getByLabel('De', { exact: true }).selectOption('06:00');
      await dialog.getByLabel('À', { exact: true }).selectOption('06:30');
      await dialog.getByLabel('Raison', { exact: true }).fill(' Perdue ');
    },
    press: press('Fermer la piste', dialogOf),
    call: /\/api\/fermetures$/,
    done: /^La piste est fermée\.$/,
    again: true,
  },
  'modifier une fermeture': {
    async open(page, manege) {
      await closed(page, manege);
      await closuresOf(page)
        .getByRole('button', { name: /^Modifier/ })
        .click();
      await dialogOf(page).getByLabel('Raison', { exact: true }).fill(' Perdue ');
    },
    press: press('Enregistrer', dialogOf),
    call: /\/api\/fermetures\/[\w-]+$/,
    done: 'La fermeture a été modifiée.',
  },
  'rejoindre une leçon ouverte': {
    async open(page, manege) {
      await manege.sql(`update types_lecons set ouverte = value = 'collective'`);
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
      await book(manege, { date_reservation: addDays(today(), 3), heure_debut: '19:00' });
      await enter(page, manege, await manege.person({ prenom: 'Hugo', nom: 'Perdu' }));
      await page.goto('/app/reservation');
      await page
        .getByRole('region', { name: 'Leçons ouvertes' })
        .getByRole('button', { name: /^Rejoindre : .*19h00/ })
        .click();
      await expect(dialogOf(page).getByLabel('Participant 1')).toHaveValue('Hugo Perdu');
    },
    press: press('Rejoindre la leçon', dialogOf),
    call: /\/api\/reservations\/places$/,
    done: 'Votre réservation a été confirmée avec succès !',
    meanwhile: UNSURE,
    again: true,
  },
  rouvrir: {
    async open(page, manege) {
      await closed(page, manege);
      await closuresOf(page)
        .getByRole('button', { name: /^Rouvrir/ })
        .click();
      // The question first reads the lessons that would be restored.
      await expect(question(page).getByRole('button', { name: 'Rouvrir' })).toBeEnabled();
    },
    press: press('Rouvrir', question),
    call: /\/rouvrir$/,
    done: 'Les heures sont rouvertes.',
  },
};

for (const [
  name,
  { open, press: send, call, done, meanwhile = NO_ANSWER, again = false },
] of Object.entries(WRITES))
  test(
    `${name} : sans réponse rien n'est affirmé${done === null ? '' : ' ; une réponse perdue est retrouvée'}`,
    BUREAU,
    async ({ page, manege }) => {
      await open(page, manege);
      await answered(page);
      const failure = page.getByText(
        /n'a pas pu être (?!chargé)|n'ont pas pu être (?!chargé)|[Ee]rreur (est survenue )?lors/,
      );
      const end = await portal(page);
      await send(page);
      await expect(page.getByText(meanwhile).first()).toBeVisible();
      await expect(failure).toHaveCount(0);
      await end();
      if (done === null) return;
      if (meanwhile === UNSURE) await expect(failure).toBeVisible({ timeout: 30_000 });
      else await expect(page.getByText('Connexion perdue')).toBeHidden({ timeout: 30_000 });
      let sent = 0;
      await page.route(call, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        sent += 1;
        if (again && sent === 2) return route.fallback();
        await route.fetch();
        await route.abort('internetdisconnected');
      });
      await send(page);
      await expect(page.getByText(done).filter({ visible: true }).first()).toBeVisible();
      await expect(failure).toHaveCount(0);
      expect(sent).toBe(again ? 2 : 1);
    },
  );
