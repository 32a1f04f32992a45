/**
 * What every form owes on a bad network: while the answer is late nothing leaves the form and
 * nothing is sent twice, and a failure is shown in it (UI-17, UI-40); without an answer nothing is
 * reported as stored or as failed, and what is typed stays (UI-74, UI-75); a write whose answer was
 * lost is looked up, and reported as the success that it was (UI-32).
 */
import { type Locator, page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { FAILURE, type Fate, type Serveur } from './serveur.ts';
import { moves, type Scene, show } from './scene.ts';

/** The result is unknown, and the page is looking it up (UI-75). */
export const UNSURE = "Pas de réponse : nous vérifions si c'est fait…";
/** The result stays unknown, and the form stays open. */
export const NO_ANSWER =
  "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis regardez avant de recommencer.";
const NOT_STORED =
  /n'a pas pu être (?!chargé)|n'ont pas pu être (?!chargé)|[Ee]rreur (est survenue )?lors/;

/** What is typed as the present password. */
export const PASSWORD = 'selle et filet de cuir';

export const dialog = (): Locator => page.getByRole('dialog');
export const question = (): Locator => page.getByRole('alertdialog');
export const button = (name: string | RegExp, within: Locator = page as never): Locator =>
  within.getByRole('button', { name }).first();

export async function isShown(element: Locator): Promise<void> {
  await expect.element(element).toBeVisible();
}
export async function isGone(element: Locator): Promise<void> {
  await expect.element(element).not.toBeInTheDocument();
}

export type Form = Scene & {
  /** Opens the form and fills it in. */
  open?: () => Promise<unknown>;
  /** What contains the form; by default the dialog. */
  form?: () => Locator;
  press: () => Promise<unknown>;
  /** The name of its call in the contract. */
  call: string;
  /** What the button says while the answer is late, and what is said of a failure of the server. */
  late?: { busy: string | RegExp; failed: string | RegExp; cancel: string | null };
  /** Nothing is typed: the answer closes it, and Back may leave it. */
  question?: boolean;
  /**
   * Visible once the lost answer was looked up. Null if no read can show the result. Undefined if
   * nothing is stored.
   */
  done?: string | RegExp | null | (() => Promise<void>);
  /** The message during the look-up, if it lasts until an answer arrives. */
  meanwhile?: string;
  /** A creation that the look-up finds is sent once more, so that the server compares it (UI-113). */
  again?: boolean;
  /** How the answer is lost. */
  fate?: Extract<Fate, 'lost' | 'cut'>;
};

/** The first text that has these words. */
export const saying = (text: string | RegExp): Locator =>
  page.getByText(text, { exact: false }).first();
const isVisible = (element: Element): boolean => element.checkVisibility();
/** What is typed and chosen in the form. A code that was refused is not shown again. */
const typed = (form: Locator): string[] =>
  [...form.element().querySelectorAll('input:not([name=code]), select, textarea')].map((field) => {
    const { name, type, value, checked } = field as HTMLInputElement;
    return `${name} ${['checkbox', 'radio'].includes(type) ? checked : value}`;
  });
const sentTo = (serveur: Serveur, call: string) => serveur.sent.filter(({ name }) => name === call);

async function isHeldOpen(
  form: Locator,
  { busy, cancel }: NonNullable<Form['late']>,
  hasText: boolean,
): Promise<void> {
  const waiting = () => form.element().querySelector<HTMLElement>('[aria-busy=true]');
  await expect.poll(() => waiting()?.textContent ?? '').toMatch(busy);
  const { pathname, search } = location;
  await userEvent.keyboard('{Escape}');
  const isModal = form.element().matches('dialog');
  if (isModal)
    await userEvent.click(document.documentElement, { position: { x: 3, y: 3 }, force: true });
  const cross = form.getByRole('button', { name: 'Fermer', exact: true });
  if (cross.elements().length > 0) await cross.first().click({ force: true });
  if (cancel !== null) await expect.element(button(cancel, form)).toBeDisabled();
  await userEvent.click(waiting()!, { force: true });
  if (isModal && hasText) {
    const before = moves.length;
    history.back();
    // There, and here again.
    await expect.poll(() => moves.length).toBe(before + 2);
  }
  await expect.element(form).toBeVisible();
  expect(page.getByText('Quitter sans enregistrer ?').elements()).toEqual([]);
  expect(location.pathname + location.search).toBe(pathname + search);
}

async function failsLate(
  serveur: Serveur,
  { form = dialog, press, call, late, question = false }: Form,
): Promise<void> {
  if (!late) return;
  const before = typed(form());
  const { made, release } = serveur.hold(call);
  serveur.fates = [FAILURE];
  await press();
  await made;
  await isHeldOpen(form(), late, !question);
  release();
  await expect
    .element(page.getByRole('alert').filter({ hasText: late.failed }).first())
    .toBeVisible();
  expect(sentTo(serveur, call)).toHaveLength(1);
  if (question && form().elements().length === 0) return;
  expect(typed(form())).toEqual(before);
  expect(form().element().contains(document.activeElement), 'the focus is in the form').toBe(true);
}

async function staysUnknown(
  serveur: Serveur,
  { press, meanwhile = NO_ANSWER }: Form,
): Promise<void> {
  serveur.lost = 'portal';
  await press();
  await expect.element(saying(meanwhile)).toBeVisible();
  expect(page.getByText(NOT_STORED).elements().filter(isVisible)).toEqual([]);
  serveur.lost = 'nothing';
  if (meanwhile !== UNSURE) return;
  // It looks again at the next answer to any call.
  const { fetchApi } = await import('#web/data/http.ts');
  await expect
    .poll(async () => {
      await fetchApi('/api/centre');
      return page.getByText(NOT_STORED).elements().filter(isVisible).length;
    })
    .toBeGreaterThan(0);
}

async function isFound(
  serveur: Serveur,
  { press, call, done, again = false, fate = 'lost' }: Form,
): Promise<void> {
  const before = sentTo(serveur, call).length;
  serveur.fates = [fate];
  await press();
  if (typeof done === 'function') await done();
  else await isShown(saying(done ?? NO_ANSWER));
  expect(page.getByText(NOT_STORED).elements().filter(isVisible)).toEqual([]);
  const sent = sentTo(serveur, call);
  expect(sent).toHaveLength(before + (again ? 2 : 1));
  if (again)
    expect(
      new Set(sent.map(({ input: { id, ecriture = id } }) => ecriture)).size,
      'one attempt',
    ).toBe(1);
}

/** Opens a form, and has its answer late, missing and lost. */
async function tryForm(form: Form): Promise<void> {
  if (form.late) {
    const serveur = await show(form);
    await form.open?.();
    await failsLate(serveur, form);
    serveur.leave();
  }
  if (form.done === undefined) return;
  const serveur = await show(form);
  await form.open?.();
  await staysUnknown(serveur, form);
  await isFound(serveur, form);
}

/** A question, which is asked again if its first answer has closed it. */
export const asked = (name: string | RegExp, ask: () => Promise<unknown>) => ({
  form: question,
  question: true,
  async open() {
    await ask();
    await expect.element(question()).toBeVisible();
  },
  async press() {
    if (question().elements().length === 0) await ask();
    await button(name, question()).click();
  },
});
/** A form with 'Annuler'. */
export const save = (busy: string, failed: string): NonNullable<Form['late']> => ({
  busy,
  failed,
  cancel: 'Annuler',
});

/** One test for each form. */
export function tryAll(forms: Record<string, Form>): void {
  for (const [name, form] of Object.entries(forms))
    test(`${name} : en retard, sans réponse, puis réponse perdue`, async () => {
      // UI-17, UI-32, UI-40, UI-74, UI-75
      await tryForm(form);
    });
}
