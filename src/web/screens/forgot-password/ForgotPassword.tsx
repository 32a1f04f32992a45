import { useState } from 'react';
import { useLocation } from 'react-router';
import { requestPasswordReset } from '#web/data/liens.ts';
import { emailOf } from '#web/paths.ts';
import { DemandeForm } from './DemandeForm.tsx';
import { LienEnvoye } from './LienEnvoye.tsx';

/** /forgot-password. The confirmation is shown whatever the server answered, and leads back to the form with the address kept (ACC-30). */
export function ForgotPassword() {
  const { state } = useLocation();
  const [email, setEmail] = useState(() => emailOf(state));
  const [etape, setEtape] = useState<'arrivee' | 'envoye' | 'retour'>('arrivee');
  const submit = async (demande: string) => {
    setEmail(demande);
    await requestPasswordReset(demande);
    setEtape('envoye');
  };
  return etape === 'envoye'
    ? <LienEnvoye email={email} onRenvoyer={() => setEtape('retour')} />
    : <DemandeForm email={email} revient={etape === 'retour'} onSubmit={submit} />;
}
