/** Lists that grow with the centre are read a page at a time (§7). */
export const PAR_PAGE = 100;

/** How many pages so many rows make; one at least. */
export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / PAR_PAGE));
}

/** The rows of a page, from 1, as a reading asks for them. */
export function trancheOf(page: number): { nombre: number; saut: number } {
  return { nombre: PAR_PAGE, saut: (page - 1) * PAR_PAGE };
}
