import { type ReactNode, useEffect, useId, useRef } from 'react';

type OutcomeProps = {
  title: string;
  /** The result in one sentence; screen readers read it with the title. */
  summary: ReactNode;
  /** A drawing, decorative. */
  illustration: ReactNode;
  children?: ReactNode;
};

/**
 * Replaces a form and shows its result. The title takes the focus, because screen readers may not
 * announce a status that is mounted with its text.
 */
export function Outcome({ title, summary, illustration, children }: OutcomeProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="flex animate-enter flex-col items-center gap-4 rounded-card border border-hairline bg-card px-6 py-8 text-center shadow-card">
      {illustration}
      <h1 ref={heading} tabIndex={-1} aria-describedby={id}>
        {title}
      </h1>
      <div id={id} role="status" className="text-balance">
        {summary}
      </div>
      {children}
    </div>
  );
}
