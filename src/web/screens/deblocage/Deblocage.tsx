import { useEffect, useState } from 'react';
import { Link, useNavigate } from '#web/ui/hooks/navigation.tsx';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { readUnlock, type StateOfLink, unlockBrowser } from '#web/nouns/signin/liens.ts';
import { useJeton } from '#web/nouns/signin/useJeton.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { Outcome } from '#web/ui/messages/Outcome.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { TEXTES } from './textes.ts';

type State = 'lecture' | 'injoignable' | StateOfLink;

/**
 * /deblocage, opened by the emailed link (ACC-57). The key resets the state when another link is
 * opened.
 */
export function Deblocage() {
  const token = useJeton();
  return <WithLink key={token} token={token} />;
}

function WithLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const [state, setState] = useState<State>(token === '' ? 'invalide' : 'lecture');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (state !== 'lecture') return;
    let gone = false;
    const settle = (next: State) => {
      if (!gone) setState(next);
    };
    void readUnlock(token).then(settle);
    return () => {
      gone = true;
    };
  }, [state, token]);

  // Only when the button is pressed: mail scanners open the link, and may run the page.
  const use = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await unlockBrowser(token);
    setBusy(false);
    if ('email' in answer)
      navigate(PATHS.login.path, {
        replace: true,
        state: { email: answer.email, debloque: true },
      });
    else setState(answer.etat);
  };

  switch (state) {
    case 'servi':
    case 'invalide':
      return (
        <Outcome
          title={TEXTES[state]}
          summary={
            (state === 'servi'
              ? PEOPLE_REFUS.lien_deblocage_servi
              : PEOPLE_REFUS.lien_deblocage_invalide
            ).message
          }
          illustration={<FallenRail className="w-52" />}
        >
          <p className="text-muted">{TEXTES.autrement}</p>
          <Link to={PATHS.forgotPassword.path} className={buttonStyle('primary', 'mt-2 w-full')}>
            {TEXTES.motDePasse}
          </Link>
          <Link to={PATHS.login.path} className={buttonStyle('secondary', 'w-full')}>
            {TEXTES.seConnecter}
          </Link>
        </Outcome>
      );
    case 'injoignable':
      return (
        <Outcome
          title={TEXTES.injoignable}
          summary={TEXTES.injoignableDetail}
          illustration={<FallenRail className="w-52" />}
        >
          <Button className="mt-2 w-full" onClick={() => setState('lecture')}>
            {TEXTES.reessayer}
          </Button>
        </Outcome>
      );
    case 'lecture':
    case 'valable':
      return (
        <>
          <h1>{PATHS.deblocage.titre}</h1>
          <p className="mt-1 text-muted">{TEXTES.pourquoi}</p>
          {state === 'lecture' ? (
            <div role="status" className="mt-6">
              <span className="sr-only">{TEXTES.verification}</span>
              <Skeleton className="h-18" />
            </div>
          ) : (
            <>
              <p className="mt-4">{TEXTES.quoi}</p>
              <Button
                busy={busy}
                busyLabel={TEXTES.enCours}
                className="mt-6 w-full"
                onClick={() => void use()}
              >
                {TEXTES.utiliser}
              </Button>
            </>
          )}
        </>
      );
  }
}
