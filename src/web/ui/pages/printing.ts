// chunk: admin-first
/**
 * Prints an HTML document other than the page. The content security policy forbids scripts in it,
 * so this page calls print.
 */
import * as TEXTS from '../basics/texts.ts';

/**
 * Writes a document and prints it after its layout. `open()` removes listeners, so they are added
 * after it.
 */
function write(target: Window, html: string): void {
  const { document: sheet } = target;
  let printed = false;
  const print = () => {
    if (printed) return;
    printed = true;
    target.print();
  };
  sheet.open();
  // The only way to fill a window that has no URL.
  sheet.write(html);
  target.addEventListener('load', print, { once: true });
  sheet.close();
  if (sheet.readyState === 'complete') setTimeout(print, 50);
}

/**
 * Prints in a new window. False if the browser blocked it. The window opens at once, because
 * browsers block one that opens some time after the press. Throws if there is no document.
 */
export async function printInWindow(html: () => Promise<string>): Promise<boolean> {
  const target = window.open('', '_blank', 'popup,width=1000,height=800');
  if (!target || target.closed) return false;
  try {
    write(target, await html());
  } catch (error) {
    target.close();
    throw error;
  }
  target.focus();
  return true;
}

/** Prints through a hidden frame, which the next call removes. */
export function printInFrame(html: string): void {
  for (const last of document.querySelectorAll('iframe[data-print]')) last.remove();
  const frame = document.createElement('iframe');
  frame.dataset['print'] = '';
  frame.title = TEXTS.printout;
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  // Not `display: none`: some browsers would print a blank page.
  frame.style.cssText =
    'position:fixed;inset-block-end:0;inset-inline-end:0;width:0;height:0;border:0;opacity:0;pointer-events:none';
  document.body.append(frame);
  if (frame.contentWindow) write(frame.contentWindow, html);
}
