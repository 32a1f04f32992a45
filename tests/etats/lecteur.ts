/** The faults of a page at one width in one theme, which axe and six own checks find. */
import type { Page } from '@playwright/test';
import { axe, type Seen } from '../parcours/axe.ts';
import { announcedTwice, bareTexts, settled } from '../parcours/fixtures.ts';
import { looseSigns } from '../parcours/signs.ts';

const THEMES = { clair: 'light', sombre: 'dark' } as const;

export type Reading = {
  width: number;
  theme: keyof typeof THEMES;
  /** Only the rules that look at colours. */
  colours?: boolean;
};

/**
 * `npm test`: 1280 and 390 px, and once the dark theme. A theme changes only colours, so the dark
 * reading runs only the rules that look at them. It comes at the first width, where most texts are
 * shown.
 */
export const brief = (only?: 'narrow' | 'wide'): Reading[] => {
  const first = only === 'narrow' ? 390 : 1280;
  return [
    { width: first, theme: 'clair' },
    { width: first, theme: 'sombre', colours: true },
    ...(only ? [] : [{ width: 390, theme: 'clair' } as const]),
  ];
};

/** `npm run test:engines`: all rules at four widths in both themes. */
export const thorough = (only?: 'narrow' | 'wide'): Reading[] =>
  [1280, 768, 390, 320]
    .filter((width) => !only || width < 768 === (only === 'narrow'))
    .flatMap((width) => (['clair', 'sombre'] as const).map((theme) => ({ width, theme })));

/** Gives the page the width and the theme of a reading. */
export async function setUp(page: Page, { width, theme }: Reading): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme: THEMES[theme], reducedMotion: 'reduce' });
}

/** The page is set up for this reading. axe reads what no state of `seen` has shown. */
export async function faultsOf(
  page: Page,
  { colours = false }: Reading,
  seen: Seen,
): Promise<string[]> {
  await settled(page);
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...(await axe(page, { seen, colours })),
    ...(await page.evaluate(announcedTwice)).map((fault) => `announced twice: ${fault}`),
    ...(await page.evaluate(bareTexts)).map((fault) => `bare text: ${fault}`),
    ...(await looseSigns(page)).map((fault) => `loose sign: ${fault}`),
    ...(await page.evaluate(illegible)),
    ...(await page.evaluate(squeezed)).map((fault) => `squeezed: ${fault}`),
    ...(excess > 0 ? [`too wide: ${excess} px`] : []),
  ];
}

/**
 * Texts below 12 px, and links in sentences that are too low for a finger or make their line higher
 * (UI-110, UI-111). Runs in the page.
 */
function illegible(): string[] {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement!;
    const text = texts.currentNode.textContent!.trim();
    if (text === '' || parent.closest('svg, script, style, noscript')) continue;
    const { fontSize } = getComputedStyle(parent);
    const visible = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (visible && Number.parseFloat(fontSize) < 12) found.add(`small text: ${fontSize}: ${text}`);
  }
  for (const link of document.querySelectorAll('a')) {
    const parent = link.parentElement!;
    // A text beside an element stands in a span without attributes (UI-120).
    const beside = [...parent.childNodes].some(
      (node) =>
        (node.nodeType === Node.TEXT_NODE ||
          (node instanceof HTMLSpanElement && node.attributes.length === 0)) &&
        /\p{L}{2}/u.test(node.textContent!),
    );
    const [rect] = link.getClientRects();
    if (!beside || !rect || /flex|grid/.test(getComputedStyle(parent).display)) continue;
    const { display } = getComputedStyle(link);
    if (display !== 'inline' || rect.height < 24)
      found.add(`link in a sentence: ${display}, ${rect.height} px: ${link.textContent}`);
  }
  return [...found];
}

/** Fields that their neighbours leave no room (UI-14). Runs in the page. */
function squeezed(): string[] {
  const fields =
    'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select, textarea';
  return [...document.querySelectorAll<HTMLElement>(fields)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({ one, outside: one.offsetWidth - one.parentElement!.offsetWidth }))
    .filter(({ one, outside }) => one.offsetWidth < 44 || outside > 1)
    .map(({ one, outside }) => `${one.offsetWidth} px, ${outside}: ${one.outerHTML.slice(0, 200)}`);
}
