/** The form of the profile (PEOPLE-12): its fields, what is wrong with each, and what is sent. */
import { REFUS } from '#domain/errors.ts';
import { type Profil, refuseProfil, type User } from '#domain/users.ts';

/** In the order of the form: the first one at fault gets the focus. */
export const CHAMPS = ['prenom', 'nom', 'telephone', 'adresse'] as const;
export type Champ = (typeof CHAMPS)[number];

export type Saisie = Record<Champ, string>;
export type Fautes = { [champ in Champ]?: string | undefined };

export const saisieOf = ({ prenom, nom, telephone, adresse }: Pick<User, Champ>): Saisie =>
  ({ prenom: prenom ?? '', nom: nom ?? '', telephone: telephone ?? '', adresse: adresse ?? '' });

/** The sentence of each field that has a fault, by the rules of the domain. */
export function fautesOf(saisie: Saisie): Fautes {
  const fautes: Fautes = {};
  for (const champ of CHAMPS) {
    const code = refuseProfil({ [champ]: saisie[champ].trim() });
    if (code) fautes[champ] = REFUS[code].message;
  }
  return fautes;
}

/** Only what was changed, so that a field changed elsewhere meanwhile is not overwritten. Empty is null (PEOPLE-12). */
export function changementsOf(saisie: Saisie, depart: Saisie): Profil {
  const changes = CHAMPS.filter((champ) => saisie[champ] !== depart[champ]);
  return Object.fromEntries(changes.map((champ) => [champ, saisie[champ].trim() || null]));
}
