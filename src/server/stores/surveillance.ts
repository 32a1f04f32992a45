/** What monitoring reads of the database (OPS-61): numbers and instants, nothing of anyone. */
import { and, count, desc, eq, isNotNull, isNull, lte, min } from 'drizzle-orm';
import type { DerniereSauvegarde } from '#domain/controles.ts';
import type { Figures } from '../platform/metrics.ts';
import type { Reader } from '../platform/db.ts';
import { courriels, sauvegardes } from '../platform/schema.ts';

/** The last backup that succeeded, and the one that ended last, each null where there is none. */
async function getLastSauvegardes(reader: Reader): Promise<{ reussie: Sauvegarde | null; finie: Sauvegarde | null }> {
  const ended = isNotNull(sauvegardes.fin_at);
  const [finie] = await reader.select().from(sauvegardes).where(ended).orderBy(desc(sauvegardes.debut_at)).limit(1);
  const [reussie] = await reader.select().from(sauvegardes).where(and(ended, isNull(sauvegardes.erreur))).orderBy(desc(sauvegardes.debut_at)).limit(1);
  return { reussie: reussie ?? null, finie: finie ?? null };
}

type Sauvegarde = typeof sauvegardes.$inferSelect;

export async function getDerniereSauvegarde(reader: Reader): Promise<DerniereSauvegarde> {
  const { reussie, finie } = await getLastSauvegardes(reader);
  return { reussie_at: reussie?.fin_at ?? null, nonVerifiee: reussie?.non_verifiee ?? null, erreur: finie?.erreur ?? null };
}

export async function readFigures(reader: Reader, now: Date): Promise<Figures> {
  const [due] = await reader.select({ n: count(), since: min(courriels.envoyer_apres) }).from(courriels).where(and(eq(courriels.statut, 'en_attente'), lte(courriels.envoyer_apres, now)));
  const [failed] = await reader.select({ n: count() }).from(courriels).where(eq(courriels.statut, 'echoue'));
  const { reussie, finie } = await getLastSauvegardes(reader);
  return {
    emailsWaiting: due?.n ?? 0,
    oldestEmailSeconds: due?.since ? Math.max(0, (now.getTime() - due.since.getTime()) / 1_000) : 0,
    emailsFailed: failed?.n ?? 0,
    backup: reussie?.fin_at ? { seconds: reussie.fin_at.getTime() / 1_000, bytes: reussie.octets ?? 0, verified: reussie.non_verifiee === null } : null,
    backupFailed: (finie?.erreur ?? null) !== null,
  };
}
