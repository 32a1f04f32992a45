/** The journal for administrators (ACC-74), and how long it is kept (ACC-71). */
import { addDays, FIRST_JOUR, instantOf, LAST_JOUR } from '#domain/core/calendrier.ts';
import type { CategorieJournal } from '#domain/journal/categories.ts';
import { sliceOf } from '#domain/core/pages.ts';
import { type LigneLue, readLignes } from '../checks/journal.ts';
import type { Ctx, Services } from '../platform/services.ts';
import { countJournal, deleteJournalOlderThan } from '../stores/journal.ts';
import { getDurees } from '../stores/settings.ts';

type Filtre = {
  categorie?: CategorieJournal | undefined;
  du?: string | undefined;
  au?: string | undefined;
  par?: string | undefined;
  q?: string | undefined;
  page: number;
};

/** One page of the journal, and the total number of matches. */
export async function list(
  ctx: Ctx,
  { page, du, au, ...rest }: Filtre,
): Promise<{ page: LigneLue[]; total: number }> {
  // The first and the last possible day are no filter, and PostgreSQL could not read their
  // instants.
  const filtre = {
    ...rest,
    from: du === undefined || du === FIRST_JOUR ? undefined : instantOf(du, '00:00'),
    before: au === undefined || au === LAST_JOUR ? undefined : instantOf(addDays(au, 1), '00:00'),
  };
  return {
    page: await readLignes(ctx.db, filtre, sliceOf(page)),
    total: await countJournal(ctx.db, filtre),
  };
}

/** Housekeeping: deletes the lines that are older than the months in force (SET-51). */
export async function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const { journalMois } = await getDurees(db, now());
  await deleteJournalOlderThan(db, journalMois, now());
}
