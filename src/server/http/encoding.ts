/** Answers as small as the caller can read them. Files and pages are compressed before they are asked for (static.ts). */
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below this a compressed answer saves nothing. */
const THRESHOLD = 1024;

/** Compresses text. `once`: it is done a single time, and may take longer than the caller would wait. */
export const compress: Record<Encoding, (text: string, once?: boolean) => Promise<Buffer>> = {
  br: (text, once = false) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: once ? 11 : 4 } }),
  gzip: (text, once = false) => promisify(gzip)(text, { level: once ? 9 : 6 }),
};

/** What the caller reads best of ours; null where it wants the text as it is, or says nothing. */
export const encodingOf = ({ headers }: FastifyRequest): Encoding | null => negotiate(headers['accept-encoding'] ?? '', [...ENCODINGS]);

/** Compresses each text answer that is worth it: the stream of changes and photos are no text here and stay as they are. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < THRESHOLD) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = encodingOf(request);
    if (encoding === null) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return compress[encoding](payload);
  });
}
