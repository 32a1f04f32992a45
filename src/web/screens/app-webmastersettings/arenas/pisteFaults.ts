/** The errors in the form of an arena, field by field (SET-44). */
import { ADMIN_REFUS, type CodeAdmin } from '#domain/errors/admin.ts';
import type { Piste } from '#domain/slots/pistes.ts';
import { type NewPiste, refuseEditionPiste } from '#domain/slots/regles_pistes.ts';
import type { Faults } from '#web/ui/forms/useForm.ts';

export type PisteFaults = Faults<NewPiste>;

/** The field of each refusal that belongs to one. */
const FIELDS: { [code in CodeAdmin]?: keyof NewPiste } = {
  piste_nom_invalide: 'nom',
  piste_existe: 'nom',
  piste_note_invalide: 'note',
  dessin_invalide: 'dessin',
};

/** The field to which a refusal of the server belongs. */
export const fieldOf = (code: string | null): keyof NewPiste | undefined =>
  FIELDS[code as CodeAdmin];

/** The errors before anything is sent. `others`: all arenas except this one. */
export function faultsOfPiste({ nom, note, dessin }: NewPiste, others: readonly Piste[]) {
  const faults: PisteFaults = {};
  for (const part of [{ nom }, { note }, { dessin }]) {
    const code = refuseEditionPiste(part, others);
    const field = fieldOf(code);
    if (code && field) faults[field] = ADMIN_REFUS[code].message;
  }
  return faults;
}
