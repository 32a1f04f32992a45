// chunk: admin-first
import { type ReactNode, useState } from 'react';
import { ShownBanner } from './ShownBanner.tsx';
import type { Shown } from './useBanner.ts';

type StickyBannerProps = { message: Shown | null; action?: ReactNode };

/** A banner that stays in view below the header, until its time is over or it is closed. */
export function StickyBanner({ message, action }: StickyBannerProps) {
  const [closed, setClosed] = useState<Shown | null>(null);
  return (
    <div className="sticky top-18 z-15">
      <ShownBanner
        message={message === closed ? null : message}
        className="mt-4 shadow-float"
        action={action}
        onClose={() => setClosed(message)}
      />
    </div>
  );
}
