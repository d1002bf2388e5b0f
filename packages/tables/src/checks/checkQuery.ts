import { isUnavailable } from '@rowhouse/drivers';
import type { Table } from '../definition/Table.ts';
import { TableError } from '../errors.ts';
import { type PreparedQuery, queryPreparer } from '../prepare/prepareQuery.ts';
import { parseRequest } from '../request/parseRequest.ts';
import type { TableRuntime } from '../runtime/TableRuntime.ts';
import type { TemplateFault } from '../template/TemplateFault.ts';
import { checkActions } from './checkActions.ts';
import { checkColumns } from './checkColumns.ts';
import { checkCountSources } from './checkCountSources.ts';
import { checkFilterTypes } from './checkFilterTypes.ts';
import { checkSameForAll } from './checkSameForAll.ts';
import { checkTotals } from './checkTotals.ts';

/**
 * Holds a table against its real query and the real database: that the query can be built and paged, that it knows
 * every `data`, selects every column, and can sum what is totalled. Reads no rows. Throws only when the database
 * cannot be reached.
 */
export async function checkQuery(runtime: TableRuntime, table: Table): Promise<readonly TemplateFault[]> {
  const prepared = await prepare(runtime, table);

  if ('problem' in prepared) {
    return [prepared];
  }

  const { query, catalogue } = prepared;

  return [
    ...(await checkSameForAll(runtime, table)),
    ...(await checkColumns(runtime, table, query)),
    ...checkFilterTypes(table, query),
    ...checkTotals(table, query),
    ...(await checkCountSources(runtime, table, prepared)),
    ...checkActions(table, catalogue),
  ];
}

async function prepare(runtime: TableRuntime, table: Table): Promise<PreparedQuery | TemplateFault> {
  const { timeZone } = table.config;
  const user = table.definition.checkUser ?? null;
  const context = { request: parseRequest({}, table.rules), user, timeZone };

  await runtime.catalogue.refresh();

  try {
    return await queryPreparer(runtime, table)(context);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (error instanceof TableError) {
      return {
        path: '',
        code: 'query',
        problem: error.message,
        remedy: 'See docs/guides/defining-a-table.md.',
      };
    }

    return {
      path: '',
      code: 'query',
      problem: `The query of the table threw when it was built: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'If it needs a user, give the definition a `checkUser` that it can be built for.',
    };
  }
}
