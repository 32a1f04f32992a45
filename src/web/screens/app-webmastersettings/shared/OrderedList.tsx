import { ArrowDown, ArrowUp, Check, CircleSlash, Plus } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { sentenceOf } from '#web/data/client.ts';
import { Badge } from '#web/ui/messages/Badge.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';
import { IconButton } from '#web/ui/overlays/IconButton.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { OFF } from './RowActions.tsx';
import { DUREE, MOTS } from './textes.listes.ts';

type Say = ReturnType<typeof useBanner>[1];

/** Shows the outcome of an action on a row, for the time given by SET-03. */
export const tellingOf = (say: Say) => ({
  tell: (text: string) => say({ kind: 'success', text, ms: DUREE.succes }),
  fail: (error: unknown, sentence: string) =>
    say({ kind: 'error', text: sentenceOf(error, sentence), ms: DUREE.echec }),
});

type OrderedListProps<Row> = {
  texts: {
    titre: string;
    aide: string;
    ajouter: string;
    illisible: string;
    vide: string;
    videAide: string;
    modification: { echec: string };
  };
  query: {
    data: readonly Row[] | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  keyOf: (row: Row) => string;
  nomOf: (row: Row) => string;
  /** The columns to the left of the order buttons. */
  columns: readonly Column<Row>[];
  actions: (row: Row) => ReactNode;
  /** How many rows to expect before they are read. */
  expected?: number;
  /** Why no row can be added. */
  full?: string | false;
  onAdd: () => void;
  arrange: { isPending: boolean; run: (keys: string[]) => Promise<unknown> };
  say: Say;
  heading: RefObject<HTMLHeadingElement | null>;
  /** How many rows were removed here. */
  removals: number;
  /** The dialogs. */
  children: ReactNode;
};

/**
 * A section of the settings whose rows are added, changed, switched on and off, removed and
 * ordered.
 */
export function OrderedList<Row>({
  texts,
  query,
  keyOf,
  nomOf,
  columns,
  actions,
  expected,
  full = false,
  onAdd,
  arrange,
  say,
  heading,
  removals,
  children,
}: OrderedListProps<Row>) {
  const [moved, setMoved] = useState<{ bouton: string; dit: string } | null>(null);
  const section = useRef<HTMLElement>(null);
  const id = useId();
  const list = query.data ?? [];

  // The row is removed with its button: the focus moves to the title.
  useEffect(() => {
    if (removals > 0) heading.current?.focus({ preventScroll: true });
  }, [removals, heading]);

  // An element that is moved in the document loses the focus. It is told, and has the focus again,
  // only once the next move would be accepted.
  const done = arrange.isPending ? null : moved;
  useLayoutEffect(() => {
    if (done)
      section.current
        ?.querySelector<HTMLElement>(`[data-ordre="${CSS.escape(done.bouton)}"]`)
        ?.focus();
  }, [done]);

  const move = async (row: Row, step: -1 | 1) => {
    // One move at a time: the next one starts from the position where this one ends.
    if (arrange.isPending) return;
    const key = keyOf(row);
    const keys = list.map(keyOf);
    const from = keys.indexOf(key);
    const to = from + step;
    if (from === -1 || to < 0 || to >= list.length) return;
    say(null);
    try {
      await arrange.run(keys.toSpliced(from, 1).toSpliced(to, 0, key));
      setMoved({ bouton: `${key} ${step}`, dit: MOTS.place(nomOf(row), to + 1, list.length) });
    } catch (error) {
      tellingOf(say).fail(error, texts.modification.echec);
    }
  };

  return (
    <section ref={section} aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 ref={heading} id={id} tabIndex={-1} className="rounded-field">
            {texts.titre}
          </h2>
          <p className="text-muted">{texts.aide}</p>
        </div>
        <div className="flex flex-col items-start gap-1 sm:items-end">
          <Button
            icon={<Plus aria-hidden className="size-5 shrink-0" />}
            onClick={() => full === false && onAdd()}
            disabled={!query.data}
            // It keeps the focus that returns to it from the dialog.
            {...(full !== false && {
              variant: 'secondary',
              'aria-disabled': true,
              'aria-describedby': `${id}-plein`,
              className: OFF,
            })}
          >
            {texts.ajouter}
          </Button>
          {full !== false && (
            <p id={`${id}-plein`} className="text-sm text-muted">
              {full}
            </p>
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {done?.dit}
      </p>
      {query.isError && !query.data ? (
        <Unreadable queries={[query]}>{texts.illisible}</Unreadable>
      ) : (
        <Table
          dense
          label={texts.titre}
          columns={[
            ...columns,
            {
              header: 'Ordre',
              cell: (row) => (
                <Ordre
                  rowKey={keyOf(row)}
                  nom={nomOf(row)}
                  first={row === list[0]}
                  last={row === list.at(-1)}
                  onMove={(step) => void move(row, step)}
                />
              ),
            },
            { header: 'Actions', bare: true, className: '@4xl:w-88', cell: actions },
          ]}
          rows={list}
          keyOf={keyOf}
          loading={!query.data}
          expected={expected}
          empty={<EmptyState title={texts.vide}>{texts.videAide}</EmptyState>}
        />
      )}
      {children}
    </section>
  );
}

type OrdreProps = {
  rowKey: string;
  nom: string;
  first: boolean;
  last: boolean;
  onMove: (step: -1 | 1) => void;
};

/**
 * Moves a row in the order. A button at the end of the list is not disabled, so that it keeps the
 * focus.
 */
function Ordre({ rowKey, nom, first, last, onMove }: OrdreProps) {
  const directions = [
    { verbe: MOTS.monter, Signe: ArrowUp, step: -1, end: first },
    { verbe: MOTS.descendre, Signe: ArrowDown, step: 1, end: last },
  ] as const;
  return (
    <div className="flex gap-2">
      {directions.map(({ verbe, Signe, step, end }) => (
        <IconButton
          key={verbe}
          bordered
          Icon={Signe}
          label={`${verbe} ${nom}`}
          tip={verbe}
          data-ordre={`${rowKey} ${step}`}
          aria-disabled={end || undefined}
          onClick={() => !end && onMove(step)}
          className={OFF}
        />
      ))}
    </div>
  );
}

/** The icon and name of a row, with a line below. */
export function NameCell({ icon, nom, note }: { icon: ReactNode; nom: string; note: string }) {
  return (
    <div className="flex items-center gap-3">
      {icon}
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          <bdi>{nom}</bdi>
        </p>
        {note !== '' && (
          <p className="text-sm wrap-anywhere text-muted">
            <bdi>{note}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

/** Whether it can be booked, as a word and by colour. */
export function StateBadge({ actif, label }: { actif: boolean; label: string }) {
  return (
    <Badge label={label} Icon={actif ? Check : CircleSlash} tone={actif ? 'green' : 'neutral'} />
  );
}
