import type { Manege } from '../support/manege.ts';
import type { Page } from './page.ts';

/** An end-to-end test, the same in every engine and at every width. */
export type Journey = {
  title: string;
  /** Also part of `npm test`, at the narrow or the wide width. */
  short?: 'narrow' | 'wide';
  /** There are no reservations when it starts. */
  walk(page: Page, manege: Manege): Promise<void>;
};
