import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '#web/data/client.ts';
import { useResendFailed } from '#web/data/queriesCourriels.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { bilanOf, TEXTES } from './textes.ts';

/** Sends every failed email again, after a question (MAIL-10); the outcome stays until the next time. */
export function ToutRenvoyer({ echoues }: { echoues: number }) {
  const [ouverte, setOuverte] = useState(false);
  const issue = useRef<HTMLDivElement>(null);
  const { mutate, isPending, data, error } = useResendFailed();
  return (
    <>
      {echoues > 0 && (
        <Button variant="secondary" className="mt-4" icon={<RotateCw aria-hidden className="size-5 shrink-0" />} onClick={() => setOuverte(true)}>
          {TEXTES.toutRenvoyer}
        </Button>
      )}
      <div ref={issue} tabIndex={-1} aria-live="polite" className="rounded-field">
        {data && <Banner kind={data.renvoyes > 0 ? 'success' : 'info'} className="mt-4">{bilanOf(data)}</Banner>}
        {error && <Banner kind="error" className="mt-4">{sentenceOf(error, TEXTES.renvoiEchoue)}</Banner>}
      </div>
      <AlertDialog
        title={TEXTES.toutRenvoyerTitre}
        confirm={TEXTES.toutRenvoyer}
        busyLabel={TEXTES.renvoiEnCours}
        open={ouverte}
        busy={isPending}
        fallback={issue}
        onConfirm={() => mutate(undefined, { onSettled: () => setOuverte(false) })}
        onClose={() => setOuverte(false)}
      >
        <p>{TEXTES.toutRenvoyerAide}</p>
      </AlertDialog>
    </>
  );
}
