import { Link } from 'react-router';
import { useAffiche } from '#web/data/centre.ts';
import { PATHS } from '#web/paths.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { Arena } from '#web/ui/drawings/Arena.tsx';
import { useMedia } from '#web/ui/useMedia.ts';
import { LoginForm } from './LoginForm.tsx';

/** §2: /login. `prepare` fetches the part of the application that comes next, once someone begins to sign in. */
export function Login({ prepare }: { prepare: () => void }) {
  const { nom, ville, horaires } = useAffiche();
  const large = useMedia('(width >= 64rem)');
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-rows-1 lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
      <header className="relative h-[max(7rem,min(50vw,32dvh))] overflow-hidden lg:sticky lg:top-0 lg:h-dvh">
        <Arena vue={large ? 'portrait' : 'paysage'} className="absolute inset-0 size-full" />
        <div className="relative hidden max-w-xl p-12 xl:p-16 lg:block">
          <p className="font-title text-5xl leading-[1.12] font-semibold text-fir-dark">
            Votre prochaine leçon, réservée en trois gestes.
          </p>
          <p className="mt-5 max-w-sm text-lg text-ink">
            Piste intérieure ou extérieure, tous les jours de {horaires.ouverture} à {horaires.fermeture} à <bdi>{ville}</bdi>.
          </p>
        </div>
      </header>
      <main className="grid justify-items-center px-4 py-8 sm:px-8 lg:place-items-center lg:py-12">
        <div className="flex w-full max-w-sm flex-col">
          <Link to={PATHS.accueil.path} className="self-start rounded-field">
            <Brand nom={nom} ville={ville} note="Accueil" />
          </Link>
          <h1 className="mt-8">{PATHS.login.titre}</h1>
          <p className="mt-1 text-muted">Heureux de vous revoir en selle.</p>
          <LoginForm onStart={prepare} />
          <p className="mt-6 text-center text-muted">
            Pas encore de compte ?{' '}
            <Link to={PATHS.register.path} className="link inline-flex min-h-11 items-center">Créer un compte</Link>
          </p>
        </div>
      </main>
    </div>
  );
}
