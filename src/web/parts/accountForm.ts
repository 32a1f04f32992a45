/** The form of a new account (ACC-17): its fields and their errors. */
import { type CodePeople, PEOPLE_REFUS } from '#domain/errors/people.ts';
import {
  type Inscription,
  normalizeEmail,
  refuseInscription,
  refusePassword,
} from '#domain/people/users.ts';

/** In the order of the form: the first one with an error gets the focus. */
export const FIELDS = [
  'prenom',
  'nom',
  'email',
  'password',
  'confirmation',
  'telephone',
  'adresse',
] as const;
export type FieldName = (typeof FIELDS)[number];

export type Values = Record<FieldName, string>;

export type Texts = Omit<Values, 'password' | 'confirmation'>;

export const NO_TEXTS: Texts = { prenom: '', nom: '', email: '', telephone: '', adresse: '' };
export const NO_PASSWORDS = { password: '', confirmation: '' };

/** What is sent: every text trimmed except the password (ACC-20). */
export function inscriptionOf({
  prenom,
  nom,
  email,
  password,
  telephone,
  adresse,
}: Values): Inscription {
  return {
    prenom: prenom.trim(),
    nom: nom.trim(),
    email: normalizeEmail(email),
    password,
    telephone: telephone.trim() || null,
    adresse: adresse.trim() || null,
  };
}

/** A valid form: replacing one value in it finds the error of that field alone. */
const VALID: Inscription = {
  prenom: 'A',
  nom: 'A',
  email: 'a@a.be',
  password: 'aaaaaa',
  telephone: null,
  adresse: null,
};

export type Errors = { [champ in FieldName]?: string | undefined };

/**
 * The error of each invalid field (ACC-18), decided by the domain's rule; `strong`: the password
 * has 8 characters or more (ACC-38).
 */
export function errorsOf(values: Values, strong = false): Errors {
  const inscription = inscriptionOf(values);
  const codeOf = (field: FieldName): CodePeople | null =>
    field === 'confirmation'
      ? values.confirmation === values.password
        ? null
        : 'mots_de_passe_differents'
      : ((strong && field === 'password' ? refusePassword(values.password) : null) ??
        refuseInscription({ ...VALID, [field]: inscription[field] }));
  const errors: Errors = {};
  for (const field of FIELDS) {
    const code = codeOf(field);
    if (code) errors[field] = PEOPLE_REFUS[code].message;
  }
  return errors;
}
