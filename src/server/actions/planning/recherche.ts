/** The search of administrators (DESK-61 to DESK-64, DESK-81). */
import { momentAt } from '#domain/core/calendrier.ts';
import {
  demandedIn,
  LECONS_TROUVEES_MAX,
  type LeconsTrouvees,
  RECHERCHE_MIN,
  RESULTATS_MAX,
  type Resultats,
} from '#domain/planning/recherche.ts';
import type { Ctx } from '#server/platform/services.ts';
import { searchAllClients } from '#server/stores/customers/clients.ts';
import { listLeconsTrouvees } from '#server/stores/planning/lecons_trouvees.ts';
import { searchLecons } from '#server/stores/planning/recherche.ts';

/**
 * What a text finds, the first of each kind. A text that is only a day may be the name of a
 * customer too.
 */
export async function get(ctx: Ctx, { q }: { q: string }): Promise<Resultats> {
  const text = q.trim();
  if (text.length < RECHERCHE_MIN) return { clients: [], noms: [], lecons: [] };
  const maintenant = momentAt(ctx.now());
  const demandee = demandedIn(text, maintenant.jour);
  const [clients, found] = await Promise.all([
    searchAllClients(ctx.db, demandee.texte || text, RESULTATS_MAX + 1),
    // A name has a letter (LIM-07): most telephone numbers are not compared with names.
    demandee.texte === '' || /\p{L}/u.test(demandee.texte)
      ? searchLecons(ctx.db, demandee, maintenant, RESULTATS_MAX + 1)
      : { noms: [], lecons: [] },
  ]);
  return { clients, ...found };
}

/**
 * The lessons of a customer's riders that the text names, or without a customer those of the written
 * name that it is.
 */
export async function lecons(
  ctx: Ctx,
  { q, client }: { q: string; client?: string | undefined },
): Promise<LeconsTrouvees> {
  const maintenant = momentAt(ctx.now());
  const trouve =
    client === undefined ? { nom: q } : { client, texte: demandedIn(q, maintenant.jour).texte };
  return listLeconsTrouvees(ctx.db, trouve, maintenant, LECONS_TROUVEES_MAX);
}
