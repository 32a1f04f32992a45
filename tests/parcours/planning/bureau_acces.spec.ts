/**
 * Navigation of the desk: accounts that wait, the next day, a week by its date, the pages of the
 * menu (DESK-01, DESK-04, DESK-11, UI-03).
 */
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, TELEPHONE, test } from '../fixtures.ts';
import { chooseJour, dayView } from '../modification.ts';
import { store } from '../planning.ts';
import { mondayIn, today } from '../../support/jours.ts';

test(
  'les comptes qui attendent se comptent dans le menu et sur le tableau de bord, en direct ; Emails, Journal et Leçons supprimées suivent les six entrées',
  BUREAU,
  async ({ page, manege }) => {
    // UI-03
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const link = page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: /^Utilisateurs/ });
    await expect(link).toHaveAccessibleName('Utilisateurs');
    await manege.person({ statut: 'en_attente' });
    await manege.person({ statut: 'en_attente' });
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(link).toHaveAccessibleName('Utilisateurs 2 demandes en attente');
    await expect(
      page.getByRole('link', { name: '2 comptes à approuver Voir les demandes' }),
    ).toHaveAttribute('href', '/app/utilisateurs');
    await page.getByRole('button', { name: 'Réduire le menu' }).click();
    await expect(link).toHaveAccessibleName(/2 demandes en attente/);
    await manege.sql("delete from users where statut = 'en_attente'");
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(page.getByText(/comptes? à approuver/)).toHaveCount(0);

    await page.goto('/app/journal');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await expect(menu.getByRole('link', { name: 'Journal' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    for (const [name, path] of [
      ['Emails', '/app/courriels'],
      ['Leçons supprimées', '/app/leconssupprimees'],
    ] as const) {
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
  },
);

test(
  "le jour d'avant, le jour d'après, et une semaine par sa date",
  TELEPHONE,
  async ({ page, manege }) => {
    const jour = mondayIn(26);
    await store(manege, { jour: addDays(jour, 1), noms: ['Zoé Demain'] });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const [before, after] = ['Jour précédent', 'Jour suivant'].map((name) =>
      dayView(page).getByRole('button', { name }),
    );
    await expect(
      dayView(page).getByRole('button', { name: `Date, ${formatJour(today(), 'long')}` }),
    ).toBeVisible();
    await expect(before!).toBeEnabled();
    await page.goto(`/app/webmaster?jour=${jour}`);
    await after!.click();
    await expect(dayView(page).getByText('Zoé Demain').first()).toBeVisible();
    await expect(after!).toBeFocused();
    await before!.click();
    await expect(
      dayView(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`),
    ).toBeVisible();
    const planning = page.getByRole('region', { name: 'Planning de la semaine' });
    const target = addDays(jour, 40);
    await chooseJour(page, target, planning, 'Aller à une date');
    await expect(page).toHaveURL(new RegExp(`jour=${target}`));
  },
);
