import type { Avatars } from '@rowhouse/avatars';
import { namedRoutes } from '@rowhouse/tables/fastify';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accessRules } from '../access/accessRules.ts';
import { apiKeyOwners } from '../access/apiKeyOwners.ts';
import { createAuthenticate } from '../access/authenticate.ts';
import { guard } from '../access/guard.ts';
import { createIdentify } from '../access/identify.ts';
import type { UserDirectory } from '../access/userDirectory.ts';
import { callerContext } from '../apiCalls/callerContext.ts';
import type { OpenApiCalls } from '../apiCalls/openApiCalls.ts';
import { authRoutes } from '../auth/authRoutes.ts';
import type { Auth } from '../auth/createAuth.ts';
import { sessionRoutes } from '../auth/sessionRoutes.ts';
import { endSession } from '../auth/sessions.ts';
import { avatarRoutes } from '../avatars/avatarRoutes.ts';
import type { Config } from '../config/Config.ts';
import type { RequestConnections } from '../database/connectRequests.ts';
import type { OpenEventBus } from '../events/createEventBus.ts';
import { downloadRoute } from '../exports/downloadRoute.ts';
import type { FileStore } from '../files/FileStore.ts';
import type { Jobs } from '../jobs/Jobs.ts';
import { notificationRoutes } from '../notifications/notificationRoutes.ts';
import { preferenceRoutes } from '../notifications/preferenceRoutes.ts';
import { type StreamTimes, streamRoutes } from '../notifications/streamRoutes.ts';
import { shopRoutes } from '../shop/shopRoutes.ts';
import { tableJobRoutes } from '../tableJobs/tableJobRoutes.ts';
import { coreRoutes } from '../users/coreRoutes.ts';
import { impersonationRoutes } from '../users/impersonationRoutes.ts';
import { roleRoutes } from '../users/roleRoutes.ts';
import { userRoutes } from '../users/userRoutes.ts';
import { bodyParsing } from './bodyParsing.ts';
import { answerClientError, refuseExpectation } from './clientErrors.ts';
import { compression } from './compression.ts';
import { draining } from './draining.ts';
import { errorHandling, sendProblem } from './errorHandling.ts';
import { health } from './health.ts';
import { metrics } from './metrics.ts';
import { openapi } from './openapi.ts';
import { originForm } from './originForm.ts';
import { arePagesBuilt, pages } from './pages.ts';
import { refuseUnstorable } from './refuseUnstorable.ts';
import { registerTables } from './registerTables.ts';
import { requestId, requestIdOf } from './requestId.ts';
import { securityHeaders } from './securityHeaders.ts';
import { startPage } from './startPage.ts';
import { version } from './version.ts';

/** What the application is made of. */
export interface AppParts {
  readonly config: Config;
  readonly connections: RequestConnections;
  readonly auth: Auth;
  readonly directory: UserDirectory;
  readonly events: OpenEventBus;
  readonly jobs: Jobs;
  readonly files: FileStore;
  readonly avatars: Avatars;
  readonly apiCalls: OpenApiCalls;
  /** Signs links to files. */
  readonly secret: string;
  readonly logger: Logger;
  /** Folder of the built pages. */
  readonly pagesFolder: string;
  /** Of the streams of events; for tests, which would wait long. */
  readonly streamTimes?: StreamTimes;
}

/** Builds the HTTP application. The plugins are registered in the order in which a request meets them. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, connections, auth, directory, events, logger, pagesFolder, streamTimes } = parts;
  const { jobs, files, avatars, apiCalls, secret } = parts;
  const { baseUrl, languages, language } = config;
  const { db, access, readiness, counts } = connections;
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    trustProxy: trustedProxies(config),
    bodyLimit: config.bodyLimit,
    genReqId: requestIdOf,
    rewriteUrl: originForm,
    forceCloseConnections: 'idle',
    // What was accepted before a stop is answered: a proxy may not send it to another process once more.
    return503OnClosing: false,
    // Milliseconds for a whole request to come in; without a limit, a slow sender holds a connection for good.
    requestTimeout: 300_000,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void sendProblem(error, request, reply);
    },
    routerOptions: { ignoreTrailingSlash: true },
    // With strict numbers, the limits of a number would be skipped for 1e999 in an address, which is read as infinite.
    ajv: { customOptions: { allErrors: true, removeAdditional: false, verbose: true, strictNumbers: false } },
  });
  app.server.on('checkExpectation', refuseExpectation);
  await app.register(errorHandling);
  await app.register(draining);
  await app.register(requestId);
  await app.register(securityHeaders, { baseUrl });
  await app.register(compression);
  await app.register(bodyParsing);
  await app.register(refuseUnstorable);
  await app.register(namedRoutes);
  await app.register(accessRules);
  const keys = apiKeyOwners(access, auth);
  const forgetAccess = () => {
    directory.forget();
    keys.forget();
  };
  const stopWatching = events.onAccessChange(forgetAccess);
  app.addHook('onClose', async () => stopWatching());
  const identify = createIdentify(access, auth, keys);
  const authenticate = createAuthenticate({
    identify,
    directory,
    language,
    timeZone: config.tables.timeZone,
    endSession: (id) => endSession(access, id),
  });
  await app.register(guard, { authenticate, baseUrl, languages, language });
  await app.register(callerContext);
  await app.register(metrics, { counts, callLog: () => apiCalls.log.state });
  await app.register(openapi, { baseUrl, version });
  await app.register(health, { db: readiness });
  await app.register(arePagesBuilt(pagesFolder) ? pages : startPage, { folder: pagesFolder });
  await app.register(authRoutes, { auth, db: access, identify, forgetAccess, baseUrl });
  await app.register(sessionRoutes, { db });
  await app.register(coreRoutes, { db, directory, avatars, jobs, config });
  await app.register(avatarRoutes, { avatars });
  await app.register(impersonationRoutes, { auth, db, directory });
  await app.register(userRoutes, { db, auth, jobs, avatars, forgetAccess, languages });
  await app.register(roleRoutes, { db, directory });
  await app.register(notificationRoutes, { db, events, config });
  await app.register(preferenceRoutes, { db });
  await app.register(streamRoutes, { events, authenticate, config, times: streamTimes });
  for (const kind of ['export', 'action'] as const) {
    await app.register(tableJobRoutes, { db, events, secret, kind });
  }
  await app.register(shopRoutes, { db, apiCalls, languages, language });
  await app.register(downloadRoute, { db, files, secret, config });
  await registerTables(app, { db, config, jobs, secret, directory });
  return app;
}

/** The nearest so many: with all of them trusted, what a client has written into the headers itself would be believed. */
function trustedProxies({ trustProxy }: Config): false | ((address: string, distance: number) => boolean) {
  const count = Number(trustProxy);

  return count > 0 && ((_address, distance) => distance < count);
}
