import type { MouseEvent } from 'react';

/**
 * For a link within the page: scrolls to its target and focuses it. The browser's own jump would
 * create a history entry that React Router does not number, and the question of UI-40 needs the
 * numbers.
 */
export function jump(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}
