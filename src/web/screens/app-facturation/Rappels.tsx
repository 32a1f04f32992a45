import type { RefObject } from 'react';
import type { Doit } from '#contract/facturation.ts';
import { sumOf } from '#domain/billing/recettes.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useRelancer } from '#web/nouns/billing/facturation.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { DUREE, RAPPELS } from './textes.ts';
import type { Tell } from './usePaymentUndo.tsx';

/** Reminders that are asked about: of one account, or of all that are due. */
export type Demandes = { comptes: readonly Doit[]; un: boolean };

type RappelsProps = {
  /** Null: closed. */
  demandes: Demandes | null;
  fallback: RefObject<HTMLElement | null>;
  tell: Tell;
  onClose: () => void;
};

/** Asks before reminders are sent, and names those who get no email (REL-53). */
export function Rappels({ demandes, fallback, tell, onClose }: RappelsProps) {
  const relancer = useRelancer();
  const last = useLast(demandes);
  const comptes = last?.comptes ?? [];
  const joints = comptes.filter(({ email }) => email !== null);
  const sans = comptes.filter(({ email }) => email === null);
  const close = () => {
    relancer.reset();
    onClose();
  };
  const send = () => {
    const one = last?.un ? comptes[0] : undefined;
    relancer.mutate(
      {
        ...(one && { client: one.id }),
        attendus: joints.map(({ id, rappel }) => ({ id, rappel })),
      },
      {
        onSuccess: ({ faits, sans_email }) => {
          close();
          tell({
            kind: faits > 0 ? 'success' : 'info',
            text: (
              <>
                {RAPPELS.faits(faits)}
                {sans_email.length > 0 && (
                  <>
                    {' '}
                    {RAPPELS.sansEmail} <Noms comptes={sans_email} />
                  </>
                )}
              </>
            ),
            ms: sans_email.length === 0 ? DUREE : undefined,
          });
        },
      },
    );
  };
  return (
    <AlertDialog
      title={RAPPELS.question(comptes.length)}
      confirm={RAPPELS.confirmer}
      busyLabel={RAPPELS.enCours}
      open={demandes !== null}
      busy={relancer.isPending}
      ready={joints.length > 0}
      fallback={fallback}
      onConfirm={send}
      onClose={close}
    >
      <p>
        {joints.length === 0
          ? RAPPELS.aucun
          : RAPPELS.partent(joints.length, sumOf(joints.map(({ solde }) => solde)))}
      </p>
      {sans.length > 0 && (
        <p>
          {RAPPELS.sansEmail} <Noms comptes={sans} />
        </p>
      )}
      {relancer.error && (
        <Banner kind="error">{sentenceOf(relancer.error, RAPPELS.nonEnvoyes)}</Banner>
      )}
    </AlertDialog>
  );
}

/** Names, each isolated from the text around it. */
export function Noms({ comptes }: { comptes: readonly { id: string; nom: string }[] }) {
  return comptes.map(({ id, nom }, n) => (
    <span key={id}>
      {n > 0 && ', '}
      <bdi>{nom}</bdi>
      {n === comptes.length - 1 && '.'}
    </span>
  ));
}
