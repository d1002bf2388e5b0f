import { namedRoutes } from '@rowhouse/tables/fastify';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { access } from '../access/access.ts';
import { accessRules } from '../access/accessRules.ts';
import { guard } from '../access/guard.ts';
import { createIdentify } from '../access/identify.ts';
import type { UserDirectory } from '../access/userDirectory.ts';
import { authRoutes } from '../auth/authRoutes.ts';
import type { Auth } from '../auth/createAuth.ts';
import type { Config } from '../config/Config.ts';
import type { Connection } from '../database/connect.ts';
import { coreRoutes } from '../users/coreRoutes.ts';
import { impersonationRoutes } from '../users/impersonationRoutes.ts';
import { roleRoutes } from '../users/roleRoutes.ts';
import { userRoutes } from '../users/userRoutes.ts';
import { bodyParsing } from './bodyParsing.ts';
import { errorHandling } from './errorHandling.ts';
import { health } from './health.ts';
import { metrics } from './metrics.ts';
import { openapi } from './openapi.ts';
import { arePagesBuilt, pages } from './pages.ts';
import { registerTables } from './registerTables.ts';
import { requestId, requestIdOf } from './requestId.ts';
import { securityHeaders } from './securityHeaders.ts';
import { startPage } from './startPage.ts';
import { version } from './version.ts';

/** What the application is made of. */
export interface AppParts {
  readonly config: Config;
  readonly connection: Connection;
  readonly auth: Auth;
  readonly directory: UserDirectory;
  readonly logger: Logger;
  /** False until the migrations have run. */
  readonly isMigrated: () => boolean;
  /** Folder of the built pages. */
  readonly pagesFolder: string;
}

/** Builds the HTTP application. The plugins are registered in the order in which a request meets them. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, connection, auth, directory, logger, isMigrated, pagesFolder } = parts;
  const { baseUrl, languages, language } = config;
  const { db, counts } = connection;
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    trustProxy: config.trustProxy,
    bodyLimit: config.bodyLimit,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
    ajv: { customOptions: { allErrors: true, removeAdditional: false, verbose: true } },
  });
  await app.register(errorHandling);
  await app.register(requestId);
  await app.register(securityHeaders, { baseUrl });
  await app.register(bodyParsing);
  await app.register(namedRoutes);
  await app.register(accessRules);
  await app.register(guard, { identify: createIdentify(db, auth), directory, baseUrl, languages, language });
  await app.register(metrics, { counts });
  await app.register(openapi, { baseUrl, version });
  await app.register(health, { db, isMigrated });
  await app.register(arePagesBuilt(pagesFolder) ? pages : startPage, { folder: pagesFolder });
  await app.register(authRoutes, { auth, db, baseUrl });
  await app.register(coreRoutes, { db, directory, languages, language });
  await app.register(impersonationRoutes, { auth, directory });
  await app.register(userRoutes, { db, auth, directory, languages });
  await app.register(roleRoutes, { db, directory });
  await registerTables(app, { db, config, access });
  return app;
}
