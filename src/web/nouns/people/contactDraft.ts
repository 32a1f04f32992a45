/**
 * Names, telephone and address of an account, edited in its profile (PEOPLE-12) or by an
 * administrator (PEOPLE-41): the errors of each field, and what is sent.
 */
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { type Profil, refuseProfil, type User } from '#domain/people/users.ts';
import type { Faults } from '#web/ui/forms/useForm.ts';

const CONTACT_FIELDS = ['prenom', 'nom', 'telephone', 'adresse'] as const;
type ContactField = (typeof CONTACT_FIELDS)[number];

type ContactDraft = Record<ContactField, string>;
/** The edited values, and the stored values that the edit started from. */
export type EditedContact = { initial: ContactDraft; draft: ContactDraft };

export const draftOf = ({
  prenom,
  nom,
  telephone,
  adresse,
}: Pick<User, ContactField>): ContactDraft => ({
  prenom: prenom ?? '',
  nom: nom ?? '',
  telephone: telephone ?? '',
  adresse: adresse ?? '',
});

/** The sentence of each invalid field, by the rules of the domain. */
export function faultsOf(draft: ContactDraft): Faults<ContactDraft> {
  const faults: Faults<ContactDraft> = {};
  for (const field of CONTACT_FIELDS) {
    const code = refuseProfil({ [field]: draft[field].trim() });
    if (code) faults[field] = PEOPLE_REFUS[code].message;
  }
  return faults;
}

/**
 * Only the changed fields, so that a field changed elsewhere meanwhile is not overwritten. An empty
 * text becomes null (PEOPLE-12).
 */
export function changesOf(draft: ContactDraft, initial: ContactDraft): Profil {
  const changes = CONTACT_FIELDS.filter((field) => draft[field] !== initial[field]);
  return Object.fromEntries(changes.map((field) => [field, draft[field].trim() || null]));
}
