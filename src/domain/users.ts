/** People: roles, statuses, names (§3, §4, §6; decisions 4 to 8). */
import type { CodeRefus } from './errors.ts';
import { isLigne } from './ligne.ts';

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

/** §3: an account, whole. Instants are ISO 8601. */
export type User = Personne & {
  telephone: string | null;
  adresse: string | null;
  /** Asked for only where emails go out. */
  email_confirme: boolean;
  is_approved: boolean;
  profile_image_url: string | null;
  created_at: string;
  updated_at: string;
};

/** Which accounts are looked for; `approuve` are those that are `actif` or `inactif`, `utilisateur` all but administrators. */
export type FiltreUsers = {
  statut?: StatutUser | 'approuve' | undefined;
  role?: 'admin' | 'utilisateur' | undefined;
  /** In names, emails and telephones, without regard to case or accents. */
  q?: string | undefined;
};

export const NOM_MAX = 100;

/** What can stand as a person's name: one line of 100 characters at most, with a letter in it (decision 8). */
export function isNom(texte: string): boolean {
  return /\p{L}/u.test(texte) && isLigne(texte, NOM_MAX);
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

/** A domain nobody can receive mail at (RFC 2606): it tells the demonstration's accounts from real ones (decision 43). */
export const DOMAINE_DEMO = 'demo.example';

/**
 * §5, decision 12: the checks of a sign-up in the order of its fields; nothing of a password is trimmed. Nobody signs up among
 * the demonstration's accounts: while there are any, the service stays on its machine.
 */
export function refuseInscription({ prenom, nom, email, password, telephone, adresse }: Inscription): CodeRefus | null {
  if (!isNom(prenom)) return 'prenom_manquant';
  if (!isNom(nom)) return 'nom_manquant';
  if (!isEmail(email) || email.endsWith(`@${DOMAINE_DEMO}`)) return 'email_invalide';
  if (password.length < 6) return 'mot_de_passe_court';
  if (password.length > MOT_DE_PASSE_MAX) return 'mot_de_passe_long';
  if ((telephone ?? '').length > 40) return 'telephone_invalide';
  if ((adresse ?? '').length > 300) return 'adresse_invalide';
  return null;
}

/** §5, decision 12: a new password by an emailed link asks for two characters more than a sign-up. */
export function refuseMotDePasse(password: string): CodeRefus | null {
  if (password.length < 8) return 'mot_de_passe_court_reinitialisation';
  return password.length > MOT_DE_PASSE_MAX ? 'mot_de_passe_long' : null;
}

/** What a person changes of their profile; a field that is not named stays. */
export type Profil = { [champ in 'prenom' | 'nom' | 'telephone' | 'adresse']?: string | null | undefined };

/** §5: a field of the profile may be empty; what is written in it must be sound. */
export function refuseProfil({ prenom, nom, telephone, adresse }: Profil): CodeRefus | null {
  if (!isVide(prenom) && !isNom(prenom)) return 'prenom_manquant';
  if (!isVide(nom) && !isNom(nom)) return 'nom_manquant';
  if ((telephone ?? '').length > 40) return 'telephone_invalide';
  if ((adresse ?? '').length > 300) return 'adresse_invalide';
  return null;
}

const isVide = (texte: string | null | undefined): texte is null | undefined | '' => (texte ?? '').trim() === '';

/** §5: empty fields are stored as null; decision 8: the full name follows the first and last names. */
export function profilOf(user: Pick<User, 'prenom' | 'nom' | 'full_name'>, profil: Profil): Profil & { full_name?: string } {
  const change = Object.fromEntries(Object.entries(profil).flatMap(([champ, texte]) => (texte === undefined ? [] : [[champ, isVide(texte) ? null : texte]])));
  const { prenom, nom } = { ...user, ...change } as Pick<User, 'prenom' | 'nom'>;
  const meme = prenom === user.prenom && nom === user.nom;
  return meme ? change : { ...change, full_name: [prenom, nom].filter(Boolean).join(' ') };
}

/** §4: a pending account is approved or refused, once; one that was refused may be thought over. */
export function refuseDecision({ statut }: Pick<User, 'statut'>): CodeRefus | null {
  return statut === 'en_attente' || statut === 'refuse' ? null : 'demande_traitee';
}

/** §5, decision 16: a change of role or status of an approved account, given how many other active administrators there are. */
export function refuseChangement(
  user: Pick<User, 'role' | 'statut' | 'is_approved'>, change: { role?: Role | undefined; statut?: StatutUser | undefined }, autresAdmins: number,
): CodeRefus | null {
  if (!user.is_approved) return 'compte_non_approuve';
  if (!isDernierAdmin(user, autresAdmins)) return null;
  if (change.role !== undefined && !isAdmin(change.role)) return 'dernier_admin_retrograde';
  return change.statut !== undefined && change.statut !== 'actif' ? 'dernier_admin_desactive' : null;
}

/** §5, decision 16: anyone may be removed but the last active administrator. */
export function refuseSuppression(user: Pick<User, 'role' | 'statut'>, autresAdmins: number): CodeRefus | null {
  return isDernierAdmin(user, autresAdmins) ? 'dernier_admin_supprime' : null;
}

function isDernierAdmin({ role, statut }: Pick<User, 'role' | 'statut'>, autresAdmins: number): boolean {
  return isAdmin(role) && statut === 'actif' && autresAdmins === 0;
}

/** One address as every mail server takes it: ASCII, so that no look-alike letter can pass for another's address. */
export function isEmail(texte: string): boolean {
  return texte.length <= 254 && /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(texte);
}

/** How an address is stored and looked for: without the spaces around it, in lower case. */
export function normalizeEmail(texte: string): string {
  return texte.trim().toLowerCase();
}

/** Only `actif` may come in (§4); each other status has its own refusal at sign-in (§8). */
export function refuseStatut(statut: StatutUser): CodeRefus | null {
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

/** The person's name where there is one; an address is none. */
export function nomOf({ prenom, nom, full_name }: Omit<Nomme, 'email'>): string | null {
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

export function isAdmin(role: Role): boolean {
  return role === 'admin';
}
