import { Pencil, Repeat, Trash2, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { autresComptes } from '#domain/lessons/autres_comptes.ts';
import { annulationInWords } from '#domain/lessons/annulees.ts';
import type { ReservationAsRead } from '#domain/lessons/places_modification.ts';
import type { Aussi } from '#domain/lessons/doublons.ts';
import type { NoteCavalier } from '#domain/riders/cavaliers.ts';
import { rythmeInWords } from '#domain/lessons/reservations.ts';
import { MAX_PERSONNES_INCONNU, type TypeLecon } from '#domain/types/types_lecons.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { Pill } from '#web/ui/messages/Badge.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { cx } from '#web/ui/basics/cx.ts';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { NotesCavaliers } from '../riders/NotesCavaliers.tsx';
import {
  AutresComptes,
  BookedBy,
  Doublons,
  Participants,
  RaisonDite,
  Remarques,
} from '../lessons/Participants.tsx';
import { StatutBadge } from '../lessons/StatutBadge.tsx';
import { TypeLeconIcon } from '../types/TypeLeconCards.tsx';

type ReservationAdminCardProps = {
  reservation: ReservationAsRead;
  /** Null if the type was deleted: its stored value is shown (DESK-09). */
  type: Pick<TypeLecon, 'label' | 'icon' | 'color' | 'max_personnes'> | null;
  /** The notes on its riders. */
  notes: readonly NoteCavalier[];
  /** Where its riders are booked at the same time. */
  aussi: readonly Aussi[];
  /** Shown after the name of each participant. */
  presence?: (index: number) => ReactNode;
  /** The address names this lesson, so it is highlighted. */
  highlighted?: boolean;
  /** The address at which customers join the lesson; undefined if it is not open (RIDE-65). */
  completer: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
  onRepeat: () => void;
};

/**
 * DESK-11: one lesson of the daily view. Texts written by people are isolated (`bdi`), because they
 * may be written right to left.
 */
export function ReservationAdminCard({
  reservation,
  type,
  notes,
  aussi,
  presence,
  highlighted = false,
  completer,
  onEdit,
  onRemove,
  onRepeat,
}: ReservationAdminCardProps) {
  const {
    heure_debut,
    heure_fin,
    type_lecon,
    nombre_personnes: nombre,
    noms_participants,
    nom_client,
    statut,
    remarques,
    serie_jours,
  } = reservation;
  const cancelled = statut === 'annulee';
  const annulation = cancelled && annulationInWords(reservation);
  const label = `${heure_debut}, ${type?.label ?? type_lecon}`;
  return (
    <article
      id={`lecon-${reservation.id}`}
      tabIndex={-1}
      aria-label={label}
      aria-current={highlighted || undefined}
      className={cx(
        '@container scroll-mt-20 rounded-field border p-3 @lg:p-4',
        cancelled ? 'bg-sand-soft' : 'bg-card',
        highlighted
          ? 'border-fir shadow-[inset_0_0_0_1px_var(--border-color-fir)]'
          : 'border-hairline',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p
          className={cx(
            'text-lg leading-6 font-semibold',
            cancelled && 'line-through decoration-1',
          )}
        >
          {heuresOf({ heure_debut, heure_fin })}
        </p>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Pill>
            <span className="sr-only">Participants&#x202f;: </span>
            {nombre}/{type?.max_personnes ?? MAX_PERSONNES_INCONNU}
          </Pill>
          <StatutBadge statut={statut} />
        </span>
      </div>
      <p className="mt-1.5 flex items-start gap-2">
        {type && <TypeLeconIcon type={type} className="size-6 rounded-md text-sm" />}
        <span className="min-w-0">
          <bdi className="font-medium wrap-anywhere">{type?.label ?? type_lecon}</bdi>{' '}
          <span className="inline-block text-muted">
            {nombre} personne{nombre > 1 && 's'}
            {serie_jours && `, ${rythmeInWords(serie_jours, reservation.date_reservation)}`}
          </span>
        </span>
      </p>
      <Participants noms={noms_participants} after={presence} className="mt-1.5" />
      <Doublons aussi={aussi} noms={noms_participants} className="mt-1" />
      <NotesCavaliers notes={notes} className="mt-1.5" />
      <BookedBy nom_client={nom_client} telephone={reservation.telephone} className="mt-1.5" />
      {annulation && <p className="mt-1.5 text-sm wrap-anywhere">{annulation}</p>}
      {cancelled && <RaisonDite>{reservation.raison}</RaisonDite>}
      <Remarques>{remarques}</Remarques>
      <AutresComptes comptes={autresComptes(reservation)} className="mt-2" />
      <div className="mt-3 flex flex-wrap gap-2">
        {completer !== undefined && (
          <Link to={completer} className={buttonStyle('secondary')}>
            <UserPlus aria-hidden className="size-4.5" />
            <span>
              Compléter<span className="sr-only"> la réservation de {label}</span>
            </span>
          </Link>
        )}
        <Button
          variant="secondary"
          icon={<Pencil aria-hidden className="size-4.5" />}
          onClick={onEdit}
        >
          Modifier<span className="sr-only"> la réservation de {label}</span>
        </Button>
        <Button
          variant="ghostDanger"
          icon={<Trash2 aria-hidden className="size-4.5" />}
          onClick={onRemove}
        >
          Supprimer<span className="sr-only"> la réservation de {label}</span>
        </Button>
        {!cancelled && (
          <Button
            variant="secondary"
            icon={<Repeat aria-hidden className="size-4.5" />}
            onClick={onRepeat}
          >
            Répéter<span className="sr-only"> la réservation de {label}</span>
          </Button>
        )}
      </div>
    </article>
  );
}
