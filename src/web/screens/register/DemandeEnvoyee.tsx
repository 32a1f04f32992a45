import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { HorseBox } from '#web/ui/drawings/HorseBox.tsx';

/** Milliseconds before /login opens by itself (ACC-19). */
const DELAI = 3_000;

const VALIDATION = 'Un administrateur va valider votre compte';

/** The account waits for an administrator; with `confirmation` its address must be confirmed first (ACC-19). /login repeats it. */
export function DemandeEnvoyee({ email, confirmation }: { email: string; confirmation: boolean }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
    const timer = setTimeout(() => void navigate(PATHS.login.path, { replace: true, state: { email, confirmation } }), DELAI);
    return () => clearTimeout(timer);
  }, [navigate, email, confirmation]);

  return (
    <div className="flex animate-enter flex-col items-center gap-4 rounded-card border border-hairline bg-card px-6 py-10 text-center shadow-card">
      <HorseBox className="w-44" />
      {/* The heading takes the focus and is described by the message: a status mounted with its text may not be announced. */}
      <h1 ref={heading} tabIndex={-1} aria-describedby={id}>Votre demande est enregistrée</h1>
      <div id={id} role="status" className="text-lg font-medium text-balance">
        {confirmation ? (
          <ol className="flex list-inside list-decimal flex-col gap-2">
            <li>Confirmez votre adresse par le lien envoyé à <bdi className="wrap-anywhere">{email}</bdi></li>
            <li>{VALIDATION}</li>
          </ol>
        ) : VALIDATION}
      </div>
      <p className="text-muted">La page de connexion s'ouvre dans quelques secondes.</p>
      <Link to={PATHS.login.path} replace state={{ email, confirmation }} className={buttonStyle('primary', 'mt-2')}>Aller à la connexion</Link>
    </div>
  );
}
