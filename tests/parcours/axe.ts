/**
 * Readings of a page by axe: a whole one, and at a second width of the same state what can differ
 * there. axe is loaded once into a page, since to load it takes as long as to run it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';

/** The minified file: a page takes half the time to read it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The rules about the page as a whole, which have no verdict on a part of it, and the one that
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

/** What a page keeps of its last whole reading: what each element looked like. */
type Kept = { axe: typeof axeCore; read?: Map<Element, string> };

/**
 * What the rules of axe find on the page as it stands, or in its open modal dialog, except the
 * `disabled` ones; one text for each rule. A frame cannot run axe: it may run no script.
 */
export const axe = (page: Page, ...disabled: string[]): Promise<string[]> =>
  read(page, { disabled });

/**
 * The same at another width, without what cannot have another verdict there: the rules about the
 * whole page, and the others on what is shown, coloured or written otherwise than at the last
 * reading.
 */
export async function axeAtOtherWidth(page: Page): Promise<string[]> {
  const whole = await read(page, { only: WHOLE_PAGE });
  return [...whole, ...(await read(page, { disabled: WHOLE_PAGE, changed: true }))];
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
  // An open modal dialog makes the page below inert, and that page has a reading of its own.
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
      // Style sheets and sounds, for rules that do not run or find nothing here.
      preload: false,
      rules: Object.fromEntries(disabled.map((name) => [name, { enabled: false }])),
      ...(only && { runOnly: { type: 'rule', values: only } }),
    },
  );
  return violations;
}
