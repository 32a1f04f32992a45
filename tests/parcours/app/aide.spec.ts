/**
 * The help: its list and its pages, and each task walked on the screen that it names, where what it
 * quotes is found by role and name (UI-90 to UI-93).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { desk as bureauOf } from '../comptes.ts';
import { openBilling, owe, sendAll } from '../facturation.ts';
import { announceParametres, BUREAU, enter, expect, type Manege, test } from '../fixtures.ts';
import {
  cell,
  closeArena,
  freeSlot,
  open,
  rememberType,
  store,
  storeSerie,
  weekOf,
} from '../planning.ts';
import { bookElsewhere, bookFor, goToJour, radio } from '../reservation.ts';
import { newNom } from '../utilisateurs.ts';
import { jourOf, mondayIn } from '../../support/jours.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/aide/', import.meta.url));
const NOMS = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace('.md', ''))
  .toSorted();

/** What a page says in bold: what a person presses, fills or finds by its name (UI-93). */
const quotedBy = (nom: string): string[] => [
  ...new Set(
    [...readFileSync(`${FOLDER}${nom}.md`, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].map(
      ([, text = '']) => text,
    ),
  ),
];

const ROLES = [
  'button',
  'link',
  'menuitem',
  'option',
  'radio',
  'checkbox',
  'switch',
  'combobox',
  'textbox',
  'spinbutton',
  'heading',
  'group',
] as const;

/** The first element that is named so, or whose name begins so. */
function named(page: Page, text: string): Locator {
  // Playwright cannot parse an apostrophe in the expression of a name.
  const words = text
    .replaceAll(/[.?()]/g, String.raw`\$&`)
    .replaceAll("'", '.')
    .replaceAll(' ', String.raw`\s`);
  const name = new RegExp(String.raw`^${words}(?![\p{L}\p{N}])`, 'u');
  return ROLES.map((role) => page.getByRole(role, { name }))
    .reduce((all, one) => all.or(one), page.getByRole('term').filter({ hasText: name }))
    .filter({ visible: true })
    .first();
}

type Walk = {
  page: Page;
  manege: Manege;
  /** Waits for what the page of the task quotes. */
  see: (...texts: string[]) => Promise<void>;
  /** The same, and presses it. */
  press: (text: string) => Promise<void>;
};

const admin = async ({ page, manege }: Walk, path: string) => {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto(path);
};
const rider = async ({ page, manege }: Walk) => {
  const person = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
  await enter(page, manege, person);
  await page.goto('/app/reservation');
  return person;
};
const dialog = (page: Page) => page.getByRole('dialog');
const jour = (n: number) => addDays(mondayIn(90), n);
const desk = async (walk: Walk, day: string) => {
  await open(walk.page, walk.manege, day);
  await walk.see('Webmaster');
};

/** The steps of each task, on the screen that it names. */
const WALKS: Record<string, (walk: Walk) => Promise<unknown>> = {
  'reserver-une-lecon': async (walk) => {
    await rider(walk);
    await radio(walk.page, /^Leçon collective/).check();
    await walk.see(
      'Réservations',
      'Le jour',
      'Semaine suivante',
      "La piste et l'heure",
      'Peu importe',
    );
    await walk.see('Votre réservation', 'Confirmer la réservation', 'Mes réservations');
  },
  'rejoindre-une-lecon': async (walk) => {
    const { page, manege, see } = walk;
    expect(await bookElsewhere(manege, { date_reservation: jourOf(37, 1) })).toBe(201);
    await manege.sql(`update types_lecons set ouverte = true where value = 'collective'`);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
    await rider(walk);
    await see('Réservations');
    await radio(page, /^Leçon collective/).check();
    await goToJour(page, jourOf(37, 1));
    await radio(page, /^Piste Intérieure/).check();
    await radio(page, /^10:00, Rejoindre/).check();
    await see('Rejoindre la leçon');
  },
  'changer-ou-annuler': async (walk) => {
    const { page, manege, see, press } = walk;
    await manege.sql('update parametres set "riderCancellation" = true, "riderChanges" = true');
    await announceParametres(manege);
    const person = await rider(walk);
    const day = { date_reservation: jourOf(37, 2), noms_participants: ['Camille', 'Léa'] };
    expect(await bookFor(manege, person, day)).toBe(201);
    await see('Réservations', 'Mes réservations');
    await press('Changer');
    await see('Enregistrer');
    await page.keyboard.press('Escape');
    await press('Annuler');
    await see('Annuler la leçon');
    await page.getByRole('button', { name: 'Ne pas annuler' }).click();
    // Another account has a seat in it.
    const other = await manege.person();
    await manege.sql(
      `update participants set user_id = $1 where position = 2 and reservation_id in (select id from reservations where user_id = $2)`,
      [other.id, person.id],
    );
    await page.reload();
    await see('Annuler ma place');
  },
  'etre-prevenu': async (walk) => {
    const { page, manege, see, press } = walk;
    expect(await bookElsewhere(manege, { date_reservation: jourOf(37, 3) })).toBe(201);
    await manege.sql('update parametres set "slotAlerts" = true');
    await announceParametres(manege);
    await rider(walk);
    await see('Réservations');
    await radio(page, /^Leçon collective/).check();
    await goToJour(page, jourOf(37, 3));
    await radio(page, /^Piste Intérieure/).check();
    await see('Un créneau pris vous intéresse ?');
    await page.getByLabel('Un créneau pris vous intéresse ?').selectOption('10:00');
    await press('Prévenez-moi si ce créneau se libère');
    await see('Créneaux attendus', 'Ne plus me prévenir');
  },
  'mes-cavaliers': async (walk) => {
    const { page, see, press } = walk;
    await rider(walk);
    await page.getByRole('button', { name: 'Mon compte' }).click();
    await press('Mon profil');
    await see('Mes cavaliers');
    await press('Ajouter un cavalier');
    await see('Note pour le moniteur', 'Enregistrer');
  },
  'mettre-sur-le-telephone': (walk) => rider(walk),
  'reserver-au-telephone': async (walk) => {
    const { page, manege, see, press } = walk;
    const nom = newNom();
    await manege.person({ prenom: 'Rose', nom });
    await rememberType(manege, 'longe');
    await desk(walk, jour(6));
    await freeSlot(page, jour(6), '15:00').click();
    await see('Pour qui', 'Type de leçon', 'Plus de détails');
    await dialog(page).getByRole('combobox', { name: 'Pour qui' }).fill(nom);
    await dialog(page)
      .getByRole('option', { name: new RegExp(nom) })
      .first()
      .click();
    await press('Réserver');
    await see('Encore une');
  },
  'deplacer-une-lecon': async (walk) => {
    const { page, manege, see, press } = walk;
    await storeSerie(manege, { jour: jour(0), noms: ['Tom Willems'] }, 2);
    await desk(walk, jour(0));
    await cell(page, /Tom W\./).click();
    await press('Déplacer');
    await see('Semaine suivante', 'Ne pas déplacer');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await see('Cette leçon');
  },
  'annuler-une-lecon': async (walk) => {
    const { page, manege, see, press } = walk;
    await storeSerie(manege, { jour: jour(1), noms: ['Léa Pas'] }, 2);
    await desk(walk, jour(1));
    await see('Leçons supprimées');
    await cell(page, /Léa P\./).click();
    await see('Supprimer');
    await press('Annuler la leçon');
    await see('Raison', 'Cette leçon');
    await press('Mauvais temps');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Annuler la leçon', exact: true })
      .click();
    await see('Annuler');
  },
  'fermer-une-piste': async (walk) => {
    const { page, manege, see, press } = walk;
    const closed = { jour: jour(2), piste: 'interieure', debut: '10:00', fin: '12:00' };
    await closeArena(manege, { ...closed, motif: 'Gel' });
    await desk(walk, jour(2));
    await press('Fermer');
    await see('Toute la journée', 'Raison');
    await dialog(page).getByRole('checkbox', { name: 'Piste Extérieure' }).check();
    await see('Leçons concernées');
    await page.keyboard.press('Escape');
    await weekOf(page).getByRole('button', { name: /Fermé/ }).first().click();
    await see('Rouvrir');
  },
  'repeter-une-lecon': async (walk) => {
    const { page, manege, see, press } = walk;
    await store(manege, { jour: jour(3), noms: ['Zoé Élan'] });
    await desk(walk, jour(3));
    await cell(page, /Zoé É\./).click();
    await press('Répéter');
    await see('Chaque semaine', 'Toutes les deux semaines');
    await dialog(page)
      .getByRole('group', { name: 'Derniers jours' })
      .getByRole('button')
      .first()
      .click();
    await see('Dates');
  },
  'approuver-des-inscriptions': async (walk) => {
    for (const prenom of ['Inès', 'Théo'])
      await walk.manege.person({ statut: 'en_attente', prenom });
    await admin(walk, '/app/utilisateurs');
    await walk.see('Utilisateurs', 'Demandes en attente', 'Approuver', 'Tout sélectionner');
    await walk.see('Approuver comme utilisateurs');
    await walk.press("Plus d'actions");
    await walk.see('Refuser');
  },
  'importer-des-clients': async (walk) => {
    const { page, see, press } = walk;
    await admin(walk, '/app/utilisateurs');
    await see('Utilisateurs');
    await press('Importer un fichier');
    await see('Choisir un fichier CSV', 'Derniers imports');
    await page.locator('input[type=file]').setInputFiles({
      name: 'clients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Nom;Prénom\n${newNom()};Jeanne\n`),
    });
    await press("Voir l'aperçu");
    await page.getByRole('button', { name: 'Importer', exact: true }).click();
    await see('Importer', 'Défaire');
  },
  'imprimer-la-journee': async (walk) => {
    const { page, see, press } = walk;
    await desk(walk, jour(4));
    await see('Jour suivant', 'Aller à une date', 'Vue du jour', 'Imprimer la journée');
    await see('Imprimer la semaine');
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').fill('imprimer');
    await see('Imprimer la journée de demain');
    await press('Imprimer la journée de demain');
  },
  'changer-un-prix': async (walk) => {
    await admin(walk, '/app/prix');
    await walk.see('Prix', 'Tarif', "Changer à partir d'un jour", 'Sauvegarder les prix');
    await walk.see('Annuler les modifications');
  },
  'retrouver-les-lecons': async (walk) => {
    const { page, manege, see, press } = walk;
    const nom = newNom();
    await manege.person({ prenom: 'Rose', nom });
    await admin(walk, '/app/webmaster');
    await press('Rechercher');
    await dialog(page).getByRole('combobox').fill(nom);
    await dialog(page)
      .getByRole('option', { name: new RegExp(nom) })
      .click();
    await see('Leçons à venir', 'Leçons passées', 'Réserver pour');
  },
  'defaire-une-erreur': async (walk) => {
    const { page, manege, see, press } = walk;
    await store(manege, { jour: jour(5), noms: ['Max Autre'] });
    await desk(walk, jour(5));
    await cell(page, /Max A\./).click();
    await dialog(page).getByRole('button', { name: 'Supprimer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await see('Annuler', 'Journal');
    await press('Leçons supprimées');
    await see('Restaurer', 'Participants retirés');
  },
  'verifier-une-sauvegarde': async (walk) => {
    const { see, press } = walk;
    await admin(walk, '/app/webmastersettings');
    await see('Paramètres');
    await press('Service');
    await see(
      'État du service',
      'Vérifier maintenant',
      'Sauvegardes',
      'Dernière sauvegarde réussie',
    );
    await see('Sauvegarder maintenant');
  },
  'envoyer-les-releves': async (walk) => {
    const { page, manege, see, press } = walk;
    await openBilling(manege);
    await owe(manege, newNom(), 50_00);
    const past = mondayIn(-1);
    await store(manege, { jour: past });
    await admin(walk, `/app/webmaster?jour=${past}`);
    await see('Vue du jour', 'Tous présents');
    await press('Facturation');
    await press('Mois');
    await see('À vérifier avant');
    await press('Envoyer les relevés');
    await see('Envoyer');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Envoyer' }).click();
    await see('Relevés à imprimer', 'Imprimer ceux-ci');
    await see('Exporter le mois (CSV)', "Exporter l'année (CSV)");
  },
  'noter-un-paiement': async (walk) => {
    const { page, manege, see, press } = walk;
    await openBilling(manege);
    for (const centimes of [50_00, 35_00]) await owe(manege, newNom(), centimes);
    await sendAll(manege);
    await admin(walk, '/app/webmaster');
    await press('Facturation');
    await press('Qui doit quoi');
    await press('Payé');
    await see('Annuler');
    await press('Autre…');
    await see('Montant reçu', 'Moyen', 'Enregistrer le paiement');
    await page.keyboard.press('Escape');
    await press('Entrer des virements');
  },
  'lire-mes-releves': async (walk) => {
    const { manege, see, press } = walk;
    await openBilling(manege);
    const person = await rider(walk);
    const bureau = await bureauOf(manege);
    await bureau.line(person.id, 'Cotisation', 50);
    await bureau.releve(person.id);
    await press('Mes relevés');
    await see('À payer');
    await press('Voir et imprimer');
  },
};

async function walk({ page, manege }: Pick<Walk, 'page' | 'manege'>, nom: string): Promise<void> {
  const left = new Set(quotedBy(nom));
  const see = async (...texts: string[]) => {
    for (const text of texts) {
      await expect(named(page, text), text).toBeVisible();
      left.delete(text);
    }
  };
  const press = async (text: string) => {
    await see(text);
    await named(page, text).click();
  };
  await WALKS[nom]?.({ page, manege, see, press });
  expect([...left], 'cité, et pas vu').toEqual([]);
}

/** The pages of one person, which are walked one after the other. */
const READERS: Record<string, readonly string[]> = {
  'des cavaliers': [
    'reserver-une-lecon',
    'etre-prevenu',
    // From here on, lessons can be joined, so their slots are no longer taken.
    'rejoindre-une-lecon',
    'changer-ou-annuler',
    'mes-cavaliers',
    'mettre-sur-le-telephone',
  ],
  'du bureau au planning': [
    'reserver-au-telephone',
    'deplacer-une-lecon',
    'annuler-une-lecon',
    'fermer-une-piste',
    'repeter-une-lecon',
    'imprimer-la-journee',
    'defaire-une-erreur',
  ],
  'du bureau dans les comptes et les paramètres': [
    'approuver-des-inscriptions',
    'importer-des-clients',
    'changer-un-prix',
    'retrouver-les-lecons',
    'verifier-une-sauvegarde',
  ],
  'de la facturation': ['envoyer-les-releves', 'noter-un-paiement', 'lire-mes-releves'],
};

for (const [reader, noms] of Object.entries(READERS))
  test(
    `ce que citent les pages ${reader} se trouve à l'écran, par son rôle et son nom`,
    BUREAU,
    async ({ page, manege }) => {
      // UI-93: no page is left out.
      expect(Object.keys(WALKS).toSorted()).toEqual(NOMS);
      expect(Object.values(READERS).flat().toSorted()).toEqual(NOMS);
      for (const nom of noms) await test.step(nom, () => walk({ page, manege }, nom));
    },
  );
