/** Lists with actions of their own: emails, names of the statistics, lessons that were deleted. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asked, button, dialog, type Form, save, tryAll, isShown } from './formulaire.ts';
import { show } from './scene.ts';
import { row } from './serveur.ts';

const COURRIEL = '11111111-1111-4111-8111-111111111111';
const LECON = '22222222-2222-4222-8222-222222222222';
const seen = (name: string | RegExp) => () => isShown(button(name));

const courriel = row('courriels.list', {
  id: COURRIEL,
  sorte: 'refus',
  sujet: 'Votre demande de compte',
  destinataire: 'elise@exemple.be',
  destinataire_nom: 'Élise Maes',
  statut: 'echoue',
  envoyer_apres: '2026-01-05T09:00:00.000Z',
  perime_apres: '2026-01-06T09:00:00.000Z',
  renvoyable: true,
});
const AVERIFIER = { screen: 'app-averifier', address: '/app/averifier' };

const FORMS: Record<string, Form> = {
  "un email d'essai": {
    screen: 'app-courriels',
    address: '/app/courriels',
    answers: () => ({ 'courriels.resume': { envoi: true } }),
    open: () => button("Envoyer un email d'essai").click(),
    press: () => button("Envoyer l'essai", dialog()).click(),
    call: 'courriels.sendTest',
    late: save('Envoi en cours…', "L'email d'essai n'a pas pu être envoyé"),
    done: null,
  },
  'renvoyer un email': {
    screen: 'app-courriels',
    address: '/app/courriels?statut=echoue',
    answers: () => ({
      'courriels.resume': { envoi: true, echoue: 1 },
      'courriels.list': [courriel],
      'courriels.get': { ...courriel, html: '<p>Bonjour</p>', texte: 'Bonjour' },
    }),
    open: () =>
      page.getByRole('table').getByRole('button', { name: 'Votre demande de compte' }).click(),
    press: () => button('Renvoyer', dialog()).click(),
    call: 'courriels.resend',
    done: null,
  },
  "dire qu'un nom est une seule personne": {
    ...AVERIFIER,
    answers: (stored) => ({
      'orthographes.list': stored
        ? [
            row('orthographes.list', {
              cle: 'unique orthez',
              nom: 'Unique Orthez',
              vers_cle: 'unique orthez',
              vers: 'Unique Orthez',
              le: '2026-01-05T09:00:00.000Z',
            }),
          ]
        : [],
      'orthographes.doutes': stored
        ? []
        : [
            {
              cle: 'unique orthez',
              nom: 'Unique Orthez',
              places: 2,
              nombre: 2,
              clients: [
                { id: COURRIEL, nom: 'Anne Lemaire', places: 1 },
                { id: LECON, nom: 'Jeanne Dupuis', places: 1 },
              ],
            },
          ],
    }),
    open: seen('Une seule personne : Unique Orthez'),
    press: () => button('Une seule personne : Unique Orthez').click(),
    call: 'orthographes.confirm',
    done: /Unique Orthez.*est une seule personne/,
  },
  "donner les places d'un nom": {
    ...AVERIFIER,
    answers: (stored) => ({
      'reservations.nomsSansClient': stored
        ? []
        : [{ nom: 'Perdue Orthez', places: 1, du: '2026-01-05', au: '2026-01-05', clients: [] }],
      'reservations.donnerPlaces': { places: 1 },
    }),
    open: seen(/^Créer ce client : Perdue/),
    press: () => button(/^Créer ce client : Perdue/).click(),
    call: 'reservations.donnerPlaces',
    done: /une place a maintenant un client|ont maintenant un client/,
  },
  'défaire un import': {
    screen: 'app-imports',
    address: '/app/import',
    answers: (stored) => {
      const done = row('imports.list', {
        id: LECON,
        fichier: 'clients.csv',
        crees: 1,
        defait_at: stored ? '2026-01-06T09:00:00.000Z' : null,
      });
      return { 'imports.list': [done], 'imports.undo': done };
    },
    ...asked('Défaire', () => button(/^Défaire l'import/).click()),
    call: 'imports.undo',
    late: save('Annulation en cours…', "L'import n'a pas pu être défait. Veuillez réessayer."),
    done: /^L'import est défait/,
  },
};

tryAll(FORMS);

test('un import dont on ne sait rien mène à la liste qui le montre', async () => {
  // IMP-09
  const form = FORMS['défaire un import']!;
  const serveur = await show(form);
  await form.open!();
  serveur.lost = 'portal';
  await form.press();
  const link = page.getByRole('link', { name: 'Derniers imports' });
  await expect.element(link).toBeVisible();
  const before = history.length;
  await link.click();
  await expect.poll(() => document.activeElement?.textContent).toBe('Derniers imports');
  expect(history.length).toBe(before);
  serveur.lost = 'nothing';
});

test("le sujet d'un email ne coupe pas sa ligne avant un signe double", async () => {
  // UI-78
  await show({
    screen: 'app-previewemail',
    address: '/app/previewemail',
    answers: () => ({
      'courriels.preview': [
        row('courriels.preview', { sorte: 'rappel', sujet: 'Rappel : votre leçon de demain' }),
      ],
    }),
  });
  await page.getByText('Rappel de leçon').first().click();
  const sign = page.getByText('l :', { exact: true });
  await expect.element(sign).toHaveClass('whitespace-nowrap');
});
