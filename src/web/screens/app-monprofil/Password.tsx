import { useState } from 'react';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useChangePassword } from '#web/data/queriesProfil.ts';
import { PasswordForm } from '#web/parts/PasswordForm.tsx';
import { PasswordEmail } from './PasswordEmail.tsx';
import { TEXTES } from './textes.ts';

type PasswordProps = { email: string; onSaved: () => void; onClose: () => void };

/** Changes one's own password (PEOPLE-23), or sends a link to whoever does not know it any more (PEOPLE-14). */
export function Password({ email, onSaved, onClose }: PasswordProps) {
  const [byEmail, setByEmail] = useState(false);
  const { mutateAsync } = useChangePassword();
  if (byEmail) return <PasswordEmail email={email} onClose={onClose} />;

  const submit = async (newPassword: string, password: string) => {
    try {
      await mutateAsync({ password, newPassword });
    } catch (error) {
      return { code: codeOf(error), message: sentenceOf(error, TEXTES.motDePasseNonChange) };
    }
    onSaved();
    return null;
  };
  return (
    <div className="mt-3 flex flex-col gap-4">
      <p className="text-sm text-muted">{TEXTES.motDePasseEffet}</p>
      <PasswordForm email={email} onSubmit={submit} onCancel={onClose} />
      <button type="button" onClick={() => setByEmail(true)} className="link min-h-11 self-start text-start">{TEXTES.motDePasseOublie}</button>
    </div>
  );
}
