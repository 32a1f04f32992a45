import { Check, Minus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { creneauInWords, partsOfDay, reasonOf } from '#domain/slots/creneaux.ts';
import type { CreneauSitue } from '#domain/slots/toutes_pistes.ts';
import { nomPiste } from '#domain/slots/pistes.ts';
import { NoBreakText } from '#web/ui/messages/NoBreakText.tsx';
import { chooseByRow } from '#web/ui/forms/chooseByRow.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Choice } from '#web/parts/Choice.tsx';
import { signOfCreneau, styleOf } from './creneauStates.tsx';
import { PisteIcon } from './PisteIcon.tsx';
import { usePistes } from './pistes.ts';

const COLUMNS =
  'grid grid-cols-4 gap-1.5 @max-[14rem]:grid-cols-3 @max-[10rem]:grid-cols-2 @lg:grid-cols-8';
/** A start outside the open periods, which an administrator may choose (BOOK-36). */
const HORS =
  'border border-dashed border-line bg-card text-muted hover:border-solid hover:border-ink';
const SLOT = 'flex flex-col items-center justify-center rounded-slot';

type CreneauGridProps = {
  /** The starts in the grid of the day. */
  heures: readonly string[];
  /** Null: the slots are unknown, none can be chosen, and `unknownReason` tells why. */
  creneaux: readonly CreneauSitue[] | null;
  unknownReason?: string;
  chosen: string | null;
  /** The end of the chosen lesson: the slots until then are drawn as chosen too. */
  end: string | null;
  onChoose: (creneau: CreneauSitue) => void;
  /** Called for a pressed slot whose lesson could be joined with another type (RIDE-63). */
  onJoinOther?: ((creneau: CreneauSitue) => void) | undefined;
  /** Shown below the reason of a pressed slot that a lesson occupies. */
  offer?: ((creneau: CreneauSitue) => ReactNode) | undefined;
  /** The slots are of several arenas, and each names its own (BOOK-39). */
  several?: boolean;
};

/**
 * BOOK-02: the starts of the day by part of the day. A start that cannot be
 * chosen is natively disabled: the arrow keys skip it and move by row (UI-52), but a screen reader
 * still reads its name. Pressing it shows the reason below its part of the day, or chooses the type
 * of its lesson. For the keyboard, a button below the legend does that.
 */
export function CreneauGrid({
  heures,
  creneaux,
  unknownReason,
  chosen,
  end,
  onChoose,
  onJoinOther,
  offer,
  several = false,
}: CreneauGridProps) {
  const pistes = usePistes();
  const whereOf = ({ type_piste }: CreneauSitue): string =>
    several ? `, ${nomPiste(pistes, type_piste)}` : '';
  const byHeure = new Map(creneaux?.map((creneau) => [creneau.heure, creneau]));
  const [refused, setRefused] = useState<string | null>(null);
  const refusedCreneau = refused === null ? undefined : byHeure.get(refused);
  const reason = refusedCreneau && reasonOf(refusedCreneau);
  return (
    <PartsOfDay
      starts={heures}
      note={
        reason
          ? {
              heure: refusedCreneau.heure,
              text: `${refusedCreneau.heure}\u202f: ${reason}${whereOf(refusedCreneau)}`,
              offer: refusedCreneau.occupation && offer?.(refusedCreneau),
            }
          : null
      }
    >
      {(heure) => {
        const creneau = byHeure.get(heure);
        const checked = heure === chosen;
        // What can be had stands out; the rest is small (BOOK-17).
        const strong = creneau?.reason === null || Boolean(creneau?.autre);
        const covered =
          checked || (chosen !== null && end !== null && heure > chosen && heure < end);
        return (
          <Choice
            key={heure}
            name="heure_debut"
            value={heure}
            checked={checked}
            disabled={creneau?.reason !== null}
            label={
              creneau
                ? `${creneauInWords(creneau)}${whereOf(creneau)}`
                : `${heure}, ${unknownReason ?? 'indisponible'}`
            }
            reason={(creneau && reasonOf(creneau)) ?? undefined}
            onRefused={() => {
              const other = creneau?.autre && onJoinOther;
              setRefused(other ? null : heure);
              if (other) other(creneau);
            }}
            onChoose={() => {
              setRefused(null);
              if (creneau) onChoose(creneau);
            }}
            className={cx(
              SLOT,
              // One height and border in a row: the arrow keys compare positions (UI-52).
              strong || covered ? 'min-h-11 border-2 @lg:min-h-12' : 'min-h-9 self-center',
              covered && 'border border-fir bg-fir text-white',
              checked && 'shadow-[0_0_0_2px_var(--color-card),0_0_0_4px_var(--color-fir)]',
              !covered &&
                (creneau
                  ? creneau.hors
                    ? HORS
                    : styleOf(creneau)
                  : 'border border-hairline bg-sand-soft text-muted'),
              !covered &&
                creneau?.etat === 'libre' &&
                !creneau.hors &&
                'hover:shadow-[inset_0_0_0_1px_var(--color-libre-line)]',
              !covered &&
                Boolean(creneau?.rejoindre || creneau?.autre) &&
                'border-solid hover:shadow-[inset_0_0_0_1px_currentColor]',
            )}
          >
            <span
              className={
                strong || covered ? 'text-base leading-5 font-bold' : 'text-fine leading-4'
              }
            >
              {heure}
            </span>
            <span
              aria-hidden
              className={cx(
                'flex min-h-4 items-center gap-1 text-center text-xs leading-4',
                (strong || covered) && 'font-semibold',
              )}
            >
              {signOf(creneau, covered)}
              {several && strong && !covered && creneau?.etat === 'libre' && (
                <PisteIcon
                  dessin={pistes.find(({ id }) => id === creneau.type_piste)?.dessin ?? 'autre'}
                  className="size-3.5"
                />
              )}
            </span>
          </Choice>
        );
      }}
    </PartsOfDay>
  );
}

function signOf(creneau: CreneauSitue | undefined, covered: boolean): ReactNode {
  if (covered) return <Check className="size-3.5" strokeWidth={3} />;
  return creneau ? signOfCreneau(creneau) : <Minus className="size-3.5" />;
}

/** Placeholder while the day is being read. */
export function CreneauSkeleton({ heures }: { heures: readonly string[] }) {
  return (
    <PartsOfDay starts={heures} note={null}>
      {(heure) => <Skeleton key={heure} className="h-11 rounded-slot @lg:h-12" />}
    </PartsOfDay>
  );
}

/**
 * `note` is shown below the part of the day that contains its hour. Its text is hidden from screen
 * readers, because the slot's name contains it.
 */
function PartsOfDay({
  starts,
  note,
  children,
}: {
  starts: readonly string[];
  note: { heure: string; text: string; offer: ReactNode } | null;
  children: (heure: string) => ReactNode;
}) {
  return (
    <div className="flex flex-col gap-2 @lg:gap-3" onKeyDown={chooseByRow}>
      {partsOfDay(starts)
        .filter(({ heures }) => heures.length > 0)
        .map(({ nom, heures }) => (
          <div key={nom} role="group" aria-label={nom}>
            <p aria-hidden className="mb-1 text-sm leading-5 font-medium text-muted @lg:mb-1.5">
              {nom}
            </p>
            <div className={COLUMNS}>{heures.map(children)}</div>
            {note && heures.includes(note.heure) && (
              <>
                <p aria-hidden className="mt-1.5 text-sm leading-5">
                  <NoBreakText>{note.text}</NoBreakText>
                </p>
                {note.offer}
              </>
            )}
          </div>
        ))}
    </div>
  );
}
