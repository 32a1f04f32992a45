import { type Regles, reglesOf } from '#domain/parametres.ts';
import type { Ctx } from '../platform/services.ts';
import { getParametres } from '../stores/parametres.ts';

/** Name, town, and the rules in force: what anyone may know of the centre (decision 34). */
export async function centre(ctx: Ctx): Promise<{ nom: string; ville: string; regles: Regles }> {
  return { ...ctx.centre, regles: reglesOf(await getParametres(ctx.db)) };
}
