import { useState } from 'react';

/** What was last there: a dialog outlives what it was opened for, since it is what gives the focus back. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
