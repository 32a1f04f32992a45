import { CalendarX2, Move, Pencil, Repeat, Trash2, TriangleAlert, UserPlus } from 'lucide-react';
import type { AutreCompte } from '#domain/lessons/autres_comptes.ts';
import type { Occupation } from '#domain/slots/creneaux.ts';
import { formatJour } from '#domain/core/calendrier.ts';
import { aussiInWords } from '#domain/lessons/doublons.ts';
import type { PlanningReservation } from '#domain/planning/planning.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { heuresOf } from '#domain/slots/creneaux.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { AutresComptes, BookedBy } from '../lessons/Participants.tsx';
import { useNomPiste } from '../slots/pistes.ts';
import { StatutBadge } from '../lessons/StatutBadge.tsx';
import { TypeLeconIcon } from '../types/TypeLeconCards.tsx';

type PlanningCardProps = {
  reservation: PlanningReservation & {
    remarques: string | null;
    nom_client: string;
    telephone?: string | null | undefined;
    autres: readonly AutreCompte[];
  };
  /** Null if the type was deleted: its stored value is shown (DESK-09). */
  type: TypeLecon | null;
  etat: Occupation['etat'];
  max: number;
  /** Adds a seat; undefined if there is none left (DESK-76). */
  onAdd: (() => void) | undefined;
  onEdit: () => void;
  onCancel: () => void;
  onRemove: () => void;
  onRepeat: () => void;
  onMove: () => void;
};

/** DESK-08: the planning's card of a lesson, with its actions. */
export function PlanningCard({
  reservation,
  type,
  etat,
  max,
  onAdd,
  onEdit,
  onCancel,
  onRemove,
  onRepeat,
  onMove,
}: PlanningCardProps) {
  const {
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    type_lecon,
    noms_participants,
    nombre_personnes,
    statut,
    remarques,
    aussi = [],
  } = reservation;
  const nomPiste = useNomPiste();
  const complete = etat === 'complet';
  // Beside another button in each row.
  const repeat = (
    <Button
      variant="secondary"
      onClick={onRepeat}
      icon={<Repeat aria-hidden className="size-4.5" />}
    >
      Répéter
    </Button>
  );
  return (
    <div className="p-4">
      <div className="flex items-start gap-3">
        {type && <TypeLeconIcon type={type} className="size-10 text-xl" />}
        <div className="min-w-0 flex-1">
          <p className="font-title text-lg leading-6 font-semibold wrap-anywhere">
            <bdi>{type?.label ?? type_lecon}</bdi>
          </p>
          <p className="font-semibold">{heuresOf({ heure_debut, heure_fin })}</p>
        </div>
        <StatutBadge statut={statut} />
      </div>
      <p className="mt-1.5 text-sm text-muted">
        <span className="inline-block first-letter:uppercase">
          {formatJour(date_reservation, 'long')}
        </span>{' '}
        · {nomPiste(type_piste)}
      </p>
      <div className="mt-3 border-t border-hairline pt-3">
        <p className="flex items-center justify-between gap-3 text-sm font-semibold">
          Participants ({nombre_personnes}/{max})
          <span
            className={cx('font-medium', complete ? 'text-complet-soft-ink' : 'text-partiel-ink')}
          >
            {complete ? 'Complet' : 'Places restantes'}
          </span>
        </p>
        <ul aria-label="Participants" className="mt-1">
          {noms_participants.map((nom, i) => (
            <li key={i} className="leading-6 wrap-anywhere">
              <bdi>{nom}</bdi>
              {aussi
                .filter(({ place }) => place === i)
                .map((one) => (
                  <span
                    key={one.heure_debut}
                    className="flex items-start gap-1.5 text-sm leading-5 font-medium text-partiel-ink"
                  >
                    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                    {aussiInWords(one, nomPiste)}
                  </span>
                ))}
            </li>
          ))}
        </ul>
        <BookedBy
          nom_client={reservation.nom_client}
          telephone={reservation.telephone}
          className="mt-1.5"
        />
        <AutresComptes comptes={reservation.autres} className="mt-1.5" />
      </div>
      {remarques && (
        <div className="mt-3 border-t border-hairline pt-3 text-sm">
          <p className="font-semibold">Remarques</p>
          <p
            dir="auto"
            className="mt-0.5 max-h-32 overflow-y-auto wrap-anywhere whitespace-pre-line text-muted"
          >
            {remarques}
          </p>
        </div>
      )}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          onClick={onEdit}
          icon={<Pencil aria-hidden className="size-4.5" />}
        >
          {complete ? 'Modifier' : 'Compléter'}
        </Button>
        {onAdd && (
          <Button
            variant="secondary"
            onClick={onAdd}
            icon={<UserPlus aria-hidden className="size-4.5" />}
          >
            Ajouter
          </Button>
        )}
        <Button
          variant="secondary"
          onClick={onMove}
          icon={<Move aria-hidden className="size-4.5" />}
        >
          Déplacer
        </Button>
        {onAdd && repeat}
        <Button
          variant="secondary"
          className="col-span-2"
          onClick={onCancel}
          icon={<CalendarX2 aria-hidden className="size-4.5" />}
        >
          Annuler la leçon
        </Button>
        {!onAdd && repeat}
        <Button
          variant="ghostDanger"
          onClick={onRemove}
          icon={<Trash2 aria-hidden className="size-4.5" />}
          {...(onAdd && { className: 'col-span-2' })}
        >
          Supprimer
        </Button>
      </div>
    </div>
  );
}
