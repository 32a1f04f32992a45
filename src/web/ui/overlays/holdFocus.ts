// chunk: app
/**
 * Called when a closing panel has returned the focus to its opener. The opener may be removed while
 * it still has the focus: its row was deleted, and the list is read again shortly afterwards. Then
 * `fallback` gets the focus. `waits`: it may also be mounted later, as long as nothing else has the
 * focus.
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
  // If the focus moves elsewhere, nothing needs to be done. Some browsers also fire blur on
  // removal, hence the microtask.
  held.addEventListener(
    'blur',
    () => queueMicrotask(() => held.isConnected && observer.disconnect()),
    { once: true },
  );
}
