import { Children, type ReactNode } from 'react';

/**
 * Keeps ': ; ! ? »' from starting a line and '«' from ending one, in sentences whose letters are
 * fixed (UI-78): those that the specification quotes and those of the server have plain spaces. Not
 * inside of a flex box, which would separate the parts. Several signs may follow each other, as in
 * '« Étoiles » : 10 €'.
 */
export function KeepSigns({ children }: { children: ReactNode }) {
  return Children.map(children, (child) =>
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
  );
}
