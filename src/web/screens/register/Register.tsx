import { useState } from 'react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import type { DemandeDeCompte } from '#domain/people/approbation.ts';
import type { Inscription } from '#domain/people/users.ts';
import { keepDemande } from '#web/data/demande.ts';
import { VISITEUR } from '#web/data/ecrits.ts';
import { newId } from '#web/data/newId.ts';
import { signUp, UNSETTLED } from '#web/data/signUp.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { AccountForm } from '#web/nouns/people/AccountForm.tsx';
import { NO_TEXTS, type Texts } from '#web/nouns/people/accountForm.ts';
import { PATHS } from '#web/paths/paths.ts';
import { DemandeEnvoyee } from './DemandeEnvoyee.tsx';

/** Name of the stored draft (UI-70). */
const DRAFT = 'inscription.1';

/**
 * As it is kept. `envoi`: the id of the attempt whose result is unknown, and what was sent except the
 * password (UI-113). What is sent with another text is another attempt.
 */
type Draft = Texts & { envoi?: { id: string; contenu: string } | undefined };

/** /register. */
export function Register() {
  const [draft, setDraft, forget] = useEcrit<Draft>(VISITEUR, DRAFT, (kept) => kept ?? NO_TEXTS);
  const [sent, setSent] = useState<DemandeDeCompte | null>(null);
  const write = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const submit = async (inscription: Inscription) => {
    const contenu = JSON.stringify({ ...inscription, password: null });
    const ecriture = draft.envoi?.contenu === contenu ? draft.envoi.id : newId();
    write({ envoi: { id: ecriture, contenu } });
    const answer = await signUp({ ...inscription, ecriture });
    if (answer.refus) {
      if (answer.refus.code !== UNSETTLED) write({ envoi: undefined });
      return answer.refus.message;
    }
    forget();
    const demande = {
      email: inscription.email,
      confirmation: answer.body.confirmation_envoyee,
      delai: answer.body.delai_jours,
    };
    keepDemande(demande);
    setSent(demande);
    return null;
  };

  if (sent !== null) return <DemandeEnvoyee demande={sent} />;
  return (
    <>
      <h1>{PATHS.register.titre}</h1>
      <p className="mt-1 text-muted">
        Quelques lignes, puis un administrateur valide votre compte&#x202f;: vous pourrez alors
        réserver vos leçons.
      </p>
      <AccountForm
        title={PATHS.register.titre}
        texts={draft}
        onTexts={write}
        submitLabel="Créer mon compte"
        busyLabel="Création en cours…"
        note={<Consent />}
        onSubmit={submit}
      />
      <p className="mt-6 text-center text-muted">
        Déjà un compte&#x202f;?{' '}
        <Link to={PATHS.login.path} className="link py-3">
          Se connecter
        </Link>
      </p>
    </>
  );
}

/**
 * ACC-81: what signing up means for the person's data. The form itself asks for nothing more. It
 * opens beside the form, which may already be filled in.
 */
function Consent() {
  return (
    <p className="text-sm text-muted">
      En créant un compte, vous acceptez que le centre garde vos données comme l'explique la page{' '}
      <Link to={PATHS.confidentialite.path} target="_blank" className="link">
        «&#x202f;{PATHS.confidentialite.titre}&#x202f;»
      </Link>
      .
    </p>
  );
}
