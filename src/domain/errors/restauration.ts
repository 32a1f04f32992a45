/** The refusals of a restore on the set-up page. No other page loads them. */
import { defineRefus } from './define.ts';

export const RESTAURATION_REFUS = {
  sauvegarde_refusee: defineRefus(
    'invalide',
    "Cette sauvegarde n'a pas été restaurée, et rien n'a été changé.",
  ),
  sauvegarde_absente: defineRefus(
    'invalide',
    "Aucun fichier n'est arrivé, ou sa taille n'est pas annoncée.",
  ),
  sauvegarde_chiffree: defineRefus(
    'invalide',
    'Cette sauvegarde est chiffrée : indiquez sa phrase de passe.',
  ),
  sauvegarde_trop_grande: defineRefus(
    'trop_grand',
    'Ce fichier dépasse 4 Go. Déposez-le dans le dossier des sauvegardes du serveur, puis choisissez-le dans la liste.',
  ),
  sauvegarde_trop_lente: defineRefus(
    'invalide',
    'Le fichier arrive trop lentement. Vérifiez votre connexion internet et réessayez, ou déposez-le dans le dossier des sauvegardes du serveur.',
  ),
  sauvegarde_sans_place: defineRefus(
    'indisponible',
    "Le disque des sauvegardes du serveur n'a pas la place de recevoir ce fichier. Libérez de la place, puis réessayez.",
  ),
  restauration_en_cours: defineRefus(
    'conflit',
    'Une restauration est déjà en cours. Attendez quelques minutes, puis rechargez la page.',
  ),
} as const;
