import { type ReactNode, useState } from 'react';
import { type Facturees, factureesInWords } from '#domain/billing/lignes.ts';
import { type Partent, useRetard } from '#web/nouns/billing/retard.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';

const TEXTES = {
  question: 'Facturer quand même\u202f?',
  delai: 'Le délai pour annuler est passé\u202f: ',
  facturer: 'Facturer',
  nePas: 'Ne pas facturer',
} as const;

/** Goes on once it is known whether the seats are billed. */
type Go = (facturer: boolean) => void;

export type Facturer = {
  /** Render it before a dialog that it covers, never inside: it must restore the focus first. */
  dialog: ReactNode;
  /**
   * Asks whether seats that leave after the deadline are billed, with the amount, and calls `go` with
   * the answer; at once if they cost nothing. Throws if that could not be read.
   */
  ask: (partent: Partent, go: Go) => Promise<void>;
};

/** The question after the one of a deletion, or before an edit is stored (LIG-02). */
export function useFacturer(): Facturer {
  const read = useRetard();
  const [asked, setAsked] = useState<{ facturees: Facturees; go: Go } | null>(null);
  const last = useLast(asked);
  const answer = (facturer: boolean) => {
    setAsked(null);
    asked?.go(facturer);
  };
  return {
    ask: async (partent, go) => {
      const facturees = await read(partent);
      if (facturees.places === 0) go(false);
      else setAsked({ facturees, go });
    },
    dialog: (
      <AlertDialog
        title={TEXTES.question}
        confirm={TEXTES.facturer}
        busyLabel={TEXTES.facturer}
        other={{ label: TEXTES.nePas, onChoose: () => answer(false) }}
        open={asked !== null}
        onConfirm={() => answer(true)}
        onClose={() => setAsked(null)}
      >
        <p>
          {TEXTES.delai}
          <strong>{last && factureesInWords(last.facturees)}</strong>.
        </p>
      </AlertDialog>
    ),
  };
}
