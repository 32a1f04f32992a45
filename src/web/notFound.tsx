import { lazyPart } from './ui/pages/lazyPart.tsx';

/** Any unknown address, inside /app and outside it (ACC-05). */
export const { Part: NotFound } = lazyPart('page', async () => ({
  default: (await import('./screens/page-non-trouvee/PageNonTrouvee.tsx')).PageNonTrouvee,
}));
