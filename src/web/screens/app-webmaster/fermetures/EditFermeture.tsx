import type { RefObject } from 'react';
import { FERMETURES_REFUS } from '#domain/errors/fermetures.ts';
import { type Fermeture, refuseMotif } from '#domain/closures.ts';
import { undoOfChange } from '#domain/lessons/undo.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useUpdateFermeture } from '#web/nouns/closures/fermeturesWrites.ts';
import { useUser } from '#web/data/session.ts';
import type { Tell } from '#web/data/outcome.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/overlays/DialogButtons.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { FormDialog } from '#web/ui/forms/FormDialog.tsx';
import { Input } from '#web/ui/forms/Input.tsx';
import { Switch } from '#web/ui/forms/Switch.tsx';
import { useForm } from '#web/ui/forms/useForm.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { TEXTES } from './textes.ts';

export type FermetureDialogProps = {
  /** Null: closed. The dialog stays mounted, because it returns the focus. */
  fermeture: Fermeture | null;
  onDone: Tell;
  onClose: () => void;
  fallback: RefObject<HTMLElement | null>;
};

/** Changes the reason of a closure, or who can read it. */
export function EditFermeture({ fermeture, onDone, onClose, fallback }: FermetureDialogProps) {
  const last = useLast(fermeture);
  return (
    <FormDialog
      open={fermeture !== null}
      title={TEXTES.modification}
      unsaved={false}
      onClose={onClose}
      fallback={fallback}
    >
      {last && <EditForm key={last.id} fermeture={last} onDone={onDone} onClose={onClose} />}
    </FormDialog>
  );
}

type Shown = { motif: string; publique: boolean };

function EditForm({
  fermeture,
  onDone,
  onClose,
}: Omit<FermetureDialogProps, 'fermeture' | 'fallback'> & { fermeture: Fermeture }) {
  const { id, motif, publique, du } = fermeture;
  const update = useUpdateFermeture();
  const stored: Shown = { motif: motif ?? '', publique };
  // Only the changed fields are stored and sent: changes of somebody else stay.
  const [changes, setChanges, forget] = useEcrit<Partial<Shown>>(
    useUser().id,
    `fermeture.modification.2 ${id}`,
    (kept) => kept ?? {},
  );
  const draft = { ...stored, ...changes };
  const { form, control, faults, refusal, busy, write } = useForm(
    [draft, (written) => setChanges(changesOf(written, stored))],
    {
      check: () =>
        refuseMotif(draft.motif)
          ? { motif: FERMETURES_REFUS.fermeture_motif_invalide.message }
          : {},
      send: async () => {
        try {
          const change = changesOf(draft, stored);
          await update.mutateAsync({ id, ...change, du });
          forget();
          const undo = Object.keys(change).length > 0 ? undoOfChange(fermeture, change) : null;
          onDone(TEXTES.modifiee, { undo });
          return null;
        } catch (error) {
          return sentenceOf(error, TEXTES.echecModification);
        }
      },
    },
  );
  return (
    <form {...form} aria-label={TEXTES.modification} className="mt-4 flex flex-col gap-4">
      <Field label={TEXTES.motif} error={faults.motif}>
        {(props) => <Input {...props} {...control('motif')} autoComplete="off" required />}
      </Field>
      <Switch
        name="publique"
        label={TEXTES.publique}
        hint={TEXTES.publiqueAide}
        checked={draft.publique}
        onChange={(on) => write('publique', on)}
      />
      <DialogFoot>
        {refusal && <Banner kind="error">{refusal}</Banner>}
        <DialogButtons beside>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {TEXTES.annuler}
          </Button>
          <Button type="submit" busy={busy} busyLabel={TEXTES.enregistrement}>
            {TEXTES.enregistrer}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

const changesOf = ({ motif, publique }: Shown, stored: Shown): Partial<Shown> => ({
  ...(motif !== stored.motif && { motif }),
  ...(publique !== stored.publique && { publique }),
});
