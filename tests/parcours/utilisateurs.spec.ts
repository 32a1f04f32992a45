/** /app/utilisateurs: every decision, its question, its sentence, and where the focus goes next (PEOPLE-03 to PEOPLE-08). */
import { BUREAU, enter, expect, expectAccessible, expectNoSidewaysScroll, tabTo, TELEPHONE, test } from './fixtures.ts';
import { APPROUVES, bouton, DEMANDES, dialogue, dureeDe, ligne, newNom, openUtilisateurs, question, REFUSES, stored, titreDe } from './utilisateurs.ts';

const SANS_EMAIL = "L'email n'a pas été envoyé : vérifiez la configuration des emails.";

test('on approuve une demande comme utilisateur : elle passe dans les approuvés et la personne peut entrer', async ({ page, manege, browser }) => { // PEOPLE-03
  const nom = newNom();
  const person = await manege.person({ statut: 'en_attente', nom });
  await openUtilisateurs(page, manege);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await bouton(ligne(page, DEMANDES, nom), 'Approuver').click();
  await expect(dialogue(page).getByText(`Camille ${nom}`)).toBeVisible();
  await expectAccessible(page);
  await dialogue(page).getByRole('button', { name: /Utilisateur \(accès standard\)/ }).click();
  await expect(page.getByRole('status').filter({ hasText: `Camille ${nom} a été approuvé. ${SANS_EMAIL}` })).toBeInViewport();
  await expect(dialogue(page)).toBeHidden();
  await expect(titreDe(page, DEMANDES)).toBeFocused();
  await expect(ligne(page, DEMANDES, nom)).toHaveCount(0);
  await expect(ligne(page, APPROUVES, nom).getByText('Utilisateur', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await stored(manege, person)).toEqual({ role: 'utilisateur', statut: 'actif' });
  await enter(await (await browser.newContext()).newPage(), manege, person);
});

test('approuvé comme administrateur, un compte quitte cette page pour les paramètres ; un email mis en file se dit', BUREAU, async ({ page, manege }) => { // PEOPLE-01, PEOPLE-03
  const nom = newNom();
  const person = await manege.person({ statut: 'en_attente', nom });
  await openUtilisateurs(page, manege);
  // No email can be sent here: the answer of a server that can is given in its place.
  await page.route('**/api/users/*/approbation', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...await response.json() as object, email_envoye: true } });
  });
  await bouton(ligne(page, DEMANDES, nom), 'Approuver').click();
  await dialogue(page).getByRole('button', { name: /Administrateur \(accès complet\)/ }).click();
  await expect(page.getByText(`Camille ${nom} a été approuvé. L'email est mis en file.`)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: nom })).toHaveCount(0);
  expect(await stored(manege, person)).toEqual({ role: 'admin', statut: 'actif' });
  await page.goto('/app/webmastersettings');
  await expect(page.getByRole('row').filter({ hasText: nom })).toBeVisible();
});

