import { readdirSync } from 'node:fs';

const ASSETS = new URL('../../dist/web/assets/', import.meta.url);

/** The address of a file of the built program; throws if the build has none of that name. */
export function chunkUrl(name: string): RegExp {
  const file = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  if (!readdirSync(ASSETS).some((one) => file.test(one)))
    throw new Error(`the build has no file ${name}`);
  return new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
}
