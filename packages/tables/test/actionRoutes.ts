import type { ActionJobResponse, ActionResponse, Problem } from '@rowhouse/table-protocol';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { TestDialect } from '../../../test/databases.ts';
import type { TableAction } from '../src/definition/TableAction.ts';
import type { TemplateJson } from '../src/template/schema.ts';
import { actionShop, takeHandled } from './actionShop.ts';
import { type ActionShop, actionTemplate, noting, type ShopAction } from './closing.ts';
import { type HttpApp, type HttpOptions, type HttpServer, httpServers } from './httpServers.ts';
import { ordersTable } from './shop.ts';
import type { LoggedDatabase } from './support.ts';

export const button = {
  type: 'global',
  icon: 'check',
  class: 'is-info',
  action: 'ajax',
  routeSuffix: 'close',
};
/** A request for all rows. */
export const all = { meta: { start: 0 } };
export const buttons = (...all: object[]) => ({ ...actionTemplate, buttons: all }) as TemplateJson;

/** The actions of orders, as the tests of a suite serve them; each test begins without a server. */
export function actionRoutes(server: HttpServer, dialect: TestDialect, size: number) {
  let database: LoggedDatabase<ActionShop>;
  let app: HttpApp | null = null;

  beforeAll(async () => {
    database = await actionShop(dialect, size);
  });

  afterEach(async () => {
    await app?.close();
    app = null;
    await takeHandled(database.db);
  });

  afterAll(() => database.destroy());

  async function serve(
    actions: Record<string, ShopAction> = { close: noting() },
    template: TemplateJson = actionTemplate,
    options: Partial<HttpOptions> = {},
  ): Promise<void> {
    const definition = ordersTable(template, {
      actions: actions as unknown as Record<string, TableAction>,
    });
    app = await httpServers[server]({ db: database.db, tables: [definition], ...options });
  }

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await (app as HttpApp).send(`/api/orders/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

    return {
      status: response.status,
      body: (await response.json()) as ActionResponse & ActionJobResponse & Problem,
    };
  };

  return {
    serve,
    send,
    close: async () => app?.close(),
    get app(): HttpApp {
      return app as HttpApp;
    },
    get db(): Kysely<ActionShop> {
      return database.db;
    },
  };
}