test('annuler, Échap et un appui à côté ne changent rien, et le clavier revient où il était', async ({ page, manege }) => { // UI-07
  const nom = newNom();
  const person = await manege.person({ statut: 'en_attente', nom });
  await openUtilisateurs(page, manege);
  const approuver = bouton(ligne(page, DEMANDES, nom), 'Approuver');
  for (const leave of [
    () => dialogue(page).getByRole('button', { name: 'Annuler' }).click(),
    () => dialogue(page).getByRole('button', { name: 'Fermer' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ]) {
    await approuver.click();
    await expect(dialogue(page)).toBeVisible();
    await leave();
    await expect(dialogue(page)).toBeHidden();
    await expect(approuver).toBeFocused();
  }
  const refuser = bouton(ligne(page, DEMANDES, nom), 'Refuser');
  await refuser.click();
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  // A click beside a question does not answer it.
  await page.mouse.click(5, 5);
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(refuser).toBeFocused();
  await refuser.click();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(refuser).toBeFocused();
  expect(await stored(manege, person)).toEqual({ role: 'utilisateur', statut: 'en_attente' });
});

test('au clavier seul : on approuve une demande et on en refuse une autre, dont le compte disparaît', BUREAU, async ({ page, manege }) => { // PEOPLE-03, PEOPLE-04
  const [un, deux] = [newNom(), newNom()];
  const approuvee = await manege.person({ statut: 'en_attente', nom: un });
  const refusee = await manege.person({ statut: 'en_attente', nom: deux });
  await openUtilisateurs(page, manege);
  await tabTo(page, bouton(ligne(page, DEMANDES, un), 'Approuver'));
  await page.keyboard.press('Enter');
  await tabTo(page, dialogue(page).getByRole('button', { name: /^Utilisateur/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText(`Camille ${un} a été approuvé.`)).toBeVisible();

  await tabTo(page, bouton(ligne(page, DEMANDES, deux), 'Refuser'));
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveAccessibleName('Refuser cette demande ?');
  await expect(question(page)).toHaveAccessibleDescription(new RegExp(`Camille ${deux} \\? L'utilisateur sera complètement supprimé`));
  await expectAccessible(page);
  await tabTo(page, question(page).getByRole('button', { name: 'Refuser' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Camille ${deux} a été refusé. ${SANS_EMAIL}`)).toBeVisible();
  await expect(titreDe(page, DEMANDES)).toBeFocused();
  await expect(ligne(page, REFUSES, deux)).toHaveCount(0);
  expect((await stored(manege, approuvee))?.['statut']).toBe('actif');
  expect(await stored(manege, refusee)).toBeUndefined();
});

test('on promeut un utilisateur, on en supprime un autre : son compte, ses sessions et son adresse sont libres', async ({ page, manege, browser }) => { // PEOPLE-05, PEOPLE-06, PEOPLE-22
  const [un, deux] = [newNom(), newNom()];
  const promu = await manege.person({ nom: un });
  const supprime = await manege.person({ nom: deux });
  const ailleurs = await (await browser.newContext()).newPage();
  await enter(ailleurs, manege, supprime);
  await ailleurs.goto('/app/reservation');
  await expect(ailleurs.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();

  await openUtilisateurs(page, manege);
  await bouton(ligne(page, APPROUVES, un), 'Promouvoir administrateur').click();
  await expect(question(page)).toHaveAccessibleName('Promouvoir administrateur ?');
  await question(page).getByRole('button', { name: 'Promouvoir administrateur' }).click();
  await expect(page.getByText(`Camille ${un} est maintenant administrateur.`)).toBeVisible();
  await expect(ligne(page, APPROUVES, un)).toHaveCount(0);
  expect(await stored(manege, promu)).toEqual({ role: 'admin', statut: 'actif' });

  await bouton(ligne(page, APPROUVES, deux), 'Supprimer').click();
  for (const part of [/connexion .* supprimés/, /email sera libéré/, /réservations .* conservées/, /irréversible/]) {
    await expect(question(page)).toHaveAccessibleDescription(part);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await question(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText(`Camille ${deux} a été supprimé.`)).toBeVisible();
  await expect(titreDe(page, APPROUVES)).toBeFocused();
  expect(await stored(manege, supprime)).toBeUndefined();
  await expect(ailleurs).toHaveURL('/login');
});

test('un compte inactif porte un badge et un bouton Activer ; un refusé peut être approuvé ou supprimé', TELEPHONE, async ({ page, manege }) => { // PEOPLE-02, PEOPLE-05
  const [inactif, refuse, autre] = [newNom(), newNom(), newNom()];
  const person = await manege.person({ statut: 'inactif', nom: inactif });
  const garde = await manege.person({ statut: 'refuse', nom: refuse });
  const perdu = await manege.person({ statut: 'refuse', nom: autre });
  await openUtilisateurs(page, manege);
  const row = ligne(page, APPROUVES, inactif);
  await expect(row.getByText('Inactif', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await bouton(row, 'Activer').click();
  await expect(page.getByText(`Camille ${inactif} est de nouveau actif.`)).toBeVisible();
  await expect(row.getByText('Inactif', { exact: true })).toHaveCount(0);
  await expect(bouton(row, 'Activer')).toHaveCount(0);
  expect((await stored(manege, person))?.['statut']).toBe('actif');

  await bouton(ligne(page, REFUSES, refuse), 'Approuver').click();
  await dialogue(page).getByRole('button', { name: /^Utilisateur/ }).click();
  await expect(ligne(page, APPROUVES, refuse)).toBeVisible();
  expect((await stored(manege, garde))?.['statut']).toBe('actif');
  await bouton(ligne(page, REFUSES, autre), 'Supprimer').click();
  await question(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText(`Camille ${autre} a été supprimé.`)).toBeVisible();
  expect(await stored(manege, perdu)).toBeUndefined();
});

test('ce qu\'une action a donné se lit 5 secondes, 6 après une suppression', BUREAU, async ({ page, manege }) => { // PEOPLE-08, LIM-24
  const nom = newNom();
  await manege.person({ statut: 'inactif', nom });
  await page.clock.install();
  await openUtilisateurs(page, manege);
  const row = ligne(page, APPROUVES, nom);
  await expect(row).toBeVisible();
  const lu = await dureeDe(page, page.getByText('est de nouveau actif.'), () => bouton(row, 'Activer').click());
  expect(Math.abs(lu - 5_000)).toBeLessThanOrEqual(200);
  const supprime = await dureeDe(page, page.getByText('a été supprimé.'), async () => {
    await bouton(row, 'Supprimer').click();
    await question(page).getByRole('button', { name: 'Supprimer' }).click();
  });
  expect(Math.abs(supprime - 6_000)).toBeLessThanOrEqual(200);
});
