import { type ReactNode, useEffect, useId, useRef } from 'react';

type OutcomeProps = {
  title: string;
  /** What happened, in a sentence; said along with the title to those who listen. */
  summary: ReactNode;
  /** A drawing, decorative. */
  illustration: ReactNode;
  children?: ReactNode;
};

/** What became of something, in the place of its form. The title takes the focus: a status born with its text may stay unheard. */
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
      <h1 ref={heading} tabIndex={-1} aria-describedby={id}>{title}</h1>
      <p id={id} role="status" className="text-balance">{summary}</p>
      {children}
    </div>
  );
}
