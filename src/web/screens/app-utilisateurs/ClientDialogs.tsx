import { type ReactNode, type RefObject } from 'react';
import type { Client } from '#domain/customers/clients.ts';
import { sentenceOf } from '#web/data/client.ts';
import {
  useMergeClient,
  useRemoveClient,
  useSaveClient,
  useSendInvitation,
} from '#web/nouns/customers/clients.ts';
import { useOuvert } from '#web/nouns/billing/comptes.ts';
import { ClientForm } from '#web/nouns/customers/ClientForm.tsx';
import { FICHE, FUSION, INVITATION } from '#web/nouns/customers/clientTexts.ts';
import { InviteForm } from '#web/nouns/customers/InviteForm.tsx';
import { MergeQuestion } from '#web/nouns/customers/MergeQuestion.tsx';
import { OuvertDit } from '#web/nouns/billing/OuvertDit.tsx';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { PayeurDit, PayeurForm } from './PayeurForm.tsx';
import { EFFACEMENT, PAYEUR, TEXTES } from './textes.clients.ts';
import { DUREE } from './textes.ts';
import type { Say } from './useDecisions.tsx';

/** What a button opens, and of whom. */
export type Opened =
  | { sorte: 'modifier' | 'payeur' | 'inviter' | 'effacer' | 'regrouper'; client: Client }
  | { sorte: 'ajouter' };

type ClientDialogsProps = {
  opened: Opened | null;
  /** The rows of the list, as read last. */
  clients: readonly Client[] | undefined;
  heading: RefObject<HTMLElement | null>;
  say: Say;
  onClose: () => void;
};

/** What the buttons of the customers without an account open (CLI-07). */
export function ClientDialogs({ opened, clients, heading, say, onClose }: ClientDialogsProps) {
  const remove = useRemoveClient();
  const merge = useMergeClient();
  const [save, invite] = [useSaveClient(), useSendInvitation()];
  const last = useLast(opened);
  const subject = last && 'client' in last ? last.client : null;
  const client = clients?.find(({ id }) => id === subject?.id) ?? subject;

  const ouvert = useOuvert(opened?.sorte === 'effacer' ? opened.client.id : null);

  const tell = (nom: string, rest: ReactNode, ms: number = DUREE.message) => {
    onClose();
    say({
      kind: 'success',
      text: (
        <>
          <bdi>{nom}</bdi>
          {rest}
        </>
      ),
      ms,
    });
  };
  const erase = async ({ id, nom, email }: Client) => {
    say(null);
    try {
      await remove.mutateAsync({ id, nom, email });
      tell(nom, TEXTES.efface, DUREE.suppression);
    } catch (error) {
      onClose();
      say({
        kind: 'error',
        text: sentenceOf(error, EFFACEMENT.echec),
        ms: DUREE.suppression,
      });
    }
  };

  const unite = async ({ semblable, ...asked }: Client) => {
    if (!semblable) return;
    say(null);
    try {
      await merge.mutateAsync({ ...asked, vers: semblable.id });
      tell(
        asked.nom,
        <>
          {FUSION.fait}
          <bdi>{semblable.nom}</bdi>.
        </>,
        DUREE.suppression,
      );
    } catch (error) {
      onClose();
      say({ kind: 'error', text: sentenceOf(error, FUSION.echec), ms: DUREE.suppression });
    }
  };

  return (
    <>
      <FormDialog
        title={last?.sorte === 'ajouter' ? TEXTES.ajouter : FICHE.modifier}
        open={opened?.sorte === 'ajouter' || opened?.sorte === 'modifier'}
        fallback={heading}
        onClose={onClose}
      >
        <ClientForm
          client={client}
          label={client ? FICHE.modifier : TEXTES.ajouter}
          onSave={(asked, version) => save(client && { id: client.id, version }, asked)}
          onDone={(nom) => tell(nom, client ? TEXTES.modifie : TEXTES.ajoute)}
          onClose={onClose}
        />
      </FormDialog>
      <FormDialog
        title={PAYEUR.titre}
        open={opened?.sorte === 'payeur'}
        fallback={heading}
        onClose={onClose}
      >
        {client && (
          <PayeurForm
            client={client}
            onDone={(payeur) => tell(client.nom, <PayeurDit payeur={payeur} />)}
            onClose={onClose}
          />
        )}
      </FormDialog>
      <FormDialog
        title={INVITATION.titre}
        open={opened?.sorte === 'inviter'}
        fallback={heading}
        onClose={onClose}
      >
        {client && (
          <InviteForm
            client={client}
            onInvite={(email) => invite(client.id, email)}
            onDone={() => tell(client.nom, INVITATION.faite, DUREE.suppression)}
            onClose={onClose}
          />
        )}
      </FormDialog>
      <MergeQuestion
        client={subject}
        semblable={subject?.semblable}
        open={opened?.sorte === 'regrouper'}
        busy={merge.isPending}
        fallback={heading}
        onConfirm={() => subject && void unite(subject)}
        onClose={onClose}
      />
      <AlertDialog
        title={EFFACEMENT.titre}
        confirm={TEXTES.effacer}
        busyLabel={EFFACEMENT.enCours}
        danger
        open={opened?.sorte === 'effacer'}
        ready={ouvert.ready}
        busy={remove.isPending}
        fallback={heading}
        onConfirm={() => client && void erase(client)}
        onClose={onClose}
      >
        <p>
          {EFFACEMENT.avant}
          <bdi className="font-semibold">{client?.nom}</bdi>
          {EFFACEMENT.apres}
        </p>
        {EFFACEMENT.suite.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <OuvertDit ouvert={ouvert} />
      </AlertDialog>
    </>
  );
}
