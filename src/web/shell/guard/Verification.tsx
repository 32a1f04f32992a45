import { HorseBox } from '#web/ui/drawings/HorseBox.tsx';

/**
 * ACC-12: shown while the session is being read. `lost`: the server does not answer and is asked
 * again.
 */
export function Verification({ lost = false, alone = false }: { lost?: boolean; alone?: boolean }) {
  const waiting = (
    <div
      role="status"
      className="flex flex-col items-center justify-center gap-5 px-6 py-16 text-center"
    >
      {/* The drawing appears after a delay, so that a quick answer does not make it flash. */}
      <HorseBox className="w-44 animate-enter [animation-delay:250ms]" />
      <h1 className="text-lg leading-7">Vérification de l'authentification...</h1>
      {lost && <p className="text-muted">Connexion perdue. Nouvel essai en cours…</p>}
    </div>
  );
  return alone ? <main className="grid min-h-dvh place-items-center">{waiting}</main> : waiting;
}
