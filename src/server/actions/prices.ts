/** Prices (PRICE-02 to PRICE-04, PRICE-17, PRICE-21): a number of euros in calls, whole cents in code. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { momentAt } from '#domain/core/calendrier.ts';
import { envoisPrix } from '#domain/emails/prix.ts';
import { Refus } from '#domain/errors/errors.ts';
import {
  eurosOf,
  premierJour,
  pricesIn,
  prixInWords,
  prixLe,
  prixOf,
  type PrixValable,
  retarifees,
  type Suivant,
} from '#domain/prices.ts';
import { displayName } from '#domain/people/users.ts';
import { lastJour } from '#domain/lessons/reservations.ts';
import {
  againAfterDeadlock,
  announce,
  newsOf,
  type Reader,
  transact,
  type Tx,
} from '#server/platform/db.ts';
import type { Ctx } from '#server/platform/services.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { listReservees, lockReservees, setSeatPrices } from '#server/stores/lessons/prix.ts';
import { concerned } from '#server/stores/lessons/afterwards.ts';
import { getParametres } from '#server/stores/settings.ts';
import { listPrix, lockPrix, priceSeats, setPrix } from '#server/stores/prices/prix.ts';
import { listTypes } from '#server/stores/types.ts';
import { listPistes } from '#server/stores/slots.ts';

type Prix = {
  id: string;
  created_at: string;
  type_lecon: string;
  prix: number;
  suivant: Suivant | null;
  version: number;
};

export function list(ctx: Ctx): Promise<Prix[]> {
  return read(ctx.db, momentAt(ctx.now()).jour);
}

type Reservee = {
  id: string;
  type_lecon: string;
  date_reservation: string;
  heure_debut: string;
  noms: string[];
  places: (number | null)[];
};

/** The coming lessons with their prices, for the price page (PRICE-21). */
export async function reservees(ctx: Ctx): Promise<Reservee[]> {
  const lecons = await ctx.shared.share('prix réservées', () =>
    listReservees(ctx.db, momentAt(ctx.now())),
  );
  return lecons.map(
    ({ id, type_lecon, date_reservation, heure_debut, nom_client, participants, comptes }) => ({
      id,
      type_lecon,
      date_reservation,
      heure_debut,
      noms: comptes.length === 0 ? [nom_client] : comptes.map(displayName),
      places: placesOf(participants),
    }),
  );
}

const placesOf = (participants: readonly { centimes?: number | null }[]): (number | null)[] =>
  participants.map(({ centimes = null }) => centimes);

type Row = {
  type_lecon: string;
  prix: number;
  suivant?: Suivant | null | undefined;
  appliquer?: true | undefined;
  version?: number | undefined;
};

/** The prices of a type before and after a change, earliest first. */
type Changed = { before: readonly PrixValable[]; after: readonly PrixValable[] };

/**
 * Stores all prices or none (PRICE-04): if one price is wrong, or has changed since the `version`
 * with which it was read, no price changes. A price holds from today on, or from the day of
 * `suivant`; seats that are stored keep theirs (PRICE-03), unless the row says `appliquer`.
 */
export async function save(ctx: Ctx, rows: readonly Row[]): Promise<Prix[]> {
  const { jour: aujourdhui } = momentAt(ctx.now());
  return againAfterDeadlock(() =>
    transact(ctx.db, ['prix'], async (tx) => {
      const locked = await lockPrix(
        tx,
        rows.map(({ type_lecon }) => type_lecon),
      );
      const stored = new Map(locked.map((current) => [current.type_lecon, current]));
      const conflicts = new Map<string, readonly PrixValable[]>();
      const changements: Record<string, [string, string]> = {};
      const suivants: Record<string, PrixValable | null> = {};
      const applied = new Map<string, Changed>();
      for (const { type_lecon, version, appliquer: apply, ...row } of rows) {
        const wanted = acceptPrix(row, aujourdhui);
        const current = stored.get(type_lecon);
        if (!current) throw new Refus('type_introuvable');
        const { centimes, suivant: next } = priceToday(current.prix, aujourdhui);
        const suivant = wanted.suivant === undefined ? next : wanted.suivant;
        const isSame = wanted.centimes === centimes;
        if (isSame && isDeepStrictEqual(suivant, next)) continue;
        if (version !== undefined && version !== current.version) {
          conflicts.set(type_lecon, current.prix);
          continue;
        }
        const present = isSame
          ? null
          : { du: premierJour(current.prix, aujourdhui), centimes: wanted.centimes };
        await setPrix(tx, type_lecon, { aujourdhui, present, suivant });
        if (!isSame) changements[type_lecon] = [eurosOf(centimes), eurosOf(wanted.centimes)];
        if (!isDeepStrictEqual(suivant, next)) suivants[type_lecon] = suivant;
        const after = [
          { du: aujourdhui, centimes: wanted.centimes },
          ...(suivant ? [suivant] : []),
        ];
        if (apply) applied.set(type_lecon, { before: current.prix, after });
      }
      if (conflicts.size > 0)
        throw new Refus('prix_changes', {
          detail: await describeChanges(tx, conflicts, aujourdhui),
        });
      const appliquees = await applyPrix(ctx, tx, applied);
      if (Object.keys({ ...changements, ...suivants }).length > 0)
        await insertJournal(tx, ctx, {
          action: 'prix.modifies',
          details: {
            changements,
            ...(Object.keys(suivants).length > 0 && { suivants }),
            ...(appliquees > 0 && { appliquees }),
          },
        });
      return read(tx, aujourdhui);
    }),
  );
}

