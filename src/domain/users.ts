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
