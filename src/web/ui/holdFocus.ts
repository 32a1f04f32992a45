/**
 * The focus has come back to what opened a panel. When that goes away while it still has it (its row was removed, and
 * the reading that says so came a moment later), the focus goes to a place that stays rather than to nowhere.
 */
export function holdFocus(fallback: () => HTMLElement | null): void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || held === document.body) return;
  const observer = new MutationObserver(() => {
    if (held.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body) fallback()?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  // Who moves on holds nothing any more; an element that is removed may say so too.
  held.addEventListener('blur', () => queueMicrotask(() => held.isConnected && observer.disconnect()), { once: true });
}
