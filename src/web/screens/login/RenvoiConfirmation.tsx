import { useState } from 'react';
import { sendVerification } from '#web/data/confirmation.ts';
import { Button } from '#web/ui/Button.tsx';

type Etat = 'pret' | 'envoi' | 'parti' | 'echec';

const PHRASES: Partial<Record<Etat, string>> = {
  parti: 'Un nouvel email est en route. Pensez à regarder aussi vos courriers indésirables.',
  echec: "L'email n'a pas pu être demandé. Veuillez réessayer.",
};

/** Stands beside the refusal of an address that is not confirmed (ACC-24). */
export function RenvoiConfirmation({ email }: { email: string }) {
  const [etat, setEtat] = useState<Etat>('pret');
  const send = async () => {
    setEtat('envoi');
    setEtat(await sendVerification(email) ? 'parti' : 'echec');
  };
  return (
    <div className="-mt-2">
      <Button variant="secondary" className="w-full" busy={etat === 'envoi'} onClick={() => void send()}>Renvoyer l'email de confirmation</Button>
      <div role="status">{PHRASES[etat] && <p className="mt-2 text-sm text-muted">{PHRASES[etat]}</p>}</div>
    </div>
  );
}
