import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';

type StickyBannerProps = { message: { kind: 'success' | 'error'; text: ReactNode } | null };

/** A banner that stays in view beneath the header however far one has scrolled. The region is there before its words, or they are not heard. */
export function StickyBanner({ message }: StickyBannerProps) {
  return (
    <div aria-live="polite" className="sticky top-18 z-15">
      {message && <Banner kind={message.kind} className="mt-4 shadow-float">{message.text}</Banner>}
    </div>
  );
}
