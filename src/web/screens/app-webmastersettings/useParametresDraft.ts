import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { Onglet } from '#web/paths/paths.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useUser } from '#web/data/session.ts';
import { fieldsOf } from './onglets.ts';
import { type FieldName, type ParametresDraft, draftOf } from './shared/parametresDraft.ts';

/** The values entered in the fields of a tab, and the stored settings that they started from. */
type Written = { base: ParametresDraft; touched: Partial<ParametresDraft> };

export type Fields = {
  values: ParametresDraft;
  /**
   * The fields of the tab that were stored since the first change here, with a different value.
   * Values of the person's own save do not count, although they may be read before its answer
   * arrives.
   */
  elsewhere: readonly FieldName[];
  stored: ParametresDraft;
  /**
   * Those of these fields that also differ here. They are stored only after the person has chosen.
   */
  conflicts: readonly FieldName[];
  /** For such a field: keeps the value entered here, which will replace theirs. */
  keep: (field: FieldName) => void;
  /** For such a field: takes their value. */
  take: (field: FieldName) => void;
  write: <K extends FieldName>(field: K, value: ParametresDraft[K]) => void;
  /**
   * After a save: clears the fields that still contain the sent value. Input made during the save
   * stays.
   */
  forget: (sent: ParametresDraft, saved: StoredParametres) => void;
  /** Whether a field of the tab differs from the stored value. */
  modified: boolean;
  /** Discards all changes of the tab. */
  giveUp: () => void;
};

/**
 * The fields of a tab, null until the settings have been read, and the tabs that have a draft. The
 * drafts of the other tabs stay. The values are the stored ones of every tab, overlaid by those
 * entered in this tab. A change elsewhere shows in untouched fields.
 */
export function useParametresDraft(
  parametres: StoredParametres | undefined,
  onglet: Onglet,
): { fields: Fields | null; unsaved: readonly string[] } {
  const [drafts, setDrafts] = useEcrit<Record<string, Written | null>>(
    useUser().id,
    'reglages.3',
    (old) => old ?? {},
  );
  const unsaved = Object.keys(drafts).filter((one) => drafts[one]);
  if (!parametres) return { fields: null, unsaved };
  const written = drafts[onglet] ?? null;
  const setWritten = (next: (before: Written | null) => Written | null) =>
    setDrafts((all) => ({ ...all, [onglet]: next(all[onglet] ?? null) }));
  const stored = draftOf(parametres);
  const elsewhere = written
    ? fieldsOf(onglet).filter(
        (field) =>
          written.base[field] !== stored[field] && written.touched[field] !== stored[field],
      )
    : [];
  const fields: Fields = {
    values: { ...stored, ...written?.touched },
    modified: written !== null,
    giveUp: () => setWritten(() => null),
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
        const remaining = fieldsOf(onglet).flatMap((field) =>
          field in before.touched && before.touched[field] !== sent[field]
            ? [[field, before.touched[field]]]
            : [],
        );
        return kept(now, Object.fromEntries(remaining) as Partial<ParametresDraft>, now);
      }),
  };
  return { fields, unsaved };
}

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
