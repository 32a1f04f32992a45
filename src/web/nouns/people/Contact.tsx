/** Telephone numbers and email addresses as links. */
import { type Contact, emailHref, telephoneHref } from '#domain/people/contact.ts';

const LINK = 'link';

/** A text without a digit is not a link: the field accepts any text. */
export function Telephone({ number, className = LINK }: { number: string; className?: string }) {
  if (!/\d/.test(number)) return <bdi className="wrap-anywhere">{number}</bdi>;
  return (
    // On one line if it fits on one.
    <span className="inline-block">
      <a href={telephoneHref(number)} dir="ltr" className={`${className} wrap-anywhere`}>
        {number}
      </a>
    </span>
  );
}

export function Email({ email, className = LINK }: { email: string; className?: string }) {
  return (
    <a href={emailHref(email)} dir="ltr" className={`${className} wrap-anywhere`}>
      {email}
    </a>
  );
}

/**
 * A sentence that tells how to reach the centre: by telephone, otherwise by email, otherwise in
 * person.
 */
export function ReachCentre({ contact: { telephone, email } }: { contact: Contact }) {
  if (telephone !== null)
    return (
      <>
        Appelez le centre&#x202f;: <Telephone number={telephone} />
        {email !== null && (
          <>
            , ou écrivez à <Email email={email} />
          </>
        )}
      </>
    );
  if (email !== null)
    return (
      <>
        Écrivez au centre&#x202f;: <Email email={email} />
      </>
    );
  return <>Adressez-vous au centre.</>;
}
