/** The sentences of restoring; those of refusals are in `domain/errors/restauration.ts`. */
export const TEXTES = {
  choix: 'Comment commencer',
  nouveau: 'Nouveau centre',
  premier: 'Premier administrateur',
  restaurer: 'Restaurer',
  titre: 'Restaurer une sauvegarde',
  intro:
    'Les comptes et leurs mots de passe, les réservations, les prix et les paramètres reviennent tels que la sauvegarde les a gardés. Chacun se reconnecte ensuite.',
  source: 'Sauvegarde',
  autreFichier: 'Un fichier de cet ordinateur…',
  choisir: 'Choisir un fichier .sauvegarde…',
  autre: 'Choisir un autre fichier…',
  phrase: 'Phrase de passe',
  phraseAide: 'Cette sauvegarde est chiffrée. La phrase est sur la fiche de secours.',
  laPhrase: 'la phrase de passe',
  fichierManquant: 'Choisissez la sauvegarde à restaurer.',
  phraseManquante: 'Saisissez la phrase de passe.',
  pasUneSauvegarde: "Ce fichier n'est pas une sauvegarde de Manège.",
  bouton: 'Restaurer cette sauvegarde',
  enCours: 'Restauration en cours…',
  envoi: 'Envoi du fichier',
  lecture: 'Vérification du fichier',
  chargement: 'Restauration',
  comparaison: 'Comparaison avec le fichier',
  patience: "Gardez cette page ouverte\u202f: elle dira quand c'est fini.",
  coupee:
    "La connexion au serveur a été coupée. Tout est restauré, ou rien n'a changé\u202f; une restauration commencée continue sur le serveur.",
  verifier: 'Vérifier où elle en est',
  restauree: 'Le centre est restauré',
  restaureeDetail:
    "Connectez-vous avec l'email et le mot de passe que vous aviez. Les emails qui attendaient ne partiront pas\u202f; les rappels des leçons à venir restent prévus.",
} as const;
