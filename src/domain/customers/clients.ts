// chunk: people-lists
/**
 * Customers: who pays (CLI-01 to CLI-11). Every account is a customer under its own id; the desk keeps
 * further ones for people without an account.
 */
import type { CodeClient } from '../errors/clients.ts';
import type { CodePeople } from '../errors/people.ts';
import { cleOf } from '../riders/cavaliers.ts';
import { chiffresOf } from '../people/telephone.ts';
import { isEmail, isNom, normalizeEmail, type StatutUser } from '../people/users.ts';

/** The fields of a customer without an account, as the desk enters them. */
export type ClientSaisi = {
  nom: string;
  telephone: string | null;
  email: string | null;
  adresse: string | null;
  /** For the desk, on one or more lines. */
  note: string | null;
};

/**
 * A customer without an account. `payeur`: who pays for it; `places`: how many seats it has;
 * `semblable`: another customer who may be the same person (CLI-11).
 */
export type Client = ClientSaisi & {
  id: string;
  /** Counts the changes. A change that sends an older version is refused (CLI-26). */
  version: number;
  payeur: { id: string; nom: string } | null;
  places: number;
  semblable: ClientTrouve | null;
  created_at: string;
};

/** A customer as the desk chooses it (CLI-04). */
export type ClientTrouve = {
  id: string;
  nom: string;
  email: string | null;
  telephone: string | null;
  /** Whether it has an account. */
  compte: boolean;
};

/**
 * A customer as the search of administrators finds it (DESK-61); `statut` of its account, null
 * without one; `cavaliers`: its riders in whose names a word of the search is.
 */
export type ClientRecherche = Omit<ClientTrouve, 'compte'> & {
  statut: StatutUser | null;
  cavaliers: string[];
};

/** How many customers a search answers at most (LIM-174). */
export const CLIENTS_TROUVES_MAX = 50;
/** How many rows each list of 'À vérifier' has at most (LIM-174). */
export const A_VERIFIER_MAX = 50;
export const CLIENT_NOTE_MAX = 300;

/** Why a customer cannot be stored; null if it can (CLI-02). */
export function refuseClient({
  nom,
  telephone,
  email,
  adresse,
  note,
}: ClientSaisi): CodeClient | CodePeople | null {
  if (!isNom(nom)) return 'client_nom_invalide';
  if ((telephone ?? '').length > 40) return 'telephone_invalide';
  if (telephone?.trim() && !/\d/.test(telephone)) return 'client_telephone_sans_chiffre';
  if (email !== null && email.trim() !== '' && !isEmail(normalizeEmail(email)))
    return 'email_invalide';
  if ((adresse ?? '').length > 300) return 'adresse_invalide';
  return (note ?? '').trim().length > CLIENT_NOTE_MAX ? 'client_note_longue' : null;
}

/** A customer as it is stored: tidied, and null for what is empty. */
export const tidyClient = ({ nom, telephone, email, adresse, note }: ClientSaisi): ClientSaisi => ({
  nom: nom.trim().replace(/\s+/gu, ' '),
  telephone: telephone?.trim() || null,
  email: (email && normalizeEmail(email)) || null,
  adresse: adresse?.trim() || null,
  note: note?.trim() || null,
});

/** The words of a name in any order, as names are compared: 'Dupont Anne' is 'Anne Dupont'. */
export const nameWords = (nom: string): string => cleOf(nom).split(' ').toSorted().join(' ');

/**
 * Equal for two customers that are one person by name and telephone (CLI-02): the same name, and
 * the same digits or no telephone at all.
 */
export const personKeyOf = ({ nom, telephone }: Pick<ClientSaisi, 'nom' | 'telephone'>): string =>
  `${nameWords(nom)} ${chiffresOf(telephone)}`;
