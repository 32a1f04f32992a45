import { Children, type ReactNode } from 'react';

/**
 * Keeps ': ; ! ? »' from starting a line and '«' from ending one, in sentences whose characters are
 * fixed (UI-78): those quoted by the specification and those of the server have plain spaces. Not
 * for use inside a flex box, which would separate the parts. Several signs may follow each other,
 * as in '« Étoiles » : 10 €'.
 */
export function NoBreakText({ children }: { children: ReactNode }) {
  return (
    <>
      {Children.map(children, (child) =>
        typeof child === 'string'
          ? child.split(/((?:« )?\S(?: [:;!?»]+)+|« \S)/).map((part, at) =>
              at % 2 ? (
                <span key={at} className="whitespace-nowrap">
                  {part}
                </span>
              ) : (
                part
              ),
            )
          : child,
      )}
    </>
  );
}
