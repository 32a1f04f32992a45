import { type FormEvent, useEffect, useRef, useState } from 'react';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useSendTest } from '#web/data/queries/courriels.ts';
import { useUser } from '#web/data/session.ts';
import { Announced, Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Input } from '#web/ui/Input.tsx';
import { TEXTES } from './textes.ts';

/**
 * Sends a test email, to oneself unless another address is written. The server checks the address.
 */
export function TestEmail({ onClose }: { onClose: () => void }) {
  const { email } = useUser();
  const [address, setAddress] = useState(email);
  const send = useSendTest();
  const input = useRef<HTMLInputElement>(null);
  const fault = codeOf(send.error) === 'destinataire_invalide' ? sentenceOf(send.error, '') : null;
  useEffect(() => {
    if (fault) input.current?.focus();
  }, [fault]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const destinataire = address.trim();
    send.mutate(destinataire === email ? {} : { destinataire });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2 flex flex-col gap-4">
      <p>{TEXTES.essaiIntro}</p>
      <Field label={TEXTES.essaiAdresse} hint={TEXTES.essaiAide} error={fault}>
        {(control) => (
          <Input
            type="email"
            {...control}
            ref={input}
            autoComplete="email"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        )}
      </Field>
      <Announced urgent={send.isError}>
        {send.data &&
          (send.data.email_envoye ? (
            <Banner kind="success" spoken={false}>
              {TEXTES.essaiParti}
            </Banner>
          ) : (
            <Banner kind="info" spoken={false}>
              {TEXTES.essaiGarde}
            </Banner>
          ))}
        {send.isError && !fault && (
          <Banner kind="error">{sentenceOf(send.error, TEXTES.essaiEchoue)}</Banner>
        )}
      </Announced>
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          {send.data ? TEXTES.fermer : TEXTES.annuler}
        </Button>
        <Button type="submit" busy={send.isPending} busyLabel={TEXTES.essaiEnCours}>
          {TEXTES.essaiEnvoyer}
        </Button>
      </DialogButtons>
    </form>
  );
}
