/** People: roles, statuses, names (ACC-08 to ACC-21). */
import type { CodePeople } from '../errors/people.ts';
import type { SIGN_IN_REFUS } from '../errors/sign_in.ts';
import { isOneLine } from '../core/one_line.ts';

export const ROLES = ['utilisateur', 'admin', 'webmaster'] as const;
export type Role = (typeof ROLES)[number];

export const STATUTS_USER = ['actif', 'inactif', 'en_attente', 'refuse'] as const;
export type StatutUser = (typeof STATUTS_USER)[number];

/**
 * How far a sign-in has come (ACC-50). `ouverte`: signed in. `second_facteur`: the password was
 * right and the second factor is missing. `enrolement`: an administrator must first set up a second
 * factor (ACC-62).
 */
export const ETAPES = ['ouverte', 'second_facteur', 'enrolement'] as const;
export type Etape = (typeof ETAPES)[number];

/** A signed-in person, as every screen and call knows them. */
export type Personne = {
  id: string;
  email: string;
  prenom: string | null;
  nom: string | null;
  full_name: string | null;
  role: Role;
  statut: StatutUser;
};

/** An account with all its fields. Instants are ISO 8601. */
export type User = Personne & {
  telephone: string | null;
  adresse: string | null;
  /** Required for sign-in only if emails can be sent (ACC-22). */
  email_confirme: boolean;
  /** The new address, which replaces the present one once its link is opened (PEOPLE-40). */
  email_demande: string | null;
  is_approved: boolean;
  profile_image_url: string | null;
  /** True if the person signs in with a second factor: an application or a passkey. */
  second_facteur: boolean;
  /**
   * When the person signed up and accepted the privacy page; null if another person created the
   * account, or if this was not recorded yet (ACC-81).
   */
  consentement_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * True if the account has reached its daily limit of wrong passwords (ACC-58). Only lists contain
   * it.
   */
  bloque?: boolean | undefined;
  /**
   * Who, within the last 30 days, changed or gave the address of the account or had a link to it shown,
   * if that was somebody else (ACC-104); null for nobody. Only lists contain it.
   */
  adresse_par?: AdressePar | null | undefined;
  /** The customer who pays for the account; null if it pays (CLI-05). Only lists contain it. */
  payeur?: { id: string; nom: string } | null | undefined;
};

/**
 * What an administrator did by which somebody else may have come into an account: changed its address,
 * gave it (an invitation), or had a link shown.
 */
export const GESTES = ['changee', 'donnee', 'lien'] as const;

/** `nom`: of the administrator, null if that account was erased since; `le`: in ISO 8601. */
export type AdressePar = { nom: string | null; geste: (typeof GESTES)[number]; le: string };

/** How long an address that an administrator gave or changed is named, in days (ACC-104, LIM-220). */
export const ADRESSE_NOMMEE_JOURS = 30;

/**
 * The accounts of a list. `approuve`: those that are `actif` or `inactif`; `utilisateur`: all
 * except administrators.
 */
export type UserFilter = {
  statut?: StatutUser | 'approuve' | undefined;
  role?: 'admin' | 'utilisateur' | undefined;
  /** A search text for names, emails and telephones; case and accents do not count. */
  q?: string | undefined;
};

export const NOM_MAX = 100;

/** True for a person's name: one line of 100 characters at most, with a letter (LIM-07). */
export function isNom(text: string): boolean {
  return /\p{L}/u.test(text) && isOneLine(text, NOM_MAX);
}

/** The fields of the sign-up form (ACC-17). */
export type Inscription = {
  prenom: string;
  nom: string;
  email: string;
  password: string;
  telephone: string | null;
  adresse: string | null;
};

export const PASSWORD_MAX = 128;

/**
 * The fewest characters of a password that is chosen by a link or in the profile. At sign-up, 6 are
 * enough.
 */
export const RESET_PASSWORD_MIN = 8;

/**
 * The domain of the demonstration accounts, which cannot receive mail (RFC 2606). It distinguishes
 * them from real accounts (SET-17).
 */
export const DEMO_DOMAIN = 'demo.example';

/**
 * Checks a sign-up in the order of its fields; passwords are not trimmed (ACC-20). The domain of
 * the demonstration accounts is refused: while such accounts exist, the service listens on this
 * machine only (SET-17).
 */
export function refuseInscription({
  prenom,
  nom,
  email,
  password,
  telephone,
  adresse,
}: Inscription): CodePeople | null {
  if (!isNom(prenom)) return 'prenom_manquant';
  if (!isNom(nom)) return 'nom_manquant';
  if (!isEmail(email) || email.endsWith(`@${DEMO_DOMAIN}`)) return 'email_invalide';
  if (password.length < 6) return 'mot_de_passe_court';
  if (password.length > PASSWORD_MAX) return 'mot_de_passe_long';
  if ((telephone ?? '').length > 40) return 'telephone_invalide';
  if ((adresse ?? '').length > 300) return 'adresse_invalide';
  return null;
}

/** Checks the length of a password that is chosen by a link or in the profile (ACC-20). */
export function refusePassword(password: string): CodePeople | null {
  if (password.length < RESET_PASSWORD_MIN) return 'mot_de_passe_court_reinitialisation';
  return password.length > PASSWORD_MAX ? 'mot_de_passe_long' : null;
}

/** A change of the person's own profile; absent fields stay as they are. */
export type Profil = {
  [field in 'prenom' | 'nom' | 'telephone' | 'adresse']?: string | null | undefined;
};

