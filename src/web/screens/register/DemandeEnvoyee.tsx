import { useEffect, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { buttonStyle } from '#web/ui/buttonStyle.ts';
import { HorseBox } from '#web/ui/drawings/HorseBox.tsx';

/** §9: milliseconds before /login comes by itself. */
const DELAI = 3_000;

/** §2, §8: the account waits for an administrator. */
export function DemandeEnvoyee({ email }: { email: string }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    heading.current?.focus();
    window.scrollTo(0, 0);
    const timer = setTimeout(() => void navigate(PATHS.login.path, { replace: true, state: { email } }), DELAI);
    return () => clearTimeout(timer);
  }, [navigate, email]);

  return (
    <div className="flex animate-enter flex-col items-center gap-4 rounded-card border border-hairline bg-card px-6 py-10 text-center shadow-card">
      <HorseBox className="w-44" />
      {/* The heading takes the focus and says its message along: a status that is born with its text may stay unheard. */}
      <h1 ref={heading} tabIndex={-1} aria-describedby={id}>Votre demande est enregistrée</h1>
      <p id={id} role="status" className="text-lg font-medium text-balance">Un administrateur va valider votre compte</p>
      <p className="text-muted">La page de connexion s'ouvre dans quelques secondes.</p>
      <Link to={PATHS.login.path} replace state={{ email }} className={buttonStyle('primary', 'mt-2')}>Aller à la connexion</Link>
    </div>
  );
}
