import { X } from 'lucide-react';
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
        <Banner kind={message.kind} className="mt-4 py-0.5! pe-0.5! shadow-float">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1 self-center py-2.5">{message.text}</div>
            <button type="button" aria-label="Fermer" onClick={() => setClosed(message)} className="grid size-11 shrink-0 place-items-center rounded-field">
              <X aria-hidden className="size-5" />
            </button>
          </div>
        </Banner>
      )}
    </div>
  );
}
