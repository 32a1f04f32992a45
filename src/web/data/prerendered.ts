/**
 * Stands in for centre.ts and session.ts while the pages are rendered, at build time
 * (prerender.tsx): the centre is made of the tokens that the server replaces by what is stored.
 */
import type { Personne } from '#domain/people/users.ts';
import type { CentreInfo } from './centre.ts';

/** Text that both kinds of link accept, and that prerender.tsx finds again in them. */
export const TELEPHONE = '+0';
export const EMAIL = '{{email}}';

/** A signed-in person: `first-paint.js` writes the name of the remembered one. */
export const MEMBRE: Personne = {
  id: '',
  email: '',
  prenom: null,
  nom: null,
  full_name: null,
  role: 'utilisateur',
  statut: 'actif',
};

/** Whose page is rendered, of which centre. */
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
