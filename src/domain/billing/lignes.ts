// chunk: forms
/** What is billed of seats that leave after the deadline (LIG-01 to LIG-07). Money is in whole cents. */
import { nomPiste, type Piste } from '../slots/pistes.ts';
import { heuresOf } from '../slots/creneaux.ts';
import { deadlineOf, type Participant } from '../lessons/participants.ts';
import type { BookedLecon } from '../lessons/reservations.ts';
import type { Parametres, Retard } from '../settings/parametres.ts';
import { formatCentimes, prixOf } from '../prices.ts';

/** Why the seat left: its lesson was cancelled, its name was taken out, its lesson was deleted. */
export const MOTIFS_LIGNE = ['annulation', 'retrait', 'suppression'] as const;
export type MotifLigne = (typeof MOTIFS_LIGNE)[number];

export const NOMS_MOTIF: Record<MotifLigne, string> = {
  annulation: 'Leçon annulée',
  retrait: 'Participant retiré',
  suppression: 'Leçon supprimée',
};

/** The part of a price that is billed; half a cent is rounded up. */
const chargedOf = (centimes: number, retard: Retard): number =>
  retard === 'tout' ? centimes : retard === 'moitie' ? Math.ceil(centimes / 2) : 0;

type Lecon = Pick<BookedLecon, 'date_reservation' | 'heure_debut' | 'statut'>;
type Rules = Pick<Parametres, 'lateCharge' | 'cancellationHours'>;

/**
 * Whether seats that leave this lesson now may be billed: it is confirmed, the centre bills late
 * seats, and the deadline has passed (RIDE-11, also if riders may not cancel).
 */
export const isLate = (
  lecon: Lecon,
  { lateCharge, cancellationHours }: Rules,
  now: Date,
): boolean =>
  lateCharge !== 'rien' &&
  lecon.statut === 'confirmee' &&
  now >= deadlineOf(lecon, cancellationHours);

/** What each of some seats costs if it leaves now; those that cost nothing are left out (LIG-01). */
export const chargedSeats = <S extends Pick<Participant, 'centimes' | 'facturee'>>(
  lecon: Lecon,
  leaving: readonly S[],
  rules: Rules,
  now: Date,
): { seat: S; centimes: number }[] =>
  isLate(lecon, rules, now)
    ? leaving
        .map((seat) => ({
          seat,
          centimes: seat.facturee === false ? 0 : chargedOf(seat.centimes ?? 0, rules.lateCharge),
        }))
        .filter(({ centimes }) => centimes > 0)
    : [];

/** 'Leçon collective, 10h00 – 11h00, Piste Intérieure'. */
export const libelleOf = (
  lecon: Pick<BookedLecon, 'heure_debut' | 'heure_fin' | 'type_piste'>,
  label: string,
  pistes: readonly Piste[],
): string => `${label}, ${heuresOf(lecon)}, ${nomPiste(pistes, lecon.type_piste)}`;

/** How many seats are billed, and how much in all. */
export type Facturees = { places: number; centimes: number };

export const factureesOf = (charged: readonly { centimes: number }[]): Facturees => ({
  places: charged.length,
  centimes: charged.reduce((sum, { centimes }) => sum + centimes, 0),
});

/** '2 places, 25,00 €'. */
export const factureesInWords = ({ places, centimes }: Facturees): string =>
  `${places} place${places > 1 ? 's' : ''}, ${formatCentimes(centimes)}\u00a0€`;

/** A line as administrators read it. `client`: empty if it has none; `prix`: in euros. */
export type Ligne = {
  id: string;
  jour: string;
  client: string;
  nom: string;
  libelle: string;
  motif: MotifLigne;
  prix: number;
};

/** A lesson as administrators read it: prices in euros, seats in the order of the names. */
type LeconLue = Lecon & {
  tarifs?: readonly { place: string; prix: number | null }[] | undefined;
  presences?: readonly { place: string; facturee: boolean }[] | undefined;
};

/** What its seats at some positions, from 0, cost if they leave now (LIG-02). */
export const chargedIn = (
  { tarifs = [], presences = [], ...lecon }: LeconLue,
  leaves: (position: number) => boolean,
  rules: Rules,
  now: Date,
): { centimes: number }[] =>
  chargedSeats(
    lecon,
    tarifs
      .filter((_, n) => leaves(n))
      .map(({ place, prix }) => ({
        centimes: prix === null ? null : prixOf(prix),
        facturee: presences.find((one) => one.place === place)?.facturee ?? true,
      })),
    rules,
    now,
  );
