/** Long lists are read one page at a time (API-07). */
export const PER_PAGE = 100;

/** The number of pages for a number of rows; at least one. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PER_PAGE));
}

/** The page number in an address; the first page if there is none. */
export function pageAsked(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 100_000) : 1;
}

/** The rows of a page, which counts from 1: how many rows, and how many precede them. */
export function sliceOf(page: number): { nombre: number; offset: number } {
  return { nombre: PER_PAGE, offset: (page - 1) * PER_PAGE };
}
