/** Placement of floating panels. Lengths are in pixels. */

const GAP = 8;
/** Below this width the panel is placed at the bottom of the screen. */
const NARROW = 640;
/** Height of the sticky page header. */
const HEADER = 64;

/** Places a panel beside its anchor, on the side that has room, entirely in view. */
export function placeBeside(panel: HTMLElement, anchor: Element): void {
  const { left, right, top } = anchor.getBoundingClientRect();
  const [width, height] = [panel.offsetWidth, panel.offsetHeight];
  const [screenWidth, screenHeight] = [document.documentElement.clientWidth, window.innerHeight];
  const lowest = screenHeight - height - GAP;
  if (screenWidth < NARROW) {
    put(panel, (screenWidth - width) / 2, Math.max(GAP, lowest));
    return;
  }
  const after = right + GAP + width <= screenWidth - GAP;
  const x = after ? right + GAP : left - GAP - width;
  put(panel, Math.max(GAP, x), Math.max(Math.min(HEADER + GAP, lowest), Math.min(top, lowest), GAP));
}

function put(panel: HTMLElement, x: number, y: number): void {
  panel.style.left = `${x}px`;
  panel.style.top = `${y}px`;
}

/** Whether an event target is an element or inside it. */
export function isWithin(element: Element, target: EventTarget | null): boolean {
  return target instanceof Node && element.contains(target);
}
