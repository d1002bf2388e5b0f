import type { Kysely } from 'kysely';
import { TableError } from '../errors.ts';
import type { TableDefinition } from './defineTable.ts';
import type { AnyDatabase, TableContext } from './TableContext.ts';

/** Whether the query of a definition is built for each request. Others are built once, for all users. */
export function takesContext({ query }: TableDefinition): boolean {
  return query.length > 1;
}

/** Whether what is prepared of a definition's query differs between requests. */
export function dependsOnContext(definition: TableDefinition): boolean {
  return takesContext(definition) || definition.count?.key !== undefined;
}

/**
 * Calls the query of a definition. One that does not declare the context must not read it by other means, such as rest
 * parameters: a query built for one user would be used for all.
 */
export function callQuery(
  definition: TableDefinition,
  db: Kysely<AnyDatabase>,
  context: TableContext,
): unknown {
  return definition.query(db, takesContext(definition) ? context : undeclaredContext);
}

const refuse = (): never => {
  throw new TableError(
    'tables.invalid_query',
    'The query reads the context without declaring it, so one user’s query would be used for all. ' +
      'Declare both parameters, without defaults: `query: (db, context) => …`.',
  );
};

const undeclaredContext = new Proxy({} as TableContext, {
  get: refuse,
  has: refuse,
  ownKeys: refuse,
  getOwnPropertyDescriptor: refuse,
});
