/**
 * Checks a page with axe: the whole page, and then, at a second width, only the parts whose result
 * may differ. axe is loaded once per page, because loading takes as long as a check.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { count } from '../support/counts.ts';

/** The minified file: a page parses it in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules about the page as a whole, which give no result for a part of it, and the rule that
 * depends on sizes.
 */
const WHOLE_PAGE = [
  'bypass',
  'heading-order',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'skip-link',
];

/** The rules whose result depends on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Data that a page keeps from its last full check: the appearance of each element. */
type Kept = { axe: typeof axeCore; read?: Map<Element, string> };

/**
 * The violations that axe finds on the current page, or in its open modal dialog, without the
 * `disabled` rules: one text per rule. Frames are not checked, because they may not run scripts.
 */
export const axe = (page: Page, ...disabled: string[]): Promise<string[]> => {
  count('axe');
  return read(page, { disabled });
};

/**
 * The same check at another width, without the parts whose result cannot differ: it skips the rules
 * about the whole page, and checks only the elements whose visibility, colour or text has changed
 * since the last check.
 */
export async function axeAtOtherWidth(page: Page): Promise<string[]> {
  count('axe');
  const whole = await read(page, { only: WHOLE_PAGE });
  return [...whole, ...(await read(page, { disabled: WHOLE_PAGE, changed: true }))];
}

/** The same check in another theme at the same width: only the rules about colours. */
export function axeColours(page: Page): Promise<string[]> {
  count('axe');
  return read(page, { only: COLOURS });
}

type Reading = { only?: string[]; disabled?: string[]; changed?: boolean };

async function read(page: Page, reading: Reading): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(readInPage, reading);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, target, failureSummary }) => `${html} ${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`,
  );
}

/** Runs in the page. */
async function readInPage({ only, disabled = [], changed }: Reading): Promise<axeCore.Result[]> {
  const kept = window as unknown as Kept;
  const written = (element: Element): string[] => {
    const texts = [...element.childNodes].map((node) => (node instanceof Text ? node.data : ''));
    if (!element.matches('input, select, textarea') && texts.every((text) => text.trim() === ''))
      return [];
    const { color, fontSize, fontWeight, textDecorationLine, display } = getComputedStyle(element);
    return [...texts, color, fontSize, fontWeight, textDecorationLine, display];
  };
  const look = (element: Element): string => {
    if (!element.checkVisibility({ visibilityProperty: true })) return '';
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
    return [...attributes, backgroundColor, backgroundImage, opacity, ...written(element)].join(
      '\n',
    );
  };
  // An open modal dialog makes the page below inert, and that page has its own check.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const shown = modal ?? document.body;
  let include: Element[] = [modal ?? document.documentElement];
  if (!only) {
    const before = kept.read;
    const looks = [shown, ...shown.querySelectorAll('*')].map(
      (element) => [element, look(element)] as const,
    );
    kept.read = new Map(looks);
    if (changed)
      include = looks
        .filter(([element, now]) => now !== '' && now !== before?.get(element))
        .map(([element]) => element);
  }
  if (include.length === 0) return [];
  const { violations } = await kept.axe.run(
    { include, exclude: ['iframe[sandbox=""]'] },
    {
      resultTypes: ['violations'],
      // Style sheets and media are needed only by rules that do not run or find nothing here.
      preload: false,
      rules: Object.fromEntries(disabled.map((name) => [name, { enabled: false }])),
      ...(only && { runOnly: { type: 'rule', values: only } }),
    },
  );
  return violations;
}
