import { dayPlanning } from '#documents/impression_plannings.ts';
import type { BookedLecon } from '#domain/reservations.ts';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { CENTRE } from '#web/data/centre.ts';
import { useNow } from '#web/data/horloge.ts';
import { PrintButton } from '#web/ui/PrintButton.tsx';

type ImprimerJourProps = {
  jour: string;
  reservations: readonly BookedLecon[];
  types: readonly TypeLecon[];
  /** The day has not been read. */
  disabled?: boolean;
};

/** Prints the day on A4 portrait. */
export function ImprimerJour({ jour, reservations, types, disabled }: ImprimerJourProps) {
  const maintenant = useNow();
  return (
    <PrintButton disabled={disabled} html={() => dayPlanning(jour, reservations, types, { centre: CENTRE.nom, maintenant })}>
      Imprimer la journée
    </PrintButton>
  );
}
