import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/messages/EmptyState.tsx';

type EmptyProps = {
  titre: string | null;
  aide: string;
  /** On few lines. */
  brief: boolean;
  illustration?: ReactNode;
};

/** Replaces a table without rows. */
export function Empty({ titre, aide, brief, illustration }: EmptyProps) {
  const frame = 'rounded-card border border-dashed border-hairline bg-sand-soft';
  if (titre === null || brief)
    return (
      <p className={`${frame} px-4 py-5 text-center text-muted`}>
        {titre && <span className="block font-title text-lg font-semibold text-ink">{titre}</span>}
        {aide}
      </p>
    );
  return (
    <div className={frame}>
      <EmptyState title={titre} illustration={illustration}>
        {aide}
      </EmptyState>
    </div>
  );
}
