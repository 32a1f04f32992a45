import type { RefObject } from 'react';
import type { FicheClient } from '#contract/fiche.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useSaveClient, useSendInvitation } from '#web/nouns/customers/clients.ts';
import { useCorrectUser, useWithdrawUserEmail } from '#web/nouns/people/usersWrites.ts';
import { useUser } from '#web/data/session.ts';
import { AccountCorrection, type Correction } from '#web/nouns/people/AccountCorrection.tsx';
import { ClientForm } from '#web/nouns/customers/ClientForm.tsx';
import { FICHE, INVITATION } from '#web/nouns/customers/clientTexts.ts';
import { InviteForm } from '#web/nouns/customers/InviteForm.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { CONTACT, DUREE } from './textes.ts';

/** Which form is open. */
export type Form = 'modifier' | 'inviter';

type DialoguesProps = {
  client: FicheClient;
  envoi: boolean;
  form: Form | null;
  heading: RefObject<HTMLElement | null>;
  say: ReturnType<typeof useBanner>[1];
  onClose: () => void;
};

/** Changes the contacts of a customer, with or without an account, or invites one. */
export function Dialogues({ client, envoi, form, heading, say, onClose }: DialoguesProps) {
  const { id, compte } = client;
  const own = useUser().id === id;
  const [save, invite] = [useSaveClient(), useSendInvitation()];
  const [correct, withdraw] = [useCorrectUser(), useWithdrawUserEmail()];
  const tell = (nom: string, rest: string) => {
    onClose();
    say({
      kind: 'success',
      text: (
        <>
          <bdi>{nom}</bdi>
          {rest}
        </>
      ),
      ms: DUREE,
    });
  };
  /** `changes` null: withdraws the new address. */
  const store = async (changes: Correction | null): Promise<string | null> => {
    if (!compte) return null;
    try {
      if (changes) {
        const { email_demande } = await correct.mutateAsync({
          id,
          connu: compte.email,
          ...changes,
        });
        const waits = changes.email !== undefined && email_demande !== null;
        tell(client.nom, waits ? CONTACT.corrigeEmail : CONTACT.corrige);
      } else await withdraw.mutateAsync({ id, email: compte.email });
      return null;
    } catch (error) {
      return sentenceOf(error, CONTACT.nonCorrige);
    }
  };
  return (
    <>
      <AccountCorrection
        user={form === 'modifier' ? compte : null}
        own={own}
        envoi={envoi}
        fallback={heading}
        onSave={store}
        onWithdraw={() => store(null)}
        onClose={onClose}
      />
      <FormDialog
        title={FICHE.modifier}
        open={form === 'modifier' && !compte}
        fallback={heading}
        onClose={onClose}
      >
        <ClientForm
          client={client}
          label={FICHE.modifier}
          onSave={(asked, version) => save({ id, version }, asked)}
          onDone={(nom) => tell(nom, CONTACT.modifie)}
          onClose={onClose}
        />
      </FormDialog>
      <FormDialog
        title={INVITATION.titre}
        open={form === 'inviter' && !compte}
        fallback={heading}
        onClose={onClose}
      >
        <InviteForm
          client={client}
          onInvite={(email) => invite(id, email)}
          onDone={() => tell(client.nom, INVITATION.faite)}
          onClose={onClose}
        />
      </FormDialog>
    </>
  );
}
