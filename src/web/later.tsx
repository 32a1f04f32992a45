import { type ComponentType, lazy, useState } from 'react';
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
  return { Part, load };
}
