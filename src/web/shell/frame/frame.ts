/** The boxes of the shell, the same in the page that the server sends (frames.tsx, ADR-030). */
export const PAGE = 'flex min-h-dvh print:block';
export const COLUMN = 'flex min-w-0 flex-1 flex-col';
export const HEADER =
  'print:hidden sticky top-0 z-20 [@media(max-height:30rem)]:static border-b border-hairline bg-paper/95 backdrop-blur-sm';
export const BAR = '@container flex h-16 items-center gap-[min(0.75rem,2.5vw)] px-edge md:px-8';
export const MAIN =
  'mx-auto w-full max-w-7xl flex-1 px-edge py-6 md:px-8 md:py-8 has-[[data-desk]]:max-w-[120rem] has-[[data-desk]]:pt-2';
export const SIDEBAR =
  'print:hidden sticky top-0 z-30 flex h-dvh shrink-0 flex-col gap-6 overflow-x-clip overflow-y-auto border-r border-hairline bg-sand-soft py-4 transition-[width] duration-200 ease-soft';
