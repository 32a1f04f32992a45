import type { RefObject } from 'react';
import type { ReleveResume } from '#contract/facturation.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { titreOf } from '#domain/billing/facturation.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useReleve } from '#web/nouns/billing/facturation.ts';
import { Releve } from '#web/nouns/billing/Releve.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import type { LigneACorriger } from './CorrectionForm.tsx';
import { LIGNES, RELEVES } from './textes.compte.ts';

type ReleveDuCompteProps = {
  /** Null: closed. */
  releve: ReleveResume | null;
  fallback: RefObject<HTMLElement | null>;
  onCorrect: (ligne: LigneACorriger) => void;
  onClose: () => void;
};

/** A statement of the account, to read, to print, and to correct its lines. */
export function ReleveDuCompte({ releve, fallback, onCorrect, onClose }: ReleveDuCompteProps) {
  const last = useLast(releve);
  const read = useReleve(releve?.id ?? null);
  const { data } = read;
  /** The button of a sent line; a difference and a line of an erased customer have none. */
  const correct = (bloc: number, n: number) => {
    const ligne = data?.releve.blocs[bloc]?.lignes[n];
    const client = ligne?.client;
    if (!ligne || !client || ligne.ecart) return null;
    return (
      <button
        type="button"
        className="link min-h-11"
        onClick={() => onCorrect({ ...ligne, client })}
      >
        {LIGNES.corriger}
        <span className="sr-only">
          &#x202f;: {ligne.libelle}, {formatJour(ligne.jour, 'annee')}
        </span>
      </button>
    );
  };
  return (
    <Dialog
      wide
      title={last && titreOf(last.numero)}
      open={releve !== null}
      fallback={fallback}
      onClose={onClose}
    >
      <div className="mt-3" aria-busy={!data && !read.isError}>
        {data ? (
          <>
            <Releve releve={data.releve} centre={data.centre} action={correct} />
            <PrintButton
              className="mt-5"
              html={async () =>
                (await import('#documents/prints/releves.ts')).releveReport(
                  [data.releve],
                  data.centre,
                  { centre: CENTRE.nom },
                )
              }
            >
              {RELEVES.imprimer}
            </PrintButton>
          </>
        ) : read.isError ? (
          <Unreadable queries={[read]}>{RELEVES.illisible}</Unreadable>
        ) : (
          <Skeleton card className="h-80" />
        )}
      </div>
    </Dialog>
  );
}
