import { Component, lazy, startTransition, useEffect, useReducer, useState } from 'react';
import type { Drawn, PageComponent } from '../basics/jsxRuntime.ts';
import { type Extent, NotLoaded, type NotLoadedProps } from '../messages/NotLoaded.tsx';

/**
 * Thrown if the code of a part could not be loaded. `late`: the browser still waits for it, and
 * another import would wait with it.
 */
class LoadError extends Error {
  late: Promise<unknown> | null = null;
}

/** Milliseconds that the code of a part may take before a message replaces it (LIM-90). */
const DEADLINE = 20_000;

/** Like the import, but fails after the deadline. */
async function inTime<T>(part: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new LoadError('a part is late'), { late: part })),
      DEADLINE,
    );
  });
  try {
    return await Promise.race([
      part.catch((cause: unknown) => {
        throw new LoadError('a part could not be loaded', { cause });
      }),
      deadline,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A lazily loaded part. If its code has arrived before the first render, it renders immediately.
 * `lazy` alone would suspend even then, and React shows suspended content 300 ms after its fallback
 * at the earliest. If the code cannot be loaded, the rest of the page stays as it is: a sentence
 * and 'Réessayer' replace the part (UI-33), or what `Missing` shows.
 */
export function lazyPart<Props extends object>(
  extent: Extent,
  fetch: () => Promise<{ default: PageComponent<Props> }>,
  Missing: PageComponent<NotLoadedProps> = NotLoaded,
) {
  let arrived: PageComponent<Props> | null = null;
  let loading: Promise<{ default: PageComponent<Props> }> | null = null;
  const load = (): Promise<{ default: PageComponent<Props> }> =>
    (loading ??= inTime(fetch()).then(
      (part) => {
        arrived = part.default;
        return part;
      },
      (error: LoadError) => {
        // Until a late part has arrived or failed, other users of it are notified immediately.
        void Promise.allSettled([error.late]).finally(() => {
          loading = null;
        });
        throw error;
      },
    ));
  let Waited = lazy(load);
  function Part(props: Props) {
    const [attempt, again] = useReducer((n: number) => n + 1, 0);
    const [Ready] = useState(() => arrived);
    if (Ready) return <Ready {...props} />;
    const retry = () => {
      loading = null;
      Waited = lazy(load); // the failure of the previous one is final
      startTransition(again);
    };
    return (
      <LoadBoundary key={attempt} extent={extent} Missing={Missing} onRetry={retry}>
        <Waited {...props} />
      </LoadBoundary>
    );
  }
  /**
   * Shows its children once the code has arrived, and `otherwise` until then, without those 300 ms.
   * The children are also shown after a failure: the part then shows it, and does not ask again.
   */
  function Arrived({ otherwise, children }: { otherwise: Drawn; children: Drawn }) {
    const [settled, settle] = useState(arrived !== null);
    useEffect(() => {
      if (!settled)
        void load()
          .catch((error: LoadError) => {
            Waited = lazy(() => Promise.reject(error));
          })
          .then(() => startTransition(() => settle(true)));
    }, [settled]);
    return settled ? children : otherwise;
  }
  return { Part, load, Arrived };
}

type LoadBoundaryProps = Omit<NotLoadedProps, 'late'> & {
  Missing: PageComponent<NotLoadedProps>;
  children: Drawn;
};

/** Catches only failures of loading. An exception of the part itself is passed on. */
class LoadBoundary extends Component<LoadBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { Missing, extent, onRetry, children } = this.props;
    if (error === null) return children;
    if (!(error instanceof LoadError)) throw error;
    return <Missing extent={extent} late={error.late} onRetry={onRetry} />;
  }
}
