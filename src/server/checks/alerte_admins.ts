/** Notifies every administrator at once of a change in who has access (MAIL-30). */
import type { FaitAlerte } from '#domain/emails/courriels.ts';
import { envoisAlerte } from '#domain/emails/securite.ts';
import type { Personne } from '#domain/people/users.ts';
import type { FaitDeReglages } from '#domain/settings/gardes.ts';
import type { Parametres } from '#domain/settings/parametres.ts';
import type { Tx } from '../platform/db.ts';
import { insertCourriels } from '../stores/emails/courriels.ts';
import type { Auteur } from '../stores/journal.ts';
import { getAdressePar } from '../stores/people/adresses.ts';
import { getUser, listActiveAdmins } from '../stores/people/users.ts';

type Told = Pick<Auteur, 'personne' | 'now'>;

/**
 * A change of an account. Its person gets an email of its own (MAIL-04, MAIL-40), except if it was
 * unblocked. If it has become an administrator, the email names who gave it its address (ACC-104).
 */
export async function tellEveryAdmin(
  tx: Tx,
  { personne, now }: Told,
  fait: Exclude<FaitAlerte, FaitDeReglages>,
  compte: Pick<Personne, 'id'>,
): Promise<void> {
  const admins = (await listActiveAdmins(tx)).filter(
    ({ id }) => id !== compte.id || fait === 'compte_debloque',
  );
  const about = {
    par: personne && (await getUser(tx, personne.id)),
    compte: await getUser(tx, compte.id),
    adresse: fait === 'nouvel_administrateur' ? await getAdressePar(tx, compte.id, now()) : null,
  };
  await insertCourriels(tx, envoisAlerte(admins, fait, about, now()));
}

/**
 * A change of the settings; `des`: the instant from which shorter periods are in force (SET-51), in
 * ISO 8601.
 */
export async function tellReglages(
  tx: Tx,
  { personne, now }: Told,
  fait: FaitDeReglages,
  reglages: { reglages: readonly (keyof Parametres)[]; des?: string | undefined },
): Promise<void> {
  const par = personne && (await getUser(tx, personne.id));
  const about = { par, compte: null, ...reglages };
  await insertCourriels(tx, envoisAlerte(await listActiveAdmins(tx), fait, about, now()));
}
