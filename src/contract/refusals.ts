import { type CodeRefus, REFUS } from '#domain/errors/errors.ts';

/** The entries of the table of refusals that a call may answer. */
export function refusals<C extends CodeRefus>(...codes: C[]): Pick<typeof REFUS, C> {
  const map: Partial<Pick<typeof REFUS, C>> = {};
  for (const code of codes) map[code] = REFUS[code];
  return map as Pick<typeof REFUS, C>;
}
