/**
 * Kept drafts that create something (tests/support/ecrits_gardes.ts). Those of the planning and of
 * the booking form: tests/reseau/envois.spec.ts.
 */
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ALONE } from '../support/ecrits_gardes.ts';
import {
  begin,
  type Envoi,
  isMissing,
  isSentAgain,
  isToldOnReturn,
  pressInVain,
  reload,
  says,
} from './envois.ts';
import { billing, fiche, FICHE, PAYE, TRANSFER, UNKNOWN, virements } from './facturation.ts';
import { card, concernee, fermeture, inSerie, PAGE } from './planning.ts';
import { button, dialog, isShown, isGone } from './formulaire.ts';

const MISSING = /^Votre envoi n'est pas enregistré\. Vous pouvez l'envoyer de nouveau\.$/;
const EDITED = /^Votre envoi est enregistré\. Ce que vous avez changé depuis ne l'est pas\.$/;
const SEARCHED = /^Votre envoi est resté sans réponse.: nous vérifions s'il est enregistré…$/;
const amount = () => dialog().getByLabelText('Montant en euros');
const received = () => dialog().getByLabelText('Montant reçu');

async function cancel(): Promise<void> {
  await button('Annuler', dialog()).click();
  await isGone(dialog());
}
async function closeIt(): Promise<void> {
  await dialog().getByRole('button', { name: 'Fermer', exact: true }).click();
  await isGone(dialog());
}
const entry = () => page.getByRole('combobox', { name: TRANSFER });

