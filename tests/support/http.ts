/**
 * One request over HTTP, with exactly the headers it is given: fetch adds its own, and hides how an
 * answer was packed.
 */
import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they came. */ bytes: Buffer;
  /** Unpacked. */ text: string;
};

type Options = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
  /** The address of ours that it comes from. */ localAddress?: string;
};

const UNPACK: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

export async function ask(
  url: string,
  { method = 'GET', headers = {}, body, agent, localAddress }: Options = {},
): Promise<Reply> {
  const { origin } = new URL(url);
  // The path as it is written: URL would tidy it.
  const sent = request(origin, {
    path: url.slice(origin.length),
    method,
    headers,
    ...(agent && { agent }),
    ...(localAddress !== undefined && { localAddress }),
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  const unpack = bytes.length > 0 ? UNPACK[response.headers['content-encoding'] ?? ''] : undefined;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    bytes,
    text: (unpack?.(bytes) ?? bytes).toString(),
  };
}
