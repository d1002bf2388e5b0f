import type { Kysely } from 'kysely';
import { TableError } from '../errors.ts';
import type { AnyDatabase, TableContext, TableDefinition } from './defineTable.ts';

/** Whether the query of a definition is built for each request. The others are built once, for everybody. */
export function takesContext({ query }: TableDefinition): boolean {
  return query.length > 1;
}

/**
 * Calls the query of a definition. One that does not declare the context cannot read it in another way either, such
 * as by rest parameters: what it built for one user would be served to all.
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
