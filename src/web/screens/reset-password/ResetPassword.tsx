import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readReset, resetPassword } from '#web/data/liens.ts';
import { PATHS } from '#web/paths.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { LienInjoignable, LienInvalide, MotDePasseModifie } from './Issues.tsx';
import { MotDePasseForm } from './MotDePasseForm.tsx';
import { TEXTES } from './textes.ts';

type Etat = 'lecture' | 'valable' | 'invalide' | 'injoignable' | 'fait';

/** /reset-password, opened by the emailed link (ACC-31). The key resets the state when another link is opened. */
export function ResetPassword() {
  const token = useSearchParams()[0].get('token') ?? '';
  return <AvecLien key={token} token={token} />;
}

function AvecLien({ token }: { token: string }) {
  const [etat, setEtat] = useState<Etat>(token === '' ? 'invalide' : 'lecture');
  const [email, setEmail] = useState('');

  useEffect(() => {
    if (etat !== 'lecture') return;
    let gone = false;
    const settle = (next: Etat, pour: string | null = null) => {
      if (gone) return;
      setEmail(pour ?? '');
      setEtat(next);
    };
    readReset(token).then((pour) => settle(pour === null ? 'invalide' : 'valable', pour), () => settle('injoignable'));
    return () => {
      gone = true;
    };
  }, [etat, token]);

  const submit = async (password: string) => {
    const refus = await resetPassword(token, password);
    if (refus?.code === 'lien_reinitialisation_invalide') setEtat('invalide');
    else if (refus) return refus.message;
    else setEtat('fait');
    return null;
  };

  if (etat === 'invalide') return <LienInvalide />;
  if (etat === 'injoignable') return <LienInjoignable onRetry={() => setEtat('lecture')} />;
  if (etat === 'fait') return <MotDePasseModifie />;
  return (
    <>
      <h1 tabIndex={-1}>{PATHS.resetPassword.titre}</h1>
      <p className="mt-1 text-muted">{TEXTES.invitation}</p>
      {etat === 'lecture' ? <Attente /> : <MotDePasseForm email={email} onSubmit={submit} />}
    </>
  );
}

function Attente() {
  return (
    <div role="status" className="mt-6 flex flex-col gap-5">
      <span className="sr-only">{TEXTES.verification}</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-18" />
      <Skeleton className="h-11" />
    </div>
  );
}
