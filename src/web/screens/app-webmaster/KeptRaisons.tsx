import { createContext, type Dispatch, type ReactNode, type SetStateAction, useMemo } from 'react';
import { useUser } from '#web/data/session.ts';
import { useEcrit } from '#web/data/useEcrit.ts';

/** The reasons typed, by the id of the lesson. */
type Written = Readonly<Record<string, string | undefined>>;
export const Raisons = createContext<[Written, Dispatch<SetStateAction<Written>>]>([{}, () => {}]);

/**
 * Wraps the views in which lessons are deleted, which share the typed reasons. They are kept until
 * the deletion, so that Escape and Back lose nothing.
 */
export function KeptRaisons({ children }: { children: ReactNode }) {
  const [raisons, setRaisons] = useEcrit<Written>(
    useUser().id,
    'suppression.2',
    (kept) => kept ?? {},
  );
  return (
    <Raisons value={useMemo(() => [raisons, setRaisons], [raisons, setRaisons])}>
      {children}
    </Raisons>
  );
}
