import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatInstant } from '#domain/core/calendrier.ts';
import type { Import } from '#domain/imports/imports.ts';
import { useImports, useUndoImport } from '#web/nouns/imports.ts';
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { type Column, Table } from '#web/ui/pages/Table.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import type { useBanner } from '#web/ui/messages/useBanner.ts';
import { useLast } from '#web/ui/hooks/useLast.ts';
import { Failure } from './Failure.tsx';
import { IMPORTS } from './textes.ts';

const COLUMNS: Column<Import>[] = [
  {
    header: IMPORTS.fichier,
    bare: true,
    className: '@4xl:w-72',
    cell: ({ fichier }) => <bdi className="font-semibold wrap-anywhere">{fichier}</bdi>,
  },
  {
    header: IMPORTS.quand,
    className: '@4xl:text-sm',
    cell: ({ created_at }) => formatInstant(created_at),
  },
  {
    header: IMPORTS.par,
    className: '@4xl:text-sm',
    cell: ({ par }) => par && <bdi className="wrap-anywhere">{par}</bdi>,
  },
  { header: IMPORTS.resultat, className: '@4xl:text-sm', cell: IMPORTS.compte },
];

/** The imports of the last days; each may be undone as a whole (IMP-10). */
export function Imports({ say }: { say: ReturnType<typeof useBanner>[1] }) {
  const list = useImports();
  const undo = useUndoImport();
  const [asked, setAsked] = useState<Import | null>(null);
  const last = useLast(asked);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setAsked(null);

  const take = async ({ id }: Import) => {
    say(null);
    try {
      await undo.mutateAsync({ id });
      say({ kind: 'success', text: IMPORTS.fait });
    } catch (error) {
      say({ kind: 'error', text: <Failure error={error} fallback={IMPORTS.echec} /> });
    }
    close();
  };
  const action: Column<Import> = {
    header: IMPORTS.action,
    bare: true,
    cell: (one) =>
      one.defait_at === null ? (
        <Button
          variant="secondary"
          size="small"
          icon={<Undo2 aria-hidden className="size-5 shrink-0" />}
          aria-label={IMPORTS.deQuoi(one.fichier)}
          onClick={() => setAsked(one)}
        >
          {IMPORTS.defaire}
        </Button>
      ) : (
        <span className="text-sm text-muted">
          {IMPORTS.defait}
          {formatInstant(one.defait_at)}
        </span>
      ),
  };
  return (
    <section aria-labelledby={IMPORTS.id} className="mt-8">
      <h2 ref={heading} id={IMPORTS.id} tabIndex={-1} className="scroll-mt-20 rounded-field">
        {IMPORTS.titre}
      </h2>
      <p className="mt-1 mb-3 text-muted">{IMPORTS.intro}</p>
      {list.isError && !list.data ? (
        <Unreadable queries={[list]}>{IMPORTS.illisible}</Unreadable>
      ) : (
        <Table
          dense
          label={IMPORTS.titre}
          columns={[...COLUMNS, action]}
          rows={list.data ?? []}
          keyOf={({ id }) => id}
          loading={!list.data}
          expected={2}
          empty={<p className="text-muted">{IMPORTS.vide}</p>}
        />
      )}
      <AlertDialog
        title={IMPORTS.question}
        confirm={IMPORTS.defaire}
        busyLabel={IMPORTS.enCours}
        danger
        open={asked !== null}
        busy={undo.isPending}
        fallback={heading}
        onConfirm={() => last && void take(last)}
        onClose={close}
      >
        <p>
          {IMPORTS.avant}
          <bdi className="font-semibold wrap-anywhere">{last?.fichier}</bdi>
          &#x202f;: {last && IMPORTS.compte(last)}.
        </p>
        {IMPORTS.suite.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </AlertDialog>
    </section>
  );
}
