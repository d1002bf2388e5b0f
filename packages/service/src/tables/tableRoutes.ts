import { say } from '@rowhouse/problems';
import type { TableDefinition } from '@rowhouse/tables';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../base/errors.ts';
import { tableId } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import { checkPermitted } from '../kernel/access/accessChecks.ts';
import type { User } from '../kernel/access/User.ts';
import type { MenuEntry, ServeContext } from '../kernel/module/Module.ts';
import { isUnavailable, sourceOf } from './databases/index.ts';
import { derived, type LiveTables } from './liveTables.ts';
import { type Menu, menu, type RowLinks, rowLinks, type TableEntry } from './messages.ts';
import { ownLinks } from './ownLinks.ts';

interface Entry extends Omit<TableEntry, 'init' | 'create' | 'edit' | 'import'> {
  /** Names of the routes that its page requires. */
  readonly routes: readonly [init: string, data: string];
  /** Names of the routes of forms, and of those that the forms are sent to, as far as the table has them. */
  readonly forms: {
    readonly create?: FormRoutes;
    readonly edit?: FormRoutes;
    readonly import?: FormRoutes;
  };
}

type FormRoutes = readonly [form: string, write?: string];

/** GET /api/core/tables: the tables of the application's modules and of served databases that the user may open. */
export async function menuRoute(
  app: FastifyInstance,
  service: Service,
  context: ServeContext,
  live: LiveTables,
): Promise<void> {
  const entriesOf = derived(live, ({ sets }) => [
    ...service.applicationModules.flatMap(({ tables = [], menu = {} }) =>
      tables.flatMap((table) => {
        const database = sourceOf(table.template)?.database ?? null;

        return entryOf(table, { menu, context, database }) ?? [];
      }),
    ),
    ...sets.flatMap(({ database, from, options }) =>
      from === 'service' || from === 'modules'
        ? []
        : options.definitions.flatMap((table) => entryOf(table, { menu: {}, context, database }) ?? []),
    ),
  ]);

  app.get<{ Reply: Menu }>(
    '/api/core/tables',
    {
      config: { name: 'core.tables', access: 'signed-in' },
      schema: {
        tags: ['core'],
        summary: 'The tables that the signed-in user may open, in the order of the menu.',
        response: { 200: menu },
      },
    },
    async ({ user, language }) => {
      const open = entriesOf().filter(({ routes }) => routes.every((name) => app.mayOpen(user, name)));
      const pathOf = (name: string) => app.namedRoutes.find(name)?.path ?? '';

      return {
        data: open.map(({ id, database, name, about, icon, path, selectable, routes: [init], forms }) => ({
          id,
          database,
          icon,
          path,
          selectable,
          name: context.translate(language, name),
          about: about && context.translate(language, about),
          init: pathOf(init),
          ...Object.fromEntries(
            Object.entries(forms)
              .filter(([, routes]) => routes.every((name = '') => app.mayOpen(user, name)))
              .map(([form, [route]]) => [form, pathOf(route)]),
          ),
        })),
        texts: service.applicationTexts[language.toLowerCase().split('-')[0] ?? ''] ?? {},
      };
    },
  );
}

/** Names of the routes that the page of a table requires. */
export function routesOf(
  { template, initRouteSuffix = 'init' }: TableDefinition,
  { tables }: Pick<ServeContext['config'], 'tables'>,
): readonly [init: string, data: string] {
  const { routePrefix: id, dataRouteSuffix = tables.dataRouteSuffix } = template as {
    readonly routePrefix: string;
    readonly dataRouteSuffix?: string;
  };

  return [`${id}.${initRouteSuffix}`, `${id}.${dataRouteSuffix}`];
}

function entryOf(
  definition: TableDefinition,
  {
    menu,
    context: { config },
    database,
  }: {
    readonly menu: Readonly<Record<string, MenuEntry>>;
    readonly context: ServeContext;
    readonly database: string | null;
  },
): Entry | null {
  const {
    routePrefix: id,
    name = id,
    selectable = false,
  } = definition.template as {
    readonly routePrefix: string;
    readonly name?: string;
    readonly selectable?: boolean;
  };
  const { label = name, icon = 'fa-table', about = null, path = `/tables/${id}` } = menu[id] ?? {};
  if (path === null) return null;
  const { create, update, import: files } = definition.records ?? {};

  return {
    id,
    database,
    name: label,
    about,
    icon,
    path,
    selectable,
    routes: routesOf(definition, config),
    forms: {
      ...(create && { create: [`${id}.create`, `${id}.store`] as const }),
      ...(update && { edit: [`${id}.edit`, `${id}.update`] as const }),
      ...(create && files && { import: [`${id}.import`] as const }),
    },
  };
}

/** Table id → names of the routes that its page requires, as of now. */
function tableRouteNames(live: LiveTables, config: Pick<ServeContext['config'], 'tables'>) {
  return derived(
    live,
    ({ sets }) =>
      new Map(
        sets.flatMap(({ options }) =>
          options.definitions.map(
            (table) => [tableId(table), routesOf(table, { tables: config.tables })] as const,
          ),
        ),
      ),
  );
}

/** `app.checkTable` */
export function tableAccess(
  app: FastifyInstance,
  { config }: Pick<ServeContext, 'config'>,
  live: LiveTables,
): FastifyInstance['checkTable'] {
  const routesNow = tableRouteNames(live, config);

  return (user, table) => {
    const [, data] = routesNow().get(table) ?? [];
    if (data === undefined) throw unknownTable(live, table);
    if (!app.mayCall(user, data)) checkPermitted(user, data);
  };
}

function unknownTable({ current: { unavailable } }: LiveTables, table: string): ServiceError {
  if (isUnavailable(unavailable, table)) {
    return new ServiceError(
      'service.database_unavailable',
      say`The database of the table ${JSON.stringify(table)} is not available. Try again later.`,
    );
  }

  return new ServiceError('service.not_found', say`Table ${JSON.stringify(table)} does not exist.`);
}

/** GET /api/core/tables/:id/links: links between rows of a table and other tables that the user may open. */
export function linksRoute(app: FastifyInstance, context: ServeContext, live: LiveTables): void {
  const { config } = context;
  const ofOwn = ownLinks(context, live);
  const routesNow = tableRouteNames(live, config);
  const mayOpen = (user: User | null, id: string) =>
    routesNow()
      .get(id)
      ?.every((name) => app.mayOpen(user, name)) === true;

  app.get<{ Params: { id: string }; Reply: RowLinks }>(
    '/api/core/tables/:id/links',
    {
      config: { name: 'core.tables.links', access: 'signed-in' },
      schema: {
        tags: ['core'],
        summary: 'Links from the rows of a table, by the foreign keys of its database.',
        description: 'Only links to tables that the signed-in user may open, without any data of their rows.',
        params: Type.Object({ id: Type.String({ description: "The table's routePrefix." }) }),
        response: { 200: rowLinks },
      },
    },
    async ({ user, params: { id } }) => {
      // 404, too, for a table that the user may not open.
      if (!mayOpen(user, id))
        throw new ServiceError('service.not_found', say`Table ${JSON.stringify(id)} does not exist.`);
      const { references = [], referencedBy = [] } =
        live.current.links.get(id) ?? (await ofOwn(user)).get(id) ?? {};
      const isOpen = ({ table }: { readonly table: string }) => mayOpen(user, table);

      return { references: references.filter(isOpen), referencedBy: referencedBy.filter(isOpen) };
    },
  );
}
