/** The form of a new account (§2, §5): its fields, and what is wrong with each. */
import { type CodeRefus, REFUS } from '#domain/errors.ts';
import { type Inscription, normalizeEmail, refuseInscription } from '#domain/users.ts';

/** In the order of the form, which is that of the first fault to mend. */
export const CHAMPS = ['prenom', 'nom', 'email', 'password', 'confirmation', 'telephone', 'adresse'] as const;
export type Champ = (typeof CHAMPS)[number];

export type Saisie = Record<Champ, string>;

export const SAISIE_VIDE: Saisie = { prenom: '', nom: '', email: '', password: '', confirmation: '', telephone: '', adresse: '' };

/** What is sent: names and address without the spaces around them, nothing of the password touched (decision 12). */
export function inscriptionOf({ prenom, nom, email, password, telephone, adresse }: Saisie): Inscription {
  return {
    prenom: prenom.trim(),
    nom: nom.trim(),
    email: normalizeEmail(email),
    password,
    telephone: telephone.trim() || null,
    adresse: adresse.trim() || null,
  };
}

/** A form without a fault: one field's own fault is found by putting its value there. */
const SANS_FAUTE: Inscription = { prenom: 'A', nom: 'A', email: 'a@a.be', password: 'aaaaaa', telephone: null, adresse: null };

export type Fautes = { [champ in Champ]?: string | undefined };

/** §8: the sentence of each field that has a fault; the domain's rule is the only judge. */
export function fautesOf(saisie: Saisie): Fautes {
  const inscription = inscriptionOf(saisie);
  const codeOf = (champ: Champ): CodeRefus | null => (champ === 'confirmation'
    ? (saisie.confirmation === saisie.password ? null : 'mots_de_passe_differents')
    : refuseInscription({ ...SANS_FAUTE, [champ]: inscription[champ] }));
  const fautes: Fautes = {};
  for (const champ of CHAMPS) {
    const code = codeOf(champ);
    if (code) fautes[champ] = REFUS[code].message;
  }
  return fautes;
}
