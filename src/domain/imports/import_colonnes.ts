/** What the columns of an imported file contain (IMP-03). */
import type { CodeImport } from '../errors/imports.ts';
import { cleOf } from '../riders/cavaliers.ts';

export const CIBLES = [
  'nom',
  'prenom',
  'nom_complet',
  'email',
  'telephone',
  'adresse',
  'note',
  'cavalier',
  'cavalier_annee',
  'cavalier_note',
  'ignorer',
] as const;
export type Cible = (typeof CIBLES)[number];

export const NOMS_CIBLE: Record<Cible, string> = {
  nom: 'Nom',
  prenom: 'Prénom',
  nom_complet: 'Nom complet',
  email: 'Email',
  telephone: 'Téléphone',
  adresse: 'Adresse',
  note: 'Remarque pour le bureau',
  cavalier: 'Cavalier : nom',
  cavalier_annee: 'Cavalier : année de naissance',
  cavalier_note: 'Cavalier : remarque',
  ignorer: 'Ignorer',
};

/** A column of the file: its title, its first values, and what its title says that it contains. */
export type Colonne = { titre: string; exemples: string[]; cible: Cible };

/** Titles of columns in French, Dutch and English, without case, accents and punctuation. */
const TITRES: Record<Exclude<Cible, 'ignorer'>, readonly string[]> = {
  nom: [
    'nom',
    'nom de famille',
    'nom client',
    'nom du client',
    'naam',
    'achternaam',
    'familienaam',
    'name',
    'last name',
    'lastname',
    'surname',
    'family name',
  ],
  prenom: ['prenom', 'prenoms', 'voornaam', 'first name', 'firstname', 'given name'],
  nom_complet: [
    'nom complet',
    'nom et prenom',
    'prenom et nom',
    'nom prenom',
    'prenom nom',
    'client',
    'volledige naam',
    'klant',
    'full name',
    'fullname',
    'customer',
    'customer name',
  ],
  email: [
    'email',
    'e mail',
    'mail',
    'courriel',
    'adresse email',
    'adresse e mail',
    'adresse mail',
    'emailadres',
    'e mailadres',
    'email address',
    'e mail address',
  ],
  telephone: [
    'telephone',
    'tel',
    'no tel',
    'numero de telephone',
    'gsm',
    'mobile',
    'portable',
    'telefoon',
    'telefoonnummer',
    'gsm nummer',
    'mobiel',
    'phone',
    'phone number',
    'mobile phone',
  ],
  adresse: [
    'adresse',
    'adresse postale',
    'rue',
    'numero',
    'code postal',
    'cp',
    'ville',
    'localite',
    'commune',
    'adres',
    'straat',
    'huisnummer',
    'postcode',
    'gemeente',
    'stad',
    'address',
    'street',
    'zip',
    'zip code',
    'postal code',
    'city',
    'town',
  ],
  note: [
    'remarque',
    'remarques',
    'commentaire',
    'commentaires',
    'note',
    'notes',
    'opmerking',
    'opmerkingen',
    'comment',
    'comments',
  ],
  cavalier: [
    'cavalier',
    'nom du cavalier',
    'nom cavalier',
    'enfant',
    'eleve',
    'ruiter',
    'naam ruiter',
    'leerling',
    'kind',
    'rider',
    'rider name',
    'child',
  ],
  cavalier_annee: [
    'annee de naissance',
    'annee naissance',
    'date de naissance',
    'naissance',
    'ne le',
    'geboortejaar',
    'geboortedatum',
    'year of birth',
    'birth year',
    'date of birth',
    'birth date',
    'birthdate',
  ],
  cavalier_note: [
    'remarque cavalier',
    'remarque du cavalier',
    'cavalier remarque',
    'opmerking ruiter',
    'rider note',
  ],
};

/** Several columns may hold the parts of an address. */
const REPEATABLE = new Set<Cible>(['adresse', 'ignorer']);

/** What each column probably contains, by its title: a proposal, which the person sees first. */
export function guessCibles(titres: readonly string[]): Cible[] {
  const taken = new Set<Cible>();
  const guessed = titres.map((titre): Cible => {
    const words = cleOf(titre.replaceAll(/[^\p{L}\p{N}]+/gu, ' '));
    const [cible] =
      (Object.entries(TITRES) as [Cible, readonly string[]][]).find(([, names]) =>
        names.includes(words),
      ) ?? [];
    if (!cible || (taken.has(cible) && !REPEATABLE.has(cible))) return 'ignorer';
    taken.add(cible);
    return cible;
  });
  // With one column for the whole name, another name is that of something else.
  return taken.has('nom_complet')
    ? guessed.map((cible) => (cible === 'nom' || cible === 'prenom' ? 'ignorer' : cible))
    : guessed;
}

/** Why columns cannot be used as they were matched; null if they can. */
export function refuseColonnes(cibles: readonly Cible[]): CodeImport | null {
  const has = (cible: Cible): boolean => cibles.includes(cible);
  if (has('nom_complet') && (has('nom') || has('prenom'))) return 'import_deux_noms';
  if (!has('nom') && !has('nom_complet')) return 'import_sans_nom';
  const repeated = cibles.some((cible, n) => !REPEATABLE.has(cible) && cibles.indexOf(cible) !== n);
  if (repeated) return 'import_colonne_repetee';
  return (has('cavalier_annee') || has('cavalier_note')) && !has('cavalier')
    ? 'import_sans_cavalier'
    : null;
}
