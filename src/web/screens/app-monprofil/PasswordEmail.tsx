import { useEffect, useRef } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { isAdmin } from '#domain/people/users.ts';
import { sentenceOf } from '#web/data/client.ts';
import type { useSendPasswordEmail } from '#web/nouns/people/profil.ts';
import { useUser } from '#web/data/session.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { TEXTES } from './textes.ts';

/**
 * Sends a reset email to the person (PEOPLE-14). If the centre sends no email, this is shown
 * instead (MAIL-03).
 */
export function PasswordEmail({
  email,
  send,
  onClose,
}: {
  email: string;
  send: ReturnType<typeof useSendPasswordEmail>;
  onClose: () => void;
}) {
  const { role } = useUser();
  const closeButton = useRef<HTMLButtonElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  // The pressed button is removed each time: first the one that led here, then the one that sends.
  useEffect(() => (send.data ? closeButton : sendButton).current?.focus(), [send.data]);
  return (
    <div className="mt-3 flex flex-col gap-4">
      {!send.data && (
        <>
          <p>
            Un lien pour choisir un nouveau mot de passe sera envoyé à{' '}
            <bdi className="font-semibold wrap-anywhere">{email}</bdi>.
          </p>
          <p className="text-sm text-muted">{TEXTES.motDePasseRegle}</p>
        </>
      )}
      <Announced urgent={send.isError}>
        {send.data &&
          (send.data.email_envoye ? (
            <Banner kind="success" spoken={false}>
              {TEXTES.motDePasseParti}
            </Banner>
          ) : (
            <Banner kind="info" spoken={false}>
              {isAdmin(role) ? (
                <>
                  {TEXTES.motDePasseALire}{' '}
                  <Link to={PATHS.courriels.path} className="link">
                    {TEXTES.motDePasseLesEmails}
                  </Link>
                </>
              ) : (
                TEXTES.motDePasseSansEmail
              )}
            </Banner>
          ))}
        {send.isError && (
          <Banner kind="error">{sentenceOf(send.error, TEXTES.motDePasseEchoue)}</Banner>
        )}
      </Announced>
      <DialogButtons>
        <Button ref={closeButton} variant="secondary" disabled={send.isPending} onClick={onClose}>
          {send.data ? 'Fermer' : 'Annuler'}
        </Button>
        {!send.data && (
          <Button
            ref={sendButton}
            busy={send.isPending}
            busyLabel={TEXTES.motDePasseEnCours}
            onClick={() => send.mutate(undefined)}
          >
            {TEXTES.motDePasseEnvoyer}
          </Button>
        )}
      </DialogButtons>
    </div>
  );
}
