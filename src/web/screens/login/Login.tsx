import { Suspense, useState } from 'react';
import { Link, useLocation } from '#web/ui/hooks/navigation.tsx';
import { suiteOf, VALIDATION } from '#domain/people/approbation.ts';
import { readDemande } from '#web/data/demande.ts';
import { useSession } from '#web/data/session.ts';
import { demandeOf, isUnlocked, PATHS } from '#web/paths/paths.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';
import { LoginForm } from './LoginForm.tsx';

/** The second step, for the few people who have one. */
const { Part: Step } = lazyPart('part', () => import('./Step.tsx'));

const ELSEWHERE =
  'Votre session a été terminée sur un autre appareil, ou par un nouveau mot de passe. Connectez-vous pour continuer\u202f: ce que vous aviez écrit est gardé.';

/** /login. `prepare` loads the code of the signed-in part once someone begins to sign in. */
export function Login({ prepare }: { prepare: () => void }) {
  const { state } = useLocation();
  const { fin, etape } = useSession();
  const [demande] = useState(() => demandeOf(state) ?? readDemande());
  const email = demande?.email && <bdi className="wrap-anywhere">{demande.email}</bdi>;
  if (etape)
    return (
      <Suspense>
        <Step etape={etape} onStart={prepare} />
      </Suspense>
    );
  return (
    <>
      <h1>{PATHS.login.titre}</h1>
      <p className="mt-1 text-muted">Heureux de vous revoir en selle.</p>
      {fin === 'compte_supprime' && (
        <Banner kind="info" className="mt-4">
          Votre compte a été supprimé. Pour toute question, contactez le centre.
        </Banner>
      )}
      {fin === 'session_terminee' && (
        <Banner kind="info" className="mt-4">
          {ELSEWHERE}
        </Banner>
      )}
      {demande && (
        <Banner kind="info" className="mt-4">
          {demande.confirmation ? (
            <>
              Avant de vous connecter&#x202f;: confirmez votre adresse par le lien{' '}
              {email ? <>envoyé à {email}</> : 'qui y a été envoyé'}, puis un administrateur valide
              votre compte.
            </>
          ) : (
            <>
              Votre demande {email && <>pour {email} </>}est enregistrée. {VALIDATION}.
            </>
          )}{' '}
          {suiteOf(demande)}
        </Banner>
      )}
      {isUnlocked(state) && (
        <Banner kind="success" className="mt-4">
          La connexion est débloquée dans ce navigateur. Donnez votre mot de passe.
        </Banner>
      )}
      <LoginForm onStart={prepare} />
      <p className="mt-6 text-center text-muted">
        Pas encore de compte&#x202f;?{' '}
        <Link to={PATHS.register.path} className="link py-3">
          Créer un compte
        </Link>
      </p>
    </>
  );
}
