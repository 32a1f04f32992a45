/** The form of a new account (ACC-17): its fields and their errors. */
import { type CodePeople, PEOPLE_REFUS } from '#domain/errors/people.ts';
import {
  type Inscription,
  normalizeEmail,
  refuseInscription,
  refusePassword,
} from '#domain/people/users.ts';
import type { Faults } from '#web/ui/forms/useForm.ts';

const FIELDS = [
  'prenom',
  'nom',
  'email',
  'password',
  'confirmation',
  'telephone',
  'adresse',
] as const;
type FieldName = (typeof FIELDS)[number];

export type Values = Record<FieldName, string>;

export type Texts = Omit<Values, 'password' | 'confirmation'>;

export const NO_TEXTS: Texts = { prenom: '', nom: '', email: '', telephone: '', adresse: '' };
export const NO_PASSWORDS = { password: '', confirmation: '' };

/** The values that are sent: every text is trimmed except the password (ACC-20). */
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

/** A valid form. With one value of it replaced, the check finds only the error of that field. */
const VALID: Inscription = {
  prenom: 'A',
  nom: 'A',
  email: 'a@a.be',
  password: 'aaaaaa',
  telephone: null,
  adresse: null,
};

/**
 * The sentence of each invalid field (ACC-18), decided by the domain's rule. `strong`: the password
 * needs at least 8 characters (ACC-38).
 */
export function faultsOf(values: Values, strong = false): Faults<Values> {
  const inscription = inscriptionOf(values);
  const codeOf = (field: FieldName): CodePeople | null =>
    field === 'confirmation'
      ? values.confirmation === values.password
        ? null
        : 'mots_de_passe_differents'
      : ((strong && field === 'password' ? refusePassword(values.password) : null) ??
        refuseInscription({ ...VALID, [field]: inscription[field] }));
  const faults: Faults<Values> = {};
  for (const field of FIELDS) {
    const code = codeOf(field);
    if (code) faults[field] = PEOPLE_REFUS[code].message;
  }
  return faults;
}
