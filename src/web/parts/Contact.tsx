/** How to reach the centre, as links that call and write. */
import { type Contact, lienEmail, lienTelephone } from '#domain/contact.ts';

const LIEN = 'link inline-flex min-h-11 items-center';

/** An account may hold words in the place of a number: they call nobody. */
export function Telephone({ numero, className = LIEN }: { numero: string; className?: string }) {
  if (!/\d/.test(numero)) return <bdi className="wrap-anywhere">{numero}</bdi>;
  return <a href={lienTelephone(numero)} dir="ltr" className={`${className} whitespace-nowrap`}>{numero}</a>;
}

export function Email({ email, className = LIEN }: { email: string; className?: string }) {
  return <a href={lienEmail(email)} dir="ltr" className={`${className} wrap-anywhere`}>{email}</a>;
}

/** What to do about it, a whole sentence: call, else write, else speak to the centre. */
export function JoindreLeCentre({ contact: { telephone, email } }: { contact: Contact }) {
  if (telephone !== null) return <>Appelez le centre : <Telephone numero={telephone} />{email !== null && <>, ou écrivez à <Email email={email} /></>}</>;
  if (email !== null) return <>Écrivez au centre : <Email email={email} /></>;
  return <>Adressez-vous au centre.</>;
}
