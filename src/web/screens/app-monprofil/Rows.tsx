import type { ReactNode } from 'react';
import { TEXTES } from './textes.ts';

/** A list of labels with their values. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="mt-2 divide-y divide-hairline">{children}</dl>;
}

/** `note`: why the value cannot be changed here. */
export function Row({
  label,
  note,
  children,
}: {
  label: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-x-6 py-3 sm:flex-row">
      <dt className="shrink-0 text-muted sm:w-36">{label}</dt>
      <dd className="min-w-0 flex-1">
        {typeof children === 'string' ? (
          <span className="block font-medium wrap-anywhere whitespace-pre-line" dir="auto">
            {children}
          </span>
        ) : (
          (children ?? <span className="text-muted">{TEXTES.vide}</span>)
        )}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}
