/** The sentences of this screen; those of refusals are in `domain/errors`. */
import { formatJour } from '#domain/core/calendrier.ts';
import { formatEuros } from '#domain/prices.ts';

/** Milliseconds for which a message is shown, and one that offers to undo. */
export const DUREE = 5_000;
export const DUREE_ANNULER = 12_000;

const nombre = (n: number, un: string, plusieurs: string): string =>
  `${n.toLocaleString('fr-BE')} ${n > 1 ? plusieurs : un}`;

export const TEXTES = {
  intro: 'Les relevés du mois, les paiements, et ce qui reste ouvert.',
  parties: 'Parties de la facturation',
  fermee: "La facturation n'est pas activée",
  fermeeAide: "Elle s'active dans les paramètres. Rien de ce qu'elle montre n'existe avant.",
  versParametres: 'Ouvrir les paramètres',
  efface: 'Effacé',
  fermer: 'Fermer',
  annuler: 'Annuler',
} as const;

/** What is owed, or what the customer has in advance. */
export const soldeInWords = (solde: number): string =>
  solde < 0 ? `${formatEuros(-solde)} en crédit` : formatEuros(solde);

/** What is left of an account after a payment. */
export const resteInWords = (solde: number): string =>
  solde === 0
    ? 'Plus rien à payer.'
    : solde < 0
      ? `Il aura ${formatEuros(-solde)} en crédit.`
      : `Il restera ${formatEuros(solde)} à payer.`;

export const PAIEMENT = {
  paye: 'Payé',
  payeQuoi: (montant: number, nom: string): string => ` ${formatEuros(montant)} par ${nom}`,
  enCours: 'Enregistrement…',
  autre: 'Autre…',
  autreQuoi: (nom: string): string => ` paiement de ${nom}`,
  titre: 'Paiement de ',
  enregistre: (montant: number): string =>
    `\u202f: paiement de ${formatEuros(montant)} enregistré.`,
  nonEnregistre: "Le paiement n'a pas pu être enregistré. Veuillez réessayer.",
  /** Of an earlier visit. */
  pasEnregistre: "le paiement resté sans réponse n'est pas enregistré.",
  annulerQuoi: (montant: number, nom: string): string =>
    ` le paiement de ${formatEuros(montant)} par ${nom}`,
  annulation: 'Annulation…',
  annule: (solde: number): string =>
    `\u202f: paiement annulé.${solde > 0 ? ` À payer de nouveau\u202f: ${formatEuros(solde)}.` : ''}`,
  nonAnnule: "Le paiement n'a pas pu être annulé. Veuillez réessayer.",
  doit: 'Doit ',
  credit: 'A en crédit ',
  rien: 'Ne doit rien pour le moment.',
  montant: 'Montant reçu',
  jour: 'Jour du paiement',
  moyen: 'Moyen',
  note: 'Note pour le bureau',
  facultatif: 'facultatif',
  enregistrer: 'Enregistrer le paiement',
  especes: (recu: number, arrondi: number): string =>
    arrondi === 0
      ? `À recevoir en espèces\u202f: ${formatEuros(recu)}.`
      : `À recevoir en espèces\u202f: ${formatEuros(recu)}, arrondi à 5 cents. La différence de ${formatEuros(Math.abs(arrondi))} est notée comme arrondi.`,
  /** After `solde_change`: what was shown, what is owed now, and a payment that explains it. */
  change: (avant: number, apres: number, cause: string): string =>
    `Ce compte vient de changer${cause}\u202f: ${soldeInWords(avant)}${avant < 0 ? '' : ' à payer'} avant, ${
      apres === 0 ? 'plus rien' : soldeInWords(apres)
    } maintenant. Rien n'est encore enregistré.`,
} as const;