/** Checks a change of the profile; any field may be empty (PEOPLE-12). */
export function refuseProfil({ prenom, nom, telephone, adresse }: Profil): CodePeople | null {
  if (!isEmpty(prenom) && !isNom(prenom)) return 'prenom_manquant';
  if (!isEmpty(nom) && !isNom(nom)) return 'nom_manquant';
  if ((telephone ?? '').length > 40) return 'telephone_invalide';
  if ((adresse ?? '').length > 300) return 'adresse_invalide';
  return null;
}

const isEmpty = (text: string | null | undefined): text is null | undefined | '' =>
  (text ?? '').trim() === '';

/**
 * The columns to store: null for empty fields (PEOPLE-12), and the full name if a name changes
 * (ACC-15).
 */
export function profilOf(
  user: Pick<User, 'prenom' | 'nom' | 'full_name'>,
  profil: Profil,
): Profil & { full_name?: string } {
  const change = Object.fromEntries(
    Object.entries(profil).flatMap(([field, text]) =>
      text === undefined ? [] : [[field, isEmpty(text) ? null : text]],
    ),
  );
  const { prenom, nom } = { ...user, ...change } as Pick<User, 'prenom' | 'nom'>;
  const same = prenom === user.prenom && nom === user.nom;
  return same ? change : { ...change, full_name: [prenom, nom].filter(Boolean).join(' ') };
}

/**
 * Checks a new address of an account. An account of the demonstration must keep an address of the
 * demonstration, and a real account must not get one: their password is public, and while they
 * exist, the service listens on this machine only (SET-17).
 */
export function refuseAdresse({ email }: Pick<User, 'email'>, other: string): CodePeople | null {
  if (!isEmail(other)) return 'email_invalide';
  const [demo, toDemo] = [email, other].map((one) => one.endsWith(`@${DEMO_DOMAIN}`));
  if (demo && !toDemo) return 'adresse_de_demonstration';
  return toDemo && !demo ? 'email_invalide' : null;
}

/**
 * Checks that an account can be approved or refused: it is `en_attente`, or it is `refuse` and
 * reconsidered.
 */
export function refuseDecision({ statut }: Pick<User, 'statut'>): CodePeople | null {
  return statut === 'en_attente' || statut === 'refuse' ? null : 'demande_traitee';
}

/**
 * Checks a change of role or status. `otherAdmins`: how many other active administrators there are
 * (ACC-14).
 */
export function refuseChange(
  user: Pick<User, 'role' | 'statut' | 'is_approved'>,
  change: { role?: Role | undefined; statut?: StatutUser | undefined },
  otherAdmins: number,
): CodePeople | null {
  if (!user.is_approved) return 'compte_non_approuve';
  if (!isLastAdmin(user, otherAdmins)) return null;
  if (change.role !== undefined && !isAdmin(change.role)) return 'dernier_admin_retrograde';
  return change.statut !== undefined && change.statut !== 'actif'
    ? 'dernier_admin_desactive'
    : null;
}

/**
 * Checks a deletion: every account except the last active administrator may be deleted (ACC-14).
 */
export function refuseSuppression(
  user: Pick<User, 'role' | 'statut'>,
  otherAdmins: number,
): CodePeople | null {
  return isLastAdmin(user, otherAdmins) ? 'dernier_admin_supprime' : null;
}

function isLastAdmin(
  { role, statut }: Pick<User, 'role' | 'statut'>,
  otherAdmins: number,
): boolean {
  return isAdmin(role) && statut === 'actif' && otherAdmins === 0;
}

/**
 * True for one email address, in ASCII only, so that an address with similar-looking letters is not
 * mistaken for another (ACC-21).
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(
      text,
    )
  );
}

/** An address as it is stored and searched: trimmed, in lower case (ACC-21). */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Only `actif` may sign in; every other status has its own refusal (ACC-24). */
export function refuseStatut(statut: StatutUser): keyof typeof SIGN_IN_REFUS | null {
  if (statut === 'actif') return null;
  if (statut === 'refuse') return 'compte_refuse';
  if (statut === 'en_attente') return 'compte_en_attente';
  return 'compte_inactif';
}

type Named = Pick<Personne, 'prenom' | 'nom' | 'full_name' | 'email'>;

/** The name with single spaces; null if it has no letter (ACC-15). */
function usable(nom: string | null): string | null {
  const own = (nom ?? '').trim().replace(/\s+/gu, ' ');
  return /\p{L}/u.test(own) ? own : null;
}

/** First and last name, or else the full name; null if neither has a letter (ACC-15). */
export function nomOf({ prenom, nom, full_name }: Omit<Named, 'email'>): string | null {
  return usable(`${prenom ?? ''} ${nom ?? ''}`) ?? usable(full_name);
}

/** The displayed name; the email if there is none (ACC-15). */
export function displayName(personne: Named): string {
  return nomOf(personne) ?? personne.email;
}

/**
 * The first letters of the name's first two words, or else the first two letters of the email's
 * prefix (ACC-16).
 */
export function initials(personne: Named): string {
  const nom = nomOf(personne);
  const letters =
    nom === null
      ? [...(personne.email.split('@')[0] ?? '')].slice(0, 2)
      : nom
          .split(' ')
          .slice(0, 2)
          .map((word) => [...word][0] ?? '');
  return letters.join('').toLocaleUpperCase('fr');
}

export function isAdmin(role: Role): boolean {
  return role === 'admin';
}
