export const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

/** Fields in which the browser and the person may have their own use of the keys. */
const TEXT_FIELD =
  ':is(input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file]), textarea, [contenteditable])';

/**
 * Ctrl and `key` (a small letter), or Cmd on a Mac, outside of text fields and dialogs. There is no
 * shortcut of a single key: speech input would press it (WCAG 2.1.4).
 */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, target } = event;
  return (
    event.key?.toLowerCase() === key &&
    (isMac ? metaKey : ctrlKey) &&
    !altKey &&
    !shiftKey &&
    !(target instanceof Element && target.matches(TEXT_FIELD)) &&
    !document.querySelector('dialog:modal')
  );
}
