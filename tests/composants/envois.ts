/**
 * A form whose answer was lost comes back: its screen is opened again as after a reload, or the form
 * alone. What it creates is stored once, whatever is pressed, and the screen says what became of it
 * (UI-113).
 */
import { page } from 'vitest/browser';
import { expect } from 'vitest';
import { isShown, NO_ANSWER, saying } from './formulaire.ts';
import { type Scene, show, type Shown } from './scene.ts';

export type Envoi = Scene & {
  /** Opens the form and fills it in. */
  open: () => Promise<unknown>;
  /** Opens the form again on the same screen, which may be opened anew. */
  reopen: () => Promise<unknown>;
  /** Leaves the form without sending it. Null: its screen is left. */
  quit: (() => Promise<unknown>) | null;
  press: () => Promise<unknown>;
  call: string;
  /** What the form must read before it can be sent, which has an answer. */
  reads?: string;
  /** What is said as long as the result is not known, if the form goes on looking it up. */
  unsure?: RegExp;
  /** What the screen says of a stored one, and of one that is not. */
  stored: RegExp;
  missing: RegExp;
};

export const says = (text: string | RegExp) => isShown(saying(text));

/** Presses, and loses the answer, or the call itself. No reading has an answer either from then on. */
export async function pressInVain(
  serveur: Shown,
  { press, unsure, reads = '' }: Envoi,
  fate: 'lost' | 'absent',
): Promise<void> {
  serveur.lost = 'reads';
  serveur.answered = reads;
  serveur.fates = [fate];
  await press();
  await says(unsure ?? NO_ANSWER);
}

/** Opens the screen and its form again, as after a reload. */
export async function reload(serveur: Shown, { reopen }: Envoi): Promise<void> {
  serveur.leave();
  serveur.lost = 'nothing';
  serveur.reopen();
  await reopen();
}

/** Opens a form and fills it in. */
export async function begin(form: Envoi): Promise<Shown> {
  const serveur = await show(form);
  await form.open();
  return serveur;
}

/** Stored without an answer, then opened anew: the look-up says that it is stored. */
export async function isToldOnReturn(form: Envoi): Promise<void> {
  const serveur = await begin(form);
  await pressInVain(serveur, form, 'lost');
  expect(serveur.count).toBe(1);
  await reload(serveur, form);
  await says(form.stored);
  expect(serveur.count).toBe(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
}

/** Stored without an answer, left, opened again and sent again before the look-up has an answer. */
export async function isSentAgain(form: Envoi): Promise<void> {
  const serveur = await begin(form);
  await pressInVain(serveur, form, 'lost');
  if (form.quit) await form.quit();
  else {
    serveur.leave();
    serveur.reopen({ cached: true });
  }
  await form.reopen();
  await form.press();
  await says(form.stored);
  expect(serveur.count).toBe(1);
}

/** It never arrives: this is said on return, and the next press stores it once. */
export async function isMissing(form: Envoi): Promise<void> {
  const serveur = await begin(form);
  await pressInVain(serveur, form, 'absent');
  await reload(serveur, form);
  await says(form.missing);
  expect(serveur.count).toBe(0);
  await form.press();
  await says(form.stored);
  expect(serveur.count).toBe(1);
}
