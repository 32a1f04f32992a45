import { type ComponentType, lazy, startTransition, useEffect, useState } from 'react';
import { reload } from './reload.ts';

/**
 * A lazily loaded part. If its code has arrived before the first render, it renders at once. `lazy` alone would suspend
 * even then, and React shows suspended content 300 ms after its fallback at the earliest.
 */
export function later<Props extends object>(fetch: () => Promise<{ default: ComponentType<Props> }>) {
  let arrived: ComponentType<Props> | null = null;
  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    const part = await fetch();
    arrived = part.default;
    return part;
  };
  const Waited = lazy(() => load().catch(reload));
  function Part(props: Props) {
    const [Drawn] = useState(() => arrived ?? Waited);
    return <Drawn {...props} />;
  }
  /** Whether the code has arrived, for callers that show a fallback of their own, without those 300 ms. Also true after a failure: rendering the part then throws. */
  function useArrived(): boolean {
    const [settled, settle] = useState(arrived !== null);
    useEffect(() => {
      if (!settled) void load().catch(() => {}).then(() => startTransition(() => settle(true)));
    }, [settled]);
    return settled;
  }
  return { Part, load, useArrived };
}
