/**
 * Participants whom the centre took out of a lesson, kept for 30 days so that they can be put back
 * (DESK-33).
 */
import { asc, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Efface, SANS_NOM } from '#domain/personal_data.ts';
import type { Retire } from '#domain/lessons/participants.ts';
import type { LeconJournal } from '#domain/journal/journal.ts';
import type { Personne } from '#domain/people/users.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import {
  clients,
  participantsRetires,
  reservations,
  users,
} from '#server/platform/schema/schema.ts';
import { nomDe, nomDuCompte } from '../people/noms.ts';
import { PERSONNE } from '../people/users.ts';

const retireur = alias(users, 'retireur');

/** The present state of the lesson, also if it is deleted. */
const lecon = sql<(LeconJournal & { supprimee: boolean }) | null>`(
  select json_build_object('date_reservation', l.date_reservation, 'heure_debut', to_char(l.heure_debut, 'HH24:MI'), 'heure_fin', to_char(l.heure_fin, 'HH24:MI'),
    'type_piste', l.type_piste, 'type_lecon', l.type_lecon, 'nombre_personnes', l.nombre_personnes, 'statut', l.statut, 'supprimee', l.supprimee)
  from (select id, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, false as supprimee from reservations
    union all select id, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, true from reservations_supprimees) as l
  where l.id = ${participantsRetires.reservation_id} limit 1)`;

/** `par`: who took the participant out; null if that account no longer exists. */
export type RetireLu = {
  id: string;
  nom: string;
  compte: string | null;
  retire_at: Date;
  par: string | null;
  reservation_id: string;
  lecon: (LeconJournal & { supprimee: boolean }) | null;
};

/** Latest first; at most `nombre` rows, after `offset`. */
export async function listRetires(
  reader: Reader,
  { nombre, offset }: { nombre: number; offset: number },
): Promise<RetireLu[]> {
  const { id, nom, retire_at, retire_par, reservation_id } = participantsRetires;
  return reader
    .select({
      id,
      nom,
      compte: nomDe('users', 'clients'),
      retire_at,
      par: nomDuCompte('retireur'),
      reservation_id,
      lecon,
    })
    .from(participantsRetires)
    .leftJoin(users, eq(users.id, participantsRetires.user_id))
    .leftJoin(clients, eq(clients.id, participantsRetires.user_id))
    .leftJoin(retireur, eq(retireur.id, retire_par))
    .orderBy(desc(retire_at), asc(participantsRetires.position))
    .limit(nombre)
    .offset(offset);
}

export const countRetires = (reader: Reader): Promise<number> => reader.$count(participantsRetires);

/** One of them with its account; null if it no longer exists. */
export async function getRetire(
  reader: Reader,
  id: string,
): Promise<{ retire: Retire; reservation_id: string; compte: Personne | null } | null> {
  const {
    reservation_id,
    retire_at: _at,
    retire_par: _by,
    ...retire
  } = getTableColumns(participantsRetires);
  const [row] = await reader
    .select({ retire, reservation_id, compte: PERSONNE })
    .from(participantsRetires)
    .leftJoin(users, eq(users.id, participantsRetires.user_id))
    .where(eq(participantsRetires.id, id));
  return row ?? null;
}

/** The lessons from which seats of an account were taken out. */
const lessonsOf = (user_id: string) =>
  sql`(select reservation_id from participants_retires where user_id = ${user_id})`;

/**
 * Erases an account from these rows: names remain, without account and remarks. The version of the
 * lessons increases, so that putting a seat back at the same time is decided again.
 */
export async function eraseRetires(tx: Tx, { id, emails }: Efface): Promise<void> {
  await tx
    .update(reservations)
    .set({ version: sql`${reservations.version} + 1` })
    .where(sql`${reservations.id} in ${lessonsOf(id)}`);
  await tx
    .update(participantsRetires)
    .set({
      user_id: null,
      remarques: null,
      nom: sql`case when ${participantsRetires.nom} = any(${sql.param(emails)}::text[]) then ${SANS_NOM} else ${participantsRetires.nom} end`,
    })
    .where(eq(participantsRetires.user_id, id));
}

export async function deleteRetiresBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(participantsRetires).where(lt(participantsRetires.retire_at, instant));
}
