import { useState } from 'react';
import { useLocation } from '#web/ui/hooks/navigation.tsx';
import { VISITEUR } from '#web/data/ecrits.ts';
import { requestPasswordReset } from '#web/nouns/signin/liens.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { emailOf } from '#web/paths/paths.ts';
import { DemandeForm } from './DemandeForm.tsx';
import { LienEnvoye } from './LienEnvoye.tsx';

/** Name of the stored draft (UI-70). */
const DRAFT = 'oubli.1';

/**
 * /forgot-password. The confirmation is shown for every answer of the server. It leads back to the
 * form, which keeps the address (ACC-30).
 */
export function ForgotPassword() {
  const given = emailOf(useLocation().state);
  // An address passed by /login is used, unless the stored draft started from the same address: a
  // reload passes it again.
  const [{ email }, write, forget] = useEcrit<{ given: string; email: string }>(
    VISITEUR,
    DRAFT,
    (kept) => (kept && (given === '' || given === kept.given) ? kept : { given, email: given }),
  );
  const setEmail = (typed: string) => write({ given, email: typed });
  const [step, setStep] = useState<'arrivee' | 'envoye' | 'retour'>('arrivee');
  const submit = async (demande: string) => {
    setEmail(demande);
    if (await requestPasswordReset(demande)) forget();
    setStep('envoye');
  };
  return step === 'envoye' ? (
    <LienEnvoye email={email} onRenvoyer={() => setStep('retour')} />
  ) : (
    <DemandeForm email={email} onEmail={setEmail} returning={step === 'retour'} onSubmit={submit} />
  );
}
