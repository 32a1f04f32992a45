/** Telephone numbers and email addresses as links. */
import { type Contact, emailHref, telephoneHref } from '#domain/contact.ts';

const LIEN = 'link inline-flex min-h-11 items-center';

/** Text without a digit is not linked: the field accepts any text. */
export function Telephone({ numero, className = LIEN }: { numero: string; className?: string }) {
  if (!/\d/.test(numero)) return <bdi className="wrap-anywhere">{numero}</bdi>;
  return <a href={telephoneHref(numero)} dir="ltr" className={`${className} whitespace-nowrap`}>{numero}</a>;
}

export function Email({ email, className = LIEN }: { email: string; className?: string }) {
  return <a href={emailHref(email)} dir="ltr" className={`${className} wrap-anywhere`}>{email}</a>;
}

/** A sentence that says how to reach the centre: by telephone, else by email, else in person. */
export function JoindreLeCentre({ contact: { telephone, email } }: { contact: Contact }) {
  if (telephone !== null) return <>Appelez le centre : <Telephone numero={telephone} />{email !== null && <>, ou écrivez à <Email email={email} /></>}</>;
  if (email !== null) return <>Écrivez au centre : <Email email={email} /></>;
  return <>Adressez-vous au centre.</>;
}
