// chunk: base
import { defineRefus } from './define.ts';

/** Also said of an answer without a code. It stands alone, because every page loads it. */
export const PANNE = defineRefus(
  'panne',
  'Une erreur inattendue est survenue. Veuillez réessayer.',
);
