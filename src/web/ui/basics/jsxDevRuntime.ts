/** The same for `npm run dev`, which keeps the place of each element in the code. */
import * as react from 'react/jsx-dev-runtime';
import { withPlaces } from './jsxRuntime.ts';

export { Fragment, type JSX } from './jsxRuntime.ts';

export const jsxDEV: typeof react.jsxDEV = (type, given, key, isStatic, ...place) => {
  const props = withPlaces(type, given);
  // texts that became one are no list of children any more
  const isList = Array.isArray((props as { children?: unknown }).children);
  return react.jsxDEV(type, props, key, isStatic && isList, ...place);
};
