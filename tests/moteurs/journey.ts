import type { Manege } from '../support/manege.ts';
import type { Page } from './page.ts';

/** What a person does and sees, the same in every engine and at every width. */
export type Journey = {
  title: string;
  /** Part of `npm test` too, at the narrow or the wide width. */
  short?: 'narrow' | 'wide';
  /** The reservations are empty at its beginning. */
  walk(page: Page, manege: Manege): Promise<void>;
};
