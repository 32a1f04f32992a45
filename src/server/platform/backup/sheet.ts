/**
 * The recovery sheet, to be printed and kept away from the server: how to restore a backup if
 * nothing else is left (OPS-07).
 */
import { formatJour, momentAt } from '#domain/core/calendrier.ts';

type Kept = {
  secret: string;
  production: boolean;
  sauvegardes: { dir: string; passphrase: string | null };
};

/**
 * The text of the sheet. It contains the secrets in clear, so it belongs in a safe and never in a
 * log.
 */
export function recoverySheet(
  { secret, production, sauvegardes: { dir, passphrase } }: Kept,
  now: Date,
): string {
  const encrypted = passphrase !== null;
  return `FICHE DE SECOURS DE MANÈGE
Imprimée le ${formatJour(momentAt(now).jour, 'long')}. À garder dans un coffre : elle contient des secrets.

1. Où sont les sauvegardes
   ${dir}
   Copies ailleurs (à compléter) : ________________________________________

2. Phrase de passe des sauvegardes
   ${passphrase ?? 'aucune : les sauvegardes ne sont pas chiffrées'}

3. SECRET, sans lequel les seconds facteurs sont à refaire
   ${secret}

4. Pour tout remettre sur une autre machine
   Installez Node.js 20 ou plus récent et une copie de Manège, de la même version ou d'une plus récente.
   Copiez d'abord comptes-effaces.txt, qui est à côté des sauvegardes, dans /srv/manege/sauvegardes (à créer), pour que les
   comptes effacés le restent. Puis, dans le dossier de Manège :
${encrypted ? "   export BACKUP_PASSPHRASE='la phrase du point 2'\n" : ''}   export SECRET='le secret du point 3'
   DATA_DIR=/srv/manege npm run restore -- LE-FICHIER.sauvegarde
   DATA_DIR=/srv/manege DEMO=0 npm start${production ? '   (et les autres variables de production)' : ''}

5. Sans Manège
   La première ligne d'un fichier dit ce qu'il est (head -1), les 73 derniers octets sont sa somme de contrôle. Entre les deux,
   les tables en texte, telles que PostgreSQL les lit (COPY) :
   tail -n +2 FICHIER | head -c -73 ${encrypted ? '| age -d ' : ''}| gunzip`;
}
