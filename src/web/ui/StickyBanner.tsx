import { type ReactNode, useState } from 'react';
import { Banner } from './Banner.tsx';

type Message = { kind: 'success' | 'error'; text: ReactNode };

/**
 * A banner that stays in view beneath the header however far one has scrolled, until its time is over or it is closed: it
 * lies over what one may want to press. The region is there before its words, or they are not heard.
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
