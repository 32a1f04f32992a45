// chunk: riders
import { addDays, formatHeure, formatJour, mondayOf, weekOf } from '#domain/core/calendrier.ts';
import {
  DEFAULT_HORAIRE,
  DEMI_HEURES,
  type Hold,
  isClosure,
  periodeAt,
  toMinutes,
} from '#domain/slots/creneaux.ts';
import { type Heures, openingHoursOf, type Periode, periodesOf } from '#domain/slots/horaires.ts';
import { type Piste, pistesOf, type TypePiste } from '#domain/slots/pistes.ts';
import { openTo } from '#domain/lessons/ouvertes.ts';
import { horaireOf } from '#domain/settings/parametres.ts';
import { useNow } from '#web/data/horloge.ts';
import {
  useCentre,
  useDisponibilites,
  useMesReservations,
  useTypesLecons,
} from '#web/data/queries.ts';
import { usePistes } from '#web/nouns/slots/pistes.ts';
import { Card } from '#web/ui/pages/Card.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { TEXTES } from './textes.ts';

/** '8h30, 16h30 et 19h30'. */
const LIST = new Intl.ListFormat('fr');

/** Neighbours differ in colour; their order identifies them. */
const barOf = (n: number): string => (n % 2 === 0 ? 'bg-fir' : 'bg-cognac');
const figureOf = (n: number): string => (n % 2 === 0 ? 'text-fir' : 'text-cognac');
/** With more arenas than this, a day has only one figure, because a column has no room for more. */
const MOST_FIGURES = 3;
const MOST_OUVERTES = 2;

type WeekOverviewProps = { lundi: string; aujourdhui: string };

/** A number of open lessons (RIDE-78). */
const OUVERTES = 'rounded-sm bg-partiel px-1 text-partiel-ink';

/**
 * The week, read-only: how busy each day is on each arena, how many lessons can be joined, and the
 * person's own lessons (BOOK-24, RIDE-78).
 */
export function WeekOverview({ lundi, aujourdhui }: WeekOverviewProps) {
  const disponibilites = useDisponibilites(lundi, addDays(lundi, 6));
  const own = useMesReservations(mondayOf(aujourdhui));
  const regles = useCentre().data?.regles;
  const types = useTypesLecons().data ?? [];
  const maintenant = useNow();
  const known = disponibilites.isError ? null : (disponibilites.data ?? null);
  const pistes = pistesOf(usePistes(), known ?? []);
  const jours = overviewOf(
    lundi,
    pistes,
    known,
    (own.data ?? []).filter(({ statut }) => statut !== 'annulee'),
    regles ? openingHoursOf(regles) : DEFAULT_HORAIRE,
    regles && known
      ? openTo(known, { types, own: own.data ?? [], maintenant, horaire: horaireOf(regles, true) })
      : [],
  );
  const joinable = jours.some((jour) => jour.pistes.some(({ ouvertes }) => ouvertes > 0));
  return (
    <Card aria-labelledby="titre-semaine" aria-busy={disponibilites.isPending}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 md:block">
        <h2 id="titre-semaine">La semaine</h2>
        <p className="text-sm text-muted">
          Du {formatJour(lundi, 'date')} au {formatJour(addDays(lundi, 6), 'date')}
        </p>
      </div>
      <ol className="mt-2 grid grid-cols-7 gap-1 md:-mx-2 md:mt-4">
        {jours.map((jour) => (
          <Jour
            key={jour.jour}
            {...jour}
            known={known !== null}
            joinable={joinable}
            aujourdhui={jour.jour === aujourdhui}
          />
        ))}
      </ol>
      {disponibilites.isError && (
        <p className="mt-2 text-sm text-muted">{TEXTES.disponibilitesIllisibles}</p>
      )}
      <ul
        aria-hidden
        className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted md:mt-3 md:gap-x-4 md:text-sm"
      >
        {pistes.map(({ id, nom }, n) => (
          <li key={id} className="flex min-w-0 items-center gap-1.5">
            <span
              className={cx('h-3 w-1.5 shrink-0 rounded-full forced-color-adjust-none', barOf(n))}
            />
            {nom}
          </li>
        ))}
        <li>
          En chiffres&#x202f;: le nombre de leçons{pistes.length > MOST_FIGURES && ' en tout'}
        </li>
        {joinable && (
          <li className="flex items-center gap-1.5">
            <span className={cx(OUVERTES, 'text-xs leading-4 font-semibold')}>1</span>
            Leçons ouvertes
          </li>
        )}
        <li className="flex items-center gap-1.5">
          <Horseshoe />
          Mes leçons
        </li>
      </ul>
    </Card>
  );
}

