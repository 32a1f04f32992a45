import { type ReactNode, useState } from 'react';
import { Banner } from './Banner.tsx';

type Message = { kind: 'success' | 'error'; text: ReactNode };

/**
 * A banner that stays in view below the header, until its time is over or it is closed. The live region is always
 * mounted: screen readers do not announce a region that is mounted with its text.
 */
export function StickyBanner({ message }: { message: Message | null }) {
  const [closed, setClosed] = useState<Message | null>(null);
  return (
    <div aria-live="polite" className="sticky top-18 z-15">
      {message && message !== closed && (
        <Banner kind={message.kind} className="mt-4 shadow-float" onClose={() => setClosed(message)}>{message.text}</Banner>
      )}
    </div>
  );
}
