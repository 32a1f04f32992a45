/**
 * Counts what a person does at a desk: an action is a click, a tap, Enter, a shortcut or a typed
 * word. Pointing without a press and scrolling are no actions; pointing takes time all the same.
 * The time is that of the keystroke-level model (Card, Moran and Newell 1980): a key or a button of
 * the mouse 0.28 s, pointing 1.1 s, a hand from the mouse to the keyboard or back 0.4 s, and 1.35 s
 * of thinking before each action, except before the Enter that ends a typed word.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const [K, P, H, M] = [0.28, 1.1, 0.4, 1.35];
/** How long the card of a lesson waits for a pointer that rests on it (LIM-21). */
const CARD = 0.7;

export type Counted = { actions: number; clicks: number; keys: number; seconds: number };

/** What clicks and keys take, without the way of the hand, which nobody has counted. */
export const secondsOf = (clicks: number, keys: number): number => clicks * (M + P + K) + keys * K;

/** What the page has received from a person: presses of a pointer, and keys without modifiers. */
type Received = { presses: number; keys: number };

/**
 * The only hands of a counted task. They begin at the mouse. `end` also compares what was counted
 * with what the page has received, so that no action is made beside them.
 */
export async function startCounting(page: Page) {
  const counted: Counted = { actions: 0, clicks: 0, keys: 0, seconds: 0 };
  let hand: 'mouse' | 'keyboard' = 'mouse';
  let typed = false;
  /** Keys without modifiers. */
  let signs = 0;
  await page.evaluate(() => {
    const received: Received = { presses: 0, keys: 0 };
    Object.assign(window, { received });
    window.addEventListener('pointerdown', () => (received.presses += 1), true);
    const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta']);
    window.addEventListener(
      'keydown',
      ({ key }) => (received.keys += modifiers.has(key) ? 0 : 1),
      true,
    );
  });
  const reach = (place: typeof hand) => {
    if (hand !== place) counted.seconds += H;
    hand = place;
  };
  const act = (seconds: number, thinks = true) => {
    counted.actions += 1;
    counted.seconds += seconds + (thinks ? M : 0);
    typed = false;
  };
  return {
    /** Rests on an element without a press. */
    async point(target: Locator) {
      reach('mouse');
      counted.seconds += P + CARD;
      await target.hover();
    },
    async click(target: Locator) {
      reach('mouse');
      counted.clicks += 1;
      act(P + K);
      await target.click();
    },
    /** Enter, or a shortcut. */
    async press(shortcut: string) {
      const strokes = shortcut.split('+').length;
      reach('keyboard');
      counted.keys += strokes;
      signs += 1;
      act(strokes * K, !(shortcut === 'Enter' && typed));
      await page.keyboard.press(shortcut);
    },
    async type(word: string) {
      reach('keyboard');
      counted.keys += word.length;
      signs += word.length;
      act(word.length * K);
      typed = true;
      await page.keyboard.type(word);
    },
    async end(): Promise<Counted> {
      const received = await page.evaluate(
        () => (window as unknown as { received: Received }).received,
      );
      expect(received, 'rien ne se fait à côté du compte').toEqual({
        presses: counted.clicks,
        keys: signs,
      });
      return counted;
    },
  };
}
