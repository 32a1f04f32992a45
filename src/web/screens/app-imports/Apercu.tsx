import { Download } from 'lucide-react';
import { useState } from 'react';
import { PER_PAGE, pagesOf } from '#domain/core/pages.ts';
import { csvOfRefusees, type Plan, planInWords, type Sorte } from '#domain/imports/imports.ts';
import { CHOICE_CARD, Choice } from '#web/parts/Choice.tsx';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { cx } from '#web/ui/basics/cx.ts';
import { download } from '#web/ui/pages/download.ts';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { Table } from '#web/ui/pages/Table.tsx';
import { CLIENT_COLUMNS, REFUSED_COLUMNS } from './planColumns.tsx';
import { illisiblesText, SORTES, TEXTES } from './textes.ts';

type ApercuProps = {
  plan: Plan;
  titres: readonly string[];
  busy: boolean;
  onImport: () => void;
};

const KINDS = Object.keys(SORTES) as Sorte[];

/** What an import would do, and the button that does it (IMP-04). */
export function Apercu({ plan, titres, busy, onImport }: ApercuProps) {
  const present = KINDS.filter((kind) => plan[kind].length > 0);
  const [chosen, setChosen] = useState<Sorte>();
  const shown = chosen && present.includes(chosen) ? chosen : present[0];
  const isEmpty = plan.crees.length + plan.modifies.length === 0;
  return (
    <>
      <p className="mt-1 text-lg font-semibold">{planInWords(plan)}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {!isEmpty && (
          <Button busy={busy} busyLabel={TEXTES.importEnCours} onClick={onImport}>
            {TEXTES.importer}
          </Button>
        )}
        {plan.refusees.length > 0 && (
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-5 shrink-0" />}
            onClick={() =>
              download(
                TEXTES.refuseesFichier,
                csvOfRefusees(titres, plan.refusees),
                'text/csv;charset=utf-8',
              )
            }
          >
            {TEXTES.refusees}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <Banner kind="info" className="mt-3">
          {TEXTES.rien}
        </Banner>
      ) : (
        <p className="mt-2 text-muted">{TEXTES.sansEmail}</p>
      )}
      {/* An instance of the version before answers none. */}
      {plan.illisibles?.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 font-medium text-partiel-ink">
          {plan.illisibles.map((one) => (
            <li key={one.colonne} className="wrap-anywhere">
              {illisiblesText(one, titres[one.colonne] ?? '')}
            </li>
          ))}
        </ul>
      )}
      {present.length > 1 && (
        <fieldset className="mt-4 flex flex-wrap gap-1.5 sm:gap-2">
          <legend className="sr-only">{TEXTES.filtre}</legend>
          {present.map((kind) => (
            <Choice
              key={kind}
              name="plan"
              value={kind}
              checked={kind === shown}
              onChoose={() => setChosen(kind)}
              className={cx(CHOICE_CARD, 'flex min-h-11 items-center px-3 font-semibold sm:px-4')}
            >
              {SORTES[kind]}
            </Choice>
          ))}
        </fieldset>
      )}
      {shown && <Entries key={shown} plan={plan} kind={shown} />}
    </>
  );
}

/** The entries of one kind, by pages. */
function Entries({ plan, kind }: { plan: Plan; kind: Sorte }) {
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, pagesOf(plan[kind].length));
  const onPage = <T,>(rows: readonly T[]): T[] =>
    rows.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  return (
    <div className="mt-3">
      {kind === 'refusees' ? (
        <Table
          dense
          label={SORTES.refusees}
          columns={REFUSED_COLUMNS}
          rows={onPage(plan.refusees)}
          keyOf={({ ligne }) => String(ligne)}
          empty={null}
        />
      ) : (
        <Table
          dense
          label={SORTES[kind]}
          columns={CLIENT_COLUMNS[kind]}
          rows={onPage(plan[kind])}
          keyOf={({ lignes }) => String(lignes[0])}
          empty={null}
        />
      )}
      <Pagination
        label={TEXTES.pages}
        page={page}
        pages={pagesOf(plan[kind].length)}
        hasNext={page < pagesOf(plan[kind].length)}
        onPage={setPage}
      />
    </div>
  );
}
