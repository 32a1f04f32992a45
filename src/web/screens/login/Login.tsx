import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '#web/data/session.ts';
import { emailOf, isUnlocked, mustConfirm, PATHS } from '#web/paths.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { later } from '#web/ui/later.tsx';
import { LoginForm } from './LoginForm.tsx';

/** The second step, for the few who have one. */
const { Part: Step } = later('part', () => import('./Step.tsx'));

const COOKIES = 'Votre navigateur ne garde pas les cookies de ce site : sans eux, personne ne reste connecté. Autorisez-les, puis connectez-vous.';

/** /login. `prepare` fetches the part of the application that comes next, once someone begins to sign in. */
export function Login({ prepare }: { prepare: () => void }) {
  const { state } = useLocation();
  const { fin, etape } = useSession();
  if (etape) return <Suspense><Step etape={etape} onStart={prepare} /></Suspense>;
  return (
    <>
      <h1>{PATHS.login.titre}</h1>
      <p className="mt-1 text-muted">Heureux de vous revoir en selle.</p>
      {fin === 'compte_supprime' && <Banner kind="info" className="mt-4">Votre compte a été supprimé. Pour toute question, contactez le centre.</Banner>}
      {(fin === 'sans_cookie' || !navigator.cookieEnabled) && <Banner kind="error" className="mt-4">{COOKIES}</Banner>}
      {mustConfirm(state) && (
        <Banner kind="info" className="mt-4">
          Avant de vous connecter : confirmez votre adresse par le lien envoyé à <bdi className="wrap-anywhere">{emailOf(state)}</bdi>, puis un administrateur
          valide votre compte.
        </Banner>
      )}
      {isUnlocked(state) && <Banner kind="success" className="mt-4">La connexion est débloquée dans ce navigateur. Donnez votre mot de passe.</Banner>}
      <LoginForm onStart={prepare} />
      <p className="mt-6 text-center text-muted">
        Pas encore de compte ?{' '}
        <Link to={PATHS.register.path} className="link inline-flex min-h-11 items-center">Créer un compte</Link>
      </p>
    </>
  );
}
