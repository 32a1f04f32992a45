/**
 * A sign that French separates with a space never starts a line, also in sentences of the domain
 * (UI-78). Checks of every screen: tests/etats.
 */
import type { Page } from '@playwright/test';
import { OWN_CAUSES } from '#domain/emails/failures.ts';
import { insert } from '../parcours/courriels.ts';
import { BUREAU, enter, expect, TELEPHONE, test } from '../parcours/fixtures.ts';
import { bookElsewhere, fillForm, jourOf } from '../parcours/reservation.ts';
import { looseSigns } from '../parcours/signs.ts';

/** The page shows a sentence with such a sign, and no line can start with the sign. */
async function keeps(page: Page, sentence: string | RegExp): Promise<void> {
  await expect(page.getByText(sentence).first()).toBeVisible();
  expect(await looseSigns(page)).toEqual([]);
}

test('un créneau pris, une leçon proche, sa réservation', TELEPHONE, async ({ page, manege }) => {
  const jour = jourOf(1, 3);
  await manege.sql(
    'update parametres set "riderCancellation" = true, "cancellationHours" = 336, "riderGrace" = false',
  );
  expect(await bookElsewhere(manege, { date_reservation: jour, nombre_personnes: 2 })).toBe(201);
  await page.goto('/');
  await keeps(page, /^Ce centre n'envoie pas d'email de confirmation\s:/);
  await enter(page, manege, await manege.person());
  await page.goto('/app/reservation');
  await fillForm(page, jour, { heure: '15:00' });
  await keeps(page, /^Cette leçon est proche\s:/);
  await page.getByRole('radio', { name: /^10:00,/ }).click({ force: true });
  await keeps(page, /^10:00\s:/);
  await page.getByRole('button', { name: 'Confirmer la réservation' }).click();
  await expect(page.getByText('Votre réservation a été confirmée avec succès !')).toBeVisible();
  expect(await looseSigns(page)).toEqual([]);
});

test('statistiques, journal, emails, état du service', BUREAU, async ({ page, manege }) => {
  const admin = await manege.person({ role: 'admin' });
  expect(await bookElsewhere(manege, { date_reservation: jourOf(2, 3) })).toBe(201);
  await insert(manege, {
    contenu: { sorte: 'refus', nom: 'Élise Maes' },
    destinataire: 'elise@exemple.be',
    statut: 'echoue',
    essais: 4,
    erreur: OWN_CAUSES.lien_illisible,
  });
  await manege.sql(
    "insert into journal (survenu_at, action, objet, objet_id, details) values (now(), 'compte.role', 'compte', $1, '{}')",
    [admin.id],
  );
  // Two signs in a row: 'Cours « Étoiles » : 10,00 € → 12,00 €'.
  await manege.sql(
    `insert into journal (survenu_at, action, objet, details) values (now(), 'prix.modifies', null, '{"changements":{"Cours « Étoiles »":["10.00","12.00"]}}')`,
  );
  await enter(page, manege, admin);
  await page.goto(`/app/statistiques?du=${jourOf(0, 0)}&au=${jourOf(4, 0)}`);
  await keeps(page, /à venir\s; /);
  await page.goto('/app/journal');
  await keeps(page, / a changé le rôle\s:/);
  await page.goto('/app/courriels');
  await keeps(page, /^Son lien ne peut plus être lu\s:/);
  await page.getByRole('table').getByRole('button', { name: 'Votre demande de compte' }).click();
  await expect(page.getByRole('dialog').getByText(/^Son lien ne peut plus/)).toBeVisible();
  expect(await looseSigns(page)).toEqual([]);
  await page.goto('/app/webmastersettings?onglet=service');
  await page.getByRole('button', { name: 'Vérifier maintenant' }).click();
  const details = page.locator('details:has-text("Détails pour qui installe Manège")');
  await expect(details.first()).toBeVisible();
  await details.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
  await keeps(page, /À faire\s:/);
});
