// chunk: app
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../hooks/navigation.tsx';

type PageHeadingProps = {
  title: string;
  intro: string;
  /** A link to the page above, before the title. */
  back?: { to: string; label: string };
  /** Links and buttons beside the title. */
  children?: ReactNode;
};

/** The top of a screen. `Page` (shell) focuses its title after a navigation. */
export function PageHeading({ title, intro, back, children }: PageHeadingProps) {
  return (
    <>
      {back && (
        <Link
          to={back.to}
          className="link mb-1 print:hidden inline-flex min-h-11 items-center gap-2"
        >
          <ArrowLeft aria-hidden className="size-5 shrink-0" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="text-muted">{intro}</p>
        </div>
        {children && <div className="flex flex-wrap gap-3">{children}</div>}
      </div>
    </>
  );
}
