import { useEffect, useState } from 'react';
import { readReset, resetPassword } from '#web/data/liens.ts';
import { useJeton } from '#web/data/useJeton.ts';
import { PasswordForm } from '#web/parts/PasswordForm.tsx';
import { PATHS } from '#web/paths.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { LienInjoignable, LienInvalide, MotDePasseModifie } from './Issues.tsx';
import { TEXTES } from './textes.ts';

type State = 'lecture' | 'valable' | 'invalide' | 'injoignable' | 'fait';

/** /reset-password, opened by the emailed link (ACC-31). The key resets the state when another link is opened. */
export function ResetPassword() {
  const token = useJeton();
  return <WithLink key={token} token={token} />;
}

function WithLink({ token }: { token: string }) {
  const [state, setState] = useState<State>(token === '' ? 'invalide' : 'lecture');
  const [email, setEmail] = useState('');

  useEffect(() => {
    if (state !== 'lecture') return;
    let gone = false;
    const settle = (next: State, address: string | null = null) => {
      if (gone) return;
      setEmail(address ?? '');
      setState(next);
    };
    readReset(token).then((address) => settle(address === null ? 'invalide' : 'valable', address), () => settle('injoignable'));
    return () => {
      gone = true;
    };
  }, [state, token]);

  const submit = async (password: string) => {
    const refus = await resetPassword(token, password);
    if (refus?.code === 'lien_reinitialisation_invalide') setState('invalide');
    else if (refus) return refus;
    else setState('fait');
    return null;
  };

  if (state === 'invalide') return <LienInvalide />;
  if (state === 'injoignable') return <LienInjoignable onRetry={() => setState('lecture')} />;
  if (state === 'fait') return <MotDePasseModifie />;
  return (
    <>
      <h1 tabIndex={-1}>{PATHS.resetPassword.titre}</h1>
      <p className="mt-1 text-muted">{TEXTES.invitation}</p>
      {state === 'lecture' ? <Loading /> : <div className="mt-6"><PasswordForm email={email} onSubmit={submit} /></div>}
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="mt-6 flex flex-col gap-5">
      <span className="sr-only">{TEXTES.verification}</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-18" />
      <Skeleton className="h-11" />
    </div>
  );
}
