import { isUnavailable, withSafeTexts } from '@rowhouse/drivers';
import { type Table, type TableAction, TableError, type TemplateFault } from '@rowhouse/tables';
import {
  type PreparedQuery,
  parseRequest,
  planInput,
  planQuery,
  type TableQuery,
  type TableRuntime,
  updateNothing,
  updateTarget,
  withoutInput,
} from '@rowhouse/tables/internal';
import { sql } from 'kysely';

/**
 * The database must have the columns that the inputs of actions name, and those that declared updates set and compare, and accept their values. The statement is
 * only explained, so nothing is written and no trigger runs.
 */
export async function checkUpdates(
  runtime: TableRuntime,
  table: Table,
  prepared: PreparedQuery,
): Promise<TemplateFault[]> {
  const faults: TemplateFault[] = [];
  for (const [name, action] of Object.entries(table.actions)) {
    const checked = { runtime, table, prepared, name, action };
    for (const member of ['input', 'update'] as const) {
      const problem = action[member] === undefined ? null : await problemOf(checked, member);
      if (problem !== null) {
        const remedy = 'See docs/guides/actions.md.';
        faults.push({ path: `actions.${name}.${member}`, code: 'query', problem, remedy });
      }
    }
  }

  return faults;
}

interface Checked {
  readonly runtime: TableRuntime;
  readonly table: Table;
  readonly prepared: PreparedQuery;
  readonly name: string;
  readonly action: TableAction;
}

async function problemOf(checked: Checked, member: 'input' | 'update'): Promise<string | null> {
  const { table, name } = checked;
  try {
    await (member === 'input' ? checkInput(checked) : checkUpdate(checked));

    return null;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (error instanceof TableError) return error.message;

    return `The action "${name}" of table "${table.id}" cannot update rows: the database refuses its statement: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function checkUpdate(checked: Checked): Promise<void> {
  const { runtime, table, prepared, name, action } = checked;
  if (!action.update) return;
  // What users enter is not known yet, but the columns are.
  const target = withoutInput(updateTarget(table, prepared.query, name, action.update));
  const statement = updateNothing({ query: queryOf(checked), target, now: new Date() });
  await sql`explain ${statement}`.execute(withSafeTexts(runtime.db.withoutPlugins()));
}

async function checkInput(checked: Checked): Promise<void> {
  const { name, action } = checked;
  await planInput(queryOf(checked), { name, action }, { references: async () => null });
}

function queryOf({ runtime, table, prepared }: Checked): TableQuery {
  const { timeZone } = table.config;
  const request = parseRequest({}, table.rules);
  const plan = planQuery(table, request);

  return { ...prepared, runtime, table, plan, context: { request, user: null, timeZone } };
}
