/**
 * Finds elements as people describe them: by kind and accessible name. One finder for all engines,
 * run inside the page.
 */

export type Kind =
  | 'alertdialog'
  | 'article'
  | 'button'
  | 'dialog'
  | 'field'
  | 'grid'
  | 'group'
  | 'heading'
  | 'img'
  | 'link'
  | 'list'
  | 'listitem'
  | 'radio'
  | 'region'
  | 'row'
  | 'text';

/** The whole name, or a pattern that it must contain. */
type Name = string | { pattern: string };
export type Step = { kind: Kind; name: Name };

export type Found = {
  /** The point to press: on the element, or on the label of a radio button. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 if an ancestor is transparent. */
  opacity: number;
  inViewport: boolean;
  /** Whether a press in its middle hits it. */
  hit: boolean;
  enabled: boolean;
  checked: boolean;
  focused: boolean;
  value: string;
  text: string;
};

/**
 * The elements found by the last step. Each step searches within the elements found by the previous
 * one. `bring`: scrolls to the first.
 */
export function find(steps: Step[], bring: boolean): Found[] {
  const SELECTORS: Record<Kind, string> = {
    alertdialog: '[role=alertdialog]',
    article: 'article',
    button: 'button, [role=button], summary',
    dialog: 'dialog:not([role=alertdialog]), [role=dialog]',
    field: 'input:not([type=radio], [type=checkbox], [type=hidden]), textarea, select',
    grid: '[role=grid]',
    group: 'fieldset, [role=group]',
    heading: 'h1, h2, h3, h4',
    img: 'img',
    link: 'a[href]',
    list: 'ul, ol, [role=list]',
    listitem: 'li, [role=listitem]',
    radio: 'input[type=radio], [role=radio]',
    region: 'section, [role=region]',
    row: 'tr, [role=row]',
    text: '*',
  };
  const NAMED_BY_CONTENT =
    'button, [role=button], summary, h1, h2, h3, h4, a[href], tr, [role=row], [role=radio], li, [role=listitem]';

  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

  const contentOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    if (node.getAttribute('aria-hidden') === 'true' || getComputedStyle(node).display === 'none')
      return '';
    const own = node.getAttribute('aria-label') ?? node.getAttribute('alt');
    if (own !== null) return own;
    const content = [...node.childNodes].map(contentOf).join('');
    return getComputedStyle(node).display.startsWith('inline') ? content : ` ${content} `;
  };

  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by !== null)
      return by
        .split(' ')
        .map((id) => contentOf(document.getElementById(id) ?? new Text()))
        .join(' ');
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt');
    if (label !== null) return label;
    if ('labels' in element && (element as HTMLInputElement).labels?.length)
      return [...(element as HTMLInputElement).labels!].map(contentOf).join(' ');
    const legend = element.querySelector(':scope > legend, :scope > caption');
    if (legend) return contentOf(legend);
    return element.matches(NAMED_BY_CONTENT)
      ? contentOf(element)
      : (element.getAttribute('title') ?? '');
  };

  const matches = (name: Name, text: string) =>
    typeof name === 'string' ? tidy(text) === name : new RegExp(name.pattern, 'u').test(tidy(text));

  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden=true]') === null;

  const within = (scopes: ParentNode[], { kind, name }: Step): Element[] => {
    const candidates = scopes.flatMap((scope) => [...scope.querySelectorAll(SELECTORS[kind])]);
    if (kind !== 'text')
      return candidates.filter((element) => shown(element) && matches(name, nameOf(element)));
    const holding = candidates.filter(
      (element) => matches(name, element.textContent) && shown(element),
    );
    return holding.filter(
      (element) => !holding.some((other) => other !== element && element.contains(other)),
    );
  };

  const describe = (element: Element): Found => {
    // A choice is drawn by its label. The radio button itself may be transparent.
    const place = element.matches('[type=radio]')
      ? ((element as HTMLInputElement).labels?.[0] ?? element)
      : element;
    const middle = () => {
      const box = place.getBoundingClientRect();
      const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return at !== null && (place.contains(at) || at.closest('label')?.control === element);
    };
    if (bring && !middle())
      place.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = place.getBoundingClientRect();
    let opacity = 1;
    for (let one: Element | null = place; one; one = one.parentElement)
      opacity *= Number(getComputedStyle(one).opacity);
    return {
      x,
      y,
      width,
      height,
      opacity,
      hit: middle(),
      inViewport:
        x >= 0 &&
        y >= 0 &&
        x + width <= document.documentElement.clientWidth &&
        y + height <= window.innerHeight,
      enabled: !element.matches(':disabled, [aria-disabled=true]'),
      checked: element.matches(':checked, [aria-checked=true]'),
      focused: element === document.activeElement,
      value: 'value' in element ? String(element.value) : '',
      text: tidy(contentOf(element)),
    };
  };

  return steps
    .reduce<(Document | Element)[]>(within, [document])
    .map((element) => describe(element as Element));
}
