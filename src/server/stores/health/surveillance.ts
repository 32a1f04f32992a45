/** The figures of the database for monitoring (OPS-61): numbers and instants, no personal data. */
import { and, count, eq, lte, min } from 'drizzle-orm';
import { panneOf } from '#domain/backups.ts';
import type { Figures } from '#server/platform/metrics.ts';
import type { Reader } from '#server/platform/db.ts';
import { courriels } from '#server/platform/schema/schema.ts';
import { getEtat } from '../backups.ts';

export async function readFigures(reader: Reader, now: Date): Promise<Figures> {
  const [due] = await reader
    .select({ n: count(), since: min(courriels.envoyer_apres) })
    .from(courriels)
    .where(and(eq(courriels.statut, 'en_attente'), lte(courriels.envoyer_apres, now)));
  const [failed] = await reader
    .select({ n: count() })
    .from(courriels)
    .where(eq(courriels.statut, 'echoue'));
  const etat = await getEtat(reader);
  const { reussie_at, octets, nonVerifiee, erreur } = etat;
  return {
    emailsWaiting: due?.n ?? 0,
    oldestEmailSeconds: due?.since ? Math.max(0, (now.getTime() - due.since.getTime()) / 1_000) : 0,
    emailsFailed: failed?.n ?? 0,
    backup: reussie_at && {
      seconds: reussie_at.getTime() / 1_000,
      bytes: octets ?? 0,
      verified: nonVerifiee === null,
    },
    backupFailed: erreur !== null,
    backupLate: panneOf(etat, now) !== null,
  };
}
