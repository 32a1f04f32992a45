import { CalendarPlus, MailWarning, Pencil, Phone, Send } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { FicheClient } from '#contract/fiche.ts';
import { emailHref, telephoneHref } from '#domain/people/contact.ts';
import { INVITATION } from '#web/nouns/customers/clientTexts.ts';
import { Email, Telephone } from '#web/nouns/people/Contact.tsx';
import { EmailText } from '#web/nouns/people/EmailText.tsx';
import { RoleBadge } from '#web/nouns/people/RoleBadge.tsx';
import { UserStatutBadge } from '#web/nouns/people/UserStatutBadge.tsx';
import { ficheLink } from '#web/paths/fiche.ts';
import { bookForLink } from '#web/paths/reservation.ts';
import { Badge, Pill } from '#web/ui/messages/Badge.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { MAIL as Mail } from '#web/ui/basics/sharedIcons.ts';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { Dialogues, type Form } from './Dialogues.tsx';
import { CONTACT } from './textes.ts';

/** Not in a sentence: the whole line is pressed. */
const VALUE = 'link inline-flex min-h-11 items-center';

type ContactProps = {
  client: FicheClient;
  /** Whether emails can be sent (MAIL-03). */
  envoi: boolean;
  say: ReturnType<typeof useBanner>[1];
};

/** How to reach a customer, who pays, and the buttons for what the desk does next (CLI-20). */
export function Contact({ client, envoi, say }: ContactProps) {
  const [form, open] = useState<Form | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card aria-labelledby="titre-contact" className="@container">
      <div className="flex flex-wrap items-center gap-2">
        <h2 ref={heading} id="titre-contact" tabIndex={-1} className="me-2 rounded-field">
          {CONTACT.titre}
        </h2>
        <Account compte={client.compte} />
      </div>
      <Details client={client} />
      <Actions client={client} onOpen={open} />
      <Dialogues
        client={client}
        envoi={envoi}
        form={form}
        heading={heading}
        say={say}
        onClose={() => open(null)}
      />
    </Card>
  );
}

/** Role, status and unconfirmed address of the account, or that there is none. */
function Account({ compte }: { compte: FicheClient['compte'] }) {
  if (!compte) return <Pill>{CONTACT.sansCompte}</Pill>;
  return (
    <>
      <RoleBadge role={compte.role} />
      <UserStatutBadge statut={compte.statut} />
      {!compte.email_confirme && (
        <Badge label={CONTACT.nonConfirme} Icon={MailWarning} tone="orange" />
      )}
    </>
  );
}

function Details({
  client: { telephone, email, adresse, note, payeur, paie_pour, compte },
}: {
  client: FicheClient;
}) {
  return (
    <>
      {!telephone && !email && !adresse && <p className="mt-2 text-muted">{CONTACT.aucune}</p>}
      <dl className="mt-2 grid gap-x-6 @2xl:grid-cols-2">
        {telephone && (
          <Line titre="Téléphone">
            <Telephone number={telephone} className={VALUE} />
          </Line>
        )}
        {email && (
          <Line titre="Email">
            <Email email={email} className={VALUE} />
            {compte && compte.email_demande !== null && (
              <p className="text-sm">
                <EmailText>{compte.email_demande}</EmailText>
                {CONTACT.demande}
              </p>
            )}
          </Line>
        )}
        {adresse && (
          <Line titre="Adresse">
            <Text>{adresse}</Text>
          </Line>
        )}
        {note && (
          <Line titre={CONTACT.note}>
            <Text>{note}</Text>
          </Line>
        )}
        {payeur && (
          <Line titre={CONTACT.payePar}>
            <Others clients={[payeur]} />
          </Line>
        )}
        {paie_pour.length > 0 && (
          <Line titre={CONTACT.paiePour}>
            <Others clients={paie_pour} />
          </Line>
        )}
      </dl>
    </>
  );
}

function Actions({
  client: { id, telephone, email, compte },
  onOpen,
}: {
  client: FicheClient;
  onOpen: (form: Form) => void;
}) {
  return (
    <div className="mt-3 grid grid-cols-2 gap-2 @md:flex @md:flex-wrap">
      {(!compte || compte.statut === 'actif') && (
        <Link to={bookForLink(id)} className={buttonStyle('primary', 'col-span-2')}>
          <CalendarPlus aria-hidden className="size-5 shrink-0" />
          {CONTACT.reserver}
        </Link>
      )}
      {telephone && /\d/.test(telephone) && (
        <a href={telephoneHref(telephone)} className={buttonStyle('secondary')}>
          <Phone aria-hidden className="size-5 shrink-0" />
          {CONTACT.appeler}
        </a>
      )}
      {email && (
        <a href={emailHref(email)} className={buttonStyle('secondary')}>
          <Mail aria-hidden className="size-5 shrink-0" />
          {CONTACT.ecrire}
        </a>
      )}
      {!compte && (
        <Button
          variant="secondary"
          icon={<Send aria-hidden className="size-5 shrink-0" />}
          onClick={() => onOpen('inviter')}
        >
          {INVITATION.inviter}
        </Button>
      )}
      <Button
        variant="secondary"
        icon={<Pencil aria-hidden className="size-5 shrink-0" />}
        onClick={() => onOpen('modifier')}
      >
        {CONTACT.modifier}
      </Button>
    </div>
  );
}

function Line({ titre, children }: { titre: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-hairline py-1 @sm:flex-nowrap">
      <dt className="w-full shrink-0 text-sm text-muted @sm:w-28">{titre}</dt>
      <dd className="min-w-0 grow">{children}</dd>
    </div>
  );
}

const Text = ({ children }: { children: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {children}
  </p>
);

/** Customers, each a link to their page. */
export const Others = ({ clients }: { clients: readonly { id: string; nom: string }[] }) =>
  clients.map(({ id, nom }, n) => (
    <span key={id}>
      {n > 0 && ', '}
      <Link to={ficheLink(id)} className="link inline-block py-2.5 wrap-anywhere">
        <bdi>{nom}</bdi>
      </Link>
    </span>
  ));
