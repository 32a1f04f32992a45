import { readingSentenceOf, refusalOf } from '#web/data/client.ts';
import { useConfirmHolder, useSecondFactor } from '#web/nouns/signin/secondFacteurQueries.ts';
import { type Proof, ProofForm } from '#web/nouns/signin/ProofForm.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';

const TEXTES = {
  titre: "Confirmez que c'est vous",
  raison:
    "Cette action touche aux accès, à l'argent ou à la conservation des données du centre\u202f: une session laissée ouverte ou volée ne doit pas y suffire.",
  duree: "Ce n'est demandé qu'une fois pour dix minutes.",
  confirmer: 'Confirmer',
  echec: "La vérification n'a pas abouti. Veuillez réessayer.",
} as const;

/**
 * Asks for the password, and for a code if the person's authenticator application is active, before
 * the waiting call continues (ACC-100).
 */
export default function ProofDialog({
  open,
  onAnswer,
}: {
  open: boolean;
  onAnswer: (given: boolean) => void;
}) {
  const factor = useSecondFactor();
  const confirm = useConfirmHolder();
  const application = (factor.data?.actif_at ?? null) !== null;
  const submit = ({ password, code }: Proof) =>
    refusalOf(
      confirm
        .mutateAsync(application ? { password, code } : { password })
        .then(() => onAnswer(true)),
      TEXTES.echec,
      readingSentenceOf,
    );
  return (
    // No question on leaving: the input that matters is in the form behind.
    <FormDialog title={TEXTES.titre} open={open} unsaved={false} onClose={() => onAnswer(false)}>
      <p className="mt-3">{TEXTES.raison}</p>
      <p className="mt-2 text-sm text-muted">{TEXTES.duree}</p>
      {factor.isPending ? (
        <Skeleton className="mt-4 h-32" />
      ) : (
        <ProofForm
          label={TEXTES.titre}
          submitLabel={TEXTES.confirmer}
          also={application ? ['code'] : []}
          onSubmit={submit}
          onCancel={() => onAnswer(false)}
        />
      )}
    </FormDialog>
  );
}