/**
 * Gives the seats of coming lessons that have the price that was in force for their day the one in
 * force now, and tells their accounts (PRICE-21). Returns the number of lessons.
 */
async function applyPrix(ctx: Ctx, tx: Tx, changed: ReadonlyMap<string, Changed>): Promise<number> {
  if (changed.size === 0) return 0;
  const now = ctx.now();
  const locked = await lockReservees(tx, momentAt(now), [...changed.keys()]);
  const lecons = [...changed].flatMap(([type, { before, after }]) =>
    retarifees(
      locked
        .filter(({ type_lecon }) => type_lecon === type)
        .map((lecon) => ({ ...lecon, places: placesOf(lecon.participants) })),
      before,
      after,
    ),
  );
  if (lecons.length === 0) return 0;
  await setSeatPrices(tx, lecons);
  const labels = new Map((await listTypes(tx)).map(({ value, label }) => [value, label]));
  const courriels = envoisPrix(lecons, {
    comptes: [
      ...new Map(lecons.flatMap(({ comptes }) => comptes.map((one) => [one.id, one]))).values(),
    ],
    labelOf: (type) => labels.get(type) ?? type,
    pistes: await listPistes(tx),
    parametres: await getParametres(tx),
    evenement: randomUUID(),
    now,
  });
  await insertCourriels(tx, courriels);
  await announce(
    tx,
    newsOf(
      courriels.length > 0 ? ['reservations', 'courriels'] : ['reservations'],
      lecons.flatMap(concerned),
    ),
  );
  return lecons.length;
}

/** The price in force today and the next one, in cents. */
const priceToday = (prix: readonly PrixValable[], aujourdhui: string) => ({
  centimes: prixLe(prix, aujourdhui),
  suivant: prix.find(({ du }) => du > aujourdhui) ?? null,
});

/**
 * Gives the seats that were stored without a price the one in force on the day of their lesson
 * (PRICE-20); answers how many seats got one.
 */
export async function complete(ctx: Ctx): Promise<{ places: number }> {
  return ctx.transaction(async (tx) => {
    const places = await priceSeats(tx);
    if (places > 0)
      await insertJournal(tx, ctx, { action: 'places.tarifees', details: { nombre: places } });
    return { places };
  });
}

/** The cents of a row; undefined if the next price stays. Refuses what is no price, or no day to come. */
function acceptPrix(
  { prix, suivant }: Pick<Row, 'prix' | 'suivant'>,
  aujourdhui: string,
): { centimes: number; suivant: PrixValable | null | undefined } {
  const centimes = prixOf(prix);
  if (centimes === null) throw new Refus('prix_invalide');
  if (!suivant) return { centimes, suivant };
  const next = prixOf(suivant.prix);
  if (next === null) throw new Refus('prix_invalide');
  if (suivant.du <= aujourdhui || suivant.du > lastJour(aujourdhui))
    throw new Refus('prix_jour_invalide');
  return { centimes, suivant: { du: suivant.du, centimes: next } };
}

/** 'Leçon de saut : 31,00 €, puis 33,00 € à partir du 1er janvier 2027.' */
async function describeChanges(
  tx: Tx,
  changed: ReadonlyMap<string, readonly PrixValable[]>,
  aujourdhui: string,
): Promise<string> {
  const rows = (await listTypes(tx)).flatMap(({ value, label }) => {
    const prix = changed.get(value);
    return prix ? `${label} : ${prixInWords(priceToday(prix, aujourdhui))}` : [];
  });
  return `${rows.join(' ; ')}.`;
}

async function read(reader: Reader, aujourdhui: string): Promise<Prix[]> {
  return (await listPrix(reader)).map((row) => ({ ...row, ...pricesIn(row.prix, aujourdhui) }));
}
