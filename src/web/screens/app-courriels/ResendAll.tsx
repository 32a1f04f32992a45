import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { sentenceOf } from '#web/data/client.ts';
import { useResendFailed } from '#web/nouns/emails/courrielsQueries.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Announced, Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { resentInWords, TEXTES } from './textes.ts';

/**
 * Sends every failed email again, after a question (MAIL-10). The outcome stays until the next
 * time.
 */
export function ResendAll({ failed }: { failed: number }) {
  const [open, setOpen] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const { mutate, isPending, data, error } = useResendFailed();
  return (
    <>
      {failed > 0 && (
        <Button
          variant="secondary"
          className="mt-4"
          icon={<RotateCw aria-hidden className="size-5 shrink-0" />}
          onClick={() => setOpen(true)}
        >
          {TEXTES.toutRenvoyer}
        </Button>
      )}
      <div ref={outcome} tabIndex={-1} className="rounded-field">
        <Announced urgent={error !== null}>
          {data && (
            <Banner kind={data.renvoyes > 0 ? 'success' : 'info'} spoken={false} className="mt-4">
              {resentInWords(data)}
            </Banner>
          )}
          {error && (
            <Banner kind="error" className="mt-4">
              {sentenceOf(error, TEXTES.renvoiEchoue)}
            </Banner>
          )}
        </Announced>
      </div>
      <AlertDialog
        title={TEXTES.toutRenvoyerTitre}
        confirm={TEXTES.toutRenvoyer}
        busyLabel={TEXTES.renvoiEnCours}
        open={open}
        busy={isPending}
        fallback={outcome}
        onConfirm={() => mutate(undefined, { onSettled: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      >
        <p>{TEXTES.toutRenvoyerAide}</p>
      </AlertDialog>
    </>
  );
}
