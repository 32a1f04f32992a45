/**
 * A statement in words, on paper and on the screen (REL-70). There is no tax line, because the
 * centre's statement is no invoice. Amounts are euros, as the calls give them.
 */
import { de } from '../core/elision.ts';
import { formatJour } from '../core/calendrier.ts';
import { formatIban } from '../settings/iban.ts';
import type { Mentions } from '../settings/parametres.ts';
import { formatEuros } from '../prices.ts';
import { epcOf, formatCommunication } from './facturation.ts';

export type LigneImprimee = {
  jour: string;
  libelle: string;
  montant: number;
  /** It differs from what an earlier statement said. */
  ecart: boolean;
  raison: string | null;
};

export type ReleveImprime = {
  numero: string;
  mois: string;
  /** When it was made. */
  jour: string;
  nom: string;
  adresse: string | null;
  /** One for each rider, and one without a rider for the free lines. */
  blocs: readonly {
    cavalier: string | null;
    lignes: readonly LigneImprimee[];
    total: number;
  }[];
  solde_precedent: number;
  ce_mois: number;
  paye: number;
  a_payer: number;
  communication: string;
  /** As they were when it was made; without them those of the centre are printed (REL-15). */
  mentions?: Mentions | null | undefined;
};

/** The centre as it is now. */
export type CentreImprime = Mentions & { titulaire: string; iban: string };

export const mentionsDe = (releve: ReleveImprime, centre: CentreImprime): Mentions =>
  releve.mentions ?? centre;

export const AUTRES_LIGNES = 'Autres lignes';
export const SCANNEZ = "Scannez depuis l'application de votre banque.";

/** An amount; '+' only where a difference is meant. */
export const montantSigne = (euros: number, signe = false): string =>
  `${signe && euros > 0 ? '+' : ''}${formatEuros(euros)}`;

export const periodeOf = ({ mois }: { mois: string }): string =>
  `Mois ${de(formatJour(`${mois}-01`, 'mois'))}`;

/**
 * The next statement of an account: the last day of its month, and what of the lines "en cours" is on it
 * and of later days; null if none is later.
 */
export type Prochain = { au: string; montant: number; ensuite: number | null };

/** The statement on which an open line of a day stands: 'relevé de décembre 2026' (REL-19). */
export const releveDuJour = (jour: string, { au }: { au: string }): string =>
  `relevé ${de(formatJour(jour > au ? jour : au, 'mois'))}`;

/** Where the lines "en cours" will stand (REL-19). */
export const enCoursInWords = (whose: 'son' | 'votre', prochain: Prochain | undefined): string =>
  typeof prochain?.ensuite !== 'number'
    ? `Sera sur ${whose} prochain relevé.`
    : `Sur ${whose} ${releveDuJour('', prochain)}\u202f: ${montantSigne(prochain.montant)}. Plus tard\u202f: ${montantSigne(prochain.ensuite)}.`;

/** Why a line is there, besides its label; '' for a usual line. */
export const notesOf = ({ ecart, raison }: LigneImprimee): string =>
  [raison ?? '', ecart ? "changé après l'envoi d'un relevé" : ''].filter(Boolean).join('\u202f; ');

/** The sign in front of a line that differs from what was sent; '' for a usual line. */
export const signeOf = ({ ecart, montant }: LigneImprimee): string =>
  ecart ? (montant < 0 ? '−' : '+') : '';

/** The four sums of a statement, the one to pay last. */
export const sommesOf = ({
  solde_precedent,
  ce_mois,
  paye,
  a_payer,
}: ReleveImprime): [string, string][] => [
  ['Solde précédent', montantSigne(solde_precedent)],
  ['Ce mois', montantSigne(ce_mois)],
  ['Payé', montantSigne(paye === 0 ? 0 : -paye)],
  ['À payer', montantSigne(Math.max(a_payer, 0))],
];

/** How a statement is paid: the text of the QR code and its data in words, or a sentence. */
export type Paiement =
  { code: string; lignes: readonly [string, string][] } | { phrase: string; code?: never };

export function paiementOf(
  { a_payer, communication }: ReleveImprime,
  { titulaire, iban }: CentreImprime,
): Paiement {
  if (a_payer === 0) return { phrase: 'Rien à payer.' };
  if (a_payer < 0)
    return {
      phrase: `Rien à payer\u202f: votre compte a un crédit de ${formatEuros(-a_payer)}.`,
    };
  const code = epcOf({ titulaire, iban, centimes: Math.round(a_payer * 100), communication });
  if (code === null)
    return {
      phrase:
        "Le centre n'a pas encore indiqué de compte bancaire\u202f: demandez-lui comment payer.",
    };
  return {
    code,
    lignes: [
      ['Montant', montantSigne(a_payer)],
      ['Titulaire', titulaire],
      ['IBAN', formatIban(iban)],
      ['Communication', formatCommunication(communication)],
    ],
  };
}

/** What is open on an account: what is owed, negative for a credit, and what is on no statement yet. */
export type Ouvert = { solde: number; en_cours: number };

/** What is open before an erasure, in sentences (REL-74). `moi`: the person erases the own account. */
export function ouvertInWords({ solde, en_cours }: Ouvert, moi = false): string[] {
  const restent = (euros: number) =>
    euros === 1 ? `${formatEuros(euros)} reste` : `${formatEuros(euros)} restent`;
  return [
    solde > 0 ? `${restent(solde)} à payer\u202f: cela reste dû.` : '',
    solde < 0
      ? `Un crédit de ${formatEuros(-solde)} est en ${moi ? 'votre' : 'sa'} faveur\u202f: ${moi ? "demandez-le d'abord au centre" : "rendez-le d'abord"}.`
      : '',
    en_cours === 0
      ? ''
      : `${montantSigne(en_cours)} ne sont pas encore sur un relevé\u202f: un dernier relevé se fait.`,
  ].filter((phrase) => phrase !== '');
}
