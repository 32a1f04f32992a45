import type { RefObject } from 'react';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { useRemoveType, useUsageType } from '#web/data/queriesTypesLecons.ts';
import { AlertDialog } from '#web/ui/AlertDialog.tsx';
import { useLast } from '#web/ui/useLast.ts';
import { phraseTotal, phraseUsage, TYPES } from './TypesLeconsTextes.ts';

type TypeLeconSuppressionProps = {
  /** The type to delete; null: closed. */
  type: TypeLecon | null;
  fallback: RefObject<HTMLElement | null>;
  onDone: () => void;
  /** The person chooses to deactivate the type instead. */
  onDesactiver: (type: TypeLecon) => void;
  onFailure: (error: unknown) => void;
  onClose: () => void;
};

/** Asks once the count of the reservations is known, and follows it live (SET-14). */
export function TypeLeconSuppression({ type, fallback, onDone, onDesactiver, onFailure, onClose }: TypeLeconSuppressionProps) {
  const usage = useUsageType(type?.value ?? null);
  const remove = useRemoveType();
  const dernier = useLast(type);
  if (!dernier) return null;

  const confirm = async () => {
    try {
      await remove.mutateAsync({ value: dernier.value });
      onDone();
    } catch (error) {
      onFailure(error);
    }
  };
  return (
    <AlertDialog
      title={TYPES.suppression.titre}
      confirm={TYPES.supprimer}
      busyLabel={TYPES.suppression.enCours}
      danger
      open={type !== null && !usage.isPending}
      busy={remove.isPending}
      fallback={fallback}
      instead={dernier.actif && usage.data?.reservations !== 0 ? { label: TYPES.desactiver, onChoose: () => onDesactiver(dernier) } : undefined}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p><bdi className="font-semibold">{dernier.label}</bdi> ({dernier.value})</p>
      <p>{usage.data ? phraseUsage(usage.data.reservations) : TYPES.suppression.sansCompte}</p>
      {usage.data && usage.data.total > 0 && <p>{phraseTotal(usage.data.total)}</p>}
      <p>{TYPES.suppression.definitif}</p>
      {dernier.actif && usage.data?.reservations !== 0 && <p>{TYPES.suppression.plutot}</p>}
    </AlertDialog>
  );
}
