/**
 * The contract is written with zod/mini, which keeps the browser bundle small and interprets a schema for every value.
 * On the server the same definitions are compiled once: the answer for a week is checked in a quarter of the time.
 */
import type { AnySchema } from '@orpc/contract';
import { isProcedure, Procedure } from '@orpc/server';
import { $ZodArray, $ZodObject, $ZodObjectJIT, $ZodType } from 'zod/v4/core';

/** The same router, with compiled output schemas. */
export function compileOutputs<R extends object>(router: R): R {
  return Object.fromEntries(Object.entries(router).map(([name, item]) => {
    if (!isProcedure(item)) return [name, compileOutputs(item as object)];
    const { outputSchema, ...definition } = item['~orpc'];
    return [name, outputSchema ? new Procedure({ ...definition, outputSchema: compileSchema(outputSchema) }) : item];
  })) as R;
}

function compileSchema(schema: AnySchema): AnySchema {
  return schema instanceof $ZodType ? compile(schema) : schema;
}

/** Compiles arrays and objects; scalar schemas need no compilation. */
function compile(schema: $ZodType): $ZodType {
  if (schema instanceof $ZodArray) return new $ZodArray({ ...schema._zod.def, element: compile(schema._zod.def.element) });
  if (!(schema instanceof $ZodObject)) return schema;
  const { def } = schema._zod;
  return new $ZodObjectJIT({ ...def, shape: Object.fromEntries(Object.entries(def.shape).map(([key, value]) => [key, compile(value)])) });
}
