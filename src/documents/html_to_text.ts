/** The plain text for HTML that an administrator wrote (`send-email` of API-08). */
import { compile } from 'html-to-text';

/** Elements that contain no text for a reader. */
const SKIPPED = ['head', 'title', 'script', 'style', 'template', 'img'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * Whether a reader can use the address. html-to-text gives addresses without `mailto:`. Others,
 * such as relative ones, are left out.
 */
const isUsable = (address: string): boolean => /^(?:https?:|tel:|[^\s/:]+@)/i.test(address);

/** The text of a page with its paragraphs and lists; the address of each link follows its text. */
export const htmlToText: (html: string) => string = compile({
  wordwrap: false,
  // The conversion is recursive: without a limit, deep nesting would overflow the stack.
  limits: { maxDepth: 100, ellipsis: '' },
  selectors: [
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    ...HEADINGS.map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
    {
      selector: 'a',
      options: {
        linkBrackets: ['(', ')'],
        hideLinkHrefIfSameAsText: true,
        pathRewrite: (address: string) => (isUsable(address) ? address : ''),
      },
    },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td + td', 'td + th', 'th + td', 'th + th'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { prefix: ' ' },
    })),
  ],
});
