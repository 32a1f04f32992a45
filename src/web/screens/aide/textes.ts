/** The sentences of this screen; those of the tasks are in docs/aide. */
import type { Public } from '#documents/aide.ts';

export const TEXTES = {
  intro: 'Pas à pas, ce qui se fait chaque jour.',
  chercher: "Chercher dans l'aide",
  rien: 'Aucune page ne parle de cela. Essayez un autre mot, ou un mot plus court.',
  retour: "Toute l'aide",
  ouvrir: "Ouvrir l'écran",
  question: 'Vous ne trouvez pas\u202f?',
} as const;

export const TITRES: Record<Public, string> = {
  cavaliers: 'Pour les cavaliers',
  bureau: 'Pour le bureau',
};
