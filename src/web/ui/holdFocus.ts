/**
 * Called when a closing panel has given the focus back to its opener. If the opener is removed
 * while it still has the focus (its row was deleted, and the list is read again a moment later),
 * `fallback` gets the focus. `waits`: also where it comes only later, as long as nothing else has
 * the focus.
 */
export function holdFocus(fallback: () => HTMLElement | null, { waits = false } = {}): void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || held === document.body) return;
  const observer = new MutationObserver(() => {
    if (held.isConnected) return;
    const next = document.activeElement === document.body ? fallback() : null;
    if (waits && !next && document.activeElement === document.body) return;
    observer.disconnect();
    next?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  // Once the focus has moved on there is nothing to hold. Some browsers also fire blur on removal,
  // hence the microtask.
  held.addEventListener(
    'blur',
    () => queueMicrotask(() => held.isConnected && observer.disconnect()),
    { once: true },
  );
}
