import { HorseBox } from '#web/ui/drawings/HorseBox.tsx';

/** §2: while it is asked who is signed in. `perdue`: the server does not answer, and it is being asked again. */
export function Verification({ perdue = false, seule = false }: { perdue?: boolean; seule?: boolean }) {
  const waiting = (
    <div role="status" className="flex flex-col items-center justify-center gap-5 px-6 py-16 text-center">
      {/* A quick answer leaves no time to be seen: the drawing comes after a moment. */}
      <HorseBox className="w-44 animate-enter [animation-delay:250ms]" />
      <h1 className="text-lg leading-7">Vérification de l'authentification...</h1>
      {perdue && <p className="text-muted">Connexion perdue. Nouvel essai en cours…</p>}
    </div>
  );
  return seule ? <main className="grid min-h-dvh place-items-center">{waiting}</main> : waiting;
}
