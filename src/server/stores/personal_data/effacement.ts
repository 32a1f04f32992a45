/**
 * Erasure of an account (PEOPLE-31): the same for its owner, for an administrator who deletes it
 * and for a refusal (ADR-021).
 */
import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import { conservationSeconds } from '#domain/core/conservation.ts';
import type { Personne, User } from '#domain/people/users.ts';
import { type Efface, type ErasedLecon, withoutAccount } from '#domain/personal_data.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import {
  CITES_ADDRESS,
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
import { eraseLignes } from '../billing/lignes.ts';
import { eraseCompte } from '../billing/releves.ts';
import { deleteClient, lockClient, type Nomme } from '../customers/clients.ts';
import { keyOfName } from '../people/noms.ts';
import { PERSONAL } from '../lessons/columns.ts';
import {
  comptesOf,
  hasSeat,
  nommesOf,
  OF_DELETED,
  OF_LESSONS,
  type Place,
  seatsOf,
} from '../lessons/participants.ts';
import { eraseRetires } from '../lessons/participants_retires.ts';
import { lockReservationsOf } from '../lessons/reservations.ts';
import { lockSupprimeesOf } from '../lessons/supprimees.ts';
import { nameIn } from '../lessons/facts.ts';
import { insertErased, keepIds } from '../backups.ts';
import { insertAccountEnds } from '../signin/sessions.ts';
import { deleteUser, lockUser } from '../people/users.ts';

/** Replaces the address if another email contains it. */
const SANS_ADRESSE = 'adresse effacée';

/** Locks the reservations in which a customer has a seat, or had one, including deleted ones. */
export async function lockSeatsOf(tx: Tx, id: string): Promise<void> {
  await lockReservationsOf(tx, id);
  await lockSupprimeesOf(tx, id);
}

/**
 * Locks the reservations, including deleted ones, before the account: in the order in which a
 * change of a lesson locks them (ADR-014); the customer before it too, as a booking does.
 */
export async function lockToErase(tx: Tx, id: string): Promise<User | null> {
  await lockSeatsOf(tx, id);
  // Seats refer to the customer: nobody stores one any more.
  await lockClient(tx, id);
  return lockUser(tx, id, 'deletion');
}

/**
 * The same for a customer without an account; null if there is none. `emails`: none if somebody else
 * has the address too.
 */
export async function lockClientToErase(tx: Tx, id: string): Promise<Efface | null> {
  await lockSeatsOf(tx, id);
  const client = await lockClient(tx, id);
  if (!client?.nom) return null;
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from clients c where c.id = ${id} and c.email is not null and not exists (select from users u where u.email = c.email)
      and not exists (select from clients o where o.email = c.email and o.id <> c.id)`);
  return { id, emails: rows.map((row) => row.email) };
}

/** The lessons that begin after a time, are not cancelled, and in which an account has a seat. */
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
 * Erases an account that is locked (`lockToErase`). Its reservations keep the names, without
 * account and remarks. Rows that refer to the account by a foreign key (password, sessions,
 * devices, second factor, passkeys, photos, riders, requests for alerts, calendar feeds) are
 * deleted with its row.
 */
export async function eraseAccount(
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<void> {
  const emails = [email, ...(await listFormer(tx, id))];
  await eraseCourriels(tx, { id, emails }, now);
  await eraseCompte(tx, id, now);
  await eraseAllSeats(tx, { id, emails });
  // A name that is an address is replaced above, so nothing counts as it any more.
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
  // The keys of attempts consist of words, one of which is the address or the id.
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

/**
 * Erases a customer without an account that is locked (`lockClientToErase`). As for an account, its
 * reservations keep the names (PEOPLE-31); its riders are deleted with its row.
 */
export async function eraseClient(tx: Tx, efface: Efface, now: Date): Promise<void> {
  await eraseCourriels(tx, efface, now);
  await eraseCompte(tx, efface.id, now);
  await eraseAllSeats(tx, efface);
  await insertErased(tx, [efface.id]);
  await deleteClient(tx, efface.id);
}

async function eraseAllSeats(tx: Tx, efface: Efface): Promise<void> {
  await eraseSeats(tx, efface, OF_LESSONS);
  await eraseSeats(tx, efface, OF_DELETED);
  await eraseRetires(tx, efface);
  await eraseLignes(tx, efface.id);
}

/** Addresses that an account had before, except those that another account has by now. */
async function listFormer(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select ancien as email from users u, unnest(u.emails_anciens) as ancien where u.id = ${id} and not exists (select from users o where o.email = ancien)`);
  return rows.map((row) => row.email);
}

/**
 * Called after the transaction of an erasure: writes the id to the file beside the backups, so that
 * no restore brings the account back. If the file cannot be written, the erasure remains valid and
 * housekeeping tries again.
 */
export const keepErasedIds = (
  services: Pick<Services, 'db' | 'sauvegardes' | 'log'>,
): Promise<void> =>
  keepIds(services).catch((err: unknown) =>
    services.log.warn({ err }, 'the ids of erased accounts could not be written'),
  );

/** How many lessons are read and written at once. */
const LESSONS_AT_ONCE = 500;

