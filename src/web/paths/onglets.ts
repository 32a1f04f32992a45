/** The titles of the tabs of the settings, and of the sections in each (SET-01). */
import type { Onglet } from './paths.ts';

export const TITRES_ONGLETS: Record<Onglet, { titre: string; sections: readonly string[] }> = {
  pistes: {
    titre: 'Pistes et horaires',
    sections: ['Pistes', 'Horaires et créneaux', 'Jours et saisons'],
  },
  types: { titre: 'Types de leçon', sections: [] },
  cavaliers: {
    titre: 'Règles des cavaliers',
    sections: ['Paramètres système', 'Droits des cavaliers'],
  },
  facturation: {
    titre: 'Facturation',
    sections: ['Relevés et paiements', 'Compte en banque', 'Mentions du centre'],
  },
  emails: { titre: 'Emails', sections: ['Notifications par email', 'Joindre le centre'] },
  securite: {
    titre: 'Sécurité',
    sections: ['Administrateurs du site', 'Conservation des leçons'],
  },
  service: {
    titre: 'Service',
    sections: [
      'État du service',
      'Informations système',
      'Sauvegardes',
      'Conservation des sauvegardes',
    ],
  },
};
