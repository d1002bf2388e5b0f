import { isUnavailable, withSafeTexts } from '@rowhouse/drivers';
import { type ActionUpdate, type Table, TableError, type TemplateFault } from '@rowhouse/tables';
import {
  type PreparedQuery,
  parseRequest,
  type TableRuntime,
  updateNothing,
  updateTarget,
} from '@rowhouse/tables/internal';
import { sql } from 'kysely';

/**
 * The database must have the columns that declared updates set and compare, and accept their values. The statement is
 * only explained, so nothing is written and no trigger runs.
 */
export async function checkUpdates(
  runtime: TableRuntime,
  table: Table,
  prepared: PreparedQuery,
): Promise<TemplateFault[]> {
  const faults: TemplateFault[] = [];
  for (const [name, { update }] of Object.entries(table.actions)) {
    const problem = update ? await problemOf({ runtime, table, prepared, name, update }) : null;
    if (problem !== null) {
      faults.push({
        path: `actions.${name}.update`,
        code: 'query',
        problem,
        remedy: 'See docs/guides/actions.md.',
      });
    }
  }

  return faults;
}

interface Checked {
  readonly runtime: TableRuntime;
  readonly table: Table;
  readonly prepared: PreparedQuery;
  readonly name: string;
  readonly update: ActionUpdate;
}

async function problemOf({ runtime, table, prepared, name, update }: Checked): Promise<string | null> {
  try {
    const target = updateTarget(table, prepared.query, name, update);
    const { timeZone } = table.config;
    const context = { request: parseRequest({}, table.rules), user: null, timeZone };
    const statement = updateNothing({ query: { ...prepared, runtime, context }, target, now: new Date() });
    await sql`explain ${statement}`.execute(withSafeTexts(runtime.db.withoutPlugins()));

    return null;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (error instanceof TableError) return error.message;

    return `The action "${name}" of table "${table.id}" cannot update rows: the database refuses its statement: ${error instanceof Error ? error.message : String(error)}`;
  }
}
