/** Notifies every administrator at once of a change in who has access (MAIL-30). */
import type { FaitAlerte } from '#domain/emails/courriels.ts';
import { envoisAlerte } from '#domain/emails/securite.ts';
import type { Personne } from '#domain/people/users.ts';
import type { Tx } from '../platform/db.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import type { Auteur } from '../stores/journal.ts';
import { getAdressePar } from '../stores/people/adresses.ts';
import { getUser, listActiveAdmins } from '../stores/people/users.ts';

/**
 * `compte`: the affected account, which gets an email of its own (MAIL-04, MAIL-40), if any. If it has
 * become an administrator, the email names who gave it its address (ACC-104).
 */
export async function tellEveryAdmin(
  tx: Tx,
  { personne, now }: Pick<Auteur, 'personne' | 'now'>,
  fait: FaitAlerte,
  compte: Pick<Personne, 'id'> | null = null,
): Promise<void> {
  const [par, concerned] = [
    personne && (await getUser(tx, personne.id)),
    compte && (await getUser(tx, compte.id)),
  ];
  const admins = (await listActiveAdmins(tx)).filter(({ id }) => id !== compte?.id);
  const adresse =
    compte && fait === 'nouvel_administrateur' ? await getAdressePar(tx, compte.id, now()) : null;
  await insertCourriels(tx, envoisAlerte(admins, fait, { par, compte: concerned, adresse }, now()));
}
