/**
 * The telephone number and the email address of the centre, each null if it gives none (SET-20).
 */
import { isEmail } from './users.ts';

/** As they are stored; empty if not given. */
type ContactFields = { contactTelephone: string; contactEmail: string };

export type Contact = { telephone: string | null; email: string | null };

export function contactOf({ contactTelephone, contactEmail }: ContactFields): Contact {
  return { telephone: contactTelephone || null, email: contactEmail || null };
}

/** True for a telephone number: digits, and the signs that group them. */
function isTelephone(text: string): boolean {
  return text.length <= 40 && /^\+?[\d ()./-]+$/.test(text) && text.replace(/\D/g, '').length >= 6;
}

/** The link that dials a number: '+32 (0)81' is dialled as +3281. */
export function telephoneHref(number: string): `tel:${string}` {
  return `tel:${(number.startsWith('+') ? number.replace('(0)', '') : number).replace(/[^\d+]/g, '')}`;
}

export function emailHref(email: string): `mailto:${string}` {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}

/** Checks both; either may be empty (SET-20). */
export function refuseContact({
  contactTelephone,
  contactEmail,
}: ContactFields): 'contact_telephone_invalide' | 'contact_email_invalide' | null {
  if (contactTelephone !== '' && !isTelephone(contactTelephone))
    return 'contact_telephone_invalide';
  return contactEmail !== '' && !isEmail(contactEmail) ? 'contact_email_invalide' : null;
}

/**
 * Follows a refusal that sends people to the centre: how to reach it; undefined if the centre gives
 * nothing (RIDE-14).
 */
export function reachInWords({ telephone, email }: Contact): string | undefined {
  if (telephone !== null) return `Téléphone : ${telephone}.`;
  return email === null ? undefined : `Email : ${email}.`;
}
