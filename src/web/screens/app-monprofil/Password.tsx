import { useState } from 'react';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useFlux } from '#web/nouns/feeds.ts';
import { useChangePassword, useSendPasswordEmail } from '#web/nouns/people/profil.ts';
import { useSecondFactor } from '#web/nouns/signin/secondFacteurQueries.ts';
import { type AccesName, EndAcces } from '#web/nouns/signin/EndAcces.tsx';
import { PasswordForm } from '#web/nouns/signin/PasswordForm.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { PasswordEmail } from './PasswordEmail.tsx';
import { TEXTES } from './textes.ts';

type PasswordProps = {
  email: string;
  open: boolean;
  /** `ended`: whether the other sessions ended. */
  onSaved: (ended: boolean) => void;
  onClose: () => void;
};

/**
 * Changes the person's own password (PEOPLE-23), or sends a link to a person who has forgotten it
 * (PEOPLE-14). Nothing closes while it waits (UI-40).
 */
export function Password({ open, onClose, ...content }: PasswordProps) {
  const send = useSendPasswordEmail();
  const close = () => {
    send.reset();
    onClose();
  };
  return (
    <FormDialog title={TEXTES.motDePasse} open={open} busy={send.isPending} onClose={close}>
      <Content {...content} send={send} onClose={close} />
    </FormDialog>
  );
}

type ContentProps = Omit<PasswordProps, 'open'> & {
  send: ReturnType<typeof useSendPasswordEmail>;
};

function Content({ email, send, onSaved, onClose }: ContentProps) {
  const change = useChangePassword();
  const [byEmail, setByEmail] = useState(false);
  const factor = useSecondFactor().data;
  const feeds = useFlux().data;
  const [garder, setGarder] = useState<AccesName[]>([]);
  if (byEmail) return <PasswordEmail email={email} send={send} onClose={onClose} />;

  // Accesses that could not be read yet are asked about too: they end unless they are kept.
  const names: AccesName[] = [
    'sessions',
    ...(factor?.cles.length === 0 ? [] : ['cles' as const]),
    ...(feeds?.length === 0 ? [] : ['calendriers' as const]),
  ];
  const keepsCles =
    factor !== undefined && factor.exige && factor.actif_at === null && factor.cles.length > 0;
  const submit = async (newPassword: string, password: string) => {
    try {
      await change.mutateAsync({ password, newPassword, garder });
    } catch (error) {
      return { code: codeOf(error), message: sentenceOf(error, TEXTES.motDePasseNonChange) };
    }
    onSaved(!garder.includes('sessions'));
    return null;
  };
  return (
    <div className="mt-3 flex flex-col gap-4">
      <p className="text-sm text-muted">{TEXTES.motDePasseEffet}</p>
      <PasswordForm email={email} onSubmit={submit} onCancel={onClose}>
        <EndAcces names={names} keepsCles={keepsCles} garder={garder} onChange={setGarder} />
      </PasswordForm>
      <button
        type="button"
        disabled={change.isPending}
        onClick={() => setByEmail(true)}
        className="link min-h-11 self-start text-start"
      >
        {TEXTES.motDePasseOublie}
      </button>
    </div>
  );
}
