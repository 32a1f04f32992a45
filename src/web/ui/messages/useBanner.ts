// chunk: admin-first
import { type ReactNode, useCallback, useState } from 'react';
import type { Hold } from '../hooks/countdown.ts';
import { useTimed } from '../hooks/useTimed.ts';

type Message = {
  kind: 'success' | 'error' | 'info';
  text: ReactNode;
  /** Milliseconds on screen; absent: until it is closed or replaced. */
  ms?: number | undefined;
};
/** `hold`: for the banner, which pauses the time under pointer and focus. */
export type Shown = Message & { hold: Hold };

/**
 * The message about the last action. It disappears after its time; the next message replaces it.
 */
export function useBanner(): [Shown | null, (message: Message | null) => void] {
  const [message, setMessage] = useState<Shown | null>(null);
  const hold = useTimed(message, message?.ms, () => setMessage(null));
  return [message, useCallback((next) => setMessage(next && { ...next, hold }), [hold])];
}
