import { useEffect } from 'react';
import { Link, useNavigate } from '#web/ui/hooks/navigation.tsx';
import { type DemandeDeCompte, suiteOf, VALIDATION } from '#domain/people/approbation.ts';
import { PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { HorseBox } from '#web/ui/drawings/HorseBox.tsx';
import { Outcome } from '#web/ui/messages/Outcome.tsx';

/** Milliseconds until /login opens by itself (ACC-19). */
const DELAI = 3_000;

/**
 * The account waits for an administrator. With `confirmation`, its address must be confirmed first
 * (ACC-19). /login shows this again.
 */
export function DemandeEnvoyee({ demande }: { demande: DemandeDeCompte }) {
  const { email, confirmation } = demande;
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(
      () => navigate(PATHS.login.path, { replace: true, state: { email, demande } }),
      DELAI,
    );
    return () => clearTimeout(timer);
  }, [navigate, email, demande]);

  const summary = confirmation ? (
    <ol className="flex list-inside list-decimal flex-col gap-2">
      <li>
        Confirmez votre adresse par le lien envoyé à <bdi className="wrap-anywhere">{email}</bdi>
      </li>
      <li>{VALIDATION}</li>
    </ol>
  ) : (
    <p>{VALIDATION}</p>
  );
  return (
    <Outcome
      title="Votre demande est enregistrée"
      summary={
        <>
          {summary}
          <p className="mt-2">{suiteOf(demande)}</p>
        </>
      }
      illustration={<HorseBox className="w-44" />}
    >
      <p className="text-muted">La page de connexion s'ouvre dans quelques secondes.</p>
      <Link
        to={PATHS.login.path}
        replace
        state={{ email, demande }}
        className={buttonStyle('primary', 'mt-2 w-full')}
      >
        Aller à la connexion
      </Link>
    </Outcome>
  );
}
