import { Undo2 } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { isUnknown, sentenceOf } from '#web/data/client.ts';
import { useUndoPaiement } from '#web/nouns/billing/facturation.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { type Shown, useBanner } from '#web/ui/messages/useBanner.ts';
import { useHandOver } from '#web/ui/hooks/useHandOver.ts';
import { DUREE, PAIEMENT, TEXTES } from './textes.ts';

/** A payment that has just been stored, and may be undone. */
export type Enregistre = { id: string; client: string; nom: string; montant: number };

type Message = { kind: 'success' | 'error' | 'info'; text: ReactNode; ms?: number | undefined };

/** Shows a message; with a payment, also 'Annuler'. */
export type Tell = (message: Message | null, paiement?: Enregistre | null) => void;

/** The message about the last action, and what undoes the payment that it is about (REL-51). */
export function usePaymentUndo(): { message: Shown | null; action: ReactNode; tell: Tell } {
  const [message, say] = useBanner();
  const [last, setLast] = useState<Enregistre | null>(null);
  const undo = useUndoPaiement();
  const tell = useCallback<Tell>(
    (next, paiement = null) => {
      setLast(paiement);
      say(next);
    },
    [say],
  );
  const take = async ({ id, client, nom, ...rest }: Enregistre) => {
    try {
      const { solde } = await undo.mutateAsync({ id, client });
      const text = (
        <>
          <bdi>{nom}</bdi>
          {PAIEMENT.annule(solde)}
        </>
      );
      tell({ kind: 'success', text, ms: DUREE });
    } catch (error) {
      // Without an answer it may be tried again; a refusal would be the same.
      tell(
        { kind: 'error', text: sentenceOf(error, PAIEMENT.nonAnnule) },
        isUnknown(error) ? { id, client, nom, ...rest } : null,
      );
    }
  };
  return {
    message,
    action: last && message && (
      <UndoButton paiement={last} busy={undo.isPending} onUndo={() => void take(last)} />
    ),
    tell,
  };
}

type UndoButtonProps = { paiement: Enregistre; busy: boolean; onUndo: () => void };

/** 'Annuler' in the message about a payment. F8 moves the focus to it. */
function UndoButton({ paiement: { montant, nom }, busy, onUndo }: UndoButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const origin = useRef<EventTarget | null>(null);
  useHandOver(button, () =>
    origin.current instanceof HTMLElement && origin.current.isConnected
      ? origin.current
      : document.querySelector('h2[tabindex]'),
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.defaultPrevented) return;
      event.preventDefault();
      button.current?.focus();
    };
    // Before the toasts, which have the same key.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return (
    <Button
      ref={button}
      variant="secondary"
      size="small"
      busy={busy}
      busyLabel={PAIEMENT.annulation}
      icon={<Undo2 aria-hidden className="size-5 shrink-0" />}
      onFocus={({ relatedTarget }) => {
        origin.current = relatedTarget;
      }}
      onClick={onUndo}
    >
      {TEXTES.annuler}
      <span className="sr-only">{PAIEMENT.annulerQuoi(montant, nom)}</span>
    </Button>
  );
}
