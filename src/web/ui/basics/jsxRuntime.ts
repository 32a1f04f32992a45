/**
 * What JSX compiles to (UI-120): React's functions, after each text of an element has got a place
 * of its own. Adjacent texts become one. A text beside an element stands in a `span`, and a text
 * that is everything an element contains is set by React as its whole content.
 *
 * A browser that translates a page replaces its text nodes. React keeps nodes only of a text that
 * has siblings: it fails if it inserts something before such a node or removes it, and writes a
 * changed text into a node that nobody sees.
 */
import {
  type Component as ClassComponent,
  Fragment,
  type JSX as React,
  type Key,
  type MemoExoticComponent,
  type ReactNode,
} from 'react';
import * as react from 'react/jsx-runtime';

export { Fragment };

/** What a component may return or pass on: a text would stand bare beside what surrounds the component. */
export type Drawn = React.Element | boolean | null | undefined | readonly Drawn[];

type Component<Props> = (props: Props) => Drawn;

/** A component of the page. */
export type PageComponent<Props> = Component<Props> | MemoExoticComponent<Component<Props>>;

/** The types of JSX are React's, except that a component does not return a text. */
export declare namespace JSX {
  type ElementType =
    | keyof React.IntrinsicElements
    // oxlint-disable-next-line typescript/no-explicit-any -- as in React's own types
    | Component<any>
    // oxlint-disable-next-line typescript/no-explicit-any
    | (new (props: any) => ClassComponent<any> & { render: () => Drawn })
    // oxlint-disable-next-line typescript/no-explicit-any
    | { $$typeof: symbol; type?: Component<any> };
  type Element = React.Element;
  type ElementAttributesProperty = React.ElementAttributesProperty;
  type ElementChildrenAttribute = React.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = React.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = React.IntrinsicAttributes;
  type IntrinsicElements = React.IntrinsicElements;
}

type Children = ReactNode | readonly Children[];

const isText = (child: Children): child is string | number =>
  typeof child === 'string' || typeof child === 'number';

/**
 * Texts that follow each other as one, in the place of the first: the others keep theirs, so that
 * React recognises every child. A text alone if there is nothing else.
 */
function joined(children: Children): Children {
  if (!Array.isArray(children)) return children;
  const parts = children.map(joined);
  let run = -1;
  let isMixed = false;
  parts.forEach((part, at) => {
    if (isText(part)) {
      if (run < 0) run = at;
      else {
        parts[run] = `${parts[run] as string}${part}`;
        parts[at] = null;
      }
    } else if (part && part !== true) {
      run = -1;
      isMixed = true;
    }
  });
  return isMixed || run < 0 ? parts : parts[run];
}

/** White space stays as it is: nobody translates it, and in a flex box it takes no room. */
function wrapped(children: Children, key?: Key): Children {
  if (Array.isArray(children)) return children.map((child, at) => wrapped(child, `t${at}`));
  return isText(children) && `${children}`.trim() ? react.jsx('span', { children }, key) : children;
}

type WithChildren = { children?: Children };

/** The properties of an element of the page or of a fragment; a component passes its children on. */
export function withPlaces(type: unknown, props: unknown): unknown {
  const { children: given } = props as WithChildren;
  if (typeof type === 'function' || given === undefined) return props;
  const one = joined(given);
  const children = typeof type === 'string' && isText(one) ? one : wrapped(one);
  return children === given ? props : { ...(props as WithChildren), children };
}

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withPlaces(type, props), key);

// React's own differ only in what they check during development (jsxDevRuntime.ts).
export { jsx as jsxs };
