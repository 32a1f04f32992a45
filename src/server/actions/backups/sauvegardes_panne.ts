/**
 * Warns administrators that backups fail: by a banner on every screen (OPS-24) and by email
 * (OPS-25). The banner also names functions and triggers of the database that were changed
 * (OPS-47).
 */
import { momentAt } from '#domain/core/calendrier.ts';
import { dueNow } from '#domain/emails/envois.ts';
import { responsiblesOf } from '#domain/emails/inscriptions.ts';
import { isDoubtful } from '#domain/health/horloge.ts';
import { lastNight, panneOf } from '#domain/backups.ts';
import { transact } from '#server/platform/db.ts';
import { readChanged } from '#server/platform/definitions.ts';
import type { Ctx, Services } from '#server/platform/services.ts';
import { insertCourriels } from '#server/stores/emails/courriels.ts';
import { getLastSign } from '#server/stores/health/horloge.ts';
import { getParametres } from '#server/stores/settings.ts';
import { getEtat } from '#server/stores/backups.ts';
import { countUsers, listActiveAdmins } from '#server/stores/people/users.ts';

type Alerte = { panne: { depuis: string; raison: string | null } | null; modifies: string[] };

export async function alerte({ db, probe, now }: Ctx): Promise<Alerte> {
  const [etat, modifies] = await Promise.all([getEtat(db), readChanged(probe)]);
  const panne = panneOf(etat, now());
  return { panne: panne && { ...panne, depuis: panne.depuis.toISOString() }, modifies };
}

/**
 * While backups fail, sends one email to each administrator per night, even if emails about lessons
 * are off; none from a demonstration, and none while the clock is doubtful (SET-16). The change is
 * announced to the open screens each time, because the 36 hours can pass without any change in the
 * database.
 */
export async function tellAdmins({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now();
  const panne = panneOf(await getEtat(db), at);
  if (panne === null) return;
  const silent = isDoubtful(at, await getLastSign(db)) || (await countUsers(db)).demo;
  const recipients = silent
    ? []
    : responsiblesOf(await listActiveAdmins(db), await getParametres(db));
  const { jour } = momentAt(lastNight(at));
  const contenu = {
    sorte: 'sauvegarde_en_panne',
    depuis: panne.depuis.toISOString(),
    raison: panne.raison,
  } as const;
  const added = recipients.map(({ key, adresse }) => ({
    ...adresse,
    ...dueNow(contenu, at),
    cause: `sauvegarde_en_panne ${jour} ${key}`,
  }));
  await transact(db, ['sauvegardes', 'courriels'], (tx) => insertCourriels(tx, added));
}
