/**
 * The riders for whom a person books: stored in the profile, offered in the booking form, read by
 * administrators, all with the keyboard (RIDE-20 to RIDE-23).
 */
import { answerNextWrite, BUREAU, enter, expect, TELEPHONE, test } from '../fixtures.ts';
import { card as leconCard, dialog as editDialog, openDesk } from '../modification.ts';
import { card } from '../profil.ts';
import { bookFor, choosePersonnes, radio } from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

test(
  "au clavier : ajouter deux cavaliers, en modifier un, les retrouver dans la réservation, en retirer un ; le centre lit ce qu'on en dit",
  BUREAU,
  async ({ page, browser, manege }) => {
    const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await enter(page, manege, person);
    await page.goto('/app/monprofil');
    const riders = card(page, 'Mes cavaliers');
    await expect(riders.getByText('Aucun cavalier enregistré.')).toBeVisible();
    // the region exists before its text (UI-42)
    await expect(riders.getByRole('status')).toHaveCount(1);
    const dialog = page.getByRole('dialog', { name: /cavalier/ });
    const field = (name: RegExp) => dialog.getByLabel(name);
    const add = riders.getByRole('button', { name: 'Ajouter un cavalier' });

    // The error of a wrong year is shown at its field. Escape asks before the input is lost.
    await add.press('Enter');
    await expect(field(/^Prénom et nom/)).toBeFocused();
    await page.keyboard.type('Tom Maes');
    await field(/^Année de naissance/).fill('15');
    await page.keyboard.press('Enter');
    await expect(field(/^Année de naissance/)).toBeFocused();
    await expect(dialog.getByText("L'année de naissance va de 1900 à cette année.")).toBeVisible();
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await field(/^Année de naissance/).fill('2015');
    await field(/^Année de naissance/).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(riders.getByText('Cavalier ajouté.')).toBeVisible();
    await expect(riders.getByRole('listitem')).toHaveText([/Tom Maes · 2015/]);

    // The dialog refuses the same name, and then accepts another one.
    await add.press('Enter');
    await page.keyboard.type('tom maes');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Un cavalier de la liste a déjà ce nom.')).toBeVisible();
    await field(/^Prénom et nom/).fill('Léa');
    await page.keyboard.press('Enter');
    await expect(riders.getByRole('listitem')).toHaveCount(2);
    await expect(dialog).toBeHidden();
    await riders.getByRole('button', { name: 'Modifier Léa' }).press('Enter');
    await field(/^Prénom et nom/).fill('Léa Dubois');
    await page.keyboard.press('Enter');
    await expect(riders.getByText('Cavalier modifié.')).toBeVisible();

    await page.goto('/app/reservation');
    await radio(page, /^Leçon collective/).check();
    await choosePersonnes(page, 2);
    const offered = page.getByRole('group', { name: 'Mes cavaliers' }).getByRole('button');
    const nom = (n: number) => page.getByLabel(`Nom complet du participant ${n}`);
    await expect(offered).toHaveText(['Léa Dubois', 'Tom Maes']);
    // The empty field first, then the one with the preset own name.
    await expect(nom(1)).toHaveValue('Élise Maes');
    await offered.first().press('Enter');
    await expect(nom(2)).toHaveValue('Léa Dubois');
    await expect(nom(1)).toHaveValue('Élise Maes');
    await expect(offered).toHaveText(['Tom Maes']);
    await expect(offered).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(nom(1)).toHaveValue('Tom Maes');
    await expect(nom(1)).toBeFocused();
    await expect(offered).toHaveCount(0);
    await nom(1).fill('Hugo');
    // A click fills in the field that has the focus.
    await nom(2).focus();
    await offered.last().click();
    await expect(nom(2)).toHaveValue('Tom Maes');
    await expect(nom(2)).toBeFocused();
    await expect(offered).toHaveText(['Léa Dubois']);

    // An administrator sees the year beside the lesson, and the note as soon as it is stored, also
    // in the dialog.
    const jour = jourOf(10, 45);
    expect(
      await bookFor(manege, person, {
        date_reservation: jour,
        noms_participants: ['TOM Maes', 'Léa Dubois'],
      }),
    ).toBe(201);
    const context = await browser.newContext({
      baseURL: manege.server.url,
      viewport: page.viewportSize(),
    });
    const desk = await context.newPage();
    await openDesk(desk, manege, jour);
    const notes = leconCard(desk, '10:00, Leçon collective')
      .getByRole('list', { name: 'À propos des participants' })
      .getByRole('listitem');
    await expect(notes).toHaveText(['Tom Maes · né(e) en 2015']);
    await page.goto('/app/monprofil');
    await riders.getByRole('button', { name: 'Modifier Léa Dubois' }).press('Enter');
    await field(/^Note pour le moniteur/).fill('a'.repeat(301));
    await expect(dialog.getByText('301 / 300 caractères')).toBeVisible();
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(field(/^Note pour le moniteur/)).toBeFocused();
    await expect(dialog.getByText('La note doit compter 300 caractères au plus.')).toBeVisible();
    await field(/^Note pour le moniteur/).fill('Débute.\nAllergique au foin.');
    await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(riders.getByText('Allergique au foin.')).toBeVisible();
    await expect(notes).toHaveText([
      'Tom Maes · né(e) en 2015',
      /^Léa Dubois.*Allergique au foin\.$/s,
    ]);
    await desk
      .getByRole('button', { name: 'Modifier la réservation de 10:00, Leçon collective' })
      .press('Enter');
    await expect(editDialog(desk).getByText('Allergique au foin.')).toBeVisible();
    await context.close();

    await riders.getByRole('button', { name: 'Retirer Tom Maes' }).press('Enter');
    await expect(question.getByText('ne vous sera plus proposé')).toBeVisible();
    // The answer is lost, and reading the list again shows the result (UI-32).
    await answerNextWrite(page, '**/api/cavaliers/*', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await question.getByRole('button', { name: 'Retirer' }).press('Enter');
    await expect(riders.getByText('Cavalier retiré.')).toBeVisible();
    await expect(riders.getByRole('listitem')).toHaveCount(1);
  },
);

test(
  'deux écrans écrivent la note du même cavalier : rien ne se perd sans un mot, au clavier',
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-89
    const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [person.id, 'Tom']);
    await enter(page, manege, person);
    await page.goto('/app/monprofil');
    const riders = card(page, 'Mes cavaliers');
    await riders.getByRole('button', { name: 'Modifier Tom' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Modifier le cavalier' });
    const note = dialog.getByLabel(/^Note pour le moniteur/);
    await note.fill('Débute');
    // Nobody has told this screen yet.
    const elsewhere = (change: string) => manege.sql(`${change} where user_id = $1`, [person.id]);
    await elsewhere("update cavaliers set note = 'Allergique', annee_naissance = 2015");
    const save = dialog.getByRole('button', { name: 'Enregistrer' });
    await save.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(
      /^Ce cavalier vient d'être modifié sur un autre écran\. Rien n'est encore enregistré\..*l'année de naissance\s: 2015 \(avant\s: rien\).*la note\s: Allergique \(avant\s: rien\)/,
    );
    await expect(note).toHaveValue('Débute');
    const keep = dialog.getByRole('button', { name: "Garder ce que j'ai écrit" });
    await expect(keep).toBeEnabled();
    await keep.press('Enter');
    await expect(note).toBeFocused();
    await expect(note).toHaveValue('Débute');
    await expect(dialog.getByLabel(/^Année de naissance/)).toHaveValue('2015');
    await note.fill('Allergique. Débute');
    await save.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(riders.getByText('Cavalier modifié.')).toBeVisible();
    await expect(riders.getByRole('listitem')).toHaveText(/Tom · 2015.*Allergique\. Débute/);

    // Taken out on another screen: what was typed stays.
    await riders.getByRole('button', { name: 'Modifier Tom' }).press('Enter');
    await note.fill('Saute');
    await elsewhere('delete from cavaliers');
    await save.press('Enter');
    await expect(dialog.getByText("Ce cavalier n'est plus dans la liste.")).toBeVisible();
    await expect(note).toHaveValue('Saute');
  },
);
