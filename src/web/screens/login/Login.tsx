import { Link } from 'react-router';
import { PATHS } from '#web/paths.ts';
import { LoginForm } from './LoginForm.tsx';

/** §2: /login. `prepare` fetches the part of the application that comes next, once someone begins to sign in. */
export function Login({ prepare }: { prepare: () => void }) {
  return (
    <>
      <h1>{PATHS.login.titre}</h1>
      <p className="mt-1 text-muted">Heureux de vous revoir en selle.</p>
      <LoginForm onStart={prepare} />
      <p className="mt-6 text-center text-muted">
        Pas encore de compte ?{' '}
        <Link to={PATHS.register.path} className="link inline-flex min-h-11 items-center">Créer un compte</Link>
      </p>
    </>
  );
}
