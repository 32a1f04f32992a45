import { CalendarX2, Pencil } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatJour } from '#domain/core/calendrier.ts';
import { FERMETURES_REFUS } from '#domain/errors/fermetures.ts';
import { type Fermeture, periodOfFermeture, refuseMotif } from '#domain/slots/fermetures.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { sentenceOf } from '#web/data/client.ts';
import { useAnnulees, useRouvrir, useUpdateFermeture } from '#web/data/queries/fermetures.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useUser } from '#web/data/session.ts';
import { useEcrit, writeEcrit } from '#web/data/useEcrit.ts';
import { useNomPiste } from '#web/parts/pistes.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DialogButtons, DialogFoot } from '#web/ui/DialogButtons.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Input } from '#web/ui/Input.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { useForm } from '#web/ui/useForm.ts';
import { useLast } from '#web/ui/useLast.ts';
import { TEXTES } from './textes.ts';

type CardProps = { fermeture: Fermeture; onEdit: () => void; onReopen: () => void };

/** The planning's card of a closure (FERM-04). */
export function FermetureCard({ fermeture, onEdit, onReopen }: CardProps) {
  const nomPiste = useNomPiste();
  const period = periodOfFermeture(fermeture);
  return (
    <div className="p-4">
      <p className="font-title text-lg leading-6 font-semibold wrap-anywhere">
        {TEXTES.carte}&#x202f;: <bdi>{fermeture.motif}</bdi>
      </p>
      <p className="mt-1 first-letter:uppercase">{period}</p>
      <p className="text-sm text-muted">{fermeture.pistes.map(nomPiste).join(', ')}</p>
      <p className="mt-2 text-sm">{TEXTES.vue(fermeture.publique)}</p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          onClick={onEdit}
          icon={<Pencil aria-hidden className="size-4.5" />}
        >
          {TEXTES.modifier}
        </Button>
        <Button
          variant="secondary"
          onClick={onReopen}
          icon={<CalendarX2 aria-hidden className="size-4.5" />}
        >
          {TEXTES.rouvrir}
        </Button>
      </div>
    </div>
  );
}

type DialogProps = {
  /** Null: closed. The dialog stays mounted, because it returns the focus. */
  fermeture: Fermeture | null;
  onDone: (sentence: string) => void;
  onClose: () => void;
  fallback: RefObject<HTMLElement | null>;
};

/** Changes the reason of a closure, or who can read it. */
export function EditFermeture({ fermeture, onDone, onClose, fallback }: DialogProps) {
  const last = useLast(fermeture);
  return (
    <FormDialog
      open={fermeture !== null}
      title={TEXTES.modification}
      onClose={onClose}
      fallback={fallback}
    >
      {last && <EditForm key={last.id} fermeture={last} onDone={onDone} onClose={onClose} />}
    </FormDialog>
  );
}

function EditForm({
  fermeture: { id, motif, publique, du, au },
  onDone,
  onClose,
}: Omit<DialogProps, 'fermeture' | 'fallback'> & { fermeture: Fermeture }) {
  const update = useUpdateFermeture();
  const { id: user } = useUser();
  const name = `fermeture.modification.1 ${id}`;
  const shown = { motif: motif ?? '', publique };
  const [draft, setDraft] = useEcrit<typeof shown>(user, name, (kept) => kept ?? shown);
  const { form, control, faults, refusal, busy, write } = useForm([draft, setDraft], {
    check: () =>
      refuseMotif(draft.motif) ? { motif: FERMETURES_REFUS.fermeture_motif_invalide.message } : {},
    send: async () => {
      try {
        await update.mutateAsync({ id, ...draft, du, au });
        writeEcrit(user, name, null);
        onDone(TEXTES.modifiee);
        return null;
      } catch (error) {
        return sentenceOf(error, TEXTES.echecModification);
      }
    },
  });
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
            Annuler
          </Button>
          <Button type="submit" busy={busy} busyLabel={TEXTES.enregistrement}>
            {TEXTES.enregistrer}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </form>
  );
}

/** Asks which lessons are restored, and reopens (FERM-06). */
export function Rouvrir({ fermeture, onDone, onClose, fallback }: DialogProps) {
  const last = useLast(fermeture);
  const annulees = useAnnulees(fermeture?.id ?? null);
  const rouvrir = useRouvrir();
  const nomPiste = useNomPiste();
  const [kept, setKept] = useState<readonly string[]>([]);
  if (!last) return null;
  const close = () => {
    rouvrir.reset();
    setKept([]);
    onClose();
  };
  const lecons = annulees.data ?? [];
  const back = lecons.filter(({ id, libres }) => libres.length > 0 && !kept.includes(id));
  const confirm = async () => {
    try {
      await rouvrir.mutateAsync({
        id: last.id,
        lecons: back.map(({ id, version }) => ({ id, version })),
      });
      onDone(TEXTES.rouverte);
      close();
    } catch {
      // The error is shown below. Changes made meanwhile are read.
      await annulees.refetch();
    }
  };
  return (
    <AlertDialog
      title={TEXTES.question}
      confirm={TEXTES.rouvrir}
      busyLabel={TEXTES.ouverture}
      open={fermeture !== null}
      busy={rouvrir.isPending || annulees.isPending}
      unsure={rouvrir.unsure}
      fallback={fallback}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>
        {last.pistes.map(nomPiste).join(', ')}, {periodOfFermeture(last)}.
      </p>
      {annulees.isPending && <Skeleton className="h-11" />}
      {annulees.isError && <Unreadable queries={[annulees]}>{TEXTES.illisible}</Unreadable>}
      {lecons.length > 0 && (
        <fieldset>
          <legend className="font-medium">{TEXTES.reviennent}</legend>
          {lecons.map(({ id, date_reservation, nom_client, libres, ...hours }) => (
            <label key={id} className="flex min-h-11 items-center gap-2.5 py-1">
              <input
                type="checkbox"
                checked={libres.length > 0 && !kept.includes(id)}
                disabled={libres.length === 0}
                onChange={({ target }) =>
                  setKept(target.checked ? kept.filter((one) => one !== id) : [...kept, id])
                }
                className="size-5 shrink-0 accent-fir"
              />
              <span className="min-w-0 first-letter:uppercase">
                {formatJour(date_reservation, 'moyen')}, {heuresOf(hours)}, <bdi>{nom_client}</bdi>
                {libres.length === 0 && ` (${TEXTES.prise})`}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {rouvrir.unsure && <Banner kind="info">{UNSURE}</Banner>}
      {rouvrir.isError && (
        <Banner kind="error">{sentenceOf(rouvrir.error, TEXTES.echecReouverture)}</Banner>
      )}
    </AlertDialog>
  );
}
