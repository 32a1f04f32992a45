import type { RefObject } from 'react';
import { titreOf } from '#domain/billing/facturation.ts';
import { releveReport } from '#documents/prints/releves.ts';
import { readReleve, useReleve } from '#web/nouns/billing/facturation.ts';
import { Releve } from '#web/nouns/billing/Releve.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { PrintButton } from '#web/ui/pages/PrintButton.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { MOIS } from './textes.ts';

/** A statement in a list. */
export type Ouvert = { id: string; numero: string };

type ReleveDialogProps = {
  /** Null: closed. */
  ouvert: Ouvert | null;
  fallback?: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** One statement as it was made, and its print. */
export function ReleveDialog({ ouvert, fallback, onClose }: ReleveDialogProps) {
  const last = useLast(ouvert);
  const query = useReleve(ouvert?.id ?? null);
  const { data } = query;
  return (
    <Dialog
      wide
      title={last && titreOf(last.numero)}
      open={ouvert !== null}
      onClose={onClose}
      {...(fallback && { fallback })}
    >
      <div className="mt-3" aria-busy={!data && !query.isError}>
        {data ? (
          <>
            <Releve releve={data.releve} centre={data.centre} />
            <PrintButton
              className="mt-5 flex justify-end"
              html={() => releveReport([data.releve], data.centre, { centre: data.centre.nom })}
            >
              {MOIS.imprimer}
            </PrintButton>
          </>
        ) : query.isError ? (
          <Unreadable queries={[query]}>{MOIS.releveIllisible}</Unreadable>
        ) : (
          <Skeleton card className="h-80" />
        )}
      </div>
    </Dialog>
  );
}

/** The print of one statement, read when it is pressed. */
export function PrintReleve({ id, numero }: Ouvert) {
  return (
    <PrintButton
      html={async () => {
        const { releve, centre } = await readReleve(id);
        return releveReport([releve], centre, { centre: centre.nom });
      }}
    >
      {MOIS.imprimer}
      <span className="sr-only">{MOIS.deReleve(numero)}</span>
    </PrintButton>
  );
}
