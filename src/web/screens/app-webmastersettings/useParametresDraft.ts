import type { StoredParametres } from '#domain/settings/parametres.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useUser } from '#web/data/session.ts';
import { type FieldName, type ParametresDraft, draftOf } from './parametresDraft.ts';

/** The values written in the fields, and the stored settings they started from. */
type Written = { base: ParametresDraft; touched: Partial<ParametresDraft> };

export type Fields = {
  values: ParametresDraft;
  /**
   * Stored since the first change here, with another value than is written here: one's own save may
   * be read before it is answered.
   */
  elsewhere: readonly FieldName[];
  stored: ParametresDraft;
  /**
   * The fields among them that also differ here: they are stored only once the person has chosen.
   */
  conflicts: readonly FieldName[];
  /** For such a field: keeps the value written here, to be stored over theirs. */
  keep: (field: FieldName) => void;
  /** For such a field: takes their value. */
  take: (field: FieldName) => void;
  write: <K extends FieldName>(field: K, value: ParametresDraft[K]) => void;
  /**
   * After a save: clears the fields that still hold what was sent; what was written during the save
   * stays.
   */
  forget: (sent: ParametresDraft, saved: StoredParametres) => void;
  /** Whether a field differs from what is stored. */
  modified: boolean;
  /** Discards all changes. */
  giveUp: () => void;
};

/**
 * The fields: the stored values, overlaid by the values written here. A change elsewhere shows in
 * untouched fields. Null until the settings have been read.
 */
export function useParametresDraft(parametres: StoredParametres | undefined): Fields | null {
  const [written, setWritten] = useEcrit<Written | null>(useUser().id, 'reglages.2', (old) => old);
  if (!parametres) return null;
  const stored = draftOf(parametres);
  const elsewhere = written
    ? fieldsOf(stored).filter(
        (field) =>
          written.base[field] !== stored[field] && written.touched[field] !== stored[field],
      )
    : [];
  return {
    values: { ...stored, ...written?.touched },
    modified: written !== null,
    giveUp: () => setWritten(null),
    stored,
    elsewhere,
    conflicts: elsewhere.filter((field) => written !== null && field in written.touched),
    keep: (field) =>
      setWritten(
        (before) => before && { ...before, base: { ...before.base, [field]: stored[field] } },
      ),
    take: (field) =>
      setWritten(
        (before) =>
          before &&
          kept(
            { ...before.base, [field]: stored[field] },
            { ...before.touched, [field]: stored[field] },
            stored,
          ),
      ),
    write: (field, value) =>
      setWritten((before) =>
        kept(before?.base ?? stored, { ...before?.touched, [field]: value }, stored),
      ),
    forget: (sent, saved) =>
      setWritten((before) => {
        if (!before) return null;
        const now = draftOf(saved);
        const remaining = fieldsOf(now).flatMap((field) =>
          field in before.touched && before.touched[field] !== sent[field]
            ? [[field, before.touched[field]]]
            : [],
        );
        return kept(now, Object.fromEntries(remaining) as Partial<ParametresDraft>, now);
      }),
  };
}

const fieldsOf = (draft: ParametresDraft) => Object.keys(draft) as FieldName[];

/** A field that equals the stored value again counts as untouched. */
function kept(
  base: ParametresDraft,
  touched: Partial<ParametresDraft>,
  stored: ParametresDraft,
): Written | null {
  const remaining = Object.entries(touched).filter(
    ([field, value]) => stored[field as FieldName] !== value,
  );
  return remaining.length === 0 ? null : { base, touched: Object.fromEntries(remaining) };
}
