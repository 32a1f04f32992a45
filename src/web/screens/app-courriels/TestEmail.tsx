import { useState } from 'react';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useSendTest } from '#web/nouns/emails/courrielsQueries.ts';
import { useUser } from '#web/data/session.ts';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { TEXTES } from './textes.ts';

/**
 * Sends a test email, to the person's own address unless another one is entered. The server checks
 * the address.
 */
export function TestEmail({ onClose }: { onClose: () => void }) {
  const { email } = useUser();
  const [values, setValues] = useState({ destinataire: email });
  const test = useSendTest();
  const { faults, refusal, busy, form, control } = useForm([values, setValues], {
    check: () => ({}),
    send: async () => {
      const destinataire = values.destinataire.trim();
      try {
        await test.mutateAsync(destinataire === email ? {} : { destinataire });
        return null;
      } catch (error) {
        const sentence = sentenceOf(error, TEXTES.essaiEchoue);
        return codeOf(error) === 'destinataire_invalide' ? { destinataire: sentence } : sentence;
      }
    },
  });
  return (
    <form {...form} className="mt-2 flex flex-col gap-4">
      <p>{TEXTES.essaiIntro}</p>
      <Field label={TEXTES.essaiAdresse} hint={TEXTES.essaiAide} error={faults.destinataire}>
        {(field) => (
          <Input type="email" {...field} {...control('destinataire')} autoComplete="email" />
        )}
      </Field>
      <Announced urgent={refusal !== null}>
        {test.data &&
          (test.data.email_envoye ? (
            <Banner kind="success" spoken={false}>
              {TEXTES.essaiParti}
            </Banner>
          ) : (
            <Banner kind="info" spoken={false}>
              {TEXTES.essaiGarde}
            </Banner>
          ))}
        {refusal && <Banner kind="error">{refusal}</Banner>}
      </Announced>
      <DialogButtons>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {test.data ? TEXTES.fermer : TEXTES.annuler}
        </Button>
        <Button type="submit" busy={busy} busyLabel={TEXTES.essaiEnCours}>
          {TEXTES.essaiEnvoyer}
        </Button>
      </DialogButtons>
    </form>
  );
}
