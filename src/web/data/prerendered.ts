/**
 * Replaces centre.ts and session.ts while the pages are rendered at build time (prerender.tsx). The
 * centre consists of tokens that the server replaces by the stored values.
 */
import type { Personne } from '#domain/people/users.ts';
import type { CentreInfo } from './centre.ts';

/** A text that is valid in both kinds of link and that prerender.tsx finds again in them. */
export const TELEPHONE = '+0';
export const EMAIL = '{{email}}';

/** The day that the planning shows first, in words. */
export const JOUR = '{{jourEnMots}}';

/** A signed-in person. `first-paint.js` writes the name of the remembered one. */
export const MEMBRE: Personne = {
  id: '',
  email: '',
  prenom: null,
  nom: null,
  full_name: null,
  role: 'utilisateur',
  statut: 'actif',
};

/** For whom and for which centre the page is rendered. */
export const shown: { centre: CentreInfo; user: Personne | null } = {
  centre: {
    nom: '{{nom}}',
    ville: '{{ville}}',
    contact: { telephone: null, email: null },
    pistes: [],
    pistesEnMots: { entree: '{{pistesEntree}}', accueil: '{{pistesAReserver}}' },
    ouverture: { titre: '{{ouvertTitre}}', heures: '{{ouvertHeures}}', tousLesJours: true },
    periodes: { journalMois: 0, sauvegardesMois: 0, conservationLecons: null },
    confirmation: '{{confirmation}}',
    sendsLinks: false,
  },
  user: null,
};

export const CENTRE = shown.centre;
export const useCentreInfo = (): CentreInfo => shown.centre;
export const useSession = (): { user: Personne | null } => ({ user: shown.user });
/** Nobody knows it yet. */
export const useNoCookies = (): boolean => false;
