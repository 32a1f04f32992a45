/** 'Facturation' in the settings: switch, account of the centre, mentions (REL-72, SET-50). */
import { PASSWORD } from '../../support/people.ts';
import { switchOn } from '../comptes.ts';
import { BUREAU, enter, expect, tab, TELEPHONE, test } from '../fixtures.ts';
import { looseSigns } from '../signs.ts';

const HOLDER = 'Titulaire du compte, exactement comme à la banque';

test(
  'l’interrupteur, le compte et les mentions : un IBAN faux se dit, un autre demande le mot de passe',
  BUREAU,
  async ({ page, manege }) => {
    // REL-72, SET-50
    const admin = await manege.person({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
    await enter(page, manege, admin);
    await page.goto('/app/webmastersettings');
    await tab(page, 'Facturation').click();
    const save = page.getByRole('button', { name: 'Sauvegarder les paramètres' });
    const iban = page.getByLabel('IBAN');
    await expect(iban).toHaveValue('');
    await page.getByRole('switch', { name: 'Facturation' }).press('Space');
    await page.getByLabel(HOLDER).fill(' Écuries du Moulin SRL ');
    await iban.fill('be68 5390 0754 7035');
    await page.getByLabel('Nom du centre sur les relevés').fill('Les Écuries du Moulin');
    await page.getByLabel('Forme juridique').fill('SRL');
    await page.getByLabel('Adresse du centre').fill('Rue du Moulin 12\n5000 Namur');
    await page.getByLabel("Numéro d'entreprise").fill('BE 0123.456.749');
    await save.press('Enter');
    await expect(
      page.getByText("Cet IBAN n'est pas valable : vérifiez chacun de ses caractères."),
    ).toBeVisible();
    await expect(iban).toBeFocused();
    await expect(iban).toHaveValue('BE68 5390 0754 7035');
    expect(await looseSigns(page)).toEqual([]);

    await iban.fill('be68539007547034');
    await save.press('Enter');
    const proof = page.getByRole('dialog').filter({ hasText: 'mot de passe' });
    await proof.getByLabel('Mot de passe', { exact: false }).first().fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Paramètres sauvegardés avec succès')).toBeVisible();
    await expect(iban).toHaveValue('BE68 5390 0754 7034');
    const [stored] = await manege.sql(
      'select billing, "billingHolder", "billingIban", "centreAddress" from parametres',
    );
    expect(stored).toEqual({
      billing: true,
      billingHolder: 'Écuries du Moulin SRL',
      billingIban: 'BE68539007547034',
      centreAddress: 'Rue du Moulin 12\n5000 Namur',
    });
    // Now that it is switched on, the first billed day is known.
    await expect(
      page.getByRole('button', { name: /^Premier jour facturé, \p{L}+ 1er \p{L}+ \d{4}$/u }),
    ).toBeVisible();
    // Formatting it is no change.
    await iban.focus();
    await iban.blur();
    await expect(page.getByRole('button', { name: 'Abandonner' })).toBeHidden();
  },
);

test(
  'les mentions se lisent sur l’accueil, et « Vos données » dit combien de temps les relevés restent',
  TELEPHONE,
  async ({ page, manege }) => {
    // SET-50, PEOPLE-35, REL-38
    await page.goto('/confidentialite');
    await expect(page.getByRole('heading', { name: 'Vos réservations' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Vos relevés et vos paiements' })).toHaveCount(
      0,
    );
    await switchOn(manege);
    await page.goto('/');
    const contact = page.getByRole('region', { name: 'Nous trouver' });
    await expect(contact).toContainText(
      'Les Écuries du Moulin SRL · Rue du Moulin 12, 5000 Namur · BE 0123.456.749',
    );
    await page.goto('/confidentialite');
    await expect(page.getByRole('heading', { name: 'Vos relevés et vos paiements' })).toBeVisible();
    await expect(
      page.getByText("10 ans après l'année du dernier relevé ou paiement"),
    ).toBeVisible();
    expect(await looseSigns(page)).toEqual([]);
  },
);
