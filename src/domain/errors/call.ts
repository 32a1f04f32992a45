/** The refusals that any call can answer. */
import { defineRefus } from './define.ts';
import { PANNE } from './panne.ts';

export const CALL_REFUS = {
  session_absente: defineRefus('anonyme', 'Veuillez vous connecter.'),
  role_insuffisant: defineRefus('interdit', 'Vous ne pouvez pas faire cette action.'),
  origine_refusee: defineRefus('interdit', 'Cette demande ne vient pas du site du centre.'),
  donnees_invalides: defineRefus('invalide', 'Les données envoyées ne sont pas valables.'),
  periode_manquante: defineRefus('invalide', 'Indiquez une période (366 jours au plus).'),
  texte_invalide: defineRefus(
    'invalide',
    'Un texte envoyé contient un caractère qui ne peut pas être enregistré.',
  ),
  ecriture_autre_contenu: defineRefus(
    'conflit',
    'Ceci est déjà enregistré, avec un autre contenu. Rechargez la page, puis regardez avant de recommencer.',
  ),
  requete_trop_grande: defineRefus('trop_grand', 'Les données envoyées sont trop volumineuses.'),
  adresse_introuvable: defineRefus('introuvable', "Cette adresse n'existe pas."),
  service_occupe: defineRefus(
    'indisponible',
    'Le service est momentanément occupé. Veuillez réessayer dans un instant.',
  ),
  lecture_seule: defineRefus(
    'indisponible',
    'Rien ne peut être enregistré pour le moment : la base de données est en lecture seule. Veuillez réessayer dans quelques minutes.',
  ),
  disque_plein: defineRefus(
    'indisponible',
    'Rien ne peut être enregistré pour le moment : le disque du serveur est plein. Veuillez prévenir le centre et réessayer plus tard.',
  ),
  base_muette: defineRefus(
    'indisponible',
    'La base de données ne répond pas. Veuillez réessayer dans quelques minutes.',
  ),
  panne: PANNE,
} as const;

export type CodeCall = keyof typeof CALL_REFUS;
