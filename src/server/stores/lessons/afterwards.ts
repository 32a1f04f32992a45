/**
 * Further data that a statement stores with a lesson, a line of the journal and emails (ADR-003), and
 * its announcement to open screens.
 */
import { getTableColumns } from 'drizzle-orm';
import type { NewCourriel } from '#domain/emails/courriels.ts';
import { accountsOf } from '#domain/lessons/participants.ts';
import { type Concerned, type News, type Reader, runAnnounced } from '#server/platform/db.ts';
import { journal } from '#server/platform/schema/schema.ts';
import type { Ecriture } from './ecritures.ts';
import type { SeatedReservation } from './facts.ts';

/** The day and the accounts in the announcement of a lesson: every account that has a seat. */
export const concerned = ({
  date_reservation,
  participants,
}: Pick<SeatedReservation, 'date_reservation' | 'participants'>): Concerned[] => [
  { date_reservation, user_id: null },
  ...accountsOf({ participants }).map((user_id) => ({ date_reservation, user_id })),
];

/**
 * The further data of a statement besides the reservation. `courriels`: null leaves waiting emails
 * unchanged. `ligne`: the line of the journal, null for a rider's own booking (ACC-70).
 */
export type Told = {
  courriels: readonly NewCourriel[] | null;
  announcement: News;
  ligne: typeof journal.$inferInsert | null;
  /** The row of a write whose caller drew an id: if it is known, nothing is stored (API-27). */
  ecriture?: Ecriture | null;
};

/**
 * Runs a statement whose CTE `stored` contains the lesson, and whose own parameters begin with $3.
 * Further parts store the line of the journal, the emails and the write, only if the lesson was
 * stored. Announces what it has stored, and returns its rows.
 */
export const storeTold = <Row extends object>(
  reader: Reader,
  { courriels, announcement, ligne, ecriture = null }: Told,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Row[]> =>
  runAnnounced(reader, announcement, {
    name: ecriture ? `${name}_once` : name,
    text: `${text}${ecriture ? remember(`$${values.length + 3}`) : ''}${TELL}`,
    values: [
      courriels &&
        JSON.stringify(
          courriels.map((courriel) => ({ ...courriel, sorte: courriel.contenu.sorte })),
        ),
      ligne && JSON.stringify(ligne),
      ...values,
      ...(ecriture ? [JSON.stringify(ecriture)] : []),
    ],
  });

/**
 * The fields of an email that a statement writes; a new field does not compile until it is added
 * here.
 */
const COURRIEL_FIELDS = {
  cause: true,
  sorte: true,
  destinataire: true,
  destinataire_nom: true,
  user_id: true,
  reservation_id: true,
  groupe: true,
  contenu: true,
  envoyer_apres: true,
  perime_apres: true,
} satisfies Record<keyof NewCourriel | 'sorte', true>;

/** The columns of an email that a statement writes. */
export const COURRIEL = Object.keys(COURRIEL_FIELDS).join(', ');

/** The columns of a line of the journal, except its id, which the database assigns. */
const LIGNE = Object.keys(getTableColumns(journal))
  .filter((name) => name !== 'id')
  .join(', ');

/**
 * Puts off the waiting emails about a stored lesson until the instant of the parameter `at`: they
 * leave once nothing has changed for a while (MAIL-41). One that would be outdated by then stays,
 * and so does one that was tried.
 */
export const putOff = (at: string): string => `
  put_off as (
    update courriels set envoyer_apres = ${at}::timestamptz
    where reservation_id in (select id from stored) and statut = 'en_attente' and essais = 0 and contenu ? 'attend' and perime_apres > ${at}::timestamptz
  ),`;

/** Stores the write in the parameter `ecriture`. Its primary key ends the statement if it is known. */
const remember = (ecriture: string): string => `
  remembered as (
    insert into ecritures (id, empreinte, objet_id)
    select id, empreinte, objet_id from jsonb_populate_record(null::ecritures, ${ecriture}) where exists (select from stored)
  ),`;

/** The end of a statement. $1: the emails; $2: the line. */
const TELL = `
  noted as (
    insert into journal (${LIGNE}) select ${LIGNE} from jsonb_populate_record(null::journal, $2) where $2::jsonb is not null and exists (select from stored)
  ),
  written as (
    insert into courriels (${COURRIEL}) select ${COURRIEL} from jsonb_populate_recordset(null::courriels, $1) where exists (select from stored)
    on conflict (cause) do nothing
  )
  select * from stored`;
