/** UI-127: on a phone whose keyboard is shown, a list stands below its field, above the keyboard. */
import { page, userEvent } from 'vitest/browser';
import { expect, onTestFinished, test } from 'vitest';
import { dialog, isShown } from './formulaire.ts';
import { PAGE } from './planning.ts';
import { show } from './scene.ts';

const client = (n: number) => ({
  id: `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`,
  nom: `Camille Vanrapide ${n}`,
  email: null,
  telephone: null,
  compte: false,
  cavaliers: [],
  type_lecon: null,
});
const SCREEN = {
  ...PAGE,
  answers: () => ({
    'reservations.list': [],
    'clients.propose': {
      clients: Array.from({ length: 8 }, (_, n) => client(n + 1)),
      dernier: 'collective',
    },
  }),
};

/** The part of the window that the keyboard leaves. */
const HEIGHT = 330;

/** Some keyboards make the window lower. Others cover it, and the browser moves the field into view. */
const KEYBOARDS = {
  'qui réduit la fenêtre': { top: 0, open: () => page.viewport(390, HEIGHT) },
  'qui couvre la fenêtre': {
    top: 200,
    open: async () => {
      const view = window.visualViewport!;
      for (const [name, value] of Object.entries({ height: HEIGHT, offsetTop: 200 })) {
        Object.defineProperty(view, name, { value, configurable: true });
        onTestFinished(() => void Reflect.deleteProperty(view, name));
      }
    },
  },
};

for (const [name, { top, open }] of Object.entries(KEYBOARDS))
  test(`la liste de la saisie tient au-dessus d'un clavier ${name}`, async () => {
    onTestFinished(() => page.viewport(414, 896));
    await page.viewport(390, 844);
    await show(SCREEN);
    await page
      .getByRole('link', { name: /^Libre, .*14:00/ })
      .first()
      .click();
    await isShown(dialog());
    await open();
    await userEvent.keyboard('cam');
    const list = page.getByRole('listbox');
    await expect.poll(() => list.getByRole('option').elements().length).toBe(7);
    const box = list.element().getBoundingClientRect();
    const field = page.getByLabelText('Pour qui', { exact: true }).element();
    const panel = dialog().element().getBoundingClientRect();
    expect(field.getBoundingClientRect().top).toBeGreaterThanOrEqual(Math.max(top, panel.top));
    expect(box.bottom).toBeLessThanOrEqual(Math.min(top + HEIGHT, panel.bottom));
    expect(box.height).toBeGreaterThanOrEqual(96);
  });
