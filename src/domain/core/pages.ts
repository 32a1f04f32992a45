/** Long lists are read a page at a time (API-07). */
export const PER_PAGE = 100;

/** How many pages so many rows make; one at least. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PER_PAGE));
}

/** The page that an address asks for; without one, the first. */
export function pageAsked(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 1 ? Math.min(page, 100_000) : 1;
}

/** The rows of a page, which counts from 1: how many, and how many before them. */
export function sliceOf(page: number): { nombre: number; offset: number } {
  return { nombre: PER_PAGE, offset: (page - 1) * PER_PAGE };
}
