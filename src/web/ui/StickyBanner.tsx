import { useState } from 'react';
import { Announced, Banner } from './Banner.tsx';
import type { Shown } from './useBanner.ts';

/** A banner that stays in view below the header, until its time is over or it is closed. */
export function StickyBanner({ message }: { message: Shown | null }) {
  const [closed, setClosed] = useState<Shown | null>(null);
  const shown = message === closed ? null : message;
  const urgent = shown?.kind === 'error';
  return (
    <div className="sticky top-18 z-15">
      <Announced urgent={urgent}>
        {shown && <Banner kind={shown.kind} hold={shown.hold} spoken={urgent} className="mt-4 shadow-float" onClose={() => setClosed(shown)}>{shown.text}</Banner>}
      </Announced>
    </div>
  );
}