/** Writes the result of `withoutAccount` for each lesson in which the account has a seat. */
async function eraseSeats(tx: Tx, efface: Efface, place: Place): Promise<void> {
  const [lessons, seats] = [sql.raw(place.of), sql.raw(place.table)];
  for (;;) {
    const { rows } = await tx.execute<
      ErasedLecon & { id: string; comptes: Personne[]; nommes: Nomme[] }
    >(sql`
      select id, nombre_personnes, version, ${sql.raw(PERSONAL.join(', '))},
        ${seatsOf(place)} as participants, ${comptesOf(place)} as comptes, ${nommesOf(place)} as nommes
      from ${lessons} where id in (select reservation_id from ${seats} where user_id = ${efface.id}) limit ${LESSONS_AT_ONCE}`);
    if (rows.length === 0) return;
    const left = rows.map(({ comptes, nommes, ...lecon }) =>
      withoutAccount(lecon, efface, nameIn({ comptes, nommes })),
    );
    await tx.execute(sql`
      update ${lessons} r set version = n.version, ${sql.raw(PERSONAL.map((name) => `${name} = n.${name}`).join(', '))}
      from jsonb_populate_recordset(null::${lessons}, ${JSON.stringify(left)}::jsonb) as n where r.id = n.id`);
    await tx.execute(sql`
      update ${seats} s set user_id = n.user_id, nom = n.nom, remarques = n.remarques
      from jsonb_populate_recordset(null::${seats}, ${JSON.stringify(left.flatMap(({ participants }) => participants))}::jsonb) as n where s.id = n.id`);
  }
}

/**
 * Deletes the emails to the account or customer at any of its addresses, the emails to administrators about its
 * sign-up, and the centre's copies about its lessons. Waiting copies are first sent, within the
 * period of an erasure, and then blanked (`blankErased`). In all other emails the address is
 * replaced. Emails to the copies address of the settings belong to the centre, even if an
 * administrator uses the same address.
 */
async function eraseCourriels(tx: Tx, { id, emails }: Efface, now: Date): Promise<void> {
  // Read first: the statements below are then planned for that many lessons, and use an index.
  const { rows } = await tx.execute<{ id: string }>(sql`
    select reservation_id as id from participants where user_id = ${id} union select reservation_id from participants_supprimes where user_id = ${id}
    union select reservation_id from participants_retires where user_id = ${id}
    union select reservation_id from ${courriels} where reservation_id is not null and (user_id = ${id} or contenu ? 'comptes' and contenu -> 'comptes' ? ${id})`);
  const lessons = sql.param(rows.map((lesson) => lesson.id));
  const aboutItsLessons = sql`${courriels.user_id} is null and ${courriels.reservation_id} = any(${lessons}::uuid[])`;
  const last = new Date(now.getTime() + conservationSeconds('effacement') * 1000).toISOString();
  await tx
    .update(courriels)
    .set({
      contenu: sql`${courriels.contenu} || '{"a_effacer": true}'`,
      perime_apres: sql`least(${courriels.perime_apres}, ${last}::timestamptz)`,
    })
    .where(and(eq(courriels.statut, 'en_attente'), aboutItsLessons));
  await tx.delete(courriels).where(and(ne(courriels.statut, 'en_attente'), aboutItsLessons));
  await tx.delete(courriels).where(
    or(
      eq(courriels.user_id, id),
      and(
        inArray(courriels.destinataire, [...emails]),
        // Either way. There is an index of each: the one by address leaves out those that wait.
        or(ne(courriels.statut, 'en_attente'), eq(courriels.statut, 'en_attente')),
        sql`not exists (select from ${parametres} where ${parametres.adminEmail} = ${courriels.destinataire})`,
      ),
    ),
  );
  await deleteCourrielsAbout(tx, id);
  if (emails.length === 0) return;
  // Matches whole words. In the text of a JSON value a line break is `\n`: its `n` is not part of a
  // longer address, nor the beginning of this one.
  const word = `(?<=[^a-z0-9._%+\\\\-]|\\\\[nrt])(?:${emails.map((email) => email.replace(/[^a-z0-9]/g, '\\$&')).join('|')})(?![a-z0-9-])`;
  // An index finds the emails that may contain an address; the expression below decides.
  const mentions = sql`${CITES_ADDRESS} and adresses_citees(${courriels.contenu}, ${courriels.derniere_erreur}) && adresses_citees(${JSON.stringify(emails)}::jsonb, null)`;
  await tx
    .update(courriels)
    .set({
      contenu: sql`regexp_replace(${courriels.contenu}::text, ${word}, ${SANS_ADRESSE}, 'gi')::jsonb`,
    })
    .where(sql`${mentions} and ${courriels.contenu}::text ~* ${word}`);
  await tx
    .update(courriels)
    .set({ derniere_erreur: null })
    .where(sql`${mentions} and ${courriels.derniere_erreur} ~* ${word}`);
}

/**
 * An email about an erasure itself (a refusal, the end of an account), or about the lessons of an
 * erased account.
 */
const aboutErasure = sql`(${courriels.sorte} in ('refus', 'effacement') or ${courriels.contenu} ? 'a_effacer')`;

/** The blanked content: what the email was about, without any name. */
const BLANK = sql`case when ${courriels.contenu} ? 'lecon'
  then jsonb_set(jsonb_set(${courriels.contenu} - 'avant' - 'raison' - 'comptes' || '{"nom": ""}', '{lecon,noms_participants}', '[]'), '{lecon,remarques}', 'null')
  else jsonb_build_object('sorte', ${courriels.sorte}, 'nom', '') end`;

/**
 * Removes recipient and names from such emails once they are sent, given up or outdated
 * (PEOPLE-32); `id`: only from this one.
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
