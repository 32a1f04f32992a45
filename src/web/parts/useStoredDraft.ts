import { useState } from 'react';

/** What somebody else has changed in a field. */
export type FieldChange<F extends string = string> = { field: F; avant: string; apres: string };

/** The form of a stored item that others may change meanwhile (CLI-27). */
export type StoredDraft<F extends string> = {
  values: Record<F, string>;
  setValues: (values: Record<F, string>) => void;
  /** The version on which the values are based. */
  version: number;
  /** The fields that were changed here and elsewhere. */
  conflicts: readonly F[];
  /** What somebody else has changed, and the form has not taken over, because there are conflicts. */
  changes: readonly FieldChange<F>[];
  /** What the form has taken over. */
  taken: readonly FieldChange<F>[];
  /** Takes over the fields that were not edited here; the others stay as typed. */
  take: () => void;
};

/** Texts are stored without surrounding and double spaces. */
const tidy = (text: string): string => text.trim().replace(/\s+/gu, ' ');

/**
 * The values of a form, which follow the stored ones: a field that was not edited here takes the new
 * value, unless another field was changed both here and elsewhere. `stored` and `version`: the item
 * as it is stored now.
 */
export function useStoredDraft<F extends string>(
  stored: Record<F, string>,
  version: number,
): StoredDraft<F> {
  const [base, setBase] = useState({ values: stored, version, taken: [] as FieldChange<F>[] });
  const [values, setValues] = useState(stored);
  const fields = Object.keys(stored) as F[];
  const edited = fields.filter((field) => values[field] !== base.values[field]);
  // The form's own write changes the stored values too, to those that were typed.
  const changed = fields.filter(
    (field) =>
      version > base.version &&
      stored[field] !== base.values[field] &&
      tidy(stored[field]) !== tidy(values[field]),
  );
  const conflicts = changed.filter((field) => edited.includes(field));
  const changes = changed.map((field) => ({
    field,
    avant: base.values[field],
    apres: stored[field],
  }));
  const take = () => {
    const typed = Object.fromEntries(edited.map((field) => [field, values[field]]));
    setValues({ ...stored, ...typed });
    setBase({ values: stored, version, taken: changes });
  };
  // State changes while rendering: in an effect, one frame would show the outdated values.
  if (version > base.version && conflicts.length === 0) take();
  return { values, setValues, version: base.version, conflicts, changes, taken: base.taken, take };
}
