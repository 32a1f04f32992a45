/**
 * Which accounts a change of a lesson affects, and which email each gets about its own seats
 * (RIDE-04).
 */
import type { NewCourriel } from './courriels.ts';
import {
  envoisCavalier,
  envoisCentre,
  leconDeCourriel,
  noticeOf,
  type Recipient,
} from './envois.ts';
import type { Piste } from '../slots/pistes.ts';
import type { Parametres } from '../settings/parametres.ts';
import { accountsOf, partOf, type SeatedLecon } from '../lessons/participants.ts';
import type { BookedLecon } from '../lessons/reservations.ts';

type Lecon = BookedLecon & SeatedLecon & { id: string };

/**
 * `avant`, `apres`: the lesson before and after the change, null if it is not stored then.
 * `version`: the version that the change stores.
 */
export type Change = { avant: Lecon | null; apres: Lecon | null; version: number };

type Telling = {
  /** The accounts that have a seat before or after the change. */
  comptes: readonly Recipient[];
  /** The label of a lesson type. */
  labelOf: (type: string) => string;
  pistes: readonly Piste[];
  parametres: Parametres;
  now: Date;
  raison?: string | null;
  /** Cents for each rider, for a booking whose price is shown. */
  prix?: number | null;
  /** The id of the rider who made the change; null if the centre made it. */
  auteur?: string | null;
};

/** The emails of a change (RIDE-04). */
export function envoisDesComptes(
  change: Change,
  { comptes, labelOf, pistes, parametres, now, raison, prix, auteur }: Telling,
): NewCourriel[] {
  const { avant: before, apres: after, version } = change;
  const holder = (before ?? after)?.user_id ?? null;
  const isNew = before === null && version === 0;
  const eventOf = (from: Lecon | null, to: Lecon | null) => {
    const notice = noticeBetween(from, to, now);
    if (!notice) return null;
    const said = (lecon: Lecon, shown: number) =>
      leconDeCourriel({ ...lecon, version: shown }, labelOf(lecon.type_lecon), pistes);
    return {
      sorte: notice.sorte,
      lecon: said(notice.lecon, version),
      avant: notice.avant && said(notice.avant, version - 1),
      nom_client: notice.lecon.nom_client,
      raison,
      prix,
    };
  };
  const concerned = [
    ...new Set([before, after].flatMap((lecon) => (lecon ? accountsOf(lecon) : []))),
  ];
  const whole = eventOf(before, after);
  // Copies of a booking name the person who booked; copies of a change or a cancellation name its
  // author (MAIL-05).
  const par = whole?.sorte === 'reservation_confirmee' ? undefined : auteur ? 'cavalier' : 'centre';
  const courriels = whole
    ? envoisCentre({ ...whole, par, reservation: isNew }, parametres, now, concerned)
    : [];
  for (const account of concerned) {
    const [from, to] = [viewOf(before, account), viewOf(after, account)];
    const event = eventOf(from, to);
    const user = comptes.find(({ id }) => id === account);
    if (!event || !user) continue;
    const place = to === null && after !== null && after.statut !== 'annulee' ? true : undefined;
    const isAuthor = account === auteur;
    const reservation = isNew || (isAuthor && event.sorte === 'reservation_confirmee');
    courriels.push(
      ...envoisCavalier(
        { ...event, user, par: isAuthor ? 'cavalier' : undefined, place, reservation },
        parametres,
        now,
        account === holder ? '' : ` ${account}`,
      ),
    );
  }
  return courriels;
}

/** The lesson as an account knows it, with its own names and remarks; null without a seat. */
function viewOf(lecon: Lecon | null, account: string): Lecon | null {
  const part = lecon && partOf(lecon, account);
  return part && { ...lecon, ...part };
}

/**
 * The email between two states: a lesson that appears is confirmed, and a lesson that disappears is
 * cancelled, unless it was already cancelled.
 */
function noticeBetween(
  from: Lecon | null,
  to: Lecon | null,
  now: Date,
): ReturnType<typeof noticeOf<Lecon>> {
  if (from && to) return noticeOf(from, to, now);
  if (to) return to.statut === 'annulee' ? null : { sorte: 'reservation_confirmee', lecon: to };
  return from && from.statut !== 'annulee' ? { sorte: 'reservation_annulee', lecon: from } : null;
}