/** Who owes what. */
export const DOIT = {
  titre: 'Qui doit quoi',
  resume: (n: number, total: number): string =>
    n === 0
      ? 'Personne ne doit rien.'
      : `${nombre(n, 'client doit', 'clients doivent')} ${formatEuros(total)} en tout.`,
  recherche: 'Chercher un client',
  rechercheAide: 'nom, email, téléphone, numéro de relevé',
  filtre: 'Montrer',
  filtres: {
    doivent: 'Doivent',
    rappel: 'Rappel possible',
    credit: 'En crédit',
    tous: 'Tous',
  },
  illisible: "Ce que doivent les clients n'a pas pu être chargé.",
  vide: {
    doivent: 'Personne ne doit rien',
    rappel: 'Aucun rappel à envoyer',
    credit: "Personne n'a de crédit",
    tous: 'Aucun montant ouvert',
  },
  videAide: {
    doivent: 'Tout ce qui est sur un relevé est payé.',
    rappel: 'Un rappel part au plus tôt 14 jours après le relevé ou le dernier rappel.',
    credit: "Un client est en crédit s'il a payé plus que ses relevés.",
    tous: 'Les leçons facturées apparaissent ici une fois données.',
  },
  rienTrouve: (q: string): string => `Aucun client ne correspond à «\u202f${q}\u202f».`,
  client: 'Client',
  montant: 'Ouvert',
  depuis: 'Depuis',
  releve: 'Dernier relevé',
  rappel: 'Dernier rappel',
  actions: 'Actions',
  enCours: (montant: number): string =>
    `en plus, pas encore sur un relevé\u202f: ${formatEuros(montant)}`,
  demande: (n: number): string =>
    n === 0 ? "demandé aujourd'hui" : `demandé il y a ${nombre(n, 'jour', 'jours')}`,
  ouvrirReleve: 'Ouvrir le relevé',
  du: ' du ',
} as const;

export const RAPPELS = {
  un: 'Rappel',
  unQuoi: (nom: string): string => ` à ${nom}`,
  tous: (n: number): string => `Envoyer les rappels (${n})`,
  question: (n: number): string =>
    n === 1 ? 'Envoyer ce rappel\u202f?' : 'Envoyer les rappels\u202f?',
  confirmer: 'Envoyer',
  enCours: 'Envoi…',
  partent: (n: number, total: number): string =>
    `${nombre(n, 'email part', 'emails partent')}, pour ${formatEuros(total)}. Un rappel ne coûte rien au client.`,
  aucun: 'Aucun email ne part.',
  sansEmail: "Sans compte, ils ne reçoivent pas d'email\u202f:",
  faits: (n: number): string =>
    n === 0 ? 'Aucun rappel envoyé.' : `${nombre(n, 'rappel envoyé', 'rappels envoyés')}.`,
  a: 'Rappel envoyé à ',
  nonEnvoyes: "Les rappels n'ont pas pu être envoyés. Veuillez réessayer.",
} as const;

/** The fast entry of transfers. */
export const VIREMENTS = {
  titre: 'Entrer des virements',
  aide: 'Écrivez un montant, un nom ou une communication, puis Entrée. «\u202fDupont 50\u202f» note 50 euros de Dupont.',
  champ: 'Montant, nom ou communication',
  jour: 'Jour des virements',
  liste: 'Clients trouvés',
  exacts: 'Doivent exactement ce montant',
  autres: 'Doivent davantage',
  trouves: (n: number): string =>
    n === 0 ? 'Aucun client ne correspond.' : nombre(n, 'client trouvé', 'clients trouvés'),
  enCours: 'Recherche en cours…',
  plusieurs: 'Plusieurs clients correspondent\u202f: choisissez avec les flèches, puis Entrée.',
  aucun: 'Aucun client ne correspond. Écrivez autrement, ou le nom puis le montant.',
  sansMontant: (nom: string): string =>
    `${nom} ne doit rien\u202f: écrivez aussi le montant, «\u202f${nom} 50\u202f».`,
  doit: (solde: number): string =>
    solde > 0
      ? `doit ${formatEuros(solde)}`
      : solde < 0
        ? `${formatEuros(-solde)} en crédit`
        : 'ne doit rien',
  recu: (montant: number): string => `virement de ${formatEuros(montant)}`,
  illisible: "Les clients n'ont pas pu être cherchés.",
  derniers: 'Derniers virements entrés',
  vide: 'Les virements que vous entrez apparaissent ici.',
  etats: {
    envoi: 'Enregistrement…',
    fait: 'Enregistré',
    annule: 'Annulé',
    inconnu: 'Résultat pas encore connu',
    refuse: 'Pas enregistré',
  },
  pasFait: "Ce virement n'est pas enregistré.",
  reessayer: 'Réessayer',
  quandMeme: 'Enregistrer quand même',
  retirer: 'Retirer de la liste',
  de: (montant: number, nom: string): string => ` le virement de ${formatEuros(montant)} de ${nom}`,
  total: (n: number, total: number): string =>
    `${nombre(n, 'virement', 'virements')}, ${formatEuros(total)}`,
} as const;

