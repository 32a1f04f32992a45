import { Suspense, useEffect, useState } from 'react';
import { answerProof, useProofAsked } from '#web/data/proof.ts';
import { lazyPart } from '#web/ui/pages/lazyPart.tsx';

const { Part: ProofDialog, load, Arrived } = lazyPart('part', () => import('./ProofDialog.tsx'));

/**
 * Shows the dialog while a call waits for it (ACC-100). If the dialog cannot be loaded, or the
 * shell is left, the call is given up, so that nothing waits forever.
 */
export function ProofGate() {
  const asked = useProofAsked();
  const [used, setUsed] = useState(false);
  // it stays mounted from then on: a closed dialog returns the focus, a removed one does not
  if (asked && !used) setUsed(true);
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
