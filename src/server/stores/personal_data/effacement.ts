/**
 * Erasure of an account (PEOPLE-31): the same for its owner, for an administrator who deletes it
 * and for a refusal (ADR-021).
 */
import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import { conservationSeconds } from '#domain/core/conservation.ts';
import type { User } from '#domain/people/users.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import {
  courriels,
  demandesDeLien,
  essais,
  journal,
  orthographes,
  parametres,
  reservations,
  verifications,
} from '#server/platform/schema/schema.ts';
import { deleteCourrielsAbout } from '../emails/courriels.ts';
import { keyOfName } from '../people/noms.ts';
import { hasSeat } from '../reservations/participants.ts';
import { eraseRetires } from '../reservations/participants_retires.ts';
import { lockReservationsOf } from '../reservations/reservations.ts';
import { lockSupprimeesOf } from '../reservations/supprimees.ts';
import { insertErased, keepIds } from '../operations/sauvegardes.ts';
import { insertAccountEnds } from '../accounts/sessions.ts';
import { deleteUser, lockUser } from '../people/users.ts';

/** Stands where an address was the only name of its account. */
const SANS_NOM = 'Compte supprimé';
/** Stands where another email mentions the address. */
const SANS_ADRESSE = 'adresse effacée';

/** The name of the account `u`, as `displayName` of the domain. */
const DISPLAY_NAME = sql`coalesce((
  select n from (values (1, regexp_replace(btrim(concat_ws(' ', u.prenom, u.nom)), '\\s+', ' ', 'g')), (2, btrim(u.full_name))) as names (rank, n)
  where n ~ '[[:alpha:]]' order by rank limit 1), u.email)`;

/**
 * Locks the reservations, deleted ones too, before the account: in the order in which a change of a
 * lesson locks them (ADR-014).
 */
export async function lockToErase(tx: Tx, id: string): Promise<User | null> {
  await lockReservationsOf(tx, id);
  await lockSupprimeesOf(tx, id);
  return lockUser(tx, id, 'deletion');
}

/** The lessons that begin after a moment, are not cancelled, and in which an account has a seat. */
export async function listComing(
  tx: Tx,
  user_id: string,
  { jour, heure }: Moment,
): Promise<string[]> {
  const { id, date_reservation, heure_debut, statut } = reservations;
  const rows = await tx
    .select({ id })
    .from(reservations)
    .where(
      and(
        hasSeat(sql`${user_id}`),
        ne(statut, 'annulee'),
        or(gt(date_reservation, jour), and(eq(date_reservation, jour), gt(heure_debut, heure))),
      ),
    )
    .orderBy(date_reservation, heure_debut);
  return rows.map((row) => row.id);
}

/**
 * Erases an account that is locked (`lockToErase`). Its reservations remain under the names,
 * without account and remarks. What refers to the account by a foreign key (password, sessions,
 * devices, second factor, passkeys, photos, riders, requests to be told, calendar feeds) goes with
 * its row.
 */
export async function eraseAccount(
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  const emails = [email, ...(await listFormer(tx, id))];
  await eraseCourriels(tx, { id, emails }, now);
  await eraseSeats(tx, { id, emails }, 'participants', 'reservations');
  await eraseSeats(tx, { id, emails }, 'participants_supprimes', 'reservations_supprimees');
  await eraseRetires(tx, { id, emails }, SANS_NOM);
  // A name that is an address is replaced above: nothing counts as it any more.
  for (const one of emails)
    await tx
      .delete(orthographes)
      .where(
        sql`${keyOfName(sql`${one}::text`)} in (${orthographes.cle}, ${orthographes.vers_cle})`,
      );
  await tx
    .update(journal)
    .set({ ip: null, user_agent: null })
    .where(
      or(
        eq(journal.acteur_id, id),
        and(sql`${journal.acteur_id} is null`, eq(journal.objet_id, id)),
      ),
    );
  // The keys of attempts are words, of which one is the address or the id.
  await tx
    .delete(essais)
    .where(
      or(
        sql`string_to_array(${essais.cle}, ' ') && array[${email}, ${id}]::text[]`,
        sql`${essais.cle} = (select 'lien changement_adresse ' || u.email_demande from users u where u.id = ${id})`,
      ),
    );
  await tx.delete(demandesDeLien).where(eq(demandesDeLien.email, email));
  await tx.delete(verifications).where(eq(verifications.value, id));
  await insertAccountEnds(tx, id);
  await insertErased(tx, [id]);
  await deleteUser(tx, id);
}

