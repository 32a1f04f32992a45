/** The backups for administrators (OPS-21, OPS-23). */
import { basename, join } from 'node:path';
import { stat } from 'node:fs/promises';
import { Refus } from '#domain/errors/errors.ts';
import { type FichierSauvegarde, nextNight, type SauvegardeFaite } from '#domain/backups.ts';
import { demandCode } from '#server/checks/codes.ts';
import { checkOwnPassword } from '#server/checks/mot_de_passe.ts';
import { listBackups, openBackup } from '#server/platform/backup/folder.ts';
import { type Ctx, personneOf } from '#server/platform/services.ts';
import { insertJournal } from '#server/stores/journal.ts';
import { getLast, type Sauvegarde } from '#server/stores/backups.ts';

type Sauvegardes = {
  derniere: SauvegardeFaite | null;
  reussie: SauvegardeFaite | null;
  prochaine_at: string;
  dossier: string;
  chiffrees: boolean;
  fichiers: FichierSauvegarde[];
};

export async function get({
  db,
  now,
  sauvegardes: { dir, passphrase },
}: Ctx): Promise<Sauvegardes> {
  const { derniere: last, reussie } = await getLast(db);
  return {
    derniere: last && faiteOf(last),
    reussie: reussie && faiteOf(reussie),
    prochaine_at: nextNight(now()).toISOString(),
    dossier: dir,
    chiffrees: passphrase !== null,
    fichiers: await listFiles(dir),
  };
}

const faiteOf = ({
  origine,
  debut_at,
  fin_at,
  fichier,
  octets,
  non_verifiee,
  erreur,
}: Sauvegarde): SauvegardeFaite => ({
  origine,
  debut_at: debut_at.toISOString(),
  fin_at: fin_at?.toISOString() ?? null,
  nom: fichier && basename(fichier),
  octets,
  non_verifiee,
  erreur,
});

async function listFiles(dir: string): Promise<FichierSauvegarde[]> {
  const found = await Promise.all(
    (await listBackups(dir)).map(async ({ nom, creee_at, before }) => {
      const file = await stat(join(dir, nom)).catch(() => null); // deleted meanwhile
      return file && { nom, creee_at: creee_at.toISOString(), octets: file.size, avant: before };
    }),
  );
  return found.filter((file) => file !== null);
}

/**
 * The file, which is read while it is sent. The name is that of a backup, so it leads to no other
 * file.
 */
export async function download(
  ctx: Ctx,
  { nom, password, code }: { nom: string; password: string; code?: string | undefined },
): Promise<File> {
  const personne = personneOf(ctx);
  await checkOwnPassword(ctx, personne, password);
  await demandCode(ctx, personne.id, code);
  const file = await openBackup(ctx.sauvegardes.dir, nom);
  if (!file) throw new Refus('sauvegarde_introuvable');
  await insertJournal(ctx.db, ctx, { action: 'sauvegarde.telechargee', details: { fichier: nom } });
  return file;
}
