import {
  formatCentimes,
  isAmount,
  isPrix,
  prixLe,
  type PrixValable,
  type Suivant,
  typedCentimes,
  valablesIn,
} from '#domain/prices.ts';
import { useEcrit } from '#web/data/useEcrit.ts';
import { useUser } from '#web/data/session.ts';

/** The text in a field; `typed`: the typed text that was no number and became 0. */
type Montant = { text: string; typed?: string };

/** What was entered for a type, and the version of the prices that it started from. */
type Written = {
  version: number;
  /** Left out: as stored. */
  prix?: Montant;
  /** The next price; `du`: null until it is chosen. Null: none. Left out: as stored. */
  suivant?: (Montant & { du: string | null }) | null;
  /** The lessons that are already booked get the new price too (PRICE-21). */
  appliquer?: true;
};

type PrixLu = { type_lecon: string; prix: number; suivant: Suivant | null; version: number };

/** The price in force and the next one. */
export type Tarif = { centimes: number; suivant: PrixValable | null };

export type Amount = {
  /** The text in the field. */
  text: string;
  /** The amount that would be stored. */
  centimes: number;
  /**
   * The typed text that is no number and became 0 when the field was left. Null if it was a number.
   */
  typed: string | null;
};

export type PrixRow = {
  type_lecon: string;
  prix: Amount;
  /** The next price that is edited; null while it is only shown, or if there is none. */
  edited: (Amount & { du: string | null }) | null;
  /** What would be stored. `suivant.du`: null until the day is chosen. */
  wanted: { centimes: number; suivant: { du: string | null; centimes: number } | null };
  stored: Tarif;
  modified: boolean;
  appliquer: boolean;
  /** The version that the save would replace. */
  version: number;
  /** The prices that someone else has stored meanwhile. Null if nobody has. */
  elsewhere: Tarif | null;
  /** What was entered, as a text that is compared after a save. */
  written: string;
};

/** The changes of one type. */
export type PrixActions = {
  write: (text: string) => void;
  /** Replaces the text in the field by the price that would be stored. */
  settle: () => void;
  /** Opens the fields of the next price. */
  open: () => void;
  writeSuivant: (change: { text: string } | { du: string }) => void;
  settleSuivant: () => void;
  /** Removes the next price, or closes its fields if none is stored. */
  remove: () => void;
  /** The stored next price stays. */
  restore: () => void;
  apply: (appliquer: boolean) => void;
  /**
   * For prices that someone else has stored meanwhile: keeps those entered here, which will replace
   * theirs.
   */
  keep: () => void;
  /** For such prices: takes the stored ones. */
  take: () => void;
};

export type PrixDraft = {
  rows: readonly PrixRow[];
  actionsOf: (type_lecon: string) => PrixActions;
  /**
   * After a save: clears what was sent. What was entered during the save stays, on top of the stored
   * version.
   */
  forget: (sent: readonly PrixRow[], saved: readonly PrixLu[]) => void;
  /** Discards all changes. */
  giveUp: () => void;
};

type Stored = Tarif & { version: number };

/**
 * The fields: the stored prices, overlaid by those entered here. A price that changes elsewhere never
 * overwrites a field being edited.
 */
export function usePrixDraft(prix: readonly PrixLu[]): PrixDraft {
  const [written, setWritten] = useEcrit<Readonly<Record<string, Written>>>(
    useUser().id,
    'prix.3',
    (kept) => kept ?? {},
  );
  const read = new Map(prix.map((one) => [one.type_lecon, storedIn(one)]));
  return {
    rows: [...read].map(([type_lecon, stored]) => rowOf(type_lecon, stored, written[type_lecon])),
    actionsOf: (type_lecon) => {
      const stored = read.get(type_lecon) ?? { centimes: 0, suivant: null, version: 0 };
      const change = (next: (before: Written) => Written) =>
        setWritten((all) =>
          without(all, type_lecon, next(all[type_lecon] ?? { version: stored.version })),
        );
      return actionsFor(change, stored);
    },
    forget: (sent, saved) =>
      setWritten((before) =>
        Object.fromEntries(
          Object.entries(before).flatMap(([type_lecon, typed]) => {
            const sentRow = sent.find((one) => one.type_lecon === type_lecon);
            if (!sentRow) return [[type_lecon, typed]];
            if (sentRow.written === JSON.stringify(typed)) return [];
            const { appliquer: _, ...kept } = typed;
            const version =
              saved.find((one) => one.type_lecon === type_lecon)?.version ?? typed.version;
            return [[type_lecon, { ...kept, version }]];
          }),
        ),
      ),
    giveUp: () => setWritten({}),
  };
}

/** The entries with one of them replaced, or removed if nothing is entered in it. */
function without(
  all: Readonly<Record<string, Written>>,
  type_lecon: string,
  next: Written,
): Readonly<Record<string, Written>> {
  const { [type_lecon]: _, ...others } = all;
  return next.prix || next.suivant !== undefined ? { ...others, [type_lecon]: next } : others;
}

