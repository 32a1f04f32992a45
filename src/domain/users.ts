/** People: roles, statuses, names (§3, §4, §6; decisions 4 to 8). */
import type { CodeRefus } from './errors.ts';

export const ROLES = ['utilisateur', 'admin', 'webmaster'] as const;
export type Role = (typeof ROLES)[number];

export const STATUTS_USER = ['actif', 'inactif', 'en_attente', 'refuse'] as const;
export type StatutUser = (typeof STATUTS_USER)[number];

/** Who is asking, as every screen and call knows them. */
export type Personne = {
  id: string;
  email: string;
  prenom: string | null;
  nom: string | null;
  full_name: string | null;
  role: Role;
  statut: StatutUser;
};

/** Control characters, and marks that turn the direction of text: nothing a name is written with. */
// oxlint-disable-next-line no-control-regex -- refusing them is the point
const HORS_NOM = /[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

export const NOM_MAX = 100;

/** What can stand as a person's name: one line of 100 characters at most, with a letter in it (decision 8). */
export function isNom(texte: string): boolean {
  return /\p{L}/u.test(texte) && texte.length <= NOM_MAX && !HORS_NOM.test(texte);
}

/** What someone gives to sign up (§2, §3). */
export type Inscription = {
  prenom: string;
  nom: string;
  email: string;
  password: string;
  telephone: string | null;
  adresse: string | null;
};

export const MOT_DE_PASSE_MAX = 128;

/** §5, decision 12: the checks of a sign-up in the order of its fields; nothing of a password is trimmed. */
export function refuserInscription({ prenom, nom, email, password, telephone, adresse }: Inscription): CodeRefus | null {
  if (!isNom(prenom)) return 'prenom_manquant';
  if (!isNom(nom)) return 'nom_manquant';
  if (!isEmail(email)) return 'email_invalide';
  if (password.length < 6) return 'mot_de_passe_court';
  if (password.length > MOT_DE_PASSE_MAX) return 'mot_de_passe_long';
  if ((telephone ?? '').length > 40) return 'telephone_invalide';
  if ((adresse ?? '').length > 300) return 'adresse_invalide';
  return null;
}

/** One address as every mail server takes it: ASCII, so that no look-alike letter can pass for another's address. */
function isEmail(texte: string): boolean {
  return texte.length <= 254 && /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(texte);
}

/** How an address is stored and looked for: without the spaces around it, in lower case. */
export function normalizeEmail(texte: string): string {
  return texte.trim().toLowerCase();
}

/** Only `actif` may come in (§4); each other status has its own refusal at sign-in (§8). */
export function refuserStatut(statut: StatutUser): CodeRefus | null {
  if (statut === 'actif') return null;
  if (statut === 'refuse') return 'compte_refuse';
  if (statut === 'en_attente') return 'compte_en_attente';
  return 'compte_inactif';
}

type Nomme = Pick<Personne, 'prenom' | 'nom' | 'full_name' | 'email'>;

/** A name without a letter counts as empty (decision 8). */
function usable(nom: string | null): string | null {
  const propre = (nom ?? '').trim().replace(/\s+/gu, ' ');
  return /\p{L}/u.test(propre) ? propre : null;
}

function nomOf({ prenom, nom, full_name }: Omit<Nomme, 'email'>): string | null {
  return usable(`${prenom ?? ''} ${nom ?? ''}`) ?? usable(full_name);
}

/** Decision 8: prenom and nom; else full_name; else the email. */
export function displayName(personne: Nomme): string {
  return nomOf(personne) ?? personne.email;
}

/** Decision 8: first letters of the name's first two words, else the first two of the email's prefix. */
export function initials(personne: Nomme): string {
  const nom = nomOf(personne);
  const lettres = nom === null
    ? [...(personne.email.split('@')[0] ?? '')].slice(0, 2)
    : nom.split(' ').slice(0, 2).map((mot) => [...mot][0] ?? '');
  return lettres.join('').toLocaleUpperCase('fr');
}

/** §2: where 'Accéder à mon espace' leads. */
export function isAdmin(role: Role): boolean {
  return role === 'admin';
}
