/** The sentences of the fast entry over the planning (DESK-70 to DESK-77). */
import { dePersonne } from '#domain/core/elision.ts';

export const TEXTES = {
  titre: 'Nouvelle leçon',
  titrePlace: 'Ajouter à la leçon',
  pour: 'Pour qui',
  aide: 'Un nom, un téléphone ou un cavalier\u202f; un nom nouveau ajoute un client.',
  liste: 'Clients et cavaliers',
  autres: "D'autres clients correspondent\u202f: écrivez davantage.",
  choisir: 'Veuillez écrire un nom, puis choisir qui monte.',
  client: (nom: string): string => `Client\u202f: ${nom}`,
  nouveauClient: 'Nouveau client',
  type: 'Type de leçon',
  aChoisir: 'À choisir',
  habituelle: 'Sa leçon habituelle.',
  derniere: 'La dernière réservée au bureau.',
  horsHeures: "Hors des heures d'ouverture",
  disparue: "Cette leçon n'est plus à cette place\u202f: elle a été déplacée ou supprimée.",
  complete: 'Cette leçon vient de se remplir.',
  details: 'Plus de détails',
  reserver: 'Réserver',
  ajouter: 'Ajouter',
  enCours: 'Enregistrement en cours…',
  echec: 'Une erreur est survenue lors de la réservation. Veuillez réessayer.',
  encore: 'Encore une',
  absente: (nom: string): string =>
    `L'envoi pour ${nom} n'est pas enregistré. Vous pouvez l'envoyer de nouveau.`,
  trouves: (n: number): string => (n === 0 ? 'Aucun résultat' : `${n} choix`),
  places: (n: number): string => (n === 1 ? 'Il reste 1 place.' : `Il reste ${n} places.`),
  reservee: (nom: string, moment: string): string =>
    `Leçon ${dePersonne(nom)} réservée, ${moment}.`,
  ajoutee: (nom: string, moment: string): string => `Place ${dePersonne(nom)} réservée, ${moment}.`,
  plusRien: (heure: string): string => `Plus de créneau libre après ${heure} sur cette piste.`,
} as const;
