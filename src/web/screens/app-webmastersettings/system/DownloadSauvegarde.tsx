import { readingSentenceOf, refusalOf } from '#web/data/client.ts';
import { useSecondFactor } from '#web/nouns/signin/secondFacteurQueries.ts';
import { useDownloadSauvegarde } from '#web/nouns/backups/sauvegardes.ts';
import { type Proof, ProofForm } from '#web/nouns/signin/ProofForm.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { download } from '#web/ui/pages/download.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { TEXTES } from './textes.sauvegardes.ts';

/**
 * Asks for the password, and for a code if the person has an active authenticator application, then
 * downloads the file (OPS-23).
 */
export function DownloadSauvegarde({
  nom,
  onClose,
}: {
  nom: string;
  onClose: (done: boolean) => void;
}) {
  const factor = useSecondFactor();
  const bring = useDownloadSauvegarde();
  const application = (factor.data?.actif_at ?? null) !== null;
  const bringIt = async ({ password, code }: Proof) => {
    download(
      nom,
      await bring.mutateAsync(application ? { nom, password, code } : { nom, password }),
      'application/octet-stream',
    );
    onClose(true);
  };
  return (
    <FormDialog title={TEXTES.question} open onClose={() => onClose(false)}>
      <p className="mt-3">{TEXTES.contient}</p>
      {factor.isPending ? (
        <Skeleton className="mt-4 h-32" />
      ) : (
        <ProofForm
          label={TEXTES.question}
          submitLabel={TEXTES.telechargerUne}
          also={application ? ['code'] : []}
          onSubmit={(proof) =>
            refusalOf(bringIt(proof), TEXTES.telechargementEchoue, readingSentenceOf)
          }
          onCancel={() => onClose(false)}
        />
      )}
    </FormDialog>
  );
}