/** The month to close. */
export const MOIS = {
  mois: 'Mois',
  pasFini: "Ce mois n'est pas fini\u202f: les leçons à venir seront sur un relevé suivant.",
  illisible: "Ce mois n'a pas pu être chargé.",
  douteux: 'À vérifier avant',
  rienDeDouteux:
    'Rien à vérifier\u202f: ni leçon en attente, ni place sans client ou sans prix, ni présence oubliée.',
  doutes: {
    en_attente: {
      titre: (n: number): string => nombre(n, 'leçon en attente', 'leçons en attente'),
      aide: "Elles ne sont pas facturées tant qu'elles ne sont pas confirmées.",
    },
    sans_client: {
      titre: (n: number): string =>
        nombre(n, 'leçon avec une place sans client', 'leçons avec une place sans client'),
      aide: 'Personne ne paie une place sans client.',
    },
    sans_prix: {
      titre: (n: number): string =>
        nombre(n, 'leçon avec une place sans prix', 'leçons avec une place sans prix'),
      aide: 'Une place sans prix compte pour rien.',
    },
    sans_presence: {
      titre: (n: number): string =>
        nombre(n, 'leçon sans présence notée', 'leçons sans présence notée'),
      aide: 'Chacun y est compté présent.',
    },
  },
  credits: {
    titre: (n: number): string =>
      nombre(n, 'place créditée deux fois', 'places créditées deux fois'),
    aide: "Elle a été corrigée, puis sa leçon a changé\u202f: le compte a reçu plus qu'elle ne coûte. Pour le reprendre, corrigez la correction dans la fiche.",
    ligne: ({
      montant,
      ...line
    }: {
      montant: number;
      cavalier: string | null;
      libelle: string;
      jour: string;
    }): string =>
      `, ${formatEuros(montant)} de trop\u202f: ${[line.cavalier, line.libelle].filter(Boolean).join(', ')}, corrigée le ${line.jour}`,
  },
  autresLecons: (n: number): string => (n === 1 ? 'et une autre leçon.' : `et ${n} autres leçons.`),
  aFaire: 'Relevés à faire',
  rienAFaire: 'Aucun relevé à faire pour ce mois.',
  resume: (n: number, total: number): string =>
    `${nombre(n, 'relevé', 'relevés')}, ${formatEuros(total)} en tout.`,
  client: 'Client',
  lignes: 'Lignes',
  montant: 'Montant',
  part: 'Part',
  parEmail: 'par email',
  aImprimer: 'à imprimer',
  actions: 'Actions',
  envoyerUn: 'Envoyer',
  faireUn: 'Faire',
  envoyerA: (nom: string): string => ` le relevé de ${nom}`,
  envoyer: 'Envoyer les relevés',
  question: (mois: string): string => `Envoyer les relevés ${deMois(mois)}\u202f?`,
  confirmer: 'Envoyer',
  questionUn: (mois: string): string => `Envoyer ce relevé ${deMois(mois)}\u202f?`,
  enCours: 'Envoi…',
  progres: (faits: number, total: number): string =>
    `${faits.toLocaleString('fr-BE')} sur ${total.toLocaleString('fr-BE')}`,
  effet:
    'Un relevé envoyé ne change plus. Ce qui change ensuite est au relevé suivant, avec son jour.',
  emails: (n: number): string => `${nombre(n, 'email part', 'emails partent')}.`,
  sansEmail: 'Sans compte, à imprimer\u202f:',
  faits: (n: number): string => `${nombre(n, 'relevé fait', 'relevés faits')}.`,
  rienFait: 'Aucun relevé à faire\u202f: ils sont déjà faits.',
  nonFaits:
    "Les relevés n'ont pas pu être faits. Ceux qui le sont ne seront pas faits deux fois\u202f: veuillez réessayer.",
  aImprimerTitre: 'Relevés à imprimer',
  aImprimerAide: "Ces clients n'ont pas de compte, ou pas d'adresse confirmée.",
  imprimerCeux: 'Imprimer ceux-ci',
  dejaFaits: 'Relevés déjà faits',
  aucunFait: 'Aucun relevé de ce mois.',
  exporterMois: 'Exporter le mois (CSV)',
  exporterAnnee: "Exporter l'année (CSV)",
  exportEchec: "Les relevés n'ont pas pu être lus. Veuillez réessayer.",
  imprimerTous: 'Imprimer tous les relevés',
  numero: 'Numéro',
  fait: 'Fait le',
  ceMois: 'Ce mois',
  aPayer: 'À payer',
  ouvrir: 'Ouvrir',
  imprimer: 'Imprimer',
  deReleve: (numero: string): string => ` le relevé ${numero}`,
  relevesIllisibles: "Les relevés n'ont pas pu être chargés.",
  releveIllisible: "Ce relevé n'a pas pu être chargé.",
  pages: 'Pages des relevés',
} as const;

