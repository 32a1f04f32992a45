/**
 * Checks a page with axe: the whole page, or only what has not been read yet and may give another
 * result. axe is loaded once per page, because loading takes as long as a check.
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
  'document-title',
  'heading-order',
  'html-has-lang',
  'html-lang-valid',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'page-has-heading-one',
  'region',
  'scrollable-region-focusable',
  'skip-link',
];

/** The rules whose result depends on colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What has been read: the looks of elements and the outlines of pages. */
export type Seen = Set<string>;

/**
 * The violations that axe finds on the current page, or in its open modal dialog: one text per rule.
 * Frames are not checked, because they may not run scripts. With `seen`, only elements that look
 * like none before are read, and the rules about the whole page only if its outline is new;
 * `colours` reads only the rules that look at colours, because nothing else depends on the theme.
 * `without` names rules that do not hold for a page.
 */
export async function axe(
  page: Page,
  { seen = new Set(), colours = false, without = [] }: Options = {},
): Promise<string[]> {
  const order: Order = {
    known: [...seen],
    page: WHOLE_PAGE.filter((name) => !without.includes(name)),
    off: [...WHOLE_PAGE, ...without],
    only: colours ? COLOURS : [],
  };
  let { looks, violations } = await page.evaluate(readInPage, order);
  if (looks.length > 0) count('axe');
  if (violations === null) {
    await page.evaluate(AXE);
    ({ looks, violations } = await page.evaluate(readInPage, order));
  }
  for (const look of looks) seen.add(look);
  return violations!.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, target, failureSummary }) => `${html} ${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`,
  );
}

type Options = { seen?: Seen; colours?: boolean; without?: string[] };

/** The rules `page` are for all of a page; those of `only`, or all but `off`, for its elements. */
type Order = Record<'known' | 'page' | 'off' | 'only', string[]>;
/** `violations` is null if axe has to be loaded first. */
type Read = { looks: string[]; violations: axeCore.Result[] | null };

/**
 * Reads the elements of the page that look like none of `known`, and answers the new looks. A look
 * is everything on which a result of axe depends: tags and roles around, attributes, colours, and
 * whether there is a text, a name or what an id names, but not which. Runs in the page, in one call:
 * React may replace an element at any time.
 */
async function readInPage({ known, page, off, only }: Order): Promise<Read> {
  const colours = only.length > 0;
  const NAMES =
    /^(alt|title|href|src|value|placeholder|content|aria-(label|roledescription|value.*))$/;
  const IDS =
    /^(for|list|aria-(labelledby|describedby|controls|owns|activedescendant|details|errormessage))$/;
  const TAKEN =
    /^(role|type|lang|tabindex|autocomplete|scope|headers|colspan|hidden|disabled|aria-.*)$/;
  const OUTLINE =
    'h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, form[aria-label], section[aria-label], section[aria-labelledby], [role=heading], [role=region], [role=banner]';
  const PAINTLESS = 'rgba(0, 0, 0, 0)';
  const hash = (text: string): string => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57];
    for (let i = 0; i < text.length; i += 1) {
      a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
  };
  const ids = Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id);
  const attribute = ({ name, value }: Attr): string => {
    if (name === 'id') return ids.get(value)!.length > 1 ? 'twice' : '';
    if (IDS.test(name))
      return `${name}:${value.split(' ').every((id) => ids.get(id)?.[0]?.textContent.trim())}`;
    if (NAMES.test(name)) return `${name}:${value.trim() !== ''}`;
    return TAKEN.test(name) ? `${name}=${value}` : '';
  };
  /** How its text is painted; nothing of an element without a text of its own. */
  const ink = (element: Element): string => {
    const written = [...element.childNodes].some(
      (node) => node instanceof Text && node.data.trim(),
    );
    if (!written && !element.matches('input, select, textarea')) return '';
    const { color, fontSize, fontWeight, textDecorationLine, display } = getComputedStyle(element);
    // A large text needs less contrast; a link in a text needs more than a colour.
    const large = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
    return [color, large, element.matches('a') && textDecorationLine + display].join();
  };
  const own = (element: Element): string =>
    [
      ...[...element.attributes].map(attribute),
      'labels' in element ? (element.labels as NodeList | null)?.length : '',
      element.textContent.trim() !== '',
    ].join();
  // An open modal dialog makes the page below inert, and that page has its own check.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const looks = new Map<Element, string>();
  const { title, documentElement } = document;
  const outline = [modal ? 'dialog' : 'page', `${title.trim() !== ''}`, documentElement.lang];
  const walk = (element: Element, around: string): void => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return;
    const tag = element.tagName;
    const role = element.getAttribute('role') ?? (/^(DIV|SPAN)$/.test(tag) ? '' : tag);
    const { backgroundColor, backgroundImage, opacity } = style;
    const ground =
      backgroundColor === PAINTLESS && backgroundImage === 'none' && opacity === '1'
        ? ''
        : [backgroundColor, backgroundImage, opacity].join();
    const inside =
      ground === '' && (colours || role === '')
        ? around
        : hash([around, colours || role, ground].join());
    const text = ink(element);
    // A visible element may stand in an invisible one.
    if (
      element.checkVisibility({ visibilityProperty: true }) &&
      (!colours || text !== '' || ground !== '')
    )
      looks.set(
        element,
        hash([colours, inside, tag === 'A', text, colours || own(element)].join('\n')),
      );
    const scrolls =
      /auto|scroll/.test(style.overflowX + style.overflowY) &&
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    if (scrolls || element.matches(OUTLINE)) outline.push(`${role} ${scrolls}`);
    if (!element.matches('svg, iframe')) for (const child of element.children) walk(child, inside);
  };
  walk(modal ?? document.body, '');
  const before = new Set(known);
  const whole = `outline ${hash(outline.filter((one, n) => one !== outline[n - 1]).join())}`;
  const isNew = (look: string): boolean => !before.has(look);
  const unread = [...looks].filter(([, look]) => isNew(look)).map(([element]) => element);
  const outlined = !colours && isNew(whole);
  const found = [...new Set(looks.values())].filter(isNew).concat(outlined ? [whole] : []);
  if (found.length === 0) return { looks: [], violations: [] };
  const { axe } = window as unknown as { axe?: typeof axeCore };
  if (!axe) return { looks: found, violations: null };
  const run = async (include: Element[], options: axeCore.RunOptions) => {
    if (include.length === 0) return [];
    const { violations } = await axe.run(
      { include, exclude: ['iframe[sandbox=""]'] },
      // Style sheets and media are needed only by rules that do not run or find nothing here.
      { resultTypes: ['violations'], preload: false, ...options },
    );
    return violations;
  };
  const rules = (values: string[]): axeCore.RunOptions => ({ runOnly: { type: 'rule', values } });
  const without = Object.fromEntries(off.map((name) => [name, { enabled: false }]));
  const violations = await run(unread, colours ? rules(only) : { rules: without });
  const shown = modal?.isConnected ? modal : document.documentElement;
  return {
    looks: found,
    violations: [...violations, ...(await run(outlined ? [shown] : [], rules(page)))],
  };
}
