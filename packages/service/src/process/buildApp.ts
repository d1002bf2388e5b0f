import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import { namedRoutes } from '@rowhouse/tables/fastify';
import type { StandbyReplicas } from '@rowhouse/tables-postgres';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Logger } from 'pino';
import { version } from '../base/commandLine.ts';
import { inModule } from '../base/errors.ts';
import type { Service } from '../definition/createService.ts';
import { languageOf } from '../kernel/access/accessChecks.ts';
import { accessRules } from '../kernel/access/accessRules.ts';
import { guard } from '../kernel/access/guard.ts';
import { type PermissionCatalogue, permissionCatalogue } from '../kernel/access/permissionCatalogue.ts';
import type { Config } from '../kernel/config/Config.ts';
import type { RequestConnections } from '../kernel/database/Database.ts';
import type { Floors } from '../kernel/database/Floors.ts';
import { requestHooks } from '../kernel/hooks/createHooks.ts';
import { bookmarks } from '../kernel/http/bookmarks.ts';
import {
  errorHandling,
  handleError,
  refuseExpectation,
  respondToClientError,
} from '../kernel/http/errorHandling.ts';
import { originForm } from '../kernel/http/listen.ts';
import { openapi } from '../kernel/http/openapi/openapi.ts';
import { routeDescriptions } from '../kernel/http/openapi/routeDescriptions.ts';
import { draining, health, metrics } from '../kernel/http/operation.ts';
import { arePagesBuilt, pages, startPage } from '../kernel/http/pages.ts';
import { bodyParsing, refuseUnstorable } from '../kernel/http/requestInput.ts';
import type { ServeContext } from '../kernel/module/Module.ts';
import { derived, type LiveTables, liveTables } from '../tables/liveTables.ts';
import { serveTables } from '../tables/serveTables.ts';
import { createTableEvents } from '../tables/tableEvents.ts';
import { routesOf, tableAccess } from '../tables/tableRoutes.ts';
import { firstAnswers } from './firstAnswers.ts';
import { type RouteOwners, routeOwners } from './refuseRouteClashes.ts';

const acceptable = /^[\w.:-]{8,64}$/;

/** The caller's x-request-id if valid, so that requests can be traced through several services. */
function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}

/** Sends the request id, which also appears in the log. */
const requestId = fastifyPlugin(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id);
    });
  },
  { name: 'request-id' },
);

/**
 * Compresses JSON, CSV and HTML responses of at least 1.4 kB, which need more than one packet. Nothing else: event streams must
 * not be buffered, spreadsheets and images are compressed already, and the pages' files are compressed by the build. A route
 * whose response contains a credential sets `compress: false`: the size of a compressed response may reveal it (BREACH).
 */
export const compression = fastifyPlugin(
  async (app) => {
    await app.register(fastifyCompress, {
      // A compressed request body could expand without limit.
      globalDecompression: false,
      threshold: 1_400,
      customTypes: /^(application\/(problem\+)?json|text\/(csv|html))\b/,
      encodings: ['br', 'gzip'],
    });
  },
  { name: 'compression' },
);

/** The parts of the HTTP application. */
interface AppOptions {
  readonly service: Service;
  readonly context: ServeContext;
  /** Defaults to the tables of the modules. */
  readonly tables?: LiveTables;
  readonly connections: Pick<RequestConnections, 'counts' | 'readiness'>;
  /** Standbys that read tables. Defaults to none. */
  readonly reads?: { readonly replicas: StandbyReplicas; readonly floors: Floors } | null;
  readonly logger: Logger;
  /** Output folder of the pages' build. */
  readonly pagesFolder: string;
}