const FORMS = {
  'ligne.1': {
    ...FICHE,
    answers: fiche,
    open: async () => {
      await button('Ajouter une ligne').click();
      await button('Stage', dialog()).click();
      await amount().fill('12,50');
    },
    reopen: () => button('Ajouter une ligne').click(),
    quit: cancel,
    press: () => button(/^Ajouter$/, dialog()).click(),
    call: 'facturation.addLigne',
    stored: /^Ligne ajoutée\.$/,
    missing: MISSING,
  },
  'correction.1': {
    ...FICHE,
    answers: fiche,
    open: async () => {
      await button(/^Corriger.*Licence/).click();
      await dialog().getByLabelText('Raison').fill('Erreur de saisie');
    },
    reopen: () => button(/^Corriger.*Licence/).click(),
    quit: cancel,
    press: () => button(/^Corriger$/, dialog()).click(),
    call: 'facturation.correct',
    stored: /^Ligne corrigée\.$/,
    missing: MISSING,
  },
  'paiement.1': {
    ...billing(2),
    open: async () => {
      await button(/^Autre/).click();
      await received().fill('5');
      await dialog()
        .getByLabelText(/^Note pour le bureau/)
        .fill('essai');
    },
    reopen: () => button(/^Autre/).click(),
    quit: cancel,
    press: () => button('Enregistrer le paiement', dialog()).click(),
    call: 'facturation.pay',
    stored: /: paiement de 5,00.€ enregistré\.$/,
    missing: MISSING,
  },
  'payes.1': {
    ...billing(),
    open: () => isShown(button(PAYE)),
    reopen: () => isShown(button(PAYE)),
    quit: null,
    press: () => button(PAYE).click(),
    call: 'facturation.pay',
    stored: /: paiement de 66,00.€ enregistré\.$/,
    missing: /: le paiement resté sans réponse n'est pas enregistré\.$/,
  },
  'virements.1': {
    ...virements,
    open: async () => {
      await entry().fill('66');
      await isShown(page.getByRole('option'));
    },
    reopen: () => isShown(entry()),
    quit: null,
    press: async () => {
      const again = page.getByRole('button', { name: /^Réessayer/ });
      if (again.elements().length > 0) (again.first().element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    },
    call: 'facturation.pay',
    stored: /^Enregistré,/,
    missing: /^Ce virement n'est pas enregistré\.$/,
  },
  'fermeture.1': {
    ...PAGE,
    answers: (stored) => ({
      'fermetures.create': fermeture(),
      'fermetures.affected': stored ? [] : [concernee],
    }),
    async open() {
      await this.reopen();
      await dialog().getByRole('checkbox', { name: 'Piste Extérieure' }).click();
      await dialog().getByLabelText('Raison', { exact: true }).fill('Gel tenace');
      await isShown(dialog().getByText(/^1 leçon annulée/));
    },
    reopen: () =>
      button('Fermer', page.getByRole('region', { name: 'Planning de la semaine' })).click(),
    quit: closeIt,
    reads: 'fermetures.affected',
    press: () => button(/^Fermer (la|et)/, dialog()).click(),
    call: 'fermetures.create',
    stored: /^La piste est fermée\. 1 leçon annulée/,
    missing: MISSING,
  },
  'repetition.1': {
    ...PAGE,
    answers: inSerie,
    async open() {
      await this.reopen();
      await button('10 fois', dialog()).click();
      await isShown(button(/^Répéter : /, dialog()));
    },
    reopen: () => button(/^Répéter/, card()).click(),
    quit: closeIt,
    reads: 'series.dates',
    press: () => button(/^Répéter : /, dialog()).click(),
    call: 'series.repeat',
    stored: /^10 leçons ajoutées\./,
    missing: MISSING,
  },
} satisfies Record<keyof typeof ALONE, Envoi>;
type Name = keyof typeof FORMS;

for (const [name, form] of Object.entries(FORMS) as [Name, Envoi][]) {
  test(`${name} : enregistré sans réponse, puis rechargé : une fois, et cela se dit`, async () => {
    // UI-113, UI-125
    if (name === 'payes.1') await isToldOnReturn({ ...form, reopen: () => Promise.resolve() });
    else await isToldOnReturn(form);
  });
  test(`${name} : enregistré sans réponse, quitté, rouvert et envoyé à nouveau : une fois`, async () => {
    // UI-113: the look-up has no answer before the press.
    await isSentAgain(form);
  });
  test(`${name} : jamais arrivé, rechargé : cela se dit, et l'envoi suivant l'enregistre une fois`, async () => {
    // UI-113
    await isMissing(form);
  });
}

test('une ligne introuvable, puis arrivée après tout, et envoyée à nouveau : une fois', async () => {
  // UI-113: a call that the look-up does not find may still be under way.
  const form = FORMS['ligne.1'];
  const serveur = await begin(form);
  await pressInVain(serveur, form, 'absent');
  await reload(serveur, form);
  await says(form.missing);
  serveur.arrive();
  await form.press();
  await says(form.stored);
  expect(serveur.count).toBe(1);
});

test('un paiement enregistré sans réponse, puis changé : le nouveau montant n’est pas dit enregistré', async () => {
  // UI-113: the second call does not arrive, and its look-up finds the first one.
  const form = FORMS['paiement.1'];
  const serveur = await begin(form);
  await pressInVain(serveur, form, 'lost');
  await received().fill('6');
  serveur.lost = 'nothing';
  serveur.fates = ['absent'];
  await form.press();
  await says(/^Ce paiement est déjà enregistré, avec un autre contenu\./);
  await expect.element(received()).toHaveValue('6');
  expect(serveur.count).toBe(1);
});

test('une ligne enregistrée sans réponse, changée sans être envoyée, rechargée : le changement reste', async () => {
  // UI-113
  const form = FORMS['ligne.1'];
  const serveur = await begin(form);
  await pressInVain(serveur, form, 'lost');
  await amount().fill('99,50');
  await reload(serveur, form);
  await says(EDITED);
  await expect.element(amount()).toHaveValue('99,50');
  expect(serveur.count).toBe(1);
});

for (const [kind, fate] of [
  ['répondue 503', { code: 'service_occupe', status: 503, message: 'Occupé.' }],
  ['sans réponse', 'absent'],
] as const)
  test(`une ligne enregistrée sans réponse, changée, ${kind}, rechargée : le changement reste`, async () => {
    // UI-113
    const form = FORMS['ligne.1'];
    const serveur = await begin(form);
    await pressInVain(serveur, form, 'lost');
    await amount().fill('99,50');
    serveur.fates = [fate];
    const again = serveur.hold(form.call);
    await form.press();
    await again.made;
    again.release();
    await expect.poll(() => document.querySelector('dialog [aria-busy=true]')).toBeNull();
    if (typeof fate === 'object')
      await expect
        .element(
          dialog()
            .getByRole('alert')
            .filter({ hasText: /enregistrée/ }),
        )
        .toBeVisible();
    await reload(serveur, form);
    await says(EDITED);
    await expect.element(amount()).toHaveValue('99,50');
    expect(serveur.count).toBe(1);
  });

for (const [name, then] of [
  ['ligne.1', 'en route'],
  ['payes.1', 'enregistré'],
  ['virements.1', 'enregistré'],
  ['ligne.1', 'perdu aussi'],
  ['payes.1', 'perdu aussi'],
  ['virements.1', 'perdu aussi'],
] as const)
  test(`${name} : une recherche dépassée par un nouvel envoi, ${then}, ne dit rien`, async () => {
    // UI-113
    const form: Envoi = FORMS[name];
    const serveur = await begin(form);
    await pressInVain(serveur, form, 'absent');
    const search = serveur.hold('ecritures.get');
    await reload(serveur, form);
    await search.made;
    const sent = then === 'en route' ? serveur.hold(form.call) : undefined;
    if (then === 'perdu aussi') await pressInVain(serveur, form, 'lost');
    else await form.press();
    await sent?.made;
    if (then === 'enregistré') await says(form.stored);
    search.release();
    // A later answer, and a frame to draw it.
    await window.fetch('/api/health/live');
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    expect(page.getByText(form.missing).elements()).toEqual([]);
    sent?.release();
    if (sent) await says(form.stored);
    expect(serveur.count).toBe(1);
  });

test("un paiement quitté sans réponse, rouvert, puis refusé : rien n'est plus vérifié", async () => {
  // UI-113
  const form = FORMS['paiement.1'];
  const serveur = await begin(form);
  serveur.fates = [{ code: 'paiement_note_longue', status: 422, message: 'Occupé.' }];
  const sent = serveur.hold(form.call);
  await form.press();
  await sent.made;
  await leaveUnanswered();
  await form.reopen();
  await says(SEARCHED);
  sent.release();
  await expect.element(page.getByText(SEARCHED)).not.toBeInTheDocument();
  await form.press();
  await says(form.stored);
  expect(serveur.count).toBe(1);
});

test("un paiement répondu tard : le formulaire d'un autre client, ouvert entre-temps, reste", async () => {
  // UI-113, REL-52
  const form = FORMS['paiement.1'];
  const serveur = await begin(form);
  const sent = serveur.hold(form.call);
  await form.press();
  await sent.made;
  await leaveUnanswered();
  await page
    .getByRole('button', { name: /^Autre/ })
    .nth(1)
    .click();
  await received().fill('7');
  sent.release();
  await says(form.stored);
  await expect.element(received()).toHaveValue('7');
  expect(serveur.count).toBe(1);
});

/** Leaves a form whose answer is late; it may be left after 3 s. */
async function leaveUnanswered(): Promise<void> {
  const ask = page.getByRole('alertdialog', { name: /^Fermer sans attendre/ });
  await expect
    .poll(async () => {
      if (ask.elements().length === 0)
        await dialog().getByRole('button', { name: 'Fermer', exact: true }).click();
      return ask.elements().length;
    })
    .toBe(1);
  await ask.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

/** Leaves no room for one more character. */
function fillStorage(): void {
  for (let size = 2 ** 22, n = 0; size >= 1;)
    try {
      sessionStorage.setItem(`plein ${n++}`, 'x'.repeat(size));
    } catch {
      size /= 2;
    }
}
const freeStorage = (): void => {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith('plein ')) sessionStorage.removeItem(key);
};

for (const name of ['ligne.1', 'payes.1'] as const)
  test(`${name} : sans place pour le garder, enregistré sans réponse, envoyé à nouveau : une fois`, async () => {
    // UI-113
    const form: Envoi = FORMS[name];
    const serveur = await begin(form);
    fillStorage();
    try {
      await pressInVain(serveur, form, 'lost');
      await form.press();
      await says(form.stored);
      expect(serveur.count).toBe(1);
    } finally {
      freeStorage();
    }
  });

test("sans place pour l'envoi d'un brouillon déjà gardé, le brouillon ne revient pas sans lui", async () => {
  // UI-113: it would be sent with another id.
  const form = FORMS['ligne.1'];
  const serveur = await begin(form);
  fillStorage();
  try {
    await pressInVain(serveur, form, 'lost');
    await reload(serveur, form);
    await expect.element(amount()).toHaveValue('');
  } finally {
    freeStorage();
  }
});

test('un virement répondu 503 : rien ne dit qu’il n’est pas enregistré, et il se renvoie une fois', async () => {
  // REL-56, UI-113
  const form = FORMS['virements.1'];
  const serveur = await begin(form);
  serveur.fates = ['failed'];
  await form.press();
  await says(/^Résultat pas encore connu/);
  expect(page.getByText(/[Pp]as (pu être )?enregistré/).elements()).toEqual([]);
  await form.press();
  await says(form.stored);
  expect(serveur.count).toBe(1);
});

test('un paiement enregistré mais répondu 500, envoyé à nouveau : une fois', async () => {
  // UI-113: the server failed as it stored it.
  const form = FORMS['paiement.1'];
  const serveur = await begin(form);
  serveur.fates = ['failed'];
  await form.press();
  await says(UNKNOWN);
  await form.press();
  await says(form.stored);
  expect(serveur.count).toBe(1);
});