/** 'de novembre 2026', 'd'avril 2026'. */
function deMois(mois: string): string {
  const nom = formatJour(`${mois}-15`, 'mois');
  return /^[aeiou]/.test(nom) ? `d'${nom}` : `de ${nom}`;
}

export const RECETTES = {
  titre: 'Journal des recettes',
  aide: 'Chaque paiement, au jour où il a été fait. Une annulation est un mouvement du jour où elle est faite.',
  du: 'Du',
  au: 'Au',
  choisir: 'Choisir un jour',
  inverse: 'La date de fin précède la date de début.',
  illisible: "Les recettes n'ont pas pu être chargées.",
  vide: 'Aucun paiement pendant ces jours',
  videAide: 'Changez les dates, ou entrez un paiement.',
  jour: 'Jour',
  client: 'Client',
  moyen: 'Moyen',
  montant: 'Reçu',
  arrondi: 'Arrondi',
  note: 'Note',
  saisi: 'Saisi le',
  annulation: 'annulation',
  total: 'Total reçu',
  imprimer: 'Imprimer le journal',
  exporter: 'Exporter (CSV)',
} as const;

export const EFFACES = {
  titre: 'Comptes effacés',
  aide: 'Des clients effacés, la loi demande de garder les relevés envoyés et les paiements. Seuls les administrateurs les lisent.',
  illisible: "Les comptes effacés n'ont pas pu être chargés.",
  vide: 'Aucun compte effacé',
  videAide:
    'Un client effacé qui a des relevés ou des paiements apparaît ici, avec son nom et son adresse comme imprimés.',
  efface: (jour: string): string => `Effacé le ${jour}`,
  releves: (n: number): string => nombre(n, 'relevé', 'relevés'),
  compteIllisible: "Ce compte n'a pas pu être chargé.",
  relevesTitre: 'Relevés',
  paiementsTitre: 'Paiements',
  aucunPaiement: 'Aucun paiement.',
  arrondi: 'Arrondi',
  annulation: 'annulation',
  annule: 'annulé',
} as const;
