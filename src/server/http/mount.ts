/** From a request to an action and back: session, who, input, action, announce. Every call of the contract passes here. */
import { ORPCError, ValidationError } from '@orpc/contract';
import { StandardBracketNotationSerializer, StandardOpenAPIJsonSerializer, StandardOpenAPISerializer } from '@orpc/openapi-client/standard';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { implement, type Router } from '@orpc/server';
import { FastifyHandler } from '@orpc/server/fastify';
import { StandardHandler } from '@orpc/server/standard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { isCodeRefus, REFUS, Refus } from '#domain/errors.ts';
import { isPassing } from '../platform/db.ts';
import { createCtx, type Ctx, type Services } from '../platform/services.ts';
import { compileOutputs } from './compile.ts';
import { readCaller, refuseForeignOrigin, refuseUnless } from './caller.ts';

export type HttpContext = { services: Services; request: FastifyRequest; reply: FastifyReply };

/** The contract's implementer: its handlers are reached by those the contract's `who` lets in, and by nobody else. */
export const os = implement(api).$context<HttpContext>().use(async ({ context, procedure, next }) => {
  const { services, request, reply } = context;
  const { who, changes } = procedure['~orpc'].meta;
  const caller = await readCaller(services, request, reply);
  refuseUnless(who, caller.personne);
  const ctx: Ctx = createCtx(services, caller, changes);
  return next({ context: { ctx } });
});

/**
 * What leaves has passed its output schema, and those know plain JSON only: it is written as it stands.
 * oRPC's own serializer copies every value of an answer first, which took a quarter of the week's reading.
 */
class PlainJson extends StandardOpenAPIJsonSerializer {
  override serialize(data: unknown): [unknown, boolean] {
    return [data, false];
  }
}

/**
 * A part of the address and a field of the body that bear one name must say the same (decision 17): the codec would let
 * the address win without a word.
 */
class Codec extends StandardOpenAPICodec {
  override async decode(...[request, params, procedure]: Parameters<StandardOpenAPICodec['decode']>): Promise<unknown> {
    const body = request.method === 'GET' ? undefined : await request.body();
    const said = typeof body === 'object' && body !== null ? body as Record<string, unknown> : {};
    for (const [name, value] of Object.entries(params ?? {})) {
      if (Object.hasOwn(said, name) && said[name] !== value) throw new Refus('donnees_invalides');
    }
    return super.decode(request, params, procedure);
  }
}

/** §7: how the server functions say a refusal, beside the wire's own three words. */
const isFunction = (request: FastifyRequest): boolean => request.url.startsWith('/api/functions/');

/** Mounts the implemented contract below `/api`. */
export function mountApi(app: FastifyInstance, services: Services, router: Router<typeof api, HttpContext>): void {
  const codec = new Codec(new StandardOpenAPISerializer(new PlainJson(), new StandardBracketNotationSerializer()), {
    customErrorResponseBodyEncoder: ({ code, status, message, data }) => ({ ...(data as object | undefined), code, status, message }),
  });
  const handler = new FastifyHandler(new StandardHandler(compileOutputs(router), new StandardOpenAPIMatcher(), codec, {
    clientInterceptors: [async (call) => {
      try {
        return await call.next();
      } catch (error) {
        throw toORPCError(error, call.context);
      }
    }],
  }));
  app.all('/api/*', async (request, reply) => {
    refuseForeignOrigin(services, request);
    reply.header('cache-control', 'no-store');
    const { matched } = await handler.handle(request, reply, { prefix: '/api', context: { services, request, reply } });
    if (!matched) throw new Refus('adresse_introuvable');
    return reply;
  });
}

/** The wire's error for anything thrown on the way. A refusal is an answer; everything else is logged whole and leaves neutral. */
function toORPCError(error: unknown, { request, reply }: HttpContext): ORPCError<string, unknown> {
  const refus = toRefus(error);
  if (refus.retryAfter !== undefined) reply.header('retry-after', refus.retryAfter);
  const { status, message } = REFUS[refus.code];
  if (status >= 500) request.log.error({ err: refus.cause ?? error }, refus.code);
  const sentence = sentenceOf(error) ?? message;
  return new ORPCError(refus.code, { status, message: sentence, data: isFunction(request) ? { success: false, error: sentence } : undefined });
}

/** Any error as a refusal of the table. */
export function toRefus(error: unknown): Refus {
  if (error instanceof Refus) return error;
  const issue = issueOf(error);
  if (issue) return new Refus(isCodeRefus(issue.message) ? issue.message : 'donnees_invalides');
  if (error instanceof ORPCError && error.status < 500) return new Refus('donnees_invalides', { cause: error });
  return new Refus(isPassing(error) ? 'service_occupe' : 'panne', { cause: error });
}

type Issue = { message: string; path?: ReadonlyArray<PropertyKey | { key: PropertyKey }> | undefined };

/** The first fault of an input, in the order in which the contract lists the fields. */
function issueOf(error: unknown): Issue | null {
  const cause = error instanceof ORPCError && error.code === 'BAD_REQUEST' ? error.cause : null;
  return cause instanceof ValidationError ? (cause.issues[0] ?? null) : null;
}

/** The general sentence for bad input names the field at fault. */
function sentenceOf(error: unknown): string | null {
  const issue = issueOf(error);
  if (!issue || isCodeRefus(issue.message)) return null;
  const keys = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys : issue.path?.map((part) => (typeof part === 'object' ? part.key : part));
  const champ = keys?.map(String).join('.').slice(0, 80);
  return champ ? `${REFUS.donnees_invalides.message.slice(0, -1)} : ${champ}.` : null;
}
