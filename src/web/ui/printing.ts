/** Prints a whole page of HTML that is not this one. The content policy forbids it a script: it is printed from here. */

/** Prints once what is written has been laid out. A document that is opened anew forgets its listeners: they come after. */
function write(target: Window, html: string): void {
  const { document: sheet } = target;
  let printed = false;
  const print = () => {
    if (printed) return;
    printed = true;
    target.print();
  };
  sheet.open();
  // The one way to fill a window that has no address.
  sheet.write(html);
  target.addEventListener('load', print, { once: true });
  sheet.close();
  if (sheet.readyState === 'complete') setTimeout(print, 50);
}

/** In a window of its own; false when the browser did not let it open. */
export function printInWindow(html: string): boolean {
  const target = window.open('', '_blank', 'popup,width=1000,height=800');
  if (!target || target.closed) return false;
  write(target, html);
  target.focus();
  return true;
}

/** Without another window, through a frame that is not seen; it goes away when the next one comes. */
export function printInFrame(html: string): void {
  for (const last of document.querySelectorAll('iframe[data-print]')) last.remove();
  const frame = document.createElement('iframe');
  frame.dataset['print'] = '';
  frame.title = 'Impression';
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  // Not `display: none`: some browsers print such a frame blank.
  frame.style.cssText = 'position:fixed;inset-block-end:0;inset-inline-end:0;width:0;height:0;border:0;opacity:0;pointer-events:none';
  document.body.append(frame);
  if (frame.contentWindow) write(frame.contentWindow, html);
}
