import { type ReactNode, useState } from 'react';
import { hasBegun } from '#domain/lessons/apres_coup.ts';
import { ecartsInWords, type LeconDeSerie, reachOf } from '#domain/series/changement_de_serie.ts';
import { type Changement } from '#domain/lessons/changement.ts';
import type { Portee } from '#domain/series/series.ts';
import type { Rythme } from '#domain/lessons/changement.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { useNow } from '#web/data/horloge.ts';
import { useSerie } from '#web/nouns/series.ts';
import { useTypesOrDefaults } from '#web/nouns/types/typesLecons.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { ecartsTitle, porteeInWords, stillCancelled, TEXTES } from './textes.series.ts';

type Lecon = {
  id: string;
  date_reservation: string;
  heure_debut: string;
  serie_id?: string | null | undefined;
  serie_jours?: Rythme | null | undefined;
};
/** `participants`: absent in the answer of the version before. */
type Lue = Omit<LeconDeSerie, 'participants'> & {
  version: number;
  participants?: LeconDeSerie['participants'] | undefined;
};

/** A change of the lesson, before and after; `sieges`: left out if it concerns no people. */
type Change = Pick<Changement, 'avant' | 'apres'> & { sieges?: Changement['sieges'] | undefined };

const NO_TYPES: readonly TypeLecon[] = [];
const NOBODY: Changement['sieges'] = { avant: [], apres: [] };

/**
 * Which lessons of its series a change of a lesson may apply to, which are chosen, and what the change
 * does in them (SERIE-07). None if the lesson has no series. `change`: null if nothing is changed, or
 * if the lessons are deleted.
 */
export function usePortee(lecon: Lecon | null | undefined, change: Change | null = null) {
  const serie = useSerie(lecon?.serie_id);
  const maintenant = useNow();
  const types = useTypesOrDefaults() ?? NO_TYPES;
  const pistes = usePistes();
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
  const chosen = lessons[portee];
  const others = chosen.filter((one) => one.id !== lecon?.id);
  const known = others.flatMap(({ participants, ...one }) =>
    participants ? [{ ...one, participants }] : [],
  );
  const reach =
    portee !== 'une' && change && known.length === others.length
      ? reachOf(
          known,
          { ...change, sieges: change.sieges ?? NOBODY, rythme: lecon?.serie_jours ?? 7 },
          types,
        )
      : null;
  const annulees = (serie.data?.annulees ?? []).filter(
    ({ date_reservation }) => portee === 'toutes' || date_reservation >= from,
  );
  const lines = [
    ...known.flatMap((one) => {
      const ecarts = reach?.ecarts.filter((ecart) => ecart.lecon === one.id) ?? [];
      const text = ecartsInWords(one, ecarts, { types, pistes });
      return ecarts.length > 0 ? [{ jour: one.date_reservation, text }] : [];
    }),
    ...(reach && change?.apres.statut !== 'annulee' ? annulees : []).map(
      ({ date_reservation: jour }) => ({ jour, text: stillCancelled(jour) }),
    ),
  ].toSorted((a, b) => (a.jour < b.jour ? -1 : Number(a.jour > b.jour)));
  return {
    serie,
    lessons,
    offered,
    portee,
    choose,
    /** What the change does not do in the chosen lessons, by day. */
    lines: lines.map(({ text }) => text),
    leaves: reach?.leaves ?? (() => false),
    /** The series and those of its lessons that are meant; null: the lesson alone. */
    several:
      portee === 'une' || !id
        ? null
        : {
            id,
            lecons: chosen,
            /** The edited lesson is sent in the version in which the change began (DESK-19). */
            asked: (edited: { id: string; version: number }) => ({
              id,
              lecon: edited.id,
              lecons: chosen.map((one) => ({
                id: one.id,
                version: one.id === edited.id ? edited.version : one.version,
              })),
              ...(reach && { ecarts: reach.ecarts }),
            }),
          },
    /** How many lessons change. */
    count: portee === 'une' ? 1 : reach ? reach.changed + 1 : chosen.length,
  };
}

export type Scope = ReturnType<typeof usePortee>;

/** `children`: what applies to the lesson alone. */
type PorteeChoiceProps = { scope: Scope; disabled?: boolean; children?: ReactNode };

/**
 * Asks which lessons of the series are meant, with their number and last day (SERIE-04), and says where
 * the change cannot be (SERIE-07).
 */
export function PorteeChoice({ scope, disabled = false, children }: PorteeChoiceProps) {
  const { serie, lessons, offered, portee: chosen, choose, lines } = scope;
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
      <p aria-live="polite" className="font-medium">
        {lines.length > 0 && <span>{ecartsTitle(lines.length)}</span>}
      </p>
      {lines.length > 0 && (
        <ul className="list-disc ps-5">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
