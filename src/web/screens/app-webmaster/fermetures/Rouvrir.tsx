import { useState } from 'react';
import { undoOfReopening } from '#domain/lessons/undo.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { periodOfFermeture } from '#domain/closures.ts';
import type { Concernee } from '#contract/fermetures.ts';
import { codeOf, sentenceOf } from '#web/data/client.ts';
import { useAnnulees, useRouvrir } from '#web/nouns/closures/fermeturesWrites.ts';
import { UNSURE } from '#web/data/surely.ts';
import { useNomPiste } from '#web/nouns/slots/pistes.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import type { FermetureDialogProps } from './EditFermeture.tsx';
import { TEXTES } from './textes.ts';

/** Asks which lessons are restored, and reopens (FERM-06). */
export function Rouvrir({ fermeture, onDone, onClose, fallback }: FermetureDialogProps) {
  const last = useLast(fermeture);
  const annulees = useAnnulees(fermeture?.id ?? null);
  const rouvrir = useRouvrir();
  const nomPiste = useNomPiste();
  const [stayCancelled, setStayCancelled] = useState<readonly string[]>([]);
  if (!last) return null;
  const close = () => {
    rouvrir.reset();
    setStayCancelled([]);
    onClose();
  };
  const lecons = annulees.data ?? [];
  const comesBack = ({ id, libres }: Concernee) => libres.length > 0 && !stayCancelled.includes(id);
  const confirm = async () => {
    try {
      const back = lecons.filter(comesBack);
      await rouvrir.mutateAsync({
        id: last.id,
        lecons: back.map(({ id, version }) => ({ id, version })),
      });
      const others = lecons.filter((lecon) => !back.includes(lecon));
      onDone(TEXTES.rouverte, { undo: undoOfReopening(last, back, others) });
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
      // The list of the cancelled lessons is deleted with the closure.
      ready={annulees.data !== undefined}
      busy={rouvrir.isPending}
      unsure={rouvrir.unsure}
      fallback={fallback}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <p>
        {last.pistes.map(nomPiste).join(', ')}, {periodOfFermeture(last)}.
      </p>
      {annulees.isPending && <Skeleton className="h-11" />}
      {annulees.isError &&
        !annulees.data &&
        (codeOf(annulees.error) === 'fermeture_introuvable' ? (
          <Banner kind="error">{sentenceOf(annulees.error, TEXTES.illisible)}</Banner>
        ) : (
          <Unreadable queries={[annulees]}>{TEXTES.illisible}</Unreadable>
        ))}
      {lecons.length > 0 && (
        <fieldset>
          <legend className="font-medium">{TEXTES.reviennent}</legend>
          {lecons.map((lecon) => (
            <Annulee
              key={lecon.id}
              lecon={lecon}
              back={comesBack(lecon)}
              onBack={(back) =>
                setStayCancelled((others) => [
                  ...others.filter((one) => one !== lecon.id),
                  ...(back ? [] : [lecon.id]),
                ])
              }
            />
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

type AnnuleeProps = { lecon: Concernee; back: boolean; onBack: (back: boolean) => void };

/** A lesson that the closure cancelled, and whether it is restored. */
function Annulee({ lecon, back, onBack }: AnnuleeProps) {
  const isTaken = lecon.libres.length === 0;
  return (
    <label className="flex min-h-11 items-center gap-2.5 py-1">
      <input
        type="checkbox"
        checked={back}
        disabled={isTaken}
        onChange={({ target }) => onBack(target.checked)}
        className="size-5 shrink-0 accent-fir"
      />
      <span className="min-w-0 first-letter:uppercase">
        {formatJour(lecon.date_reservation, 'moyen')}, {heuresOf(lecon)},{' '}
        <bdi>{lecon.nom_client}</bdi>
        {isTaken && ` (${TEXTES.prise})`}
      </span>
    </label>
  );
}
