import type { RefObject } from 'react';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import { useUsageType } from '#web/data/queries/typesLecons.ts';
import { useRemoveType } from '#web/data/queries/typesLeconsWrites.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { MOTS } from './textes.listes.ts';
import { usageSentence, TEXTES } from './textes.types.ts';

type RemoveTypeLeconProps = {
  /** The type to delete. Null: closed. */
  type: TypeLecon | null;
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  /** The person chooses to deactivate the type instead. */
  onDeactivate: (type: TypeLecon) => void;
  onFailure: (error: unknown) => void;
  onClose: () => void;
};

/** Asks once the number of reservations is known. The number is updated live (SET-14). */
export function RemoveTypeLecon({
  type,
  fallback,
  onDone,
  onDeactivate,
  onFailure,
  onClose,
}: RemoveTypeLeconProps) {
  const usage = useUsageType(type?.value ?? null);
  const remove = useRemoveType();
  const last = useLast(type);
  if (!last) return null;

  const confirm = async () => {
    try {
      await remove.mutateAsync({ value: last.value });
      onDone();
    } catch (error) {
      onFailure(error);
    }
  };
  return (
    <AlertDialog
      title={TEXTES.suppression.titre}
      confirm={MOTS.supprimer}
      busyLabel={TEXTES.suppression.enCours}
      danger
      open={type !== null && !usage.isPending}
      busy={remove.isPending}
      fallback={fallback}
      instead={
        last.actif && usage.data?.reservations !== 0
          ? { label: MOTS.desactiver, onChoose: () => onDeactivate(last) }
          : undefined
      }
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        <bdi className="font-semibold">{last.label}</bdi> ({last.value})
      </p>
      <p>{usage.data ? usageSentence(usage.data.reservations) : TEXTES.suppression.sansCompte}</p>
      <p>{TEXTES.suppression.definitif}</p>
      {last.actif && usage.data?.reservations !== 0 && <p>{TEXTES.suppression.plutot}</p>}
    </AlertDialog>
  );
}
