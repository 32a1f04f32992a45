import type { Page } from '@playwright/test';

/**
 * UI-78: the texts of the page in which ': ; ! ? »' could start a line, or '«' could end one,
 * because they have an ordinary space, at which lines may break. Without fields and messages
 * written by the desk.
 */
export const looseSigns = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text;
      if (
        !parentElement?.checkVisibility() ||
        parentElement.closest('script, style, textarea, option')
      )
        continue;
      if (getComputedStyle(parentElement).textWrapMode === 'nowrap') continue;
      if (/\S [:;!?»](?!\S)|^ [:;!?»](?!\S)|« /.test(data)) found.push(data.trim());
    }
    return found;
  });
