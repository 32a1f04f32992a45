// chunk: app-journal
import { Trash2 } from 'lucide-react';
import { Link } from '#web/ui/hooks/navigation.tsx';
import { PER_PAGE } from '#domain/core/pages.ts';
import { useJournal } from '#web/nouns/journal.ts';
import { PATHS } from '#web/paths/paths.ts';
import { buttonStyle } from '#web/ui/basics/buttonStyle.ts';
import { PageHeading } from '#web/ui/pages/PageHeading.tsx';
import { Pagination } from '#web/ui/pages/Pagination.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';
import { useDebounced } from '#web/ui/hooks/useDebounced.ts';
import { Filters } from './Filters.tsx';
import { JournalList } from './JournalList.tsx';
import { TEXTES } from './textes.ts';
import { useFilter } from './useFilter.ts';

/** /app/journal (ACC-74). */
export default function Journal() {
  const filter = useFilter();
  const { q, ...rest } = filter.input;
  const searched = useDebounced(q ?? '', 200);
  const list = useJournal({ ...rest, ...(searched && { q: searched }) });
  const { page } = filter.fields;
  const turn = (next: number) => {
    filter.change({ page: next });
    window.scrollTo(0, 0);
  };
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeading
        title={PATHS.journal.titre}
        intro={TEXTES.intro}
        back={{ to: PATHS.webmastersettings.path, label: TEXTES.retour }}
      >
        <Link to={PATHS.supprimees.path} className={buttonStyle('secondary')}>
          <Trash2 aria-hidden className="size-5 shrink-0" />
          {TEXTES.supprimees}
        </Link>
      </PageHeading>
      <Filters filter={filter} />
      <div className="mt-4">
        {!list.data && list.isError ? (
          <Unreadable queries={[list]}>{TEXTES.illisible}</Unreadable>
        ) : (
          <JournalList lignes={list.data} />
        )}
      </div>
      <Pagination
        label={TEXTES.pages}
        page={page}
        pages={null}
        hasNext={list.data?.length === PER_PAGE}
        onPage={turn}
      />
    </div>
  );
}