function Jour({
  jour,
  ferme,
  pistes,
  miennes: own,
  known,
  joinable,
  aujourdhui,
}: DayOverview & {
  known: boolean;
  /** A lesson of the week can be joined. */
  joinable: boolean;
  aujourdhui: boolean;
}) {
  return (
    <li
      aria-current={aujourdhui ? 'date' : undefined}
      className={cx(
        'flex flex-col items-center rounded-field py-1 md:py-2',
        aujourdhui && 'bg-cognac-soft shadow-[inset_0_0_0_1px_var(--border-color-cognac)]',
      )}
    >
      <span className="sr-only">
        {inWords(jour, ferme, pistes, own, known)}
        {aujourdhui && " (aujourd'hui)"}
      </span>
      <span
        aria-hidden
        className={cx(
          'text-xs leading-4',
          aujourdhui ? 'font-semibold text-cognac-dark' : 'text-muted',
        )}
      >
        {formatJour(jour, 'semaine').replace('.', '')}
      </span>
      <span aria-hidden className="leading-5 font-semibold">
        {Number(jour.slice(8))}
      </span>
      <span
        aria-hidden
        className={cx(
          'mt-1 flex h-6 max-w-full items-end md:mt-2 md:h-16',
          pistes.length > MOST_FIGURES ? 'gap-px' : 'gap-1',
        )}
      >
        {pistes.map(({ piste, share }, n) => (
          <span
            key={piste.id}
            className="flex h-full w-2 min-w-0 items-end overflow-hidden rounded-full bg-sand forced-color-adjust-none"
          >
            <span
              className={cx('w-full rounded-full transition-[height] duration-500', barOf(n))}
              style={{ height: `${Math.round(share * 100)}%` }}
            />
          </span>
        ))}
      </span>
      <span aria-hidden className="mt-1 flex gap-1 text-xs leading-4 font-semibold md:mt-1.5">
        {!known || pistes.every(({ lecons, close }) => lecons === 0 && (ferme || close))
          ? '–'
          : pistes.length > MOST_FIGURES
            ? pistes.reduce((sum, { lecons }) => sum + lecons, 0)
            : pistes.map(({ piste, lecons, close }, n) => (
                <span key={piste.id} className={figureOf(n)}>
                  {close && lecons === 0 ? '–' : lecons}
                </span>
              ))}
      </span>
      {joinable && (
        <span aria-hidden className="mt-1 flex h-4 gap-0.5 text-xs leading-4 font-semibold">
          {pistes.length > MOST_OUVERTES
            ? ouvertesOf(pistes) > 0 && <span className={OUVERTES}>{ouvertesOf(pistes)}</span>
            : ouvertesOf(pistes) > 0 &&
              pistes.map(({ piste, ouvertes }) => (
                <span key={piste.id} className={ouvertes > 0 ? OUVERTES : 'invisible px-1'}>
                  {ouvertes}
                </span>
              ))}
        </span>
      )}
      <span
        aria-hidden
        className="mt-1 flex min-h-0 flex-col items-center text-xs leading-4 font-medium tracking-tighter text-cognac-dark md:min-h-8"
      >
        {own[0] && (
          <>
            <Horseshoe />
            <span className="-mx-1">{formatHeure(own[0])}</span>
            {own.length > 1 && <span>+{own.length - 1}</span>}
          </>
        )}
      </span>
    </li>
  );
}

const ouvertesOf = (pistes: DayOverview['pistes']): number =>
  pistes.reduce((sum, { ouvertes }) => sum + ouvertes, 0);

