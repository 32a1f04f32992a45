import { useState } from 'react';
import { UNANSWERED } from '#web/data/http.ts';
import { sendVerification } from '#web/nouns/signin/confirmation.ts';
import { Button } from '#web/ui/basics/Button.tsx';

type State = 'pret' | 'envoi' | Awaited<ReturnType<typeof sendVerification>>;

const SENTENCES: Partial<Record<State, string>> = {
  parti: 'Un nouvel email est en route. Pensez à regarder aussi vos courriers indésirables.',
  echec: "L'email n'a pas pu être demandé. Veuillez réessayer.",
  inconnu: UNANSWERED,
};

/** Shown beside the refusal of an unconfirmed address (ACC-24). */
export default function ResendConfirmation({ email }: { email: string }) {
  const [state, setState] = useState<State>('pret');
  const send = async () => {
    setState('envoi');
    setState(await sendVerification(email));
  };
  return (
    <div className="-mt-2">
      <Button
        variant="secondary"
        className="w-full"
        busy={state === 'envoi'}
        onClick={() => void send()}
      >
        Renvoyer l'email de confirmation
      </Button>
      <div role="status">
        {SENTENCES[state] && <p className="mt-2 text-sm text-muted">{SENTENCES[state]}</p>}
      </div>
    </div>
  );
}
