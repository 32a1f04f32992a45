/** How people reach the centre: a telephone number and an email address, each null where the centre gives none. */
import { isEmail } from './users.ts';

/** As it is stored; empty where it is not given. */
type Coordonnees = { contactTelephone: string; contactEmail: string };

export type Contact = { telephone: string | null; email: string | null };

export function contactOf({ contactTelephone, contactEmail }: Coordonnees): Contact {
  return { telephone: contactTelephone || null, email: contactEmail || null };
}

/** A number as one writes it: digits, and the signs that group them. */
function isTelephone(texte: string): boolean {
  return texte.length <= 40 && /^\+?[\d ()./-]+$/.test(texte) && texte.replace(/\D/g, '').length >= 6;
}

/** What a telephone dials: '+32 (0)81' is either +32 81 or 081. */
export function lienTelephone(numero: string): `tel:${string}` {
  return `tel:${(numero.startsWith('+') ? numero.replace('(0)', '') : numero).replace(/[^\d+]/g, '')}`;
}

export function lienEmail(email: string): `mailto:${string}` {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** Both may be empty. */
export function refuseContact({ contactTelephone, contactEmail }: Coordonnees): 'contact_telephone_invalide' | 'contact_email_invalide' | null {
  if (contactTelephone !== '' && !isTelephone(contactTelephone)) return 'contact_telephone_invalide';
  return contactEmail !== '' && !isEmail(contactEmail) ? 'contact_email_invalide' : null;
}
