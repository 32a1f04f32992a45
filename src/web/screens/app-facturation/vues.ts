/** The parts of this screen and their addresses (REL-50). */
import { PATHS } from '#web/paths/paths.ts';
import { DOIT, EFFACES, VIREMENTS } from './textes.ts';

export const VUES = [
  { nom: 'doit', titre: DOIT.titre },
  { nom: 'virements', titre: VIREMENTS.titre },
  { nom: 'mois', titre: 'Mois' },
  { nom: 'recettes', titre: 'Recettes' },
  { nom: 'effaces', titre: EFFACES.titre },
] as const;

export type Vue = (typeof VUES)[number]['nom'];

export const vuePath = (vue: Vue): string =>
  vue === 'doit' ? PATHS.facturation.path : `${PATHS.facturation.path}?vue=${vue}`;
