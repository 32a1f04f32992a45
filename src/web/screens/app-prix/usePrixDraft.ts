import { typedCentimes, formatCentimes, isAmount, isPrix, prixOf } from '#domain/settings/prix.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useUser } from '#web/data/session.ts';

/** The text in a field, and the version of the price that it started from. */
type Written = {
  text: string;
  version: number;
  /** The typed text that was no number and became 0. */
  typed?: string;
};

type PrixLu = { type_lecon: string; prix: number; version: number };

export type PrixRow = {
  type_lecon: string;
  /** The text in the field. */
  text: string;
  /** The amount that would be stored. */
  centimes: number;
  modified: boolean;
  /** The stored price, in cents. */
  before: number;
  /**
   * The typed text that is no number and became 0 when the field was left. Null if it was a number.
   */
  typed: string | null;
  /** The version that the save would replace. */
  version: number;
  /** The price that someone else has stored meanwhile. Null if nobody has. */
  elsewhere: number | null;
};

export type PrixDraft = {
  rows: readonly PrixRow[];
  write: (type_lecon: string, text: string) => void;
  /** Replaces the text in the field by the price that would be stored. */
  settle: (type_lecon: string) => void;
  /**
   * After a save: clears the fields that still contain the stored price. Text entered during the
   * save stays, on top of the stored version.
   */
  forget: (sent: readonly PrixRow[], saved: readonly PrixLu[]) => void;
  /**
   * For a price that someone else has stored meanwhile: keeps the price entered here, which will
   * replace theirs.
   */
  keep: (type_lecon: string) => void;
  /** For such a price: takes the stored one. */
  take: (type_lecon: string) => void;
  /** Discards all changes. */
  giveUp: () => void;
};

/**
 * The fields: the stored prices, overlaid by the prices entered here. A price that changes
 * elsewhere never overwrites a field being edited.
 */
export function usePrixDraft(prix: readonly PrixLu[]): PrixDraft {
  const [written, setWritten] = useEcrit<Readonly<Record<string, Written>>>(
    useUser().id,
    'prix.2',
    (kept) => kept ?? {},
  );
  const read = Object.fromEntries(
    prix.map(({ type_lecon, prix: euros, version }) => [
      type_lecon,
      { centimes: prixOf(euros) ?? 0, version },
    ]),
  );
  return {
    rows: Object.entries(read).map(([type_lecon, stored]) =>
      rowOf(type_lecon, stored, written[type_lecon]),
    ),
    write: (type_lecon, text) =>
      setWritten((before) => ({
        ...before,
        [type_lecon]: {
          text,
          version: before[type_lecon]?.version ?? read[type_lecon]?.version ?? 0,
        },
      })),
    settle: (type_lecon) =>
      setWritten((before) => {
        const { [type_lecon]: typed, ...others } = before;
        if (!typed) return before;
        const centimes = typedCentimes(typed.text);
        if (!isPrix(centimes)) return before; // the typed text is refused
        const kept = {
          version: typed.version,
          text: formatCentimes(centimes),
          ...(isAmount(typed.text)
            ? typed.typed !== undefined && centimes === 0 && { typed: typed.typed }
            : { typed: typed.text }),
        };
        return centimes === read[type_lecon]?.centimes && kept.typed === undefined
          ? others
          : { ...others, [type_lecon]: kept };
      }),
    forget: (sent, saved) =>
      setWritten((before) =>
        Object.fromEntries(
          Object.entries(before).flatMap(([type_lecon, typed]) => {
            const sentRow = sent.find((one) => one.type_lecon === type_lecon);
            if (!sentRow) return [[type_lecon, typed]];
            const version =
              saved.find((one) => one.type_lecon === type_lecon)?.version ?? typed.version;
            return sentRow.text === typed.text ? [] : [[type_lecon, { ...typed, version }]];
          }),
        ),
      ),
    keep: (type_lecon) =>
      setWritten((before) => {
        const [typed, stored] = [before[type_lecon], read[type_lecon]];
        return typed && stored
          ? { ...before, [type_lecon]: { ...typed, version: stored.version } }
          : before;
      }),
    take: (type_lecon) => setWritten(({ [type_lecon]: _, ...others }) => others),
    giveUp: () => setWritten({}),
  };
}

function rowOf(
  type_lecon: string,
  stored: { centimes: number; version: number },
  typed: Written | undefined,
): PrixRow {
  const before = stored.centimes;
  if (!typed)
    return {
      type_lecon,
      before,
      typed: null,
      text: formatCentimes(before),
      centimes: before,
      modified: false,
      version: stored.version,
      elsewhere: null,
    };
  const { text, version } = typed;
  const centimes = typedCentimes(text);
  return {
    type_lecon,
    before,
    typed: typed.typed ?? null,
    text,
    centimes,
    modified: centimes !== before || text !== formatCentimes(before),
    version,
    elsewhere: version === stored.version || centimes === stored.centimes ? null : stored.centimes,
  };
}
