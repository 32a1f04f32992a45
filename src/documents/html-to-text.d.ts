/** Types for the used part of html-to-text, because version 10 ships none. */
declare module 'html-to-text' {
  type Selector = { selector: string; format?: string; options?: Record<string, unknown> };
  type Options = {
    wordwrap: number | false;
    limits: { maxDepth: number; ellipsis: string };
    selectors: readonly Selector[];
  };

  export function compile(options: Options): (html: string) => string;
}
