/**
 * When the email of a change of a lesson leaves, and what the emails of several changes amount to
 * (MAIL-41 to MAIL-44, ADR-043).
 */
import { instantOf } from '../core/calendrier.ts';
import type { ContenuDeLecon, LeconDeCourriel } from './courriels.ts';

/** How long a lesson must stay unchanged before the emails of its changes leave (MAIL-41). */
const ATTENTE_MS = 30_000;

/** A cancellation of a lesson that begins sooner than this leaves at once (MAIL-43). */
const IMMINENT_MS = 2 * 3_600_000;

/** When the emails of a change at `now` leave, if nothing else changes. */
export const leavesAt = (now: Date): Date => new Date(now.getTime() + ATTENTE_MS);

const startOf = ({ date_reservation, heure_debut }: LeconDeCourriel): number =>
  instantOf(date_reservation, heure_debut).getTime();

/**
 * True for an email about a change that cannot wait (MAIL-43): a cancellation shortly before the
 * lesson, and any other one whose recipient would learn of it only when the lesson begins.
 */
export function isUrgent(
  { sorte, lecon, avant: before = lecon }: Pick<ContenuDeLecon, 'sorte' | 'lecon' | 'avant'>,
  now: Date,
): boolean {
  const ms = sorte === 'reservation_annulee' ? IMMINENT_MS : ATTENTE_MS;
  return Math.min(startOf(lecon), startOf(before)) - now.getTime() < ms;
}

/** The lesson that the recipient knew before the change; null if there was none. */
const knownBefore = ({ sorte, lecon, avant: before }: ContenuDeLecon): LeconDeCourriel | null =>
  sorte === 'reservation_annulee' ? lecon : (before ?? null);

/** The lesson that an email makes known; null if it takes place no more. */
const knownAfter = ({ sorte, lecon }: ContenuDeLecon): LeconDeCourriel | null =>
  sorte === 'reservation_annulee' ? null : lecon;

/** What a recipient knows of a lesson. */
export const factsOf = ({
  date_reservation,
  heure_debut,
  heure_fin,
  type_piste,
  type,
  noms_participants,
  remarques,
  en_attente = false,
}: Omit<LeconDeCourriel, 'reservation_id' | 'version'>): string =>
  JSON.stringify([
    date_reservation,
    heure_debut,
    heure_fin,
    type_piste,
    type,
    noms_participants,
    remarques,
    en_attente,
  ]);

/**
 * The lesson as its recipient sees it now: null if it takes place no more. `place`: it takes place
 * without the recipient.
 */
export type Actuelle = { lecon: LeconDeCourriel | null; place: boolean };

/**
 * The one email that says what several waiting ones about a lesson say to one recipient, in their
 * order (MAIL-42): what differs from what the recipient knew before the first. Null if nothing
 * does. `actuelle`: the lesson after a change that caused no email, because its kind is switched
 * off. The rights of the recipient are not part of it.
 */
export function reunis(
  emails: readonly [ContenuDeLecon, ...ContenuDeLecon[]],
  actuelle?: Actuelle,
): ContenuDeLecon | null {
  const [first] = emails;
  const last = emails.at(-1) ?? first;
  if (!last.attend && last.sorte === 'reservation_confirmee') return last; // a booking (MAIL-43)
  const before = knownBefore(first);
  const after = actuelle ? actuelle.lecon : knownAfter(last);
  const lecon = after ?? before;
  if (!lecon || (before && after && factsOf(before) === factsOf(after))) return null;
  const sorte = kindOf(first, { before, after });
  const annulee = sorte === 'reservation_annulee';
  const { copie, nom } = last;
  const by = authorOf(emails, sorte);
  const comptes = [...new Set(emails.flatMap((one) => one.comptes ?? []))];
  const place = actuelle ? actuelle.place : last.place;
  const isErased = emails.some((one) => 'a_effacer' in one);
  return {
    sorte,
    nom,
    lecon: { ...lecon, version: last.lecon.version },
    copie,
    ...(before && sorte === 'reservation_modifiee' && { avant: before }),
    ...(annulee && last.raison !== undefined && { raison: last.raison }),
    ...(by && { par: by }),
    ...(annulee && place && !copie && { place }),
    ...(comptes.length > 0 && { comptes }),
    ...priceOf(first, { sorte, lecon }),
    ...(last.attend && { attend: true }),
    ...(isErased && { a_effacer: true }),
  };
}

function kindOf(
  first: ContenuDeLecon,
  { before, after }: Record<'before' | 'after', LeconDeCourriel | null>,
): ContenuDeLecon['sorte'] {
  if (!after) return 'reservation_annulee';
  if (before) return 'reservation_modifiee';
  // a lesson that was cancelled and now waits for the centre is not confirmed
  return after.en_attente ? first.sorte : 'reservation_confirmee';
}

/**
 * Who made the changes: for a rider only if it was that rider alone; for the centre the last one.
 */
function authorOf(
  emails: readonly ContenuDeLecon[],
  sorte: ContenuDeLecon['sorte'],
): ContenuDeLecon['par'] {
  if (sorte === 'reservation_confirmee') return undefined;
  const [last] = emails.flatMap((one) => one.par ?? []).toReversed();
  const isCopy = emails.some(({ copie }) => copie);
  return isCopy || emails.every(({ par }) => par === 'cavalier') ? last : undefined;
}

/** The price of a seat that is still new, of the same type (RIDE-57). */
const priceOf = (
  first: ContenuDeLecon,
  { sorte, lecon }: Pick<ContenuDeLecon, 'sorte' | 'lecon'>,
): Pick<ContenuDeLecon, 'prix'> =>
  sorte === 'reservation_confirmee' && first.prix && first.lecon.type === lecon.type
    ? { prix: { ...first.prix, places: lecon.noms_participants.length } }
    : {};
