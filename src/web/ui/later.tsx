import { type ComponentType, lazy, useEffect, useState } from 'react';
import { reload } from './reload.ts';

/**
 * A part of the application that is fetched apart. One that has arrived by the time it is drawn is drawn at once:
 * what `lazy` has to wait for, even for a moment, React shows 300 ms after what it showed instead.
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
  /** For who shows something else until then, without those 300 ms. True too when the fetch has failed: drawing the part tells. */
  function useArrived(): boolean {
    const [settled, settle] = useState(arrived !== null);
    useEffect(() => {
      if (!settled) void load().catch(() => {}).then(() => settle(true));
    }, [settled]);
    return settled;
  }
  return { Part, load, useArrived };
}
