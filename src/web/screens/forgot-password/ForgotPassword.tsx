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
  const [step, setStep] = useState<'arrivee' | 'envoye' | 'retour'>('arrivee');
  const submit = async (demande: string) => {
    setEmail(demande);
    await requestPasswordReset(demande);
    setStep('envoye');
  };
  return step === 'envoye'
    ? <LienEnvoye email={email} onRenvoyer={() => setStep('retour')} />
    : <DemandeForm email={email} returning={step === 'retour'} onSubmit={submit} />;
}
