// chunk: forms-people
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../basics/cx.ts';

type TabsProps = {
  label: string;
  tabs: readonly { title: string; content: ReactNode }[];
  className?: string;
};

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Several views of the same content. One tab stop; the arrow keys, Home and End choose the view.
 */
export function Tabs({ label, tabs, className }: TabsProps) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? null
            : (chosen + step + tabs.length) % tabs.length;
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 border-b border-hairline"
      >
        {tabs.map(({ title }, i) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-${i}`}
            aria-selected={i === chosen}
            aria-controls={i === chosen ? `${id}-panel` : undefined}
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => setChosen(i)}
            onKeyDown={onKeyDown}
            className={cx(
              '-mb-px min-h-11 min-w-11 border-b-3 px-[min(1rem,3vw)] font-semibold',
              i === chosen ? 'border-fir text-fir' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="pt-3">
        {tabs[chosen]?.content}
      </div>
    </div>
  );
}
