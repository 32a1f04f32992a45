// chunk: people-lists
import { Pill } from '#web/ui/messages/Badge.tsx';

/** The number of failed emails that nobody has seen. Renders nothing if it is 0. */
export function UnseenFailures({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Pill tone="red">
      {count}
      <span className="sr-only"> {count === 1 ? 'échec non vu' : 'échecs non vus'}</span>
    </Pill>
  );
}
