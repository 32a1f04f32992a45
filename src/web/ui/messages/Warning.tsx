// chunk: base
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * What a person should know before they continue. It blocks nothing. It is inside a live region.
 */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1.5 flex items-start gap-2 rounded-field bg-partiel px-3 py-2 text-sm text-partiel-ink first:mt-0">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
