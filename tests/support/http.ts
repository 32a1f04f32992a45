/**
 * One request over HTTP with exactly the given headers: fetch adds its own, and hides the
 * compression of an answer.
 */
import { once } from 'node:events';
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  /** As received. */
  bytes: Buffer;
  /** Decompressed. */
  text: string;
};

type Options = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent;
  /** The local address from which it is sent. */
  localAddress?: string;
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
  // The path exactly as given: URL would normalise it.
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
