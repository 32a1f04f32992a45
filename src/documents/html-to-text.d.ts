/** The part of html-to-text that is used: version 10 ships no types. */
declare module 'html-to-text' {
  type Selector = { selector: string; format?: string; options?: Record<string, unknown> };
  type Options = {
    wordwrap: number | false;
    limits: { maxDepth: number; ellipsis: string };
    selectors: readonly Selector[];
  };

  export function compile(options: Options): (html: string) => string;
}
