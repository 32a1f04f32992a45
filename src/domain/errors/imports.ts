/** The refusals about imports of customers (IMP-01 to IMP-12). */
import { defineRefus } from './define.ts';

export const IMPORTS_REFUS = {
  import_trop_grand: defineRefus(
    'trop_grand',
    'Le fichier dépasse 2 Mo. Partagez-le en plusieurs fichiers.',
  ),
  import_vide: defineRefus('invalide', 'Le fichier est vide.'),
  import_pas_csv: defineRefus(
    'invalide',
    "Ce fichier n'est pas un fichier CSV. Dans le tableur, choisissez « Enregistrer sous », puis le format CSV.",
  ),
  import_sans_en_tete: defineRefus(
    'invalide',
    'La première ligne du fichier doit nommer les colonnes, par exemple Nom, Email, Téléphone.',
  ),
  import_sans_ligne: defineRefus('invalide', "Le fichier n'a aucune ligne sous ses titres."),
  import_trop_de_lignes: defineRefus(
    'invalide',
    'Le fichier compte plus de 5 000 lignes. Partagez-le en plusieurs fichiers.',
  ),
  import_trop_de_colonnes: defineRefus('invalide', 'Le fichier compte plus de 60 colonnes.'),
  import_guillemets: defineRefus(
    'invalide',
    'Un guillemet est mal placé, ou ne se ferme pas : la suite du fichier ne peut pas être lue.',
  ),
  import_colonnes: defineRefus(
    'invalide',
    'Veuillez choisir ce que contient chaque colonne du fichier.',
  ),
  import_sans_nom: defineRefus(
    'invalide',
    'Choisissez la colonne du nom : « Nom », ou « Nom complet ».',
  ),
  import_deux_noms: defineRefus(
    'invalide',
    'Choisissez « Nom complet », ou bien « Nom » et « Prénom », pas les deux.',
  ),
  import_colonne_repetee: defineRefus(
    'invalide',
    "Deux colonnes ont reçu le même contenu. Seule l'adresse peut venir de plusieurs colonnes.",
  ),
  import_sans_cavalier: defineRefus(
    'invalide',
    'Une année de naissance ou une remarque de cavalier demande aussi la colonne du nom du cavalier.',
  ),
  import_change: defineRefus(
    'conflit',
    "Des clients ont changé depuis l'aperçu : rien n'a été importé. Vérifiez le nouvel aperçu.",
  ),
  import_rien: defineRefus('conflit', "Il n'y a rien à importer : rien n'est nouveau."),
  import_introuvable: defineRefus('introuvable', "Cet import n'existe pas ou plus."),
  import_utilise: defineRefus('conflit', 'Impossible de défaire cet import.'),
} as const;

export type CodeImport = keyof typeof IMPORTS_REFUS;
