import type { RefObject } from 'react';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { useUsageType } from '#web/nouns/types/typesLecons.ts';
import { useRemoveType } from '#web/nouns/types/typesLeconsWrites.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { MOTS } from '../shared/textes.listes.ts';
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
