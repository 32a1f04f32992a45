/** The lines of the journal as administrators read them (ACC-74). */
import type { ActionJournal, DetailsJournal } from '#domain/journal/journal.ts';
import { displayName } from '#domain/people/users.ts';
import type { Reader } from '../platform/db.ts';
import { type FiltreJournal, listJournal, type NameOf, SERVEUR } from '../stores/journal.ts';

type Compte = { id: string; nom: string };

export type LigneLue = {
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

/** Newest first; at most `nombre` lines, after `offset`. */
export async function readLignes(
  reader: Reader,
  filtre: FiltreJournal,
  slice: { nombre: number; offset: number },
): Promise<LigneLue[]> {
  return (await listJournal(reader, filtre, slice)).map(
    ({ ligne: { id, survenu_at, action, objet_id, details, ip, user_agent }, acteur, compte }) => ({
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
  );
}
