/** Control characters, and marks that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- refusing them is the point
const OFFLINE = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

/** True for text on one line of at most `max` characters, without control characters. */
export function isOneLine(text: string, max: number): boolean {
  return text.length <= max && !OFFLINE.test(text);
}
