import { setTimeout } from 'node:timers/promises';
import { isUnavailable } from '@rowhouse/drivers';
import { type Table, TableError, type TemplateFault } from '@rowhouse/tables';
import {
  type Builder,
  type Catalogue,
  callQuery,
  columnFilterType,
  dataKind,
  declaredType,
  type HostQuery,
  type PreparedQuery,
  parseRequest,
  queryKey,
  queryPreparer,
  type TableRuntime,
  takesContext,
} from '@rowhouse/tables/internal';
import { checkColumns } from './checkColumns.ts';
import { checkCountSources } from './checkCountSources.ts';
import { checkEdit } from './checkEdit.ts';
import { checkStatement } from './checkStatement.ts';
import { checkUpdates } from './checkUpdates.ts';

/**
 * Validates a table against its query and the database: the query can be built and paged, knows every `data`, selects
 * every column, and can sum what is totalled. Reads no rows; expects a catalogue that was just refreshed. Throws only if the
 * database is unavailable.
 */
export async function checkQuery(runtime: TableRuntime, table: Table): Promise<readonly TemplateFault[]> {
  const prepared = await prepare(runtime, table);

  if ('problem' in prepared) {
    return [prepared];
  }

  const { query, catalogue } = prepared;
  const refused = await checkStatement(query);
  if (refused !== null) return [refused];

  return [
    ...(await checkSameForAll(runtime, table)),
    ...(await checkColumns(runtime, table, query)),
    ...checkFilterTypes(table, query),
    ...checkTotals(table, query),
    ...checkGroups(table, query),
    ...(await checkCountSources(runtime, table, prepared)),
    ...checkActions(table, catalogue),
    ...(await checkUpdates(runtime, table, prepared)),
    ...(await checkEdit(runtime, table, query)),
  ];
}

async function prepare(runtime: TableRuntime, table: Table): Promise<PreparedQuery | TemplateFault> {
  const { timeZone } = table.config;
  const user = table.definition.checkUser ?? null;
  const context = { request: parseRequest({}, table.rules), user, timeZone };

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
      problem: `Building the query of the table threw an error: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'If the query needs a user, give the definition a `checkUser`.',
    };
  }
}

/** The database must have the tables that store runs of actions. */
function checkActions({ actions }: Table, catalogue: Catalogue): TemplateFault[] {
  const names = Object.keys(actions);

  return names.length === 0 || catalogue.find({ schema: null, name: 'rowhouse_action_runs' })
    ? []
    : [
        {
          path: '',
          code: 'not_installed',
          problem: `The table has actions (${names.join(', ')}), but the database has no tables for their runs.`,
          remedy: 'Run `await installActionRuns(db)` in a migration.',
        },
      ];
}

/** A filter with the same data as a filterable column must have the type of the database column, or be of texts. */
function checkFilterTypes(table: Table, query: HostQuery): TemplateFault[] {
  const { filters, columns } = table.template;

  return filters.flatMap(({ data, type }, index) => {
    const position = columns.findIndex(
      (column) => column.data === data && column.meta.filterable && declaredType(column) === null,
    );
    const own = position < 0 ? type : columnFilterType(table, data, query);
    if (own === type || type === 'string') return [];

    return [
      {
        path: `filters[${index}].type`,
        code: 'conflict' as const,
        problem: `The filter has the type ${type}, but columns[${position}], which is also filterable by ${data}, has the type ${own} in the database.`,
        remedy:
          'Remove the tag "filterable" from the column, or remove the filter, or give the filter that type.',
      },
    ];
  });
}

const summable = new Set(['integer', 'decimal', 'float', 'other']);

/** A total requires a number in the database, and a raw total must be defined. */
function checkTotals(table: Table, query: HostQuery): TemplateFault[] {
  return table.template.columns.flatMap(({ name, data, meta }, index): TemplateFault[] => {
    const path = `columns[${index}].meta`;

    if (meta.rawTotal && !table.definition.totals?.[name]) {
      return [
        {
          path,
          code: 'unknown_name',
          problem: `The column ${JSON.stringify(name)} is tagged "rawTotal", but the definition has no total of that name.`,
          remedy: `Give the definition \`totals: { ${name}: sql\`…\` }\`, or use "total".`,
        },
      ];
    }
    const expression = table.definition.expressions?.[name];
    if (!(meta.total || meta.average) || expression || data === null) {
      return [];
    }

    const kind = dataKind(data, query);

    return summable.has(kind)
      ? []
      : [
          {
            path,
            code: 'not_numeric',
            problem: `The column ${JSON.stringify(name)} has a total, but ${data} has ${kind} values.`,
            remedy:
              'Remove "total" and "average", or give the definition a numeric expression for the column.',
          },
        ];
  });
}

const dateKinds = new Set(['date', 'timestamp', 'timestamptz']);

/** Rows can be grouped unless they are groups themselves, and by dates only if the database column has a date type. */
function checkGroups(table: Table, query: HostQuery): TemplateFault[] {
  return table.template.columns.flatMap(({ name, data, meta }, index): TemplateFault[] => {
    const isDate = meta.date || meta.datetime;
    const isStored = data !== null && !table.definition.expressions?.[name];
    const kind = isStored ? dataKind(data, query) : 'other';
    const path = `columns[${index}].meta`;

    if (!meta.groupable) return [];
    if (!query.decomposable) {
      return [
        {
          path,
          code: 'conflict',
          problem: `The column ${JSON.stringify(name)} is tagged "groupable", but the query is grouped or distinct.`,
          remedy: 'Remove "groupable", or the groupBy or distinct of the query.',
        },
      ];
    }

    return isDate && !dateKinds.has(kind)
      ? [
          {
            path,
            code: 'conflict',
            problem: `The column ${JSON.stringify(name)} is grouped by steps of dates, but has ${kind} values in the database.`,
            remedy:
              'Remove "groupable", or give the column data (table.column) that is a date in the database.',
          },
        ]
      : [];
  });
}

/** Milliseconds between the two, long enough for every clock to advance. */
const pause = 5;

/** A query that does not take the context is built once and reused, so building it again must give the same result. */
async function checkSameForAll(
  { db }: TableRuntime,
  { definition, rules, config }: Table,
): Promise<TemplateFault[]> {
  if (takesContext(definition)) {
    return [];
  }

  const context = { request: parseRequest({}, rules), user: null, timeZone: config.timeZone };
  const build = () => queryKey((callQuery(definition, db, context) as Builder).compile());
  const first = build();
  await setTimeout(pause);

  return first === build()
    ? []
    : [
        {
          path: '',
          code: 'query',
          problem:
            'The query takes only `db`, so it is built once and reused, but building it twice gives different queries.',
          remedy: 'Declare the context, `query: (db, context) => …`, to build it for every request.',
        },
      ];
}
