/** The form of a new account (ACC-17): its fields and their errors. */
import { type CodeRefus, REFUS } from '#domain/errors.ts';
import { type Inscription, normalizeEmail, refuseInscription } from '#domain/users.ts';

/** In the order of the form: the first one with an error gets the focus. */
export const CHAMPS = ['prenom', 'nom', 'email', 'password', 'confirmation', 'telephone', 'adresse'] as const;
export type Champ = (typeof CHAMPS)[number];

export type Saisie = Record<Champ, string>;

export const SAISIE_VIDE: Saisie = { prenom: '', nom: '', email: '', password: '', confirmation: '', telephone: '', adresse: '' };

/** What is sent: every text trimmed except the password (ACC-20). */
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

/** A valid form: replacing one value in it finds the error of that field alone. */
const SANS_FAUTE: Inscription = { prenom: 'A', nom: 'A', email: 'a@a.be', password: 'aaaaaa', telephone: null, adresse: null };

export type Fautes = { [champ in Champ]?: string | undefined };

/** The error of each invalid field (ACC-18), decided by the domain's rule. */
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
