import { type ReactNode, useCallback, useEffect, useState } from 'react';

type Message = { kind: 'success' | 'error'; text: ReactNode; /** Milliseconds on screen; absent: until it is closed, or the next one comes. */ ms?: number | undefined };

/** What came of the last action: it stays its time, and the next one takes its place. */
export function useBanner(): [Message | null, (message: Message | null) => void] {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message?.ms === undefined) return;
    const timer = setTimeout(() => setMessage(null), message.ms);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, useCallback((next) => setMessage(next), [])];
}
