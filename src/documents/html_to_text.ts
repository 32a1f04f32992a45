/** The plain text beside the HTML that an administrator wrote (`send-email` of API-08). */
import { compile } from 'html-to-text';

/** Elements without text for a reader. */
const SKIPPED = ['head', 'title', 'script', 'style', 'template', 'img'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/**
 * An address that a reader can use, as html-to-text gives it: without `mailto:`. Others, such as
 * relative ones, are left out.
 */
const isUsable = (address: string): boolean => /^(?:https?:|tel:|[^\s/:]+@)/i.test(address);

/**
 * The words of a page with its paragraphs and lists; the address of each link follows its words.
 */
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
