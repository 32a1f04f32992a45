/**
 * The checks of the sender of emails: whether receivers can verify the sender, and where refused
 * emails come back (OPS-69).
 */
import type { Verdict } from './controles.ts';

/**
 * The DNS records of a sender's domain for SPF and DMARC, and whether a mail server accepts emails
 * to it.
 */
export type Domaine = {
  nom: string;
  spf: readonly string[];
  dmarc: readonly string[];
  receives: boolean;
};

/** Domains of public mailbox providers. Nobody else may send in their name. */
const OF_EVERYONE = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'outlook.be',
  'hotmail.com',
  'hotmail.be',
  'live.com',
  'live.be',
  'msn.com',
  'yahoo.com',
  'yahoo.fr',
  'icloud.com',
  'me.com',
  'aol.com',
  'gmx.com',
  'gmx.fr',
  'proton.me',
  'protonmail.com',
  'skynet.be',
  'proximus.be',
  'telenet.be',
  'voo.be',
  'scarlet.be',
  'orange.fr',
  'free.fr',
  'laposte.net',
]);

/**
 * The domain of an address; null for a name of this machine or its network, which the DNS of others
 * does not know.
 */
export function domaineOf(address: string): string | null {
  const nom = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return /^[\d.]+$/.test(nom) ||
    !nom.includes('.') ||
    /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(nom)
    ? null
    : nom;
}

const GUIDE = 'docs/exploitation.md, « Que les emails arrivent », dit quoi écrire.';

/** `given`: MAIL_FROM is set. `domaine`: null if the address has none. */
export function judgeExpediteur({
  address,
  given,
  domaine,
}: {
  address: string;
  given: boolean;
  domaine: Domaine | null;
}): Verdict {
  const attention = (constat: string, remede: string): Verdict => ({
    etat: 'attention',
    constat,
    remede,
  });
  const chosen = given ? 'MAIL_FROM' : "MAIL_FROM, qui n'est pas donnée,";
  if (domaine === null)
    return attention(
      `${address} : les destinataires ne connaissent pas ce domaine.`,
      `Donnez dans ${chosen} une adresse d'un domaine à vous.`,
    );
  const { nom, spf, dmarc, receives } = domaine;
  if (OF_EVERYONE.has(nom)) {
    return attention(
      `${address} : ${nom} n'est pas un domaine à vous, et seul ce fournisseur peut écrire en son nom.`,
      `Donnez dans ${chosen} une adresse de votre domaine, sauf si SMTP_URL est le serveur de ${nom} même.`,
    );
  }
  const faults = [
    ...(spf.length === 0 ? ['aucun SPF'] : []),
    ...(spf.length > 1 ? [`${spf.length} SPF, et il n'en faut qu'un`] : []),
    ...(spf.some((text) => /\s\+?all\b/i.test(text))
      ? ['un SPF qui laisse tout le monde écrire (+all)']
      : []),
    ...(dmarc.length === 0 ? ['aucun DMARC'] : []),
    ...(dmarc.length > 1 ? [`${dmarc.length} DMARC, et il n'en faut qu'un`] : []),
    ...(receives ? [] : ['aucun MX : les avis de non-remise se perdent']),
  ];
  if (faults.length > 0)
    return attention(
      `${nom} : ${faults.join(' ; ')}.`,
      `${given ? '' : 'Donnez MAIL_FROM, une adresse de votre domaine. '}${GUIDE}`,
    );
  return {
    etat: 'ok',
    constat: `${nom} a SPF, DMARC et MX. DKIM se lit dans un email reçu (Authentication-Results).`,
    remede: null,
  };
}
