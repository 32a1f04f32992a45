/** The application as a function of its services; the server and the tests call it. */
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { api } from '#contract/api.ts';
import * as flux from './actions/feeds.ts';
import * as desabonnement from './actions/emails/desabonnement.ts';
import { centre as readCentre } from './actions/settings.ts';
import * as restauration from './actions/backups/restauration.ts';
import { acceptEmptyBodies, drainRefusedBodies } from './http/body.ts';
import { keepAddresses } from './http/caller.ts';
import { drainAtEnd } from './http/drain.ts';
import { compressAnswers } from './http/encoding.ts';
import { revalidateAnswers } from './http/etag.ts';
import { serveUnsubscribe } from './http/desabonnement.ts';
import { serveFeeds } from './http/flux.ts';
import { receiveImports } from './http/imports.ts';
import { type Watch, watchAnswers } from './http/metrics.ts';
import { mountApi } from './http/mount.ts';
import { receivePhotos, servePhotos } from './http/photos.ts';
import { serveProbes } from './http/probes.ts';
import { receiveBackups } from './http/restauration.ts';
import {
  addSecurityHeaders,
  answerErrors,
  refuseBadAddress,
  refuseBrokenText,
} from './http/security.ts';
import { serveWeb } from './http/static.ts';
import { logAnswers, warnOfProxy } from './http/traces.ts';
import type { Services } from './platform/services.ts';
import { router } from './routes.ts';

export type AppOptions = {
  /** The folder of the built web part. */
  webRoot: string;
  /** Whether pages may be read without a network (UI-59). */
  offline?: boolean;
  /** Whether browsers use https for every name below this site's (API-19). */
  hstsSubdomains?: boolean;
  /** No proxy, one proxy with any address, or a list of addresses and networks. */
  trustProxy: false | 1 | string[];
  /** Counts the answers; null if the environment does not enable metrics. */
  watch?: Watch | null;
  /** Aborted when the instance is about to stop. */
  leaving?: AbortSignal;
  logger: NonNullable<FastifyServerOptions['loggerInstance']>;
};

/**
 * The most bytes of the body of a call: an email of 50 000 characters, none of them ASCII. The
 * photo upload and imports have their own limits.
 */
const BODY_LIMIT = 256 * 1024;

/** Builds the application, which does not listen yet. */
export async function createApp(
  services: Services,
  {
    webRoot,
    offline = true,
    hstsSubdomains = false,
    trustProxy,
    watch = null,
    leaving,
    logger,
  }: AppOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    // Fastify's own 1 trusts no proxy
    trustProxy: trustProxy === 1 ? (_, hop) => hop === 0 : trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // http/drain.ts
    logController: new LogController({ disableRequestLogging: true }), // http/traces.ts
    frameworkErrors: refuseBadAddress,
    // Slow senders are checked every 5 s instead of every 30 s.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16 * 1024 },
  });
  drainAtEnd(app, leaving);
  keepAddresses(app);
  logAnswers(app);
  watchAnswers(app, watch);
  if (trustProxy === false) warnOfProxy(app);
  answerErrors(app);
  addSecurityHeaders(app, services.publicUrl.startsWith('https:'), hstsSubdomains);
  acceptEmptyBodies(app);
  drainRefusedBodies(app);
  refuseBrokenText(app);
  revalidateAnswers(app);
  compressAnswers(app);
  let description: Promise<unknown> | undefined;
  app.get('/api/openapi.json', () => (description ??= describe(services)));
  serveProbes(app, services);
  const answer = mountApi(app, services, router);
  receivePhotos(app, services, answer);
  servePhotos(app, services);
  receiveImports(app, services, answer);
  serveFeeds(app, (jeton, ip) => flux.read(services, jeton, ip));
  serveUnsubscribe(app, {
    ask: (jeton) => desabonnement.ask(services, jeton),
    turnOff: (jeton) => desabonnement.turnOff(services, jeton),
  });
  receiveBackups(app, services, {
    admit: (jeton) => restauration.admit(services, jeton),
    pathOf: (nom) => restauration.pathOf(services, nom),
    prepare: (path, passphrase) => restauration.prepare(services, path, passphrase),
  });
  await serveWeb(
    app,
    webRoot,
    {
      read: () => readCentre(services),
      now: services.now,
      changedAt: () =>
        Math.max(services.live.announcedAt('parametres'), services.live.announcedAt('pistes')),
    },
    { nom: services.centre.nom, offline },
  );
  return app;
}

/** The description of the API; its generator is loaded at the first request. */
async function describe({ auth }: Services): Promise<unknown> {
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ]);
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(api, {
    // The version of the API, not of the product, because anyone may read it.
    info: { title: 'Manège', version: '1' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: auth.cookieName },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ cookie: [] }, { bearer: [] }],
  });
}
