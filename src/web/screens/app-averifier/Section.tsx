import type { ReactNode } from 'react';
import { sentenceOf } from '#web/data/client.ts';
import { Banner } from '#web/ui/messages/Banner.tsx';
import { Card } from '#web/ui/pages/Card.tsx';
import { Skeleton } from '#web/ui/messages/Skeleton.tsx';
import { Unreadable } from '#web/ui/messages/Unreadable.tsx';

/** What is said of a row after an action: the sentence, and the section in which it was. */
export type Done = (section: string, sentence: string) => void;

type Query = Parameters<typeof Unreadable>[0]['queries'][number] & {
  data: readonly unknown[] | undefined;
  isPending: boolean;
  isError: boolean;
};

type SectionProps = {
  id: string;
  texts: { titre: string; aide: string; illisible: string };
  query: Query;
  /** The rows. */
  children: ReactNode;
};

/** A list of the page. Renders nothing if it is empty. */
export function Section({ id, texts, query, children }: SectionProps) {
  if (query.data?.length === 0) return null;
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="rounded-field">
        {texts.titre}
      </h2>
      <p className="mt-1 max-w-prose text-muted">{texts.aide}</p>
      {query.isPending && <Skeleton className="mt-3 h-24" />}
      {query.isError && !query.data && (
        <Unreadable queries={[query]} className="mt-3">
          {texts.illisible}
        </Unreadable>
      )}
      {query.data && <ul className="mt-2 divide-y divide-hairline">{children}</ul>}
    </Card>
  );
}

type RowProps = {
  /** Who it is about. */
  children: ReactNode;
  buttons: ReactNode;
  /** Why the last action on this row failed, and what is said if the server did not say why. */
  failed?: { error: unknown; otherwise: string } | null;
};

export const Row = ({ children, buttons, failed = null }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-60 wrap-anywhere">{children}</div>
    <div className="flex flex-wrap gap-2">{buttons}</div>
    {failed && (
      <div className="w-full">
        <Banner kind="error">{sentenceOf(failed.error, failed.otherwise)}</Banner>
      </div>
    )}
  </li>
);
