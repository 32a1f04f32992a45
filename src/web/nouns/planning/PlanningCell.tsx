import { Hourglass, Lock, TriangleAlert, UsersRound } from 'lucide-react';
import { memo } from 'react';
import {
  type FermetureDePlanning,
  type LeconDePlanning,
  shortName,
  shortType,
  type PlanningReservation,
} from '#domain/planning/planning.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { CRENEAU_STYLES } from '../slots/creneauStates.tsx';

/**
 * Fills its cell, which is as high as its rows. The focus ring has two tones, because no single one
 * contrasts with every state.
 */
const FILL =
  'absolute inset-px rounded-md scroll-mt-34 scroll-mb-6 scroll-ml-20 focus-visible:z-1 focus-visible:outline-offset-0 [--focus-band:inset_0_0_0_2px_var(--color-card)]';

/** Created once and shared by every cell: a week may show 336 lessons. */
const ICONS = {
  partiel: <UsersRound aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />,
  complet: <Lock aria-hidden className="size-3 shrink-0" strokeWidth={2.5} />,
};
const LIBRE = (
  <>
    Libre
    <span className="hidden font-bold group-hover:inline group-focus-visible:inline">+</span>
  </>
);
/** A rider of the lesson is in another one at the same time (DESK-32). */
const DOUBLON = (
  <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" strokeWidth={2.5} />
);
const EN_ATTENTE = <Hourglass aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />;

type PlaceProps = {
  row: number;
  column: number;
  /** Accessible name of its column. */
  columnLabel: string;
};

type CelluleLibreProps = PlaceProps & { heure: string; href: string; past: boolean };

/**
 * DESK-07: a link to the booking form with that arena, day and hour, over which the planning opens
 * the fast entry. `past`: the lesson would already have begun. A plain link, because a week renders
 * hundreds of them.
 */
export const CelluleLibre = memo(function CelluleLibre({
  row,
  column,
  columnLabel,
  heure,
  href,
  past,
}: CelluleLibreProps) {
  return (
    <a
      href={href}
      tabIndex={-1}
      data-row={row}
      data-column={column}
      aria-haspopup="dialog"
      aria-label={
        past
          ? `Passé, ${columnLabel}, ${heure}, enregistrer après coup`
          : `Libre, ${columnLabel}, ${heure}, réserver`
      }
      className={cx(
        FILL,
        'group flex items-center justify-center gap-1 text-xs leading-4',
        past
          ? 'bg-sand-soft text-muted hover:shadow-[inset_0_0_0_1px_currentColor]'
          : 'bg-libre text-libre-ink hover:shadow-[inset_0_0_0_1px_var(--color-libre-line)]',
      )}
    >
      {past ? '+' : LIBRE}
    </a>
  );
});

/** FERM-04: closed hours with the reason. It opens a card, as a lesson does. */
export const CelluleFermee = memo(function CelluleFermee({
  row,
  column,
  columnLabel,
  rows,
  fermeture: { id, motif },
  type_piste,
  jour,
  heure,
}: PlaceProps & FermetureDePlanning) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-row={row}
      data-rows={rows}
      data-column={column}
      data-card={`fermeture ${id} ${type_piste} ${jour} ${heure}`}
      aria-haspopup="dialog"
      aria-expanded={false}
      className={cx(
        FILL,
        CRENEAU_STYLES.ferme,
        'flex flex-col items-center justify-center overflow-hidden px-1.5 text-center text-fine leading-5 hover:brightness-95',
      )}
    >
      <span className="sr-only">{columnLabel}, </span>
      <span className="font-semibold">Fermé</span>
      <bdi className={cx('w-full', rows > 1 ? 'line-clamp-3' : 'sr-only')}>{motif}</bdi>
    </button>
  );
});

type CelluleLeconProps = PlaceProps & LeconDePlanning<PlanningReservation>;

const countOf = (personnes: number, max: number): string =>
  `${personnes} inscrit${personnes > 1 ? 's' : ''} sur ${max}`;

/**
 * DESK-05: a lesson with participants, count, hours and type, never distinguished by colour alone.
 * It opens a card with the rest (`ui/HoverCard`).
 */
export const CelluleLecon = memo(function CelluleLecon({
  row,
  column,
  columnLabel,
  reservation,
  rows,
  etat,
  personnes,
  max,
  type,
}: CelluleLeconProps) {
  const {
    id,
    heure_debut,
    heure_fin,
    noms_participants,
    type_lecon,
    statut,
    aussi = [],
  } = reservation;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-row={row}
      data-rows={rows}
      data-column={column}
      data-card={id}
      aria-haspopup="dialog"
      aria-expanded={false}
      className={cx(
        FILL,
        CRENEAU_STYLES[etat],
        '@container overflow-hidden text-start hover:brightness-95',
      )}
    >
      {type && (
        <span
          aria-hidden
          className={cx('absolute inset-y-0 start-0 w-1 bg-linear-to-b', type.color)}
        />
      )}
      <span className="sr-only">{columnLabel}, </span>
      {/* In a wide cell on one line. In a narrow and low one, only the first line is in view. */}
      <span className="flex h-full flex-wrap content-start gap-x-2 ps-2.5 pe-1.5 pt-px @3xs:flex-nowrap pointer-coarse:pt-0.5">
        <span className="flex min-w-0 flex-[1_0_100%] items-start gap-1 text-fine leading-4.5 font-semibold @3xs:flex-1">
          <span className="flex h-4.5 items-center">
            {statut === 'en_attente' ? EN_ATTENTE : ICONS[etat]}
          </span>
          {/* Cut between words: what does not fit is on a line that is not in view. */}
          <bdi
            className={cx(
              'min-w-0 flex-1 overflow-hidden',
              rows > 2 ? 'max-h-9' : rows > 1 ? 'max-h-4.5 @3xs:max-h-9' : 'max-h-4.5',
            )}
          >
            {noms_participants.map(shortName).join(', ')}
          </bdi>
          {aussi.length > 0 && DOUBLON}
          <span aria-hidden>
            {personnes}/{max}
          </span>
          <span className="sr-only">
            {' '}
            {countOf(personnes, max)}, {etat === 'complet' ? 'complet' : 'places restantes'}
            {statut === 'en_attente' && ', en attente'}
            {aussi.length > 0 && ', un participant est aussi dans une autre leçon'},{' '}
          </span>
        </span>
        <span className="max-w-full truncate text-xs leading-4.5">
          <span className="@max-3xs:sr-only">
            {heure_debut} – {heure_fin}
          </span>{' '}
          <span aria-hidden>{shortType(type?.label ?? type_lecon)}</span>
          <bdi className="sr-only">{type?.label ?? type_lecon}</bdi>
        </span>
      </span>
    </button>
  );
});
