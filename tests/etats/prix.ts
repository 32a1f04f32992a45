import { button, type Groupe } from './etat.ts';

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
