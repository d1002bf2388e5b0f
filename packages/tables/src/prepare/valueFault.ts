import { isUnacceptableValue } from '@rowhouse/drivers';
import type { EnglishText } from '@rowhouse/problems';
import { sql } from 'kysely';
import { takesContext } from '../definition/callQuery.ts';
import { TableError } from '../errors.ts';
import { type Condition, conditions } from '../query/conditions.ts';
import { where } from '../query/pageQuery.ts';
import type { TableQuery } from './tableQueries.ts';

/**
 * Determines the cause of a value that the database refused: the client, if the request's conditions are refused even
 * without reading rows, or if its params may be in the query; otherwise the definition, whose own SQL fails.
 */
export async function valueFault(query: TableQuery, cause: unknown): Promise<TableError> {
  const { context, plan, resolve, runtime, table } = query;
  const own = conditions(plan, resolve, runtime.dialect, table.config.timeZone);

  if (own.length > 0 && (await isRefused(query, own)) && !(await isRefused(query, []))) {
    return refusal('A filter has a value of the wrong type for its column.', 'filters', cause);
  }
  if (takesContext(table.definition) && Object.keys(context.request.params).length > 0) {
    return refusal('A parameter has a value that its column cannot be compared with.', 'params', cause);
  }

  return new TableError(
    'tables.invalid_query',
    `The query of table "${table.id}" fails: the database refuses a value that does not come from the client. ` +
      'Check its SQL for a cast, a conversion or an overflow.',
    { cause },
  );
}

function refusal(message: EnglishText, field: string, cause: unknown): TableError {
  return new TableError('tables.invalid_request', message, {
    cause,
    fields: {
      [field]: ['A value has the wrong type for the column, or is outside its range. Correct or remove it.'],
    },
  });
}

/** Databases parse the compared values before reading any row. */
async function isRefused({ query }: TableQuery, conditions: readonly Condition[]): Promise<boolean> {
  const rows = query.decomposable ? query.builder.clearSelect().select(sql`1`.as('one')) : query.builder;

  try {
    await where(rows as typeof query.builder, conditions)
      .limit(0)
      .execute();
    return false;
  } catch (error) {
    return isUnacceptableValue(error);
  }
}
