/** What is wrong in the form of an arena, field by field (SET-44). */
import { ADMIN_REFUS, type CodeAdmin } from '#domain/errors/admin.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { type NewPiste, refuseEditionPiste } from '#domain/slots/regles_pistes.ts';
import type { Faults } from '#web/ui/useForm.ts';

export type PisteFaults = Faults<NewPiste>;

/** The field of each refusal that is about one. */
const FIELDS: { [code in CodeAdmin]?: keyof NewPiste } = {
  piste_nom_invalide: 'nom',
  piste_existe: 'nom',
  piste_note_invalide: 'note',
  dessin_invalide: 'dessin',
};

/** The field that a refusal of the server is about. */
export const fieldOf = (code: string | null): keyof NewPiste | undefined =>
  FIELDS[code as CodeAdmin];

/** The faults before anything is sent; `others`: the arenas besides it. */
export function faultsOfPiste({ nom, note, dessin }: NewPiste, others: readonly Piste[]) {
  const faults: PisteFaults = {};
  for (const part of [{ nom }, { note }, { dessin }]) {
    const code = refuseEditionPiste(part, others);
    const field = fieldOf(code);
    if (code && field) faults[field] = ADMIN_REFUS[code].message;
  }
  return faults;
}