/** Addresses that an account had before, but for those that are another account's by now. */
async function listFormer(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select ancien as email from users u, unnest(u.emails_anciens) as ancien where u.id = ${id} and not exists (select from users o where o.email = ancien)`);
  return rows.map((row) => row.email);
}

/**
 * After the transaction of an erasure: the id joins the file beside the backups, so that none
 * brings the account back. The erasure stands where the file cannot be written; housekeeping tries
 * again.
 */
export const keepErasedIds = (
  services: Pick<Services, 'db' | 'sauvegardes' | 'log'>,
): Promise<void> =>
  keepIds(services).catch((err: unknown) =>
    services.log.warn({ err }, 'the ids of erased accounts could not be written'),
  );

/**
 * The names remain, without account, remarks and the reason of a cancellation. A lesson that others
 * share passes to the earliest of them, with their own name and remarks (RIDE-01). Who has no
 * usable name stands under the address (ACC-15). Where remarks change, or others have a seat, an
 * edit that was begun before is refused by the version: it brings nothing back (DESK-19).
 */
async function eraseSeats(
  tx: Tx,
  { id, emails }: { id: string; emails: readonly string[] },
  seats: 'participants' | 'participants_supprimes',
  lessons: 'reservations' | 'reservations_supprimees',
): Promise<void> {
  const [table, of, names] = [
    sql.raw(seats),
    sql.raw(lessons),
    sql`any(${sql.param(emails)}::text[])`,
  ];
  await tx.execute(sql`
    update ${of} r set
      user_id = case when r.user_id = ${id} then next.user_id else r.user_id end, remarques = case when r.user_id = ${id} then next.remarques else r.remarques end, raison = null,
      version = r.version + (r.remarques is not null or r.user_id is distinct from ${id} or next.user_id is not null)::int,
      nom_client = case when r.user_id = ${id} and next.user_id is not null then next.name when r.nom_client = ${names} then ${SANS_NOM} else r.nom_client end,
      noms_participants = array(select case when s.user_id = ${id} and s.nom = ${names} then ${SANS_NOM} else s.nom end from ${table} s where s.reservation_id = r.id order by s.position)
    from (select distinct reservation_id from ${table} where user_id = ${id}) as own
      left join lateral (
        select s.user_id, s.remarques, ${DISPLAY_NAME} as name from ${table} s join users u on u.id = s.user_id
        where s.reservation_id = own.reservation_id and s.user_id <> ${id} order by s.position limit 1
      ) as next on true
    where r.id = own.reservation_id`);
  // The remarks of the account that a lesson has passed to stand on the lesson now.
  await tx.execute(sql`
    update ${table} s set remarques = null from ${of} r
    where r.id = s.reservation_id and r.user_id = s.user_id and s.remarques is not null and s.reservation_id in (select reservation_id from ${table} where user_id = ${id})`);
  await tx.execute(
    sql`update ${table} set user_id = null, remarques = null, nom = case when nom = ${names} then ${SANS_NOM} else nom end where user_id = ${id}`,
  );
}

/**
 * Deletes the emails to the account at any of its addresses, what administrators were told of its
 * sign-up, and the centre's copies about its lessons. Copies that wait are sent first, within the
 * period of an erasure, and blanked then (`blankErased`). In all others the address is replaced.
 * What goes to the copies address of the settings is the centre's, also where an
 * administrator uses the same one.
 */
async function eraseCourriels(
  tx: Tx,
  { id, emails }: { id: string; emails: readonly string[] },
  now: Date,
): Promise<void> {
  const aboutItsLessons = sql`${courriels.user_id} is null and ${courriels.reservation_id} in (
    select reservation_id from participants where user_id = ${id} union select reservation_id from participants_supprimes where user_id = ${id}
    union select reservation_id from participants_retires where user_id = ${id}
    union select reservation_id from ${courriels} where user_id = ${id} or contenu -> 'comptes' ? ${id})`;
  const last = new Date(now.getTime() + conservationSeconds('effacement') * 1000).toISOString();
  await tx
    .update(courriels)
    .set({
      contenu: sql`${courriels.contenu} || '{"a_effacer": true}'`,
      perime_apres: sql`least(${courriels.perime_apres}, ${last}::timestamptz)`,
    })
    .where(and(eq(courriels.statut, 'en_attente'), aboutItsLessons));
  await tx.delete(courriels).where(and(ne(courriels.statut, 'en_attente'), aboutItsLessons));
  await tx
    .delete(courriels)
    .where(
      or(
        eq(courriels.user_id, id),
        and(
          inArray(courriels.destinataire, [...emails]),
          sql`not exists (select from ${parametres} where ${parametres.adminEmail} = ${courriels.destinataire})`,
        ),
      ),
    );
  await deleteCourrielsAbout(tx, id);
  // As a whole word. In the text of a JSON value a line break is `\n`: its `n` is no letter of a
  // longer address.
  const word = `(?<=[^a-z0-9._%+-]|\\\\[nrt])(?:${emails.map((email) => email.replace(/[^a-z0-9]/g, '\\$&')).join('|')})(?![a-z0-9-])`;
  await tx
    .update(courriels)
    .set({
      contenu: sql`regexp_replace(${courriels.contenu}::text, ${word}, ${SANS_ADRESSE}, 'gi')::jsonb`,
    })
    .where(sql`${courriels.contenu}::text ~* ${word}`);
  await tx
    .update(courriels)
    .set({ derniere_erreur: null })
    .where(sql`${courriels.derniere_erreur} ~* ${word}`);
}

/**
 * An email about an erasure itself (a refusal, the end of an account), or about the lessons of an
 * erased account.
 */
const aboutErasure = sql`(${courriels.sorte} in ('refus', 'effacement') or ${courriels.contenu} ? 'a_effacer')`;

/** What remains of its content: what it was about, without anyone's name. */
const BLANK = sql`case when ${courriels.contenu} ? 'lecon'
  then jsonb_set(jsonb_set(${courriels.contenu} - 'avant' - 'raison' - 'comptes' || '{"nom": ""}', '{lecon,noms_participants}', '[]'), '{lecon,remarques}', 'null')
  else jsonb_build_object('sorte', ${courriels.sorte}, 'nom', '') end`;

/**
 * Removes recipient and names from such emails once they are sent, given up or outdated
 * (PEOPLE-32); `id`: from this one only.
 */
export async function blankErased(tx: Tx, id?: string): Promise<void> {
  await tx
    .update(courriels)
    .set({ destinataire: '', destinataire_nom: '', derniere_erreur: null, contenu: BLANK })
    .where(
      and(
        id === undefined ? undefined : eq(courriels.id, id),
        ne(courriels.statut, 'en_attente'),
        ne(courriels.destinataire, ''),
        aboutErasure,
      ),
    );
}
