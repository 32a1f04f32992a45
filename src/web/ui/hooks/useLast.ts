// chunk: base
import { useState } from 'react';

/**
 * The last value that was not null. A dialog stays mounted after its subject is gone, because
 * closing it restores the focus.
 */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
