/**
 * The messages to a rider about lessons that were cancelled, moved or deleted elsewhere, usually by
 * the centre (UI-13).
 */
import { formatHeure, formatJour, type Moment } from '../core/calendrier.ts';
import { isPast } from '../slots/creneaux.ts';
import { nomDansPhrase, nomPiste, type Piste } from '../slots/pistes.ts';
import type { BookedLecon } from './reservations.ts';

export type FollowedLecon = Pick<
  BookedLecon,
  'date_reservation' | 'heure_debut' | 'heure_fin' | 'type_piste' | 'statut'
> & { id: string };

/** A request for an alert, with the fields that the messages need. */
export type FollowedAlerte = Place & { id: string; libre_at?: string | null | undefined };

type Place = Pick<FollowedLecon, 'date_reservation' | 'heure_debut' | 'type_piste'>;

const when = ({ date_reservation, heure_debut }: Place): string =>
  `${formatJour(date_reservation, 'moyen')} à ${formatHeure(heure_debut)}`;
const pisteIn = (pistes: readonly Piste[], { type_piste }: Place): string =>
  nomDansPhrase(nomPiste(pistes, type_piste));

/**
 * What riders may do themselves, perhaps on another device. If they may, the message does not name
 * the centre as the author (RIDE-18).
 */
export type Droits = { annuler: boolean; changer: boolean };

/**
 * One sentence for each coming lesson of `before` that is cancelled, moved or missing in `after`.
 */
export function annoncesOf(
  before: readonly FollowedLecon[],
  after: readonly FollowedLecon[],
  maintenant: Moment,
  { pistes, ...droits }: Droits & { pistes: readonly Piste[] },
): { id: string; texte: string }[] {
  const readAgain = new Map(after.map((lecon) => [lecon.id, lecon]));
  return before.flatMap((lecon) => {
    const { id, statut, date_reservation, heure_fin } = lecon;
    if (statut === 'annulee' || isPast(date_reservation, heure_fin, maintenant)) return [];
    const outcome = outcomeOf(lecon, readAgain.get(id), droits, pistes);
    return outcome === null
      ? []
      : [{ id, texte: `Votre leçon du ${when(lecon)}, ${pisteIn(pistes, lecon)}, ${outcome}` }];
  });
}

function outcomeOf(
  before: FollowedLecon,
  after: FollowedLecon | undefined,
  { annuler, changer }: Droits,
  pistes: readonly Piste[],
): string | null {
  if (!after)
    return annuler ? "n'est plus dans vos réservations." : 'a été supprimée par le centre.';
  if (after.statut === 'annulee') return annuler ? 'est annulée.' : 'a été annulée par le centre.';
  const same = (['date_reservation', 'heure_debut', 'type_piste'] as const).every(
    (field) => after[field] === before[field],
  );
  return same
    ? null
    : `a été déplacée ${changer ? '' : 'par le centre '}au ${when(after)}, ${pisteIn(pistes, after)}.`;
}

/**
 * One sentence for each request that waited in `before` and whose slot is free in `after`
 * (RIDE-64).
 */
export function libresOf<A extends FollowedAlerte>(
  before: readonly FollowedAlerte[],
  after: readonly A[],
  pistes: readonly Piste[],
): { alerte: A; texte: string }[] {
  const waiting = new Set(before.filter(({ libre_at: at }) => !at).map(({ id }) => id));
  return after
    .filter(({ id, libre_at: at }) => at && waiting.has(id))
    .map((alerte) => ({
      alerte,
      texte: libreInWords(alerte, pistes),
    }));
}

/** 'Le créneau du mer. 9 décembre à 10h00, piste intérieure, s'est libéré.' */
export const libreInWords = (slot: Place, pistes: readonly Piste[]): string =>
  `Le créneau du ${when(slot)}, ${pisteIn(pistes, slot)}, s'est libéré.`;
