/** The journal for administrators (ACC-74), and how long it is kept (ACC-71). */
import { addDays, FIRST_JOUR, instantOf, LAST_JOUR } from '#domain/core/calendrier.ts';
import type { ActionJournal, DetailsJournal } from '#domain/journal/journal.ts';
import type { CategorieJournal } from '#domain/journal/categories.ts';
import { sliceOf } from '#domain/core/pages.ts';
import { displayName } from '#domain/people/users.ts';
import type { Ctx, Services } from '../platform/services.ts';
import {
  countJournal,
  deleteJournalOlderThan,
  listJournal,
  type NameOf,
  SERVEUR,
} from '../stores/journal.ts';
import { getParametres } from '../stores/settings/parametres.ts';

type Filtre = {
  categorie?: CategorieJournal | undefined;
  du?: string | undefined;
  au?: string | undefined;
  par?: string | undefined;
  q?: string | undefined;
  page: number;
};

type Compte = { id: string; nom: string };

type Ligne = {
  id: number;
  survenu_at: string;
  action: ActionJournal;
  acteur: Compte | null;
  serveur: boolean;
  compte: Compte | null;
  objet_id: string | null;
  details: DetailsJournal;
  ip: string | null;
  user_agent: string | null;
};

function compteOf(account: NameOf | null): Compte | null {
  if (!account?.id) return null;
  return { id: account.id, nom: displayName({ ...account, email: account.email ?? '' }) };
}

/** One page of the journal, and the total number of matches. */
export async function list(
  ctx: Ctx,
  { page, du, au, ...rest }: Filtre,
): Promise<{ page: Ligne[]; total: number }> {
  // The first and the last possible day are no filter, and PostgreSQL could not read their
  // instants.
  const filtre = {
    ...rest,
    from: du === undefined || du === FIRST_JOUR ? undefined : instantOf(du, '00:00'),
    before: au === undefined || au === LAST_JOUR ? undefined : instantOf(addDays(au, 1), '00:00'),
  };
  const rows = await listJournal(ctx.db, filtre, sliceOf(page));
  return {
    page: rows.map(
      ({
        ligne: { id, survenu_at, action, objet_id, details, ip, user_agent },
        acteur,
        compte,
      }) => ({
        id,
        survenu_at: survenu_at.toISOString(),
        action: action as ActionJournal,
        acteur: compteOf(acteur),
        serveur: ip === SERVEUR,
        compte: compteOf(compte),
        objet_id,
        details,
        ip: ip === SERVEUR ? null : ip,
        user_agent,
      }),
    ),
    total: await countJournal(ctx.db, filtre),
  };
}

/** Housekeeping: deletes the lines that are older than the months of the setting. */
export async function sweep({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const { journalMois } = await getParametres(db);
  await deleteJournalOlderThan(db, journalMois, now());
}