/** Builds the HTTP application. Plugins are registered in the order in which they process a request. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { service, context, tables = liveTables(service, context), connections, reads, logger } = options;
  const { config, authenticate } = context;
  const { baseUrl, languages, language } = config;
  const errors = { development: config.environment === 'development', translate: service.translate };
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    trustProxy: trustedProxies(config),
    bodyLimit: config.bodyLimit,
    genReqId: requestIdOf,
    rewriteUrl: originForm,
    forceCloseConnections: 'idle',
    // Accepted requests are completed during a stop: a proxy must not repeat non-idempotent ones elsewhere.
    return503OnClosing: false,
    // Milliseconds for receiving a whole request; limits slow senders.
    requestTimeout: 300_000,
    // Milliseconds for adding all routes, or for checking all tables: a database may have thousands.
    pluginTimeout: 300_000,
    clientErrorHandler: respondToClientError,
    frameworkErrors: (error, request, reply) => {
      // No guard has seen it.
      request.language = languageOf(request, { languages, language });
      void handleError(error, request, reply, errors);
    },
    routerOptions: { ignoreTrailingSlash: true },
    // With strict numbers, Ajv skips limits for 1e999 in a URL, which is parsed as Infinity.
    ajv: { customOptions: { allErrors: true, removeAdditional: false, verbose: true, strictNumbers: false } },
  });
  const owners = routeOwners(app);
  app.server.on('checkExpectation', refuseExpectation);
  await app.register(errorHandling, errors);
  await app.register(draining);
  await app.register(requestId);
  await app.register(securityHeaders, { baseUrl });
  await app.register(compression);
  await app.register(bodyParsing);
  await app.register(refuseUnstorable);
  await app.register(namedRoutes);
  await app.register(accessRules);
  app.decorate('permissionCatalogue', catalogueOf(service, context, tables));
  app.decorate('checkTable', tableAccess(app, context, tables));
  app.decorate('tablesById', new Map());
  app.decorate('tableEvents', eventsOf(app, context, tables));
  await app.register(guard, { authenticate, baseUrl, languages, language });
  await app.register(routeDescriptions, { baseUrl, version });
  // Before the hooks of modules, which do not run for these routes.
  await app.register(metrics, { counts: connections.counts });
  await app.register(health, { db: connections.readiness, replicas: reads?.replicas });
  app.decorateRequest('bookmark', null);
  await app.register((scope) => registerTableSets(scope, { ...options, tables }, owners));
  owners.refuseClashes();

  return app;
}

/** All other routes, and the hooks of modules, which run for these only. */
async function registerTableSets(
  app: FastifyInstance,
  options: AppOptions & { readonly tables: LiveTables },
  owners: RouteOwners,
): Promise<void> {
  const { service, context, tables, reads = null, pagesFolder } = options;
  if (reads !== null) {
    await app.register(bookmarks, { ...reads, isEncrypted: context.config.baseUrl.startsWith('https:') });
    // Pages request the rows when they are notified of a change, and a standby may not have the change yet.
    app.tableEvents.onChange(() => reads.floors.changed(null));
  }
  await app.register(requestHooks, { hooks: context.hooks });
  await app.register(openapi);
  if (arePagesBuilt(pagesFolder)) {
    await app.register(pages, {
      folder: pagesFolder,
      branding: pagesBranding(options),
      answerFirst: firstAnswers,
    });
  } else {
    await app.register(startPage);
  }
  for (const { name, routes } of service.modules) {
    if (routes === undefined) continue;
    // Encapsulates hooks and decorators of a module.
    owners.enter(name);
    await inModule(name, 'failed to add its routes', () =>
      app.register(async (scope) => routes(scope, context), { name: `module-${name}` }),
    );
  }
  owners.enter('the service');
  await app.register((scope) => serveTables(scope, service, context, tables));
}

/** Changes of other databases are not announced: their pages poll. */
function eventsOf(app: FastifyInstance, { db, events, config, logger }: ServeContext, live: LiveTables) {
  return createTableEvents({
    db,
    events,
    log: (level, text) => logger[level](text),
    definitions: live.current.sets.flatMap(({ database, options }) =>
      database === null ? options.definitions : [],
    ),
    routeOf: (definition) => routesOf(definition, { tables: config.tables })[1],
    pathOf: (route) => app.namedRoutes.find(route)?.path,
  });
}

function catalogueOf(service: Service, context: ServeContext, live: LiveTables): PermissionCatalogue {
  const { dataRouteSuffix } = context.config.tables;
  const catalogue = derived(live, ({ sets }) =>
    permissionCatalogue({
      modules: service.modules,
      definitions: sets.flatMap(({ options }) => options.definitions),
      dataRouteSuffix,
      translate: service.translate,
    }),
  );

  return {
    declared: catalogue().declared,
    describe: (language, name) => catalogue().describe(language, name),
  };
}

/** The branding with the sign-in text in each configured language. */
function pagesBranding({ service: { looks: branding, translate }, context: { config } }: AppOptions) {
  if (branding === null) return null;
  const { signInText } = branding;
  const texts = signInText === null ? [] : config.languages.map((tag) => [tag, translate(tag, signInText)]);

  return { branding, signInTexts: Object.fromEntries(texts) as Record<string, string> };
}

/** Trusts the configured number of nearest proxies, so that headers set by the client are ignored. */
function trustedProxies({ trustProxy }: Config): false | ((address: string, distance: number) => boolean) {
  const count = Number(trustProxy);

  return count > 0 && ((_address, distance) => distance < count);
}

interface SecurityHeadersOptions {
  readonly baseUrl: string;
}

/** Headers that restrict what pages may load, who may embed them and who may cache responses. */
const securityHeaders = fastifyPlugin<SecurityHeadersOptions>(
  async (app, { baseUrl }) => {
    const isEncrypted = baseUrl.startsWith('https:');
    await app.register(fastifyHelmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'self'"],
          objectSrc: ["'none'"],
          frameAncestors: ["'self'"],
          formAction: ["'self'"],
          imgSrc: ["'self'", 'data:'],
        },
      },
      // Both would redirect browsers to https, on which nothing listens.
      strictTransportSecurity: isEncrypted ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginOpenerPolicy: isEncrypted,
      originAgentCluster: isEncrypted,
    });
    // Responses of endpoints are not cached by default: they are for one user. The route is checked, too, since a URL may be
    // spelled in several ways.
    app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
      const isApi = [routeOptions.url ?? '', url].some((path) => path.startsWith('/api/'));
      if (isApi) reply.header('cache-control', 'no-store');
    });
  },
  { name: 'security-headers' },
);
