import { isUnavailable } from '@rowhouse/drivers';
import { unknownColumn } from '@rowhouse/drivers/internal';
import type { TemplateFault } from '@rowhouse/tables';
import { type HostQuery, suggestName } from '@rowhouse/tables/internal';

/**
 * The database must accept the query itself. Otherwise this is its only fault: every column of the template would seem to be
 * missing, too. Reads no rows.
 */
export async function checkStatement(query: HostQuery): Promise<TemplateFault | null> {
  try {
    await query.builder.limit(0).execute();

    return null;
  } catch (error) {
    if (isUnavailable(error)) throw error;

    return unknownIn(query, error) ?? refused(error);
  }
}

function unknownIn(query: HostQuery, error: unknown): TemplateFault | null {
  const name = unknownColumn(error);
  if (name === null) return null;
  const suggestion = suggestName(name, name.includes('.') ? columnsOf(query) : bareColumnsOf(query));

  return {
    path: '',
    code: 'unknown_column',
    problem: `The query names the column ${JSON.stringify(name)}, which the database does not know.`,
    remedy:
      suggestion === undefined
        ? 'Correct it in the `query` of the definition, or create the column by a migration.'
        : `Did you mean "${suggestion}"? Correct it in the \`query\` of the definition.`,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function refused(error: unknown): TemplateFault {
  return {
    path: '',
    code: 'query',
    problem: `The database refuses the query: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Correct the `query` of the definition.',
  };
}

/** The columns of the query's tables, as the query names them. */
export function columnsOf({ tables, names }: Pick<HostQuery, 'tables' | 'names'>): string[] {
  return [...tables].flatMap(([alias, { columns }]) =>
    [...columns.keys()].map((column) => `${names.toHost(alias)}.${names.toHost(column)}`),
  );
}

function bareColumnsOf({ tables, names }: HostQuery): string[] {
  return [...new Set([...tables.values()].flatMap(({ columns }) => [...columns.keys()].map(names.toHost)))];
}
