import { isUnavailable } from '@rowhouse/drivers';
import type { Table, Template, TemplateFault } from '@rowhouse/tables';
import { type HostQuery, suggestWord, type TableRuntime } from '@rowhouse/tables/internal';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from './checkStatement.ts';

/** The query must know each `data` and each key of `groupKeys`, and must select each column unless the definition computes it. */
export async function checkColumns(
  runtime: TableRuntime,
  table: Table,
  query: HostQuery,
): Promise<TemplateFault[]> {
  const { template } = table;
  const { groupKeys = {} } = table.definition;
  const faults: TemplateFault[] = unknownNames(template, Object.keys(groupKeys));
  const references = [
    // If a column has an expression, its data is only the name of its filter.
    ...template.columns.map(({ name, data }, index) => ({
      data: table.definition.expressions?.[name] ? null : data,
      path: `columns[${index}].data`,
    })),
    ...template.filters.map(({ data }, index) => ({ data, path: `filters[${index}].data` })),
    ...(table.definition.searchKeys ?? []).map((data, index) => ({
      data: template.columns.some((column) => column.data === data) ? null : data,
      path: `searchKeys[${index}]`,
    })),
    ...Object.entries(groupKeys).flatMap(([name, key]) =>
      [key].flat().map((data) => ({ data, path: `groupKeys.${name}` })),
    ),
  ];

  for (const { data, path } of references) {
    if (data !== null && !(await knows(query, sql.ref(data)))) {
      faults.push(unknownData(data, path, query));
    }
  }
  for (const [index, { name }] of template.columns.entries()) {
    if (isMade(table, name) || (await isFlattened(runtime, table, query, name))) continue;
    const renamed = query.names.toHost(query.names.toDatabase(name));
    if (!name.includes('.') && renamed !== name) faults.push(isRenamed(name, renamed, index));
    else if (!(await selects(runtime, query, name))) faults.push(notSelected(name, `columns[${index}].name`));
  }

  return faults;
}

function knows(query: HostQuery, column: RawBuilder<unknown>): Promise<boolean> {
  return succeeds(() => query.builder.clearSelect().select(column.as('checked')).limit(0).execute());
}

/** Whether the rows of a query have a member of that name. */
export function selects(runtime: TableRuntime, query: HostQuery, name: string): Promise<boolean> {
  return succeeds(() =>
    runtime.db
      .selectFrom(query.builder.as('rows'))
      .select(sql.ref(`rows.${name}`).as('checked'))
      .limit(0)
      .execute(),
  );
}

async function succeeds(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return false;
  }
}

/** Whether the column comes from a relation or a row function, and not from the query. */
function isMade({ template, definition }: Table, name: string): boolean {
  const [relation = ''] = name.split('.');

  return (
    template.appends.includes(name) ||
    definition.methods?.[name] !== undefined ||
    definition.with?.[relation] !== undefined
  );
}

/** Whether the column is a property of an object in the rows, such as a selected jsonb, that the template flattens. */
async function isFlattened(
  runtime: TableRuntime,
  table: Table,
  query: HostQuery,
  name: string,
): Promise<boolean> {
  const [first = '', ...rest] = name.split('.');
  if (!table.template.flatten || rest.length === 0) return false;

  return isMade(table, first) || selects(runtime, query, first);
}

/** Members of `groupKeys` that are no columns. */
function unknownNames({ columns }: Template, names: readonly string[]): TemplateFault[] {
  const known = columns.map(({ name }) => name);

  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const suggestion = suggestWord(name, known);

      return {
        path: `groupKeys.${name}`,
        code: 'unknown_name',
        problem: `${JSON.stringify(name)} is not a column of the template.`,
        remedy: suggestion ? `Did you mean "${suggestion}"?` : 'Remove it from `groupKeys`.',
        ...(suggestion && { suggestion }),
      };
    });
}

function unknownData(data: string, path: string, query: HostQuery): TemplateFault {
  const suggestion = suggestWord(data, columnsOf(query));

  return {
    path,
    code: 'unknown_column',
    problem: `The query does not know the column ${JSON.stringify(data)}.`,
    remedy: suggestion
      ? `Did you mean "${suggestion}"?`
      : 'Write it as the query does: the table or its alias, a dot, the column; or join the table.',
    ...(suggestion && { suggestion }),
  };
}

function isRenamed(name: string, renamed: string, index: number): TemplateFault {
  return {
    path: `columns[${index}].name`,
    code: 'unknown_column',
    problem: `Rows have no ${JSON.stringify(name)}: a plugin of the database (CamelCasePlugin) renames it to ${JSON.stringify(renamed)}.`,
    remedy: `Write "${renamed}".`,
    suggestion: renamed,
  };
}

function notSelected(name: string, path: string): TemplateFault {
  return {
    path,
    code: 'unknown_column',
    problem: `The query selects nothing under the name ${JSON.stringify(name)}.`,
    remedy: name.includes('.')
      ? `Load the relation: give the definition \`with: { ${name.split('.')[0]}: … }\`. With \`flatten\`, it may also be a property of what the query selects, or \`appends\` adds, under the name ${name.split('.')[0]}.`
      : `Select it, for example \`… as ${name}\`; or compute it, under \`appends\` or tagged \`method\`.`,
  };
}
