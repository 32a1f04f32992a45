/** Long lists are read a page at a time (API-07). */
export const PAR_PAGE = 100;

/** How many pages so many rows make; one at least. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAR_PAGE));
}

/** The rows of a page, which counts from 1: how many, and how many before them. */
export function trancheOf(page: number): { nombre: number; saut: number } {
  return { nombre: PAR_PAGE, saut: (page - 1) * PAR_PAGE };
}
