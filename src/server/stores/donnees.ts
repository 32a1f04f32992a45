/** Everything that is stored about one account (PEOPLE-33), read with the account's id alone. */
import { asc, desc, eq, getTableColumns, or } from 'drizzle-orm';
import type { Reader } from '../platform/db.ts';
import { appareils, clesAcces, courriels, journal, reservations, reservationsSupprimees, secondsFacteurs, sessions, users } from '../platform/schema.ts';

/** How many emails, and how many lines of the journal, are given at most: the newest. An administrator may have very many. */
const NEWEST = 5_000;

/** One read after the other: who asks for their data waits a little, others do not. */
export async function readDonnees(reader: Reader, id: string) {
  const [compte] = await reader.select().from(users).where(eq(users.id, id));
  if (!compte) return null;
  const { user_id: _account, ...lecon } = getTableColumns(reservations);
  const { user_id: _owner, supprimee_par: _by, ...supprimee } = getTableColumns(reservationsSupprimees);
  return {
    compte,
    reservations: await reader.select(lecon).from(reservations).where(eq(reservations.user_id, id)).orderBy(asc(reservations.date_reservation), asc(reservations.heure_debut)),
    reservations_supprimees: await reader.select(supprimee).from(reservationsSupprimees).where(eq(reservationsSupprimees.user_id, id)).orderBy(asc(reservationsSupprimees.date_reservation)),
    courriels: await reader.select().from(courriels).where(or(eq(courriels.user_id, id), eq(courriels.destinataire, compte.email))).orderBy(desc(courriels.created_at)).limit(NEWEST),
    sessions: await reader.select({
      ouverte_le: sessions.created_at, expire_le: sessions.expires_at, adresse_ip: sessions.ip_address, navigateur: sessions.user_agent,
    }).from(sessions).where(eq(sessions.user_id, id)).orderBy(desc(sessions.created_at)),
    appareils: await reader.select({ connu_depuis: appareils.created_at, utilise_le: appareils.utilise_at }).from(appareils).where(eq(appareils.user_id, id)).orderBy(desc(appareils.utilise_at)),
    cles_acces: await reader.select({ nom: clesAcces.nom, ajoutee_le: clesAcces.created_at, utilisee_le: clesAcces.utilise_at }).from(clesAcces).where(eq(clesAcces.user_id, id)).orderBy(asc(clesAcces.created_at)),
    seconds_facteurs: await reader.select({ actif_depuis: secondsFacteurs.actif_at }).from(secondsFacteurs).where(eq(secondsFacteurs.user_id, id)),
    journal: await reader.select().from(journal).where(or(eq(journal.acteur_id, id), eq(journal.objet_id, id))).orderBy(desc(journal.survenu_at), desc(journal.id)).limit(NEWEST),
  };
}
