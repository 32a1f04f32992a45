import type { ClientTrouve } from '#domain/customers/clients.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import type { ModalProps } from '#web/ui/overlays/Modal.tsx';
import { apartOf } from './clientOptions.tsx';
import { FUSION } from './clientTexts.ts';

type MergeQuestionProps = Pick<ModalProps, 'open' | 'busy' | 'fallback' | 'onClose'> & {
  client: { nom: string } | null | undefined;
  semblable: ClientTrouve | null | undefined;
  onConfirm: () => void;
};

/** Asks before everything of a customer becomes another one's (CLI-11). */
export const MergeQuestion = ({ client, semblable, ...dialog }: MergeQuestionProps) => (
  <AlertDialog
    {...dialog}
    title={FUSION.titre}
    confirm={FUSION.confirmer}
    busyLabel={FUSION.enCours}
  >
    <p>
      {FUSION.avant}
      <bdi className="font-semibold">{client?.nom}</bdi>
      {FUSION.entre}
      <bdi className="font-semibold">{semblable?.nom}</bdi>
      {semblable && ` (${apartOf(semblable) ?? ''}).`}
    </p>
    {FUSION.suite.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </AlertDialog>
);
