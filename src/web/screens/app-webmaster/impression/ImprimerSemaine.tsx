import { weekPlanning } from '#documents/impression_plannings.ts';
import type { BookedLecon } from '#domain/reservations.ts';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { PrintButton } from '#web/ui/PrintButton.tsx';

type ImprimerSemaineProps = {
  lundi: string;
  reservations: readonly BookedLecon[];
  types: readonly TypeLecon[];
  /** The week has no reservation, or has not been read (DESK-22). */
  disabled?: boolean;
};

/** Prints the week on A4 landscape. */
export function ImprimerSemaine({ lundi, reservations, types, disabled }: ImprimerSemaineProps) {
  const maintenant = useNow();
  return (
    <PrintButton disabled={disabled} html={() => weekPlanning(lundi, reservations, types, { centre: CENTRE.nom, maintenant })}>
      Imprimer la semaine
    </PrintButton>
  );
}
