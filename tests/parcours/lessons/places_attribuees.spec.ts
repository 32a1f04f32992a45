/** The desk says whose seat it is, in the edit dialog, by keyboard alone (RIDE-03). */
import type { Page } from '@playwright/test';
import { BUREAU, expect, type Manege, test } from '../fixtures.ts';
import { book, button, dialog, field, openDesk, openDialogOn, personnes } from '../modification.ts';
import { jourOf } from '../../support/jours.ts';

test(
  'ajouter l’enfant d’une autre famille : son compte se cherche, sa famille a la place',
  BUREAU,
  async ({ page, manege }) => {
    // RIDE-03, RIDE-19, PEOPLE-19, REL-79
    await openDesk(page, manege);
    await addChild(page, manege);
    await test.step('une place qui est sur le relevé d’un client effacé ne propose pas de client', () =>
      offerNobody(page, manege));
  },
);

async function addChild(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 66);
  const father = await manege.person({ prenom: 'Marc', nom: 'Lenoir' });
  const rider = 'Ysaline Renard';
  await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [father.id, rider]);
  const lecon = await book(manege, { date_reservation: jour });
  const seats = () =>
    manege.sql(
      'select nom, user_id from participants where reservation_id = $1 order by position',
      [lecon.id],
    );
  const before = await seats();
  await openDialogOn(page, jour);
  await personnes(page).nth(2).press(' ');
  await field(page, 'Nom complet du participant 3').fill('Ysaline Lenoir');
  await expect(field(page, 'Nom complet du participant 3')).toHaveAccessibleDescription(
    /Place sans client.*Au prix de la leçon/,
  );
  await button(page, "Choisir un client d'Ysaline Lenoir").press('Enter');
  const search = field(page, "À qui est cette place d'Ysaline Lenoir");
  await expect(search).toBeFocused();
  // Her father is found by the name of his rider.
  await search.fill(rider.toLowerCase());
  await expect(page.getByRole('option', { name: new RegExp('Marc Lenoir') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(button(page, "Autre client d'Ysaline Lenoir")).toBeFocused();
  await expect(field(page, 'Nom complet du participant 3')).toHaveAccessibleDescription(
    new RegExp('Place de Marc Lenoir'),
  );
  await button(page, 'Enregistrer').press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  expect(await seats()).toEqual([...before, { nom: 'Ysaline Lenoir', user_id: father.id }]);

  // And back to nobody.
  await openDialogOn(page, jour);
  await button(page, "Autre client d'Ysaline Lenoir").press('Enter');
  await field(page, "À qui est cette place d'Ysaline Lenoir").fill('x');
  await page.getByRole('option', { name: 'À personne' }).click();
  await button(page, 'Enregistrer').press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  expect((await seats())[2]).toEqual({ nom: 'Ysaline Lenoir', user_id: null });

  // The dashboard says so, and leads to the lesson (CLI-09).
  await page.goto('/app/webmaster');
  await page
    .locator('summary')
    .filter({ hasText: /places? sans client/ })
    .press('Enter');
  const line = page
    .getByRole('listitem')
    .filter({ hasText: 'Ysaline Lenoir' })
    .filter({ has: page.getByRole('link') });
  await expect(line).toBeVisible();
  await line.getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`jour=${jour}&lecon=${lecon.id}`));
  await expect(page.getByRole('article', { name: /^10:00/ })).toBeFocused();

  // Her grandmother, who telephones, becomes a customer without leaving the dialog (CLI-04).
  await openDialogOn(page, jour);
  await button(page, "Choisir un client d'Ysaline Lenoir").press('Enter');
  await field(page, "À qui est cette place d'Ysaline Lenoir").fill('Odette  Lenoir');
  const added = page.getByRole('option', { name: '« Odette Lenoir », nouveau client' });
  await expect(added).toBeVisible();
  await added.click();
  await expect(field(page, 'Nom complet du participant 3')).toHaveAccessibleDescription(
    new RegExp("Place d'Odette Lenoir"),
  );
  await button(page, 'Enregistrer').press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  const grandmother = await manege.sql('select id, telephone from clients where nom = $1', [
    'Odette Lenoir',
  ]);
  expect(grandmother).toHaveLength(1);
  expect((await seats())[2]).toEqual({ nom: 'Ysaline Lenoir', user_id: grandmother[0]?.['id'] });
}

async function offerNobody(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 65);
  const lecon = await book(manege, { date_reservation: jour });
  await manege.sql(
    `with seat as (
      update participants set user_id = null where reservation_id = $1 and position = 2 returning id
    ), payeur as (
      insert into payeurs (id, nom, efface_at) values (gen_random_uuid(), 'Kiki', now()) returning id
    ), releve as (
      insert into releves (payeur_id, mois, numero, jour, au, nom, solde_precedent, ce_mois, paye, created_at)
        select id, '2001-01', 1, '2001-01-31', '2001-01-30', 'Kiki', 0, 2000, 0, now() from payeur returning id
    )
    insert into releves_lignes (releve_id, position, source, source_id, jour, libelle, centimes, ecart, clos)
      select releve.id, 1, 'place', seat.id, '2001-01-30', 'Leçon', 2000, false, true from releve, seat`,
    [lecon.id],
  );
  await openDialogOn(page, jour);
  await expect(field(page, 'Nom complet du participant 2')).toHaveAccessibleDescription(
    /Place sans client, sur le relevé d'un client effacé/,
  );
  await expect(button(page, 'Choisir un client de Léa Martens')).toHaveCount(0);
  await expect(button(page, 'Autre client de Zoé Willems')).toBeVisible();
}
