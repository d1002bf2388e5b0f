import { defaultTableConfig } from '@rowhouse/tables';
import { namedRoutes, tables } from '@rowhouse/tables/fastify';
import fastify from 'fastify';
import { connect } from '../../../../packages/service/src/kernel/database/Database.ts';
import { createTranslate } from '../../../../packages/service/src/kernel/language/translate.ts';
import { apiLogRoutes } from '../../../../packages/service/src/modules/apiCalls/logs/apiLogRoutes.ts';
import { apiLogs } from '../../../../packages/service/src/modules/apiCalls/logs/apiLogs.ts';
import { uncounted } from '../startServer.ts';
import { ready, serverSettings } from './serverSettings.ts';

const { databaseUrl, poolSize } = serverSettings;
const { db } = connect({
  url: databaseUrl,
  poolSize,
  onIdleError: (error) => console.error(error.message),
});
const app = fastify();

await app.register(namedRoutes);
await app.register(apiLogRoutes, { prefix: '/api', db, translate: createTranslate({}) });
await app.register(tables, {
  prefix: '/api',
  db,
  tables: [apiLogs],
  config: { ...defaultTableConfig, fullInfoRecordLimit: uncounted },
});
ready(await app.listen({ host: '127.0.0.1', port: 0 }));