/** A horseshoe marks the person's own lesson. */
function Horseshoe() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      className="size-4 text-cognac"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
    >
      <path d="M4.2 13.6C2.6 11.6 2 9.6 2 7.6a6 6 0 0 1 12 0c0 2-.6 4-2.2 6" />
    </svg>
  );
}

function inWords(
  jour: string,
  ferme: boolean,
  pistes: DayOverview['pistes'],
  miennes: readonly string[],
  known: boolean,
): string {
  if (ferme && known && pistes.every(({ lecons }) => lecons === 0))
    return `${formatJour(jour, 'long')}\u202f: fermé`;
  const held = pistes.map(
    ({ piste: { nom }, lecons, ouvertes, close }) =>
      `${nom}, ${lecons > 0 ? `${lecons} leçon${lecons > 1 ? 's' : ''}${ouvertes > 0 ? `, dont ${ouvertes} à rejoindre` : ''}` : close ? 'piste fermée' : 'aucune leçon'}`,
  );
  const own =
    miennes.length > 0 ? `\u202f; ma leçon à ${LIST.format(miennes.map(formatHeure))}` : '';
  return `${formatJour(jour, 'long')}\u202f: ${known ? held.join('\u202f; ') : 'occupation inconnue'}${own}`;
}

type Occupation = Hold & { date_reservation: string; type_piste: TypePiste };

type DayOverview = {
  jour: string;
  /** The centre is closed that day. */
  ferme: boolean;
  /**
   * Per arena: the number of lessons, how many of them can be joined, their share of the day (0 to
   * 1), and whether a closure covers all open hours (FERM-04).
   */
  pistes: { piste: Piste; lecons: number; ouvertes: number; share: number; close: boolean }[];
  /** The hours of the person's own lessons. */
  miennes: string[];
};

/** The number of minutes that the centre is open. */
const minutesOf = (periodes: readonly Periode[]): number =>
  periodes.reduce((sum, { debut, fin }) => sum + toMinutes(fin) - toMinutes(debut), 0);

/** Whether closures cover every open half hour. */
const isClosedFor = (periodes: readonly Periode[], closures: readonly Hold[]): boolean =>
  closures.length > 0 &&
  DEMI_HEURES.filter((heure) => periodeAt(heure, periodes)).every((heure) =>
    closures.some(({ heure_debut, heure_fin }) => heure_debut <= heure && heure < heure_fin),
  );

/** `occupations` null: not known; the days are then shown without lessons. */
function overviewOf(
  lundi: string,
  pistes: readonly Piste[],
  occupations: readonly Occupation[] | null,
  own: readonly { date_reservation: string; heure_debut: string }[],
  heures: Heures,
  joinable: readonly Pick<Occupation, 'date_reservation' | 'type_piste'>[],
): DayOverview[] {
  return weekOf(lundi).map((jour) => {
    const ofDay = occupations?.filter(({ date_reservation }) => date_reservation === jour) ?? [];
    const periodes = periodesOf(heures, jour);
    const open = minutesOf(periodes);
    const ofPistes = pistes.map((piste) => {
      const held = ofDay.filter((one) => one.type_piste === piste.id && !isClosure(one));
      const minutes = held.reduce(
        (sum, { heure_debut, heure_fin }) => sum + toMinutes(heure_fin) - toMinutes(heure_debut),
        0,
      );
      return {
        piste,
        lecons: held.length,
        ouvertes: joinable.filter(
          (one) => one.date_reservation === jour && one.type_piste === piste.id,
        ).length,
        share: minutes === 0 ? 0 : Math.min(1, minutes / open),
        close: isClosedFor(
          periodes,
          ofDay.filter((one) => one.type_piste === piste.id && isClosure(one)),
        ),
      };
    });
    return {
      jour,
      ferme: periodes.length === 0,
      pistes: ofPistes,
      miennes: own
        .filter(({ date_reservation }) => date_reservation === jour)
        .map(({ heure_debut }) => heure_debut),
    };
  });
}
