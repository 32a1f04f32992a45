import { useEffect, useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { useCentreInfo } from '#web/data/centre.ts';
import { type IssueConfirmation, verifyEmail } from '#web/nouns/signin/liens.ts';
import { useJeton } from '#web/nouns/signin/useJeton.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { Horseshoe } from '#web/ui/drawings/Horseshoe.tsx';
import { Letter } from '#web/ui/drawings/Letter.tsx';
import { Outcome } from '#web/ui/messages/Outcome.tsx';
import { TEXTES } from './textes.ts';

/**
 * /confirm-email, opened by the emailed link (ACC-22). The key resets the state when another link
 * is opened.
 */
export function ConfirmEmail() {
  const token = useJeton();
  return <WithLink key={token} token={token} />;
}

function WithLink({ token }: { token: string }) {
  const { sendsLinks } = useCentreInfo();
  const [state, setState] = useState<IssueConfirmation | 'lecture'>(
    token === '' ? 'refusee' : 'lecture',
  );

  useEffect(() => {
    if (state !== 'lecture') return;
    let gone = false;
    const settle = (outcome: IssueConfirmation) => {
      if (!gone) setState(outcome);
    };
    void verifyEmail(token).then(settle);
    return () => {
      gone = true;
    };
  }, [state, token]);

  const toLogin = (
    <Link to={PATHS.login.path} className={buttonStyle('primary', 'mt-2 w-full')}>
      {TEXTES.seConnecter}
    </Link>
  );
  switch (state) {
    case 'lecture':
      return (
        <div role="status" className="flex flex-col items-center gap-4 px-6 py-8 text-center">
          {/* Appears late, so that a quick answer does not make it flash. */}
          <Letter className="w-32 animate-enter [animation-delay:250ms]" />
          <h1>{PATHS.confirmEmail.titre}</h1>
          <p className="text-muted">{TEXTES.verification}</p>
        </div>
      );
    case 'confirmee':
    case 'deja':
      return (
        <Outcome
          title={state === 'deja' ? TEXTES.deja : TEXTES.confirmee}
          summary={state === 'deja' ? TEXTES.dejaDetail : TEXTES.merci}
          illustration={<Horseshoe className="size-20" />}
        >
          <p className="text-muted">{sendsLinks ? TEXTES.ensuite : TEXTES.ensuiteSansEmail}</p>
          {toLogin}
        </Outcome>
      );
    case 'changee':
      return (
        <Outcome
          title={TEXTES.changee}
          summary={TEXTES.changeeDetail}
          illustration={<Horseshoe className="size-20" />}
        >
          {toLogin}
        </Outcome>
      );
    case 'prise':
      return (
        <Outcome
          title={TEXTES.refusee}
          summary={TEXTES.prise}
          illustration={<FallenRail className="w-52" />}
        >
          {toLogin}
        </Outcome>
      );
    case 'refusee':
      return (
        <Outcome
          title={TEXTES.refusee}
          summary={PEOPLE_REFUS.lien_confirmation_invalide.message}
          illustration={<FallenRail className="w-52" />}
        >
          {toLogin}
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
  }
}
