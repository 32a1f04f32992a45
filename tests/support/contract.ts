/** The contract as a list of calls, so that a test generated from it cannot miss one. */
import { isContractProcedure } from '@orpc/contract';
import { api } from '#contract/api.ts';
import type { Meta } from '#contract/call.ts';

/** `status`: the status of a success. */
export type Call = {
  name: string;
  method: string;
  path: string;
  status: number;
  meta: Meta;
  fields: Field[];
};
/** `type` is the kind of the schema, without the optional wrapping. */
export type Field = { name: string; optional: boolean; nullable: boolean; type: string };

type Def = {
  type: string;
  shape?: Record<string, { _zod: { def: Def } }>;
  innerType?: { _zod: { def: Def } };
};

const OPTIONAL = new Set(['optional', 'nullable', 'default']);

function fieldsOf(schema: unknown): Field[] {
  const { shape } = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def ?? {};
  return Object.entries(shape ?? {}).map(([name, { _zod }]) => {
    let { def } = _zod;
    let [optional, nullable] = [false, false];
    while (OPTIONAL.has(def.type) && def.innerType) {
      if (def.type === 'nullable') nullable = true;
      else optional = true;
      ({ def } = def.innerType._zod);
    }
    return { name, optional, nullable, type: def.type };
  });
}

function walk(node: object, names: string[]): Call[] {
  if (!isContractProcedure(node))
    return Object.entries(node).flatMap(([name, child]) => walk(child, [...names, name]));
  const { route, meta, inputSchema } = node['~orpc'];
  return [
    {
      name: names.join('.'),
      method: route.method ?? 'POST',
      path: `/api${route.path}`,
      status: route.successStatus ?? 200,
      meta: meta as Meta,
      fields: fieldsOf(inputSchema),
    },
  ];
}

/** Every call of the HTTP API. */
export const CALLS: readonly Call[] = walk(api, []);
