/** The lines of the journal as administrators read them (ACC-74). */
import type { ActionJournal, DetailsJournal } from '#domain/journal/journal.ts';
import { displayName } from '#domain/people/users.ts';
import type { Reader } from '../platform/db.ts';
import {
  type FiltreJournal,
  listActes,
  listJournal,
  type NameOf,
  SERVEUR,
} from '../stores/journal.ts';

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
  suites: Suite[];
};
type Suite = Pick<LigneLue, 'id' | 'action' | 'compte' | 'objet_id' | 'details'>;
type Row = Awaited<ReturnType<typeof listJournal>>[number];

function compteOf(account: NameOf | null): Compte | null {
  if (!account?.id) return null;
  return { id: account.id, nom: displayName({ ...account, email: account.email ?? '' }) };
}

/** `client`: the customer, whose name is that of its account if it has one. */
const suiteOf = ({ ligne: { id, action, objet_id, details }, compte, client }: Row): Suite => ({
  id,
  action: action as ActionJournal,
  compte: compteOf(compte) ?? (client?.nom ? { id: client.id, nom: client.nom } : null),
  objet_id,
  details,
});

/** The acts, newest first; at most `nombre`, after `offset`. */
export async function readLignes(
  reader: Reader,
  filtre: FiltreJournal,
  slice: { nombre: number; offset: number },
): Promise<LigneLue[]> {
  const acts = await listJournal(reader, filtre, slice);
  const actes = acts.flatMap(({ ligne: { acte } }) => (acte === null ? [] : [acte]));
  const others = actes.length === 0 ? [] : await listActes(reader, actes);
  return acts.map((row) => {
    const { id, survenu_at, ip, user_agent, acte } = row.ligne;
    return {
      ...suiteOf(row),
      survenu_at: survenu_at.toISOString(),
      acteur: compteOf(row.acteur),
      serveur: ip === SERVEUR,
      ip: ip === SERVEUR ? null : ip,
      user_agent,
      suites: others
        .filter(({ ligne }) => acte !== null && ligne.acte === acte && ligne.id !== id)
        .map(suiteOf),
    };
  });
}
