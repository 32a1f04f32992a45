/**
 * The calls of an import that send a file: their bodies may be larger than those of other calls, so
 * the caller is checked before the body is read (IMP-02).
 */
import type { FastifyInstance } from 'fastify';
import { imports } from '#contract/imports.ts';
import { Refus } from '#domain/errors/errors.ts';
import { OCTETS_MAX } from '#domain/imports/imports.ts';
import type { Services } from '../platform/services.ts';
import { readCaller, refuseForeignOrigin, refuseUnless } from './caller.ts';
import type { Answer } from './mount.ts';

/** The largest file in base64, and the other fields. */
const BODY_LIMIT = Math.ceil((OCTETS_MAX * 4) / 3) + 64 * 1024;

export function receiveImports(app: FastifyInstance, services: Services, answer: Answer): void {
  app.register(async (own) => {
    own.setErrorHandler((error: Error & { statusCode?: number }) => {
      throw error.statusCode === 413 ? new Refus('import_trop_grand') : error;
    });
    for (const { '~orpc': declared } of [imports.read, imports.plan, imports.create])
      own.post(
        `/api${declared.route.path}`,
        {
          bodyLimit: BODY_LIMIT,
          onRequest: async (request, reply) => {
            refuseForeignOrigin(services, request);
            refuseUnless(declared.meta.who, await readCaller(services, request, reply));
          },
        },
        answer,
      );
  });
}
