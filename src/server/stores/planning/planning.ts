import { and, asc, eq, sql } from 'drizzle-orm';
import type { TypePiste } from '#domain/slots/pistes.ts';
import type { AussiRow, AutreRow, Journee, LeconRow } from '#domain/planning/planning.ts';
import { alsoIn, type Standing } from '#domain/lessons/doublons.ts';
import { prepareOnce, type Reader, readRows } from '#server/platform/db.ts';
import { heureOf, reservations, ressources, users } from '#server/platform/schema/schema.ts';
import { nomDe } from '../people/noms.ts';
import { RESERVATION, type Row } from '../lessons/columns.ts';
import { DAYS, occupies, telephoneOf } from '../lessons/reservations.ts';

const { created_at, nombre_personnes, ...OF_DAY } = RESERVATION;

/**
 * The seats of other customers than the one that booked, or of none. In a lesson for one
 * person there are none, unless the lesson belongs to no customer.
 */
const otherSeats = sql<OtherSeat[] | null>`(
  case when ${reservations.nombre_personnes} > 1 or ${reservations.user_id} is null then (
  select json_agg(json_build_array(s.position, s.user_id, u.id is not null, ${nomDe('u', 'k')}, coalesce(u.telephone, k.telephone), s.remarques) order by s.position)
  from participants s left join users u on u.id = s.user_id left join clients k on k.id = s.user_id where s.reservation_id = ${reservations.id} and s.user_id is distinct from ${reservations.user_id}) end)`;

/**
 * The arenas that can be booked, in their order. The text is short, because each row contains it.
 */
const activesColumn = sql`(select string_agg(a.id, ' ' order by a.ordre, a.id) from ${ressources} a where a.genre = 'piste' and a.actif)`;

/**
 * Names are transferred as JSON: pg parses an array of PostgreSQL so slowly that the whole read
 * took 14 % longer.
 */
const planning = prepareOnce((reader: Reader) =>
  reader
    .select({
      ...OF_DAY,
      noms_participants: sql`to_json(${reservations.noms_participants})`.as('noms_participants'),
      compte: sql<boolean>`(${users.id} is not null)`.as('compte'),
      telephone: telephoneOf.as('telephone'),
      others: otherSeats.as('others'),
      actives: activesColumn.as('actives'),
    })
    .from(reservations)
    .leftJoin(users, eq(users.id, reservations.user_id))
    .where(and(DAYS.du, DAYS.au, occupies))
    .orderBy(asc(reservations.date_reservation), asc(reservations.heure_debut))
    .toSQL(),
);

type OtherSeat = [
  position: number,
  user_id: string | null,
  withAccount: boolean,
  compte: string | null,
  telephone: string | null,
  remarques: string | null,
];
/** The columns of each lesson, as pg reads them. */
type PlanningRow = Pick<Row, keyof typeof OF_DAY> & {
  /** Whether the customer that booked has an account. */
  compte: boolean;
  telephone: string | null;
  others: OtherSeat[] | null;
  actives: string | null;
};

/**
 * The lessons of a range of days, both ends included, by day and arena; cancelled lessons and days
 * without a lesson are left out (API-21).
 */
export async function listPlanning(
  reader: Reader,
  period: { du: string; au: string },
): Promise<Journee[]> {
  const rows = await readRows<PlanningRow>(reader, 'planning', planning(reader), period);
  const actives = rows[0]?.actives?.split(' ') ?? [];
  const byDay = Map.groupBy(
    rows.map((row) => ({ row, standing: standingOfRow(row) })),
    ({ row }) => row.date_reservation,
  );
  return [...byDay].map(([date_reservation, ofDay]) => {
    const day = ofDay.map(({ standing }) => standing);
    const rowsOf = (piste: TypePiste) =>
      ofDay
        .filter(({ row }) => row.type_piste === piste)
        .map(({ row, standing }) => leconOf(row, standing, day));
    const held = new Set([...actives, ...ofDay.map(({ row }) => row.type_piste)]);
    return {
      date_reservation,
      ...Object.fromEntries([...held].map((piste) => [piste, rowsOf(piste)])),
    } as Journee;
  });
}

function standingOfRow(row: PlanningRow): Standing {
  const seats = new Map(row.others?.map(([position, account]) => [position - 1, account]));
  const comptes = row.noms_participants.map((_, n) =>
    seats.has(n) ? (seats.get(n) ?? null) : row.user_id,
  );
  return {
    date_reservation: row.date_reservation,
    type_piste: row.type_piste,
    heure_debut: row.heure_debut,
    heure_fin: row.heure_fin,
    statut: 'confirmee',
    noms_participants: row.noms_participants,
    comptes,
  };
}

/**
 * The only function that writes the tuple of API-21; `domain/planning/planning.ts` reads it.
 */
function leconOf(row: PlanningRow, standing: Standing, day: readonly Standing[]): LeconRow {
  const autres = autresOf(row.others ?? []);
  const aussi = alsoIn(standing, day).map(({ place, heure_debut, type_piste }): AussiRow => [
    place,
    heureOf(heure_debut),
    type_piste,
  ]);
  const more =
    autres.length + aussi.length === 0
      ? []
      : [{ ...(autres.length > 0 && { autres }), ...(aussi.length > 0 && { aussi }) }];
  return [
    row.id,
    row.version,
    heureOf(row.heure_debut),
    heureOf(row.heure_fin),
    row.type_lecon,
    row.statut === 'en_attente',
    row.noms_participants,
    row.nom_client,
    row.compte || (row.others ?? []).some(([, , withAccount]) => withAccount),
    row.telephone,
    row.remarques,
    ...more,
  ];
}

/**
 * Groups seats by account, in the order of their first seats. The remarks of an account are on one
 * of its seats.
 */
function autresOf(seats: readonly OtherSeat[]): AutreRow[] {
  return [
    ...Map.groupBy(
      seats.filter(([, account]) => account !== null),
      ([, account]) => account,
    ).values(),
  ].map((own): AutreRow => {
    const [[, , , compte, telephone]] = own as [OtherSeat];
    return [
      compte,
      telephone,
      own.find(([, , , , , remarques]) => remarques !== null)?.[5] ?? null,
      own.map(([position]) => position - 1),
    ];
  });
}
