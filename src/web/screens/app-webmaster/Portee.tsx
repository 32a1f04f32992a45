import { type ReactNode, useState } from 'react';
import { hasBegun } from '#domain/reservations/apres_coup.ts';
import type { StatutReservation } from '#domain/reservations/reservations.ts';
import type { Portee } from '#domain/reservations/series.ts';
import { useNow } from '#web/data/horloge.ts';
import { useSerie } from '#web/data/queries/series.ts';
import { Unreadable } from '#web/ui/Unreadable.tsx';
import { porteeInWords, TEXTES } from './textes.series.ts';

type Lecon = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  serie_id?: string | null | undefined;
};
type Lue = {
  id: string;
  version: number;
  date_reservation: string;
  heure_debut: string;
  statut: StatutReservation;
  noms_participants: readonly string[];
};

/**
 * Which lessons of its series a change of a lesson may apply to, and which are chosen. None if the
 * lesson has no series.
 */
export function usePortee(lecon: Lecon | null | undefined) {
  const serie = useSerie(lecon?.serie_id);
  const maintenant = useNow();
  const [wanted, choose] = useState<Portee>('une');
  const coming: readonly Lue[] = serie.data?.lecons ?? [];
  // One that is cancelled is not among them: they would change without it.
  const among = lecon && !hasBegun(lecon, maintenant) && coming.some(({ id }) => id === lecon.id);
  const all = among ? coming : [];
  const from = lecon?.date_reservation ?? '';
  const lessons: Record<Portee, readonly Lue[]> = {
    une: all.filter(({ id }) => id === lecon?.id),
    suivantes: all.filter(({ date_reservation }) => date_reservation >= from),
    toutes: all,
  };
  /** 'Toutes' only if it means more than 'suivantes', and both only if there are other lessons. */
  const offered: Portee[] = [
    ...(lessons.suivantes.length > 1 ? (['suivantes'] as const) : []),
    ...(lessons.toutes.length > Math.max(1, lessons.suivantes.length) ? (['toutes'] as const) : []),
  ];
  const portee = wanted === 'une' || offered.includes(wanted) ? wanted : 'une';
  const id = lecon?.serie_id;
  return {
    serie,
    lessons,
    offered,
    portee,
    choose,
    /** The series and those of its lessons that are meant; null: the lesson alone. */
    several: portee === 'une' || !id ? null : { id, lecons: lessons[portee] },
    count: portee === 'une' ? 1 : lessons[portee].length,
  };
}

export type Scope = ReturnType<typeof usePortee>;

/** `children`: what applies to the lesson alone. */
type PorteeChoiceProps = { scope: Scope; disabled?: boolean; children?: ReactNode };

/** Asks which lessons of the series are meant, with their number and last day (SERIE-04). */
export function PorteeChoice({ scope, disabled = false, children }: PorteeChoiceProps) {
  const { serie, lessons, offered, portee: chosen, choose } = scope;
  if (serie.isError && !serie.data)
    return <Unreadable queries={[serie]}>{TEXTES.serieIllisible}</Unreadable>;
  if (offered.length === 0) return null;
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{TEXTES.portee}</legend>
      {(['une', ...offered] as const).map((portee) => (
        <label key={portee} className="flex min-h-11 items-center gap-2.5">
          <input
            type="radio"
            name="portee"
            checked={chosen === portee}
            onChange={() => choose(portee)}
            className="size-5 shrink-0 accent-fir"
          />
          <span className="min-w-0">
            {porteeInWords(
              portee,
              lessons[portee].map(({ date_reservation }) => date_reservation),
            )}
          </span>
        </label>
      ))}
      <p aria-live="polite" className="text-sm text-muted">
        {children}
      </p>
    </fieldset>
  );
}
