import type { TypeLecon } from '#domain/types_lecons.ts';
import type { Ctx } from '../platform/services.ts';
import { listTypesActifs } from '../stores/types_lecons.ts';

/** §7: the offered lesson types in their order. */
export function list(ctx: Ctx): Promise<TypeLecon[]> {
  return listTypesActifs(ctx.db);
}