function actionsFor(
  change: (next: (before: Written) => Written) => void,
  stored: Stored,
): PrixActions {
  const { suivant: next } = stored;
  const restored = ({ suivant: _, ...before }: Written): Written => before;
  return {
    write: (text) => change((before) => ({ ...before, prix: { text } })),
    settle: () =>
      change((before) => {
        if (!before.prix) return before;
        const prix = settled(before.prix);
        const { prix: _, ...others } = before;
        return prix.typed === undefined && prix.text === formatCentimes(stored.centimes)
          ? others
          : { ...others, prix };
      }),
    open: () =>
      change((before) => ({
        ...before,
        suivant: next
          ? { du: next.du, text: formatCentimes(next.centimes) }
          : { du: null, text: settled(before.prix ?? textOf(stored.centimes)).text },
      })),
    writeSuivant: (written) =>
      change((before) => ({
        ...before,
        suivant: {
          ...(before.suivant ?? { du: null, text: '' }),
          ...written,
          ...('text' in written && { typed: undefined }),
        } as NonNullable<Written['suivant']>,
      })),
    settleSuivant: () =>
      change((before) =>
        before.suivant
          ? { ...before, suivant: { du: before.suivant.du, ...settled(before.suivant) } }
          : before,
      ),
    remove: () => change((before) => (next ? { ...before, suivant: null } : restored(before))),
    restore: () => change(restored),
    apply: (appliquer) =>
      change(({ appliquer: _, ...before }) => (appliquer ? { ...before, appliquer } : before)),
    keep: () => change((before) => ({ ...before, version: stored.version })),
    take: () => change(({ version }) => ({ version })),
  };
}

const textOf = (centimes: number): Montant => ({ text: formatCentimes(centimes) });

/** What a field shows once it is left: the price that would be stored, or a refused text as it is. */
function settled({ text, typed }: Montant): Montant {
  const centimes = typedCentimes(text);
  if (!isPrix(centimes)) return { text };
  if (!isAmount(text)) return { text: formatCentimes(centimes), typed: text };
  return {
    text: formatCentimes(centimes),
    ...(typed !== undefined && centimes === 0 && { typed }),
  };
}

function storedIn({ prix, suivant, version }: PrixLu): Stored {
  const [present, next] = valablesIn({ prix, suivant });
  return { centimes: present?.centimes ?? 0, suivant: next ?? null, version };
}

const amountOf = ({ text, typed }: Montant): Amount => ({
  text,
  typed: typed ?? null,
  centimes: typedCentimes(text),
});

function rowOf(
  type_lecon: string,
  { version: current, ...stored }: Stored,
  written: Written | undefined,
): PrixRow {
  const prix = amountOf(written?.prix ?? textOf(stored.centimes));
  const edited = written?.suivant ? { ...amountOf(written.suivant), du: written.suivant.du } : null;
  // Fields that were opened and left as they were.
  const blank = edited?.du === null && [prix.centimes, stored.centimes].includes(edited.centimes);
  const suivant = edited
    ? blank
      ? null
      : { du: edited.du, centimes: edited.centimes }
    : written?.suivant === null
      ? null
      : stored.suivant;
  const isSame =
    prix.centimes === stored.centimes &&
    suivant?.du === stored.suivant?.du &&
    suivant?.centimes === stored.suivant?.centimes;
  const isSettled = (one: Amount) => one.text === formatCentimes(one.centimes);
  return {
    type_lecon,
    prix,
    edited,
    wanted: { centimes: prix.centimes, suivant },
    stored,
    modified: !isSame || !isSettled(prix) || (edited !== null && !isSettled(edited)),
    appliquer: written?.appliquer ?? false,
    version: written?.version ?? current,
    elsewhere: written && written.version !== current && !isSame ? stored : null,
    written: JSON.stringify(written),
  };
}

/** The prices that would be stored, as `prixLe` reads them; null while a field is wrong. */
export function valablesOf({ wanted: { centimes, suivant } }: PrixRow): PrixValable[] | null {
  if (!isPrix(centimes) || (suivant && (suivant.du === null || !isPrix(suivant.centimes))))
    return null;
  return [
    { du: '', centimes },
    ...(suivant?.du ? [{ du: suivant.du, centimes: suivant.centimes }] : []),
  ];
}

/** The stored prices in the same form. */
export const storedValables = ({ stored: { centimes, suivant } }: PrixRow): PrixValable[] => [
  { du: '', centimes },
  ...(suivant ? [suivant] : []),
];

/** The price in force before on the first day of the next one. */
export const beforeSuivant = (row: PrixRow): number =>
  prixLe(storedValables(row), row.wanted.suivant?.du ?? '');
