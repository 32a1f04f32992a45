import { type ReactNode, useCallback, useEffect, useState } from 'react';

type Message = { kind: 'success' | 'error'; text: ReactNode; /** Milliseconds on screen; absent: until it is closed or replaced. */ ms?: number | undefined };

/** The message about the last action. It disappears after its time; the next message replaces it. */
export function useBanner(): [Message | null, (message: Message | null) => void] {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message?.ms === undefined) return;
    const timer = setTimeout(() => setMessage(null), message.ms);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, useCallback((next) => setMessage(next), [])];
}
