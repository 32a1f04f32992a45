/** Placement of floating panels. Lengths are in pixels. */
import { matches } from '../hooks/useMedia.ts';

const GAP = 8;
/** In a narrower window the panel is placed at the bottom. */
const WIDE = '(min-width: 40rem)';
/** Height of the sticky page header. */
const HEADER = 64;

/** Places a panel beside its anchor, on a side with enough room, entirely in view. */
export function placeBeside(panel: HTMLElement, anchor: Element): void {
  const { left, right, top } = anchor.getBoundingClientRect();
  const [width, height] = [panel.offsetWidth, panel.offsetHeight];
  const [screenWidth, screenHeight] = [document.documentElement.clientWidth, window.innerHeight];
  const lowest = screenHeight - height - GAP;
  if (!matches(WIDE)) {
    put(panel, (screenWidth - width) / 2, Math.max(GAP, lowest));
    return;
  }
  const after = right + GAP + width <= screenWidth - GAP;
  const x = after ? right + GAP : left - GAP - width;
  put(
    panel,
    Math.max(GAP, x),
    Math.max(Math.min(HEADER + GAP, lowest), Math.min(top, lowest), GAP),
  );
}

/**
 * Places a name beside its icon: on the right if there is room, otherwise on the left, below or
 * above; entirely in view.
 */
export function placeName(name: HTMLElement, icon: Element): void {
  const { left, right, top, bottom } = icon.getBoundingClientRect();
  const [width, height] = [name.offsetWidth, name.offsetHeight];
  const [furthest, lowest] = [
    document.documentElement.clientWidth - width - GAP,
    window.innerHeight - height - GAP,
  ];
  const beside = right + GAP <= furthest ? right + GAP : left - GAP - width;
  if (beside >= GAP) {
    put(name, beside, Math.max(GAP, Math.min((top + bottom - height) / 2, lowest)));
    return;
  }
  put(
    name,
    Math.max(GAP, Math.min((left + right - width) / 2, furthest)),
    bottom + GAP <= lowest ? bottom + GAP : top - GAP - height,
  );
}

/**
 * Places a menu below its button, or above it in the lower half of the screen, ending where the
 * button ends. It is placed before it is shown, so its size is not known.
 */
export function placeMenu(menu: HTMLElement, button: Element): void {
  const { right, top, bottom } = button.getBoundingClientRect();
  const [screenWidth, screenHeight] = [document.documentElement.clientWidth, window.innerHeight];
  const above = top + bottom > screenHeight;
  const end = Math.max(GAP, screenWidth - right);
  menu.style.right = `${end}px`;
  menu.style.maxWidth = `${screenWidth - end - GAP}px`;
  menu.style.top = above ? 'auto' : `${bottom}px`;
  menu.style.bottom = above ? `${screenHeight - top}px` : 'auto';
  menu.style.maxHeight = `${(above ? top : screenHeight - bottom) - GAP}px`;
}

function put(panel: HTMLElement, x: number, y: number): void {
  panel.style.left = `${x}px`;
  panel.style.top = `${y}px`;
}

/** Whether an event target is an element or inside it. */
export function isWithin(element: Element, target: EventTarget | null): boolean {
  return target instanceof Node && element.contains(target);
}
