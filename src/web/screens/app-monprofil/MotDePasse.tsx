import { sentenceOf } from '#web/data/client.ts';
import { useSendPasswordEmail } from '#web/data/queries.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons } from '#web/ui/DialogButtons.tsx';
import { TEXTES } from './textes.ts';

/** §2: a reset email to oneself. Where the centre sends none, that is said (decision 38). */
export function MotDePasse({ email, onClose }: { email: string; onClose: () => void }) {
  const send = useSendPasswordEmail();
  return (
    <div className="mt-3 flex flex-col gap-4">
      <p>Un lien pour choisir un nouveau mot de passe sera envoyé à <bdi className="font-semibold wrap-anywhere">{email}</bdi>.</p>
      <p className="text-sm text-muted">{TEXTES.motDePasseRegle}</p>
      {send.data && (send.data.email_envoye
        ? <Banner kind="success">{TEXTES.motDePasseParti}</Banner>
        : <Banner kind="info">{TEXTES.motDePasseSansEmail}</Banner>)}
      {send.isError && <Banner kind="error">{sentenceOf(send.error, TEXTES.motDePasseEchoue)}</Banner>}
      <DialogButtons>
        <Button key="fermer" variant="secondary" onClick={onClose}>{send.data ? 'Fermer' : 'Annuler'}</Button>
        {!send.data && <Button busy={send.isPending} busyLabel={TEXTES.motDePasseEnCours} onClick={() => send.mutate(undefined)}>{TEXTES.motDePasseEnvoyer}</Button>}
      </DialogButtons>
    </div>
  );
}
