import { Suspense, useEffect, useState } from 'react';
import { answerProof, useProofAsked } from '#web/data/proof.ts';
import { later } from '#web/ui/later.tsx';

const { Part: ProofDialog, load, Arrived } = later('part', () => import('./ProofDialog.tsx'));

/**
 * Shows the dialog while a call waits for it (ACC-100). A dialog that cannot be fetched, or a shell
 * that is left, gives up the call: nothing waits for ever.
 */
export function ProofGate() {
  const asked = useProofAsked();
  const [used, setUsed] = useState(false);
  if (asked && !used) setUsed(true); // it stays from then on: a dialog that is closed gives the focus back, one that is removed does not
  useEffect(() => {
    if (asked) load().catch(() => answerProof(false));
  }, [asked]);
  useEffect(() => () => answerProof(false), []);
  return (
    used && (
      <Arrived otherwise={null}>
        <Suspense>
          <ProofDialog open={asked} onAnswer={answerProof} />
        </Suspense>
      </Arrived>
    )
  );
}
