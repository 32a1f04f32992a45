/**
 * Restoring on the installation page (OPS-30). It does not use `fetchApi`, because only
 * XMLHttpRequest reports how much of a file has been sent.
 */
import { readRefus } from '#web/data/http.ts';
import type { Restaurable } from '#web/data/signUp.ts';

/** The source of a restore: a file on this computer, or one in the server's folder. */
export type Source = Restaurable & { fichier?: File };

/** The progress from 0 to 1: the file is sent, then read and loaded, then compared. */
export type Avancement = { etape: 'envoi' | 'lecture' | 'chargement'; part: number };

/** `coupee`: the connection was lost, or a proxy answered. */
export type Issue =
  | { sorte: 'restauree' }
  | { sorte: 'refusee'; code: string; message: string }
  | { sorte: 'coupee' };

/** The first line of a backup ends before this byte. */
const FIRST_LINE = 4_096;

/** The description of a backup in its first line. Null if the file is not a backup. */
export async function readSource(fichier: File): Promise<Source | null> {
  try {
    const [line = ''] = (await fichier.slice(0, FIRST_LINE).text()).split('\n');
    const { manege, chiffree, creee_at } = JSON.parse(line) as {
      manege?: unknown;
      chiffree?: unknown;
      creee_at?: unknown;
    };
    return manege === 'sauvegarde'
      ? {
          nom: fichier.name,
          octets: fichier.size,
          chiffree: chiffree === true,
          creee_at: String(creee_at),
          fichier,
        }
      : null;
  } catch {
    return null;
  }
}

/** Sends a file, or names one on the server, and follows its restore to the end. */
export function restore(
  jeton: string,
  { nom, fichier }: Source,
  phrase: string,
  onProgress: (avancement: Avancement) => void,
): Promise<Issue> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(
      'POST',
      `/api/installation/restauration${fichier ? '' : `?fichier=${encodeURIComponent(nom)}`}`,
    );
    request.setRequestHeader('authorization', `Bearer ${jeton}`);
    if (fichier) request.setRequestHeader('content-type', 'application/octet-stream');
    if (phrase !== '') request.setRequestHeader('x-phrase-de-passe', encodeURIComponent(phrase));
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress({ etape: 'envoi', part: loaded / total }),
    );
    request.upload.addEventListener('load', () => onProgress({ etape: 'lecture', part: 1 }));
    request.addEventListener('progress', () => {
      const part = request.status === 200 ? lastOf(request.responseText)['part'] : undefined;
      if (typeof part === 'number') onProgress({ etape: 'chargement', part });
    });
    request.addEventListener('load', () => resolve(issueOf(request)));
    request.addEventListener('error', () => resolve({ sorte: 'coupee' }));
    request.send(fichier ?? null);
  });
}

/** A proxy in front of the service refuses a body of this size. */
const REFUSED_BY_PROXY =
  'Le serveur placé devant Manège refuse un fichier de cette taille. Déposez-le dans le dossier des sauvegardes du serveur, puis choisissez-le dans la liste.';

/** The last complete line of an answer that may still be arriving. */
function lastOf(text: string): Record<string, unknown> {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1) || text;
  try {
    return JSON.parse(whole.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
  } catch {
    return {};
  }
}

function issueOf({ status, responseText }: XMLHttpRequest): Issue {
  const last = lastOf(responseText);
  if ('restaure' in last) return { sorte: 'restauree' };
  const refus = readRefus(last);
  if (refus) return { sorte: 'refusee', code: refus.code, message: refus.message };
  return status === 413
    ? { sorte: 'refusee', code: 'sauvegarde_trop_grande', message: REFUSED_BY_PROXY }
    : { sorte: 'coupee' };
}
