/** Erasure of an account (PEOPLE-31): the same for its owner, for an administrator who deletes it and for a refusal (ADR-021). */
import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { Moment } from '#domain/calendrier.ts';
import type { User } from '#domain/users.ts';
import type { Tx } from '../platform/db.ts';
import { courriels, demandesDeLien, essais, journal, parametres, reservations, reservationsSupprimees, verifications } from '../platform/schema.ts';
import { deleteCourrielsAbout } from './courriels.ts';
import { lockReservationsOf, type Reservation } from './reservations.ts';
import { lockSupprimeesOf } from './reservations_supprimees.ts';
import { insertErased } from './sauvegardes.ts';
import { insertAccountEnds } from './sessions.ts';
import { deleteUser, lockUser } from './users.ts';

/** Stands where an address was the only name of its account. */
const SANS_NOM = 'Compte supprimé';
/** Stands where another email mentions the address. */
const SANS_ADRESSE = 'adresse effacée';

/** Locks the reservations, deleted ones too, before the account: in the order in which a change of a lesson locks them (ADR-014). */
export async function lockToErase(tx: Tx, id: string): Promise<User | null> {
  await lockReservationsOf(tx, id);
  await lockSupprimeesOf(tx, id);
  return lockUser(tx, id, 'deletion');
}

/** Cancels the lessons of an account that begin after a moment; as they were, but without remarks, and with their new version. */
export async function cancelComing(tx: Tx, user_id: string, { jour, heure }: Moment): Promise<Reservation[]> {
  const { date_reservation, heure_debut, statut, version } = reservations;
  return tx.update(reservations).set({ statut: 'annulee', remarques: null, version: sql`${version} + 1` })
    .where(and(eq(reservations.user_id, user_id), ne(statut, 'annulee'), or(gt(date_reservation, jour), and(eq(date_reservation, jour), gt(heure_debut, heure)))))
    .returning();
}

/**
 * Erases an account that is locked (`lockToErase`). Its reservations remain under the names, without account and remarks.
 * What refers to the account by a foreign key (password, sessions, devices, second factor, passkeys, photos) goes with its row.
 */
export async function eraseAccount(tx: Tx, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  await eraseCourriels(tx, id, email);
  for (const table of [reservations, reservationsSupprimees]) {
    await tx.update(table).set({
      user_id: null, remarques: null,
      // An edit that was begun with the remarks is refused, and does not bring them back (DESK-19).
      version: sql`${table.version} + (${table.remarques} is not null)::int`,
      // Who has no usable name stands under the address (ACC-15).
      nom_client: sql`case when ${table.nom_client} = ${email} then ${SANS_NOM} else ${table.nom_client} end`,
      noms_participants: sql`array_replace(${table.noms_participants}, ${email}, ${SANS_NOM})`,
    }).where(eq(table.user_id, id));
  }
  await tx.update(journal).set({ ip: null, user_agent: null })
    .where(or(eq(journal.acteur_id, id), and(sql`${journal.acteur_id} is null`, eq(journal.objet_id, id))));
  // The keys of attempts are words, of which one is the address or the id.
  await tx.delete(essais).where(sql`string_to_array(${essais.cle}, ' ') && array[${email}, ${id}]::text[]`);
  await tx.delete(demandesDeLien).where(eq(demandesDeLien.email, email));
  await tx.delete(verifications).where(eq(verifications.value, id));
  await insertAccountEnds(tx, id);
  await insertErased(tx, [id]);
  await deleteUser(tx, id);
}

/**
 * Deletes the emails to the account, what administrators were told of its sign-up, and the centre's copies about its lessons.
 * Copies that wait are sent first, and blanked then (`blankErased`). In all others the address is replaced. What goes to the
 * centre's own address of the settings is the centre's, also where an administrator uses the same one.
 */
async function eraseCourriels(tx: Tx, id: string, email: string): Promise<void> {
  const aboutItsLessons = sql`${courriels.user_id} is null and ${courriels.reservation_id} in (
    select id from ${reservations} where user_id = ${id} union select id from ${reservationsSupprimees} where user_id = ${id}
    union select reservation_id from ${courriels} where user_id = ${id})`;
  await tx.update(courriels).set({ contenu: sql`${courriels.contenu} || '{"a_effacer": true}'` }).where(and(eq(courriels.statut, 'en_attente'), aboutItsLessons));
  await tx.delete(courriels).where(and(ne(courriels.statut, 'en_attente'), aboutItsLessons));
  await tx.delete(courriels).where(or(
    eq(courriels.user_id, id),
    and(eq(courriels.destinataire, email), sql`not exists (select from ${parametres} where ${parametres.adminEmail} = ${email})`),
  ));
  await deleteCourrielsAbout(tx, id);
  // As a whole word. In the text of a JSON value a line break is `\n`: its `n` is no letter of a longer address.
  const word = `(?<=[^a-z0-9._%+-]|\\\\[nrt])${email.replace(/[^a-z0-9]/g, '\\$&')}(?![a-z0-9-])`;
  await tx.update(courriels).set({ contenu: sql`regexp_replace(${courriels.contenu}::text, ${word}, ${SANS_ADRESSE}, 'gi')::jsonb` })
    .where(sql`${courriels.contenu}::text ~* ${word}`);
  await tx.update(courriels).set({ derniere_erreur: null }).where(sql`${courriels.derniere_erreur} ~* ${word}`);
}

/** An email about an erasure itself (a refusal, the end of an account), or about the lessons of an erased account. */
const aboutErasure = sql`(${courriels.sorte} in ('refus', 'effacement') or ${courriels.contenu} ? 'a_effacer')`;

/** What remains of its content: what it was about, without anyone's name. */
const BLANK = sql`case when ${courriels.contenu} ? 'lecon'
  then jsonb_set(jsonb_set(${courriels.contenu} - 'avant' - 'raison' || '{"nom": ""}', '{lecon,noms_participants}', '[]'), '{lecon,remarques}', 'null')
  else jsonb_build_object('sorte', ${courriels.sorte}, 'nom', '') end`;

/** Removes recipient and names from such emails once they are sent, given up or outdated (PEOPLE-32); `id`: from this one only. */
export async function blankErased(tx: Tx, id?: string): Promise<void> {
  await tx.update(courriels).set({ destinataire: '', destinataire_nom: '', derniere_erreur: null, contenu: BLANK })
    .where(and(id === undefined ? undefined : eq(courriels.id, id), ne(courriels.statut, 'en_attente'), ne(courriels.destinataire, ''), aboutErasure));
}
