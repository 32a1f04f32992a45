import { formatCentimes, type PrixValable, suivantInWords } from '#domain/prices.ts';
import { formatJour } from '#domain/core/calendrier.ts';

/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  retour: 'Retour au Webmaster',
  intro: 'Le tarif de chaque leçon, par personne.',
  tarif: 'Tarif',
  enregistrer: 'Sauvegarder les prix',
  enCours: 'Sauvegarde en cours...',
  succes: 'Les prix ont été sauvegardés avec succès',
  echec: "Les prix n'ont pas pu être sauvegardés. Veuillez réessayer.",
  illisible: "Les prix n'ont pas pu être chargés.",
  vide: 'Aucun type de leçon configuré',
  videAide: 'Ajoutez une leçon dans les paramètres\u202f: son prix se règle ensuite ici.',
  versParametres: 'Ouvrir les paramètres',
  inactif: 'Non proposée',
  desMaintenant:
    'Un nouveau prix vaut pour les places réservées à partir de maintenant\u202f; celles qui sont déjà réservées gardent le leur.',
  pasUnNombre: (typed: string) =>
    `«\u202f${typed.trim() || ' '}\u202f» n'est pas un nombre\u202f: le prix devient 0,00 €.`,
  aZero: 'Mettre à zéro\u202f?',
  aZeroAide:
    'À 0,00 €, les prochaines places réservées dans ces leçons ne comptent dans aucun total.',
  mettreAZero: 'Mettre à zéro',
  dUnJour: "Changer à partir d'un jour",
  aPartirDu: 'À partir du',
  choisirJour: 'Choisir le jour',
  jourManquant: 'Choisissez le premier jour de ce prix.',
  nouveauTarif: 'Nouveau tarif',
  prochainPrix: 'Prochain prix',
  changer: 'Changer',
  retirer: 'Retirer',
  garder: 'Garder',
  prochainDe: (type: string) => `le prochain prix, ${type}`,
  prochain: ({ du, centimes }: PrixValable) =>
    `À partir du ${formatJour(du, 'annee')}\u202f: ${formatCentimes(centimes)} €`,
  seraRetire: (suivant: PrixValable) => `Sera retiré\u202f: ${suivantInWords(suivant)}`,
  sansProchain: 'sans prochain prix',
  appliquer: (n: number) =>
    n === 1
      ? 'Appliquer aussi à la leçon déjà réservée'
      : `Appliquer aussi aux ${n} leçons déjà réservées`,
  lesquelles: (n: number) => (n === 1 ? 'Voir cette leçon' : 'Voir ces leçons'),
  autres: (n: number) => (n === 1 ? 'et une autre' : `et ${n} autres`),
  dits: 'Chaque cavalier concerné reçoit un email.',
  sansPrix: "Les cavaliers ne voient pas les prix\u202f: ils ne reçoivent pas d'email.",
  sansEmail: "Les emails de modification sont éteints\u202f: les cavaliers n'en reçoivent pas.",
  reserveesIllisibles: "Les leçons déjà réservées n'ont pas pu être chargées.",
  ailleurs: 'Modifié ailleurs entre-temps\u202f: ',
} as const;

/** Milliseconds on screen (LIM-24). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;
