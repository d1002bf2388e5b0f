import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { tableId } from './checkDefinition.ts';
import type { RowLinks } from './databases/index.ts';
import type { User } from './kernel/access/User.ts';
import { ServiceError } from './kernel/errors.ts';
import type { ServeContext } from './kernel/Module.ts';
import { derived, type LiveTables } from './liveTables.ts';
import { routesOf } from './menuRoute.ts';

const attribute = Type.String({ description: 'Attribute of the rows of this table.' });

const linksSchema = Type.Object({
  references: Type.Array(
    Type.Object({
      table: Type.String({ description: 'Id of the table with the other row.' }),
      columns: Type.Array(Type.String(), {
        description: 'Columns of this table that identify the other row.',
      }),
      key: Type.Array(attribute, {
        description:
          'Together the identifier of the other row: one as it is; several with ~ written as ~0 and , as ~1, ' +
          'separated by commas.',
      }),
    }),
    { description: 'Rows of other tables that a row points at.' },
  ),
  referencedBy: Type.Array(
    Type.Object({
      table: Type.String({ description: 'Id of the table that has the rows.' }),
      as: Type.String({ description: 'Name that the table has for the row that they point at.' }),
      filters: Type.Array(
        Type.Object({
          data: Type.String({ description: 'table.column of the other table.' }),
          type: Type.Union([Type.Literal('number'), Type.Literal('string')]),
          attribute,
        }),
        { description: 'Internal filters that select the rows of the other table that point at this one.' },
      ),
    }),
    { description: 'Tables whose rows point at a row.' },
  ),
});

/** GET /api/core/tables/:id/links: where rows of a table lead to, as far as the user may open the other tables. */
export function linksRoute(app: FastifyInstance, { config }: ServeContext, live: LiveTables): void {
  const routesNow = derived(
    live,
    ({ sets }) =>
      new Map(
        sets.flatMap(({ options }) =>
          options.definitions.map((table) => [tableId(table), routesOf(table, config)] as const),
        ),
      ),
  );
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
        response: { 200: linksSchema },
      },
    },
    async ({ user, params: { id } }) => {
      // One that the user may not open is not there.
      if (!mayOpen(user, id))
        throw new ServiceError('service.not_found', `Table ${JSON.stringify(id)} does not exist.`);
      const { references = [], referencedBy = [] } = live.current.links.get(id) ?? {};
      const isOpen = ({ table }: { readonly table: string }) => mayOpen(user, table);

      return { references: references.filter(isOpen), referencedBy: referencedBy.filter(isOpen) };
    },
  );
}
