/**
 * Passes every call of the contract from its request to its action and back: session, guard, input,
 * action, announcement.
 */
import {
  type AnySchema,
  type InferSchemaInput,
  type InferSchemaOutput,
  isContractProcedure,
  type ORPCError,
} from '@orpc/contract';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import { implement, type Router } from '@orpc/server';
import { FastifyHandler } from '@orpc/server/fastify';
import { StandardHandler } from '@orpc/server/standard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { REFUS, Refus } from '#domain/errors/errors.ts';
import { createCtx, type Ctx, type Services } from '../platform/services.ts';
import { readCaller, refuseForeignOrigin, refuseUnless } from './caller.ts';
import { keepAnswer } from './etag.ts';
import { PlainJson } from './plain_json.ts';
import { sentenceAbout, sentenceOf, toRefus, wireError } from './refus.ts';
import { logRefusal, trace } from './traces.ts';

export type HttpContext = { services: Services; request: FastifyRequest; reply: FastifyReply };

export type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * The action that answers each call of the contract. Only the few that read or write headers, or
 * that stream, use `http`.
 */
type Actions<Contract> = Contract extends {
  '~orpc': { inputSchema?: infer I extends AnySchema; outputSchema?: infer O extends AnySchema };
}
  ? (
      ctx: Ctx,
      input: InferSchemaOutput<I>,
      http: HttpContext & { signal: AbortSignal | undefined },
    ) => InferSchemaInput<O> | Promise<InferSchemaInput<O>>
  : { [name in keyof Contract]: Actions<Contract[name]> };

/**
 * The implementer of the contract. A handler runs only for callers that `who` of its call admits
 * (ACC-10, API-01).
 */
const guarded = implement(api)
  .$context<HttpContext>()
  .use(async ({ context, procedure, next }) => {
    const { services, request, reply } = context;
    const { who, changes, etag } = procedure['~orpc'].meta;
    const caller = await readCaller(services, request, reply);
    if (caller.personne) trace(request, { account: caller.personne.id });
    refuseUnless(who, caller);
    if (etag) keepAnswer(reply);
    const ctx: Ctx = createCtx(services, caller, changes);
    return next({ context: { ctx } });
  });

type Action = (
  ctx: Ctx,
  input: unknown,
  http: HttpContext & { signal: AbortSignal | undefined },
) => unknown;
type Os = {
  handler(
    run: (call: {
      context: HttpContext & { ctx: Ctx };
      input: unknown;
      signal: AbortSignal | undefined;
    }) => unknown,
  ): unknown;
};

/**
 * The router of the actions, each behind the guard. `Actions` checks them against the contract;
 * inside, the recursion is untyped.
 */
export function wire(actions: Actions<typeof api>): Router<typeof api, HttpContext> {
  const attach = (contract: unknown, os: unknown, action: unknown): unknown => {
    if (isContractProcedure(contract)) {
      return (os as Os).handler(({ context, input, signal }) =>
        (action as Action)(context.ctx, input, { ...context, signal }),
      );
    }
    const [inner, actionsOf] = [os, action] as [Record<string, unknown>, Record<string, unknown>];
    return Object.fromEntries(
      Object.entries(contract as object).map(([name, one]) => [
        name,
        attach(one, inner[name], actionsOf[name]),
      ]),
    );
  };
  return attach(api, guarded, actions) as Router<typeof api, HttpContext>;
}

/**
 * If a part of the address and a field of the body have the same name, they must be equal (API-03,
 * API-06): without this check the address would silently win.
 */
class Codec extends StandardOpenAPICodec {
  override async decode(
    ...[request, params, procedure]: Parameters<StandardOpenAPICodec['decode']>
  ): Promise<unknown> {
    const body = request.method === 'GET' ? undefined : await request.body();
    const said = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    for (const [name, value] of Object.entries(params ?? {})) {
      if (Object.hasOwn(said, name) && said[name] !== value)
        throw wireError(request.url.pathname, 'donnees_invalides', sentenceAbout(name));
    }
    return super.decode(request, params, procedure);
  }
}

/**
 * Mounts the implemented contract below `/api`. Returns its request handler, for the photo upload,
 * which has its own limits.
 */
export function mountApi(
  app: FastifyInstance,
  services: Services,
  router: Router<typeof api, HttpContext>,
): Answer {
  const codec = new Codec(
    new StandardOpenAPISerializer(new PlainJson(), new StandardBracketNotationSerializer()),
    {
      customErrorResponseBodyEncoder: ({ data }) => data,
    },
  );
  const handler = new FastifyHandler(
    new StandardHandler(router, new StandardOpenAPIMatcher(), codec, {
      clientInterceptors: [
        async (call) => {
          trace(call.context.request, { route: `/api${call.procedure['~orpc'].route.path}` });
          try {
            return await call.next();
          } catch (error) {
            throw toORPCError(error, call.context);
          }
        },
      ],
    }),
  );
  const answer: Answer = async (request, reply) => {
    refuseForeignOrigin(services, request);
    reply.header('cache-control', 'no-store');
    const { matched } = await handler.handle(request, reply, {
      prefix: '/api',
      context: { services, request, reply },
    });
    if (!matched) throw new Refus('adresse_introuvable');
    return reply;
  };
  app.all('/api/*', answer);
  return answer;
}

/**
 * The error to send for anything thrown. A refusal is answered as such; everything else is logged
 * and gets a neutral answer (API-02).
 */
function toORPCError(error: unknown, { request, reply }: HttpContext): ORPCError<string, unknown> {
  const refus = toRefus(error);
  if (refus.retryAfter !== undefined) reply.header('retry-after', refus.retryAfter);
  const { message } = REFUS[refus.code];
  logRefusal(request, refus, error);
  const sentence = sentenceOf(error) ?? [message, refus.detail].filter(Boolean).join(' ');
  return wireError(request.url, refus.code, sentence);
}
