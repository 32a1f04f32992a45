/**
 * Handles Back and Forward before `Navigation` does. Chromium calls the listeners of the window in
 * the order of their registration, whatever their phase, so the entry imports this file before the
 * router is rendered.
 */
type BackGuard = (event: PopStateEvent) => void;

let guard: BackGuard | null = null;
window.addEventListener('popstate', (event) => guard?.(event));

/** One guard at a time, because only one form is open. */
export function setBackGuard(next: BackGuard | null): void {
  guard = next;
}
