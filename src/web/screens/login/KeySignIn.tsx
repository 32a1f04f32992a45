import { useState } from 'react';
import { canUseKeys } from '#web/nouns/signin/passkeys.ts';
import { Button } from '#web/ui/basics/Button.tsx';

/**
 * Signs in with a passkey (ACC-64), if the browser supports it. `onRefus`: the sentence of a
 * refusal; null while it is tried.
 */
export function KeySignIn({
  onRefus,
  label = "Se connecter avec une clé d'accès",
}: {
  onRefus: (message: string | null) => void;
  label?: string;
}) {
  const [busy, setBusy] = useState(false);
  if (!canUseKeys()) return null;
  const signIn = async () => {
    setBusy(true);
    onRefus(null);
    onRefus(
      await import('#web/nouns/signin/secondFacteur.ts').then(
        ({ signInWithKey }) => signInWithKey(),
        () => "La page n'a pas pu être chargée. Veuillez réessayer.",
      ),
    );
    setBusy(false);
  };
  return (
    <Button variant="secondary" busy={busy} onClick={() => void signIn()}>
      {label}
    </Button>
  );
}
