// chunk: offline
import { LogOut } from 'lucide-react';
import { delaiInWords } from '#domain/people/approbation.ts';
import { SIGN_IN_REFUS } from '#domain/errors/sign_in.ts';
import type { StatutUser } from '#domain/people/users.ts';
import { useDelaiApprobation } from '#web/data/queries.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { HorseBox } from '#web/ui/drawings/HorseBox.tsx';
import { Page } from '../frame/Page.tsx';
import { useSignOut } from '../frame/useSignOut.ts';

type Blocked = { title: string; sentences: readonly string[] };

/** ACC-12: the texts of the statuses that have their own. Every other status shows `INACTIF`. */
const BLOCKED: Partial<Record<StatutUser, Blocked>> = {
  en_attente: {
    title: 'Compte en attente',
    sentences: [
      "Votre compte est en attente d'approbation par un administrateur.",
      'Vous recevrez un email dès que votre compte sera activé.',
    ],
  },
  refuse: {
    title: 'Compte refusé',
    sentences: [
      "Votre demande de compte a été refusée. Veuillez contacter l'administrateur pour plus d'informations.",
    ],
  },
};

const INACTIF: Blocked = {
  title: 'Compte inactif',
  sentences: [SIGN_IN_REFUS.compte_inactif.message],
};

/**
 * For a signed-in person who may not use the product: the reason, and a sign-out button. Replaced
 * as soon as the status changes (ACC-11).
 */
export function GuardScreen({ statut }: { statut: StatutUser }) {
  const { title, sentences } = BLOCKED[statut] ?? INACTIF;
  const { leave, leaving } = useSignOut();
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="flex w-full max-w-md animate-enter flex-col items-center gap-4 rounded-card border border-hairline bg-card px-6 py-10 text-center shadow-card">
        <HorseBox className="w-44" />
        <Page key={title} titre={title}>
          <h1>{title}</h1>
          {sentences.map((sentence) => (
            <p key={sentence} className="text-muted">
              {sentence}
            </p>
          ))}
          {statut === 'en_attente' && <Delai />}
        </Page>
        <Button
          variant="secondary"
          className="mt-2"
          onClick={leave}
          busy={leaving}
          icon={<LogOut aria-hidden className="size-5" />}
        >
          Se déconnecter
        </Button>
      </div>
    </main>
  );
}

/** RIDE-62: in the same words as after the sign-up. */
function Delai() {
  const delai = useDelaiApprobation();
  return delai !== null && <p className="text-muted">La réponse vient {delaiInWords(delai)}.</p>;
}
