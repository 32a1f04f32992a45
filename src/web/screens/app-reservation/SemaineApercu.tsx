import { addDays, formatJour, mondayOf } from '#domain/calendrier.ts';
import { PISTES, TYPES_PISTE } from '#domain/creneaux.ts';
import { useDisponibilites, useMesReservations } from '#web/data/queries.ts';
import { Card } from '#web/ui/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import { apercuOf, type JourApercu } from './apercu.ts';
import { TEXTES } from './textes.ts';

const BARRES = { interieure: 'bg-fir', exterieure: 'bg-cognac' } as const;
const CHIFFRES = { interieure: 'text-fir', exterieure: 'text-cognac' } as const;

type SemaineApercuProps = { lundi: string; aujourdhui: string };

/** The week, read-only: how busy each day is on each arena, and one's own lessons (BOOK-24). */
export function SemaineApercu({ lundi, aujourdhui }: SemaineApercuProps) {
  const disponibilites = useDisponibilites(lundi, addDays(lundi, 6));
  const miennes = useMesReservations(mondayOf(aujourdhui));
  const lues = disponibilites.isError ? null : (disponibilites.data ?? null);
  const jours = apercuOf(lundi, lues, (miennes.data ?? []).filter(({ statut }) => statut !== 'annulee'));
  return (
    <Card aria-labelledby="titre-semaine" aria-busy={disponibilites.isPending}>
      <h2 id="titre-semaine">La semaine</h2>
      <p className="text-sm text-muted">Du {formatJour(lundi, 'date')} au {formatJour(addDays(lundi, 6), 'date')}</p>
      <ol className="mt-4 grid grid-cols-7 gap-1">
        {jours.map((jour) => <Jour key={jour.jour} {...jour} lu={lues !== null} aujourdhui={jour.jour === aujourdhui} />)}
      </ol>
      {disponibilites.isError && <p className="mt-2 text-sm text-muted">{TEXTES.disponibilitesIllisibles}</p>}
      <ul aria-hidden className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {TYPES_PISTE.map((piste) => (
          <li key={piste} className="flex items-center gap-1.5">
            <span className={cx('h-3 w-1.5 rounded-full forced-color-adjust-none', BARRES[piste])} />
            {PISTES[piste].nom}
          </li>
        ))}
        <li>En chiffres : le nombre de leçons</li>
        <li className="flex items-center gap-1.5"><Fer />Mes leçons</li>
      </ul>
    </Card>
  );
}

function Jour({ jour, pistes, miennes, lu, aujourdhui }: JourApercu & { lu: boolean; aujourdhui: boolean }) {
  return (
    <li
      aria-current={aujourdhui ? 'date' : undefined}
      className={cx('flex flex-col items-center rounded-field py-2', aujourdhui && 'bg-cognac-soft shadow-[inset_0_0_0_1px_var(--color-cognac)]')}
    >
      <span className="sr-only">{enMots(jour, pistes, miennes, lu)}{aujourdhui && " (aujourd'hui)"}</span>
      <span aria-hidden className={cx('text-xs leading-4', aujourdhui ? 'font-semibold text-cognac-dark' : 'text-muted')}>
        {formatJour(jour, 'semaine').replace('.', '')}
      </span>
      <span aria-hidden className="leading-5 font-semibold">{Number(jour.slice(8))}</span>
      <span aria-hidden className="mt-2 flex h-16 items-end gap-1">
        {TYPES_PISTE.map((piste) => (
          <span key={piste} className="flex h-full w-2 items-end overflow-hidden rounded-full bg-sand forced-color-adjust-none">
            <span className={cx('w-full rounded-full transition-[height] duration-500', BARRES[piste])} style={{ height: `${Math.round(pistes[piste].part * 100)}%` }} />
          </span>
        ))}
      </span>
      <span aria-hidden className="mt-1.5 flex gap-1 text-xs leading-4 font-semibold">
        {lu ? TYPES_PISTE.map((piste) => <span key={piste} className={CHIFFRES[piste]}>{pistes[piste].lecons}</span>) : '–'}
      </span>
      <span aria-hidden className="mt-1 h-4">{miennes.length > 0 && <Fer />}</span>
    </li>
  );
}

/** A horseshoe: the mark of one's own lesson. */
function Fer() {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 text-cognac" fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round">
      <path d="M4.2 13.6C2.6 11.6 2 9.6 2 7.6a6 6 0 0 1 12 0c0 2-.6 4-2.2 6" />
    </svg>
  );
}

function enMots(jour: string, pistes: JourApercu['pistes'], miennes: readonly string[], lu: boolean): string {
  const holds = TYPES_PISTE.map((piste) => {
    const { lecons } = pistes[piste];
    return `${PISTES[piste].nom}, ${lecons === 0 ? 'aucune leçon' : `${lecons} leçon${lecons > 1 ? 's' : ''}`}`;
  });
  const propres = miennes.length > 0 ? ` ; ma leçon à ${miennes.join(' et à ')}` : '';
  return `${formatJour(jour, 'long')} : ${lu ? holds.join(' ; ') : 'occupation inconnue'}${propres}`;
}
