import { useEffect } from 'react';
import { Link, useNavigate } from '#web/ui/hooks/navigation.tsx';
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { PATHS } from '#web/paths/paths.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { FallenRail } from '#web/ui/drawings/FallenRail.tsx';
import { Horseshoe } from '#web/ui/drawings/Horseshoe.tsx';
import { Outcome } from '#web/ui/messages/Outcome.tsx';
import { DELAI, RAISONS, TEXTES } from './textes.ts';

/** The link is invalid or expired (ACC-31). */
export function LienInvalide() {
  return (
    <Outcome
      title={TEXTES.invalide}
      summary={PEOPLE_REFUS.lien_reinitialisation_invalide.message}
      illustration={<FallenRail className="w-52" />}
    >
      <div className="w-full text-left text-muted">
        <p>{TEXTES.raisons}</p>
        <ul className="mt-1 list-disc pl-5">
          {RAISONS.map((raison) => (
            <li key={raison}>{raison}</li>
          ))}
        </ul>
      </div>
      <Link to={PATHS.forgotPassword.path} className={buttonStyle('primary', 'mt-2 w-full')}>
        {TEXTES.demander}
      </Link>
    </Outcome>
  );
}

export function LienInjoignable({ onRetry }: { onRetry: () => void }) {
  return (
    <Outcome
      title={TEXTES.injoignable}
      summary={TEXTES.injoignableDetail}
      illustration={<FallenRail className="w-52" />}
    >
      <Button className="mt-2 w-full" onClick={onRetry}>
        {TEXTES.reessayer}
      </Button>
    </Outcome>
  );
}

/**
 * The new password is valid (ACC-32). /login redirects a person who is signed in with another
 * account to the landing page.
 */
export function MotDePasseModifie() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(PATHS.login.path, { replace: true }), DELAI);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Outcome
      title={TEXTES.fait}
      summary={TEXTES.faitDetail}
      illustration={<Horseshoe className="size-20" />}
    >
      <p className="text-muted">{TEXTES.versLogin}</p>
      <Link to={PATHS.login.path} replace className={buttonStyle('primary', 'mt-2 w-full')}>
        {TEXTES.allerLogin}
      </Link>
    </Outcome>
  );
}
