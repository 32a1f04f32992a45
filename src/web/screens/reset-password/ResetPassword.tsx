import { useEffect, useState } from 'react';
import { newId } from '#web/data/newId.ts';
import { readReset, type Reset, resetPassword } from '#web/nouns/signin/liens.ts';
import { useJeton } from '#web/nouns/signin/useJeton.ts';
import { type AccesName, EndAcces } from '#web/nouns/signin/EndAcces.tsx';
import { PasswordForm } from '#web/nouns/signin/PasswordForm.tsx';
import { PATHS } from '#web/paths/paths.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { LienInjoignable, LienInvalide, MotDePasseModifie } from './Issues.tsx';
import { TEXTES } from './textes.ts';

type State = 'lecture' | 'valable' | 'invalide' | 'injoignable' | 'fait';

const NOBODY: Reset = { email: '', cles: 0, calendriers: 0, cles_exigees: false };

/**
 * /reset-password, opened by the emailed link (ACC-31). The key resets the state when another link
 * is opened.
 */
export function ResetPassword() {
  const token = useJeton();
  return <WithLink key={token} token={token} />;
}

function WithLink({ token }: { token: string }) {
  const [state, setState] = useState<State>(token === '' ? 'invalide' : 'lecture');
  const [account, setAccount] = useState<Reset>(NOBODY);
  const [garder, setGarder] = useState<AccesName[]>([]);
  const [ecriture] = useState(newId);

  useEffect(() => {
    if (state !== 'lecture') return;
    let gone = false;
    const settle = (next: State, found: Reset | null = null) => {
      if (gone) return;
      setAccount(found ?? NOBODY);
      setState(next);
    };
    readReset(token).then(
      (found) => settle(found === null ? 'invalide' : 'valable', found),
      () => settle('injoignable'),
    );
    return () => {
      gone = true;
    };
  }, [state, token]);

  const submit = async (newPassword: string) => {
    const refus = await resetPassword({ token, newPassword, garder, ecriture });
    if (refus?.code === 'lien_reinitialisation_invalide') setState('invalide');
    else if (refus) return refus;
    else setState('fait');
    return null;
  };

  const names: AccesName[] = [
    ...(account.cles > 0 ? ['cles' as const] : []),
    ...(account.calendriers > 0 ? ['calendriers' as const] : []),
  ];
  if (state === 'invalide') return <LienInvalide />;
  if (state === 'injoignable') return <LienInjoignable onRetry={() => setState('lecture')} />;
  if (state === 'fait') return <MotDePasseModifie />;
  return (
    <>
      <h1 tabIndex={-1}>{PATHS.resetPassword.titre}</h1>
      <p className="mt-1 text-muted">{TEXTES.invitation}</p>
      {state === 'lecture' ? (
        <Loading />
      ) : (
        <div className="mt-6">
          <PasswordForm email={account.email} onSubmit={submit}>
            <EndAcces
              names={names}
              keepsCles={account.cles_exigees}
              garder={garder}
              onChange={setGarder}
            />
          </PasswordForm>
        </div>
      )}
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
