import type { CleAcces } from '#domain/second_facteur.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAddKey, useRemoveKey } from '#web/data/queriesSecondFacteur.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProofForm } from './ProofForm.tsx';
import { TEXTES } from './textes.facteur.ts';

type KeyDialogProps = { cle: CleAcces | 'nouvelle'; onClose: (done: string | null) => void };

/** Adds a passkey of this device, or removes one (ACC-64). */
export function KeyDialog({ cle, onClose }: KeyDialogProps) {
  const [add, remove] = [useAddKey(), useRemoveKey()];
  const title = cle === 'nouvelle' ? TEXTES.ajouterCle : TEXTES.retirerCle;
  const attempt = async (work: () => Promise<string | null>): Promise<string | null> => work().catch((error: unknown) => sentenceOf(error, TEXTES.echec));
  return (
    <Dialog title={title} open light={false} onClose={() => onClose(null)}>
      {cle === 'nouvelle' ? (
        <ProofForm
          label={title}
          submitLabel="Ajouter"
          also="nom"
          onSubmit={({ nom, motDePasse }) => attempt(async () => {
            if (!await add.mutateAsync({ nom, motDePasse })) return TEXTES.cleNonFaite;
            onClose(TEXTES.cleAjoutee);
            return null;
          })}
          onCancel={() => onClose(null)}
        />
      ) : (
        <>
          <p className="mt-3"><bdi className="font-semibold wrap-anywhere">{cle.nom}</bdi> ne servira plus à se connecter.</p>
          <ProofForm
            label={title}
            submitLabel={TEXTES.retirer}
            danger
            onSubmit={({ motDePasse }) => attempt(async () => {
              await remove.mutateAsync({ id: cle.id, motDePasse });
              onClose(TEXTES.cleRetiree);
              return null;
            })}
            onCancel={() => onClose(null)}
          />
        </>
      )}
    </Dialog>
  );
}
