import type { Page } from '@playwright/test';
import type { Manege } from '../parcours/fixtures.ts';
import { button, text, type Groupe } from './etat.ts';

export const PRIX: Groupe = {
  title: 'Les prix',
  who: 'administrateur',
  etats: [
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
  ],
};

const longe = (page: Page) => page.getByRole('spinbutton', { name: /^Tarif Longe/ });
const save = (page: Page) => button(page, 'Sauvegarder les prix').click();
async function changeLonge(page: Page, prix: string): Promise<void> {
  await longe(page).fill(prix);
  await save(page);
}
/** Another screen changes the price of 'Longe'. */
async function changeElsewhere(manege: Manege): Promise<void> {
  await manege.sql(
    "insert into prix_valables values ('longe', '2000-01-01', 3100) on conflict (type_lecon, du) do update set centimes = prix_valables.centimes + 100",
  );
  await manege.sql("update prix set version = version + 1 where type_lecon = 'longe'");
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
}

export const PRIX_REFUS: Groupe = {
  title: 'Les prix : refusés, changés ailleurs, enregistrés',
  who: 'administrateur',
  empty: true,
  prepare: (manege) =>
    manege.sql(
      "insert into prix_valables (type_lecon, du, centimes) values ('liberte', current_date + 60, 2350)",
    ),
  etats: [
    {
      title: 'sans type de leçon',
      path: '/app/prix',
      prepare: (page) =>
        page.route(/\/api\/(types-lecons|prix)(\?.*)?$/, (route) => route.fulfill({ json: [] })),
      open: text('Aucun type de leçon configuré'),
    },
    {
      title: 'des prix sauvegardés',
      path: '/app/prix',
      open: text('Les prix ont été sauvegardés avec succès'),
      press: (page) => changeLonge(page, '22'),
    },
    {
      title: 'un prix refusé à son champ',
      path: '/app/prix',
      open: text(/^Un prix va de 0 à 99 999,99 euros/),
      press: (page) => changeLonge(page, '-3'),
    },
    {
      title: 'un prix modifié ailleurs',
      path: '/app/prix',
      open: (page) => page.getByRole('group', { name: 'Tarif Longe, modifié ailleurs' }),
      async press(page, manege) {
        await longe(page).fill('25,5');
        await changeElsewhere(manege);
        await text(/^Modifié ailleurs entre-temps/)(page).waitFor();
        await save(page);
      },
    },
    {
      title: 'un prochain prix à retirer',
      path: '/app/prix',
      open: text(/^Sera retiré/),
      press: (page) => button(page, /^Retirer.*Liberté/).click(),
    },
  ],
};
