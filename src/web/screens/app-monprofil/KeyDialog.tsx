import type { CleAcces } from '#domain/signin/second_facteur.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAddKey, useRemoveKey } from '#web/nouns/signin/secondFacteurQueries.ts';
import { ProofForm } from '#web/nouns/signin/ProofForm.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { TEXTES } from './textes.facteur.ts';

/** `application`: there is an active one, so its code is asked for too. */
type KeyDialogProps = {
  cle: CleAcces | 'nouvelle';
  application: boolean;
  onClose: (done: string | null) => void;
};

/** Adds a passkey of this device, or removes one (ACC-64). */
export function KeyDialog({ cle, application, onClose }: KeyDialogProps) {
  const [add, remove] = [useAddKey(), useRemoveKey()];
  const title = cle === 'nouvelle' ? TEXTES.ajouterCle : TEXTES.retirerCle;
  const given = ({ password, code }: { password: string; code: string }) =>
    application ? { password, code } : { password };
  const attempt = async (work: () => Promise<string | null>): Promise<string | null> =>
    work().catch((error: unknown) => sentenceOf(error, TEXTES.echec));
  return (
    <FormDialog title={title} open onClose={() => onClose(null)}>
      {cle === 'nouvelle' ? (
        <ProofForm
          label={title}
          submitLabel="Ajouter"
          also={application ? ['nom', 'code'] : ['nom']}
          onSubmit={({ nom, ...proof }) =>
            attempt(async () => {
              if (!(await add.mutateAsync({ nom, ...given(proof) }))) return TEXTES.cleNonFaite;
              onClose(TEXTES.cleAjoutee);
              return null;
            })
          }
          onCancel={() => onClose(null)}
        />
      ) : (
        <>
          <p className="mt-3">
            <bdi className="font-semibold wrap-anywhere">{cle.nom}</bdi> ne servira plus à se
            connecter.
          </p>
          <ProofForm
            label={title}
            submitLabel={TEXTES.retirer}
            danger
            also={application ? ['code'] : []}
            onSubmit={(proof) =>
              attempt(async () => {
                await remove.mutateAsync({ id: cle.id, ...given(proof) });
                onClose(TEXTES.cleRetiree);
                return null;
              })
            }
            onCancel={() => onClose(null)}
          />
        </>
      )}
    </FormDialog>
  );
}
