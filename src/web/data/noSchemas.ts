/**
 * Stands in for `zod` in the browser (vite.config.ts): the contract's schemas check input and answers on the server
 * alone, and a client needs the addresses only. Without zod a phone loads and runs a sixth less behind the guard.
 */
const schema = { shape: {}, check: () => schema };
// @__NO_SIDE_EFFECTS__
const make = () => schema;

export const coerce = { number: make };
export {
  make as _default, make as array, make as boolean, make as enum, make as file, make as gte, make as int, make as literal, make as lte,
  make as maxLength, make as minLength, make as nullable, make as number, make as object, make as optional, make as pipe,
  make as positive, make as record, make as refine, make as regex, make as strictObject, make as string, make as transform, make as tuple, make as union, make as unknown, make as uuid,
};
