import { TableError } from '../errors.ts';
import { type DatabaseHandle, tableRuntime } from '../runtime/TableRuntime.ts';
import { camelCase } from '../template/camelCase.ts';
import { type DescribedColumn, type DescribedTable, describeTable } from './describeTable.ts';
import type { MadeTable, MakeOptions } from './MadeTable.ts';
import { type MadeColumns, makeColumns } from './makeColumns.ts';
import { humanised, quotedText } from './words.ts';

/** Words that TypeScript does not take for a name. */
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import ' +
    'in instanceof new null return super switch this throw true try typeof var void while with yield let static await async'
  ).split(' '),
);

/**
 * Makes a template and a definition from a table of the database, to begin with. Writes nothing. Throws
 * `tables.not_found`, `tables.invalid_query` for a table without a primary key of one column where no `key` is given, and
 * `tables.invalid_request` for a name that none can have, and for a key that is no column.
 */
export async function makeTable(handle: DatabaseHandle, options: MakeOptions): Promise<MadeTable> {
  const { db, dialect } = tableRuntime(handle);
  const described = await describeTable(db, dialect, options.table, options.key);

  return madeTable(described, options);
}

/** The same of a table that is described already. */
function madeTable(described: DescribedTable, { name: wanted, folder }: MakeOptions): MadeTable {
  const name = nameOf(wanted ?? described.name);
  const made = makeColumns(described);
  const template = {
    routePrefix: name,
    name: humanised(described.name),
    comparisonOperator: 'ILIKE',
    crtNo: true,
    buttons: [],
    columns: made.columns.map((column) => column.template),
  };

  if (made.columns.length === 0) {
    throw new TableError(
      'tables.invalid_query',
      `${JSON.stringify(described.name)} has no column that a table could show. Write the definition by hand: docs/guides/defining-a-table.md.`,
    );
  }

  return {
    name,
    json: `${JSON.stringify(template, null, 2)}\n`,
    definition: definitionText(name, described, made, folder),
    leftOut: made.leftOut,
  };
}

function nameOf(wanted: string): string {
  const name = camelCase(wanted);

  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) {
    throw new TableError(
      'tables.invalid_request',
      `A table cannot be called ${JSON.stringify(wanted)}. Begin with a letter, and use letters and digits.`,
      { fields: { name: ['Begin with a letter, and use letters and digits.'] } },
    );
  }

  return reserved.has(name) ? `${name}Table` : name;
}

function definitionText(
  name: string,
  table: DescribedTable,
  { columns, joins, enums }: MadeColumns,
  folder: string | undefined,
): string {
  const select = [`${table.name}.${table.key} as dtRowId`, ...columns.map(({ selection }) => selection)];
  const source = folder ? `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/${name}.json` : `${name}.json`;

  return `import { defineTable } from '@rowhouse/tables';
import type { Kysely } from 'kysely';
import template from './${name}.json' with { type: 'json' };

/** What the query reads. Where the application has a type of its whole database, take that one. */
interface Database {
${databaseText(table, joins)}
}

/** ${humanised(table.name)}. */
export const ${name} = defineTable({
  template,
  source: ${quotedText(source)},
  query: (db: Kysely<Database>) =>
    db
      .selectFrom(${quotedText(aliased(table.table, table.name))})
${joins.map(joinText).join('')}      .select([
${select.map((selection) => `        ${quotedText(selection)},`).join('\n')}
      ]),
${enumsText(enums)}});
`;
}

function enumsText(enums: MadeColumns['enums']): string {
  if (enums.size === 0) return '';

  const lines = [...enums].map(
    ([name, values]) =>
      `    ${memberName(name)}: {\n${values
        .map((value) => `      ${memberName(value)}: ${quotedText(humanised(value) || value)},\n`)
        .join('')}    },\n`,
  );

  return `  enums: {\n${lines.join('')}  },\n`;
}

/** A table as a query names it, under a name that columns can be written with. */
function aliased(table: string, alias: string): string {
  return alias === table ? table : `${table} as ${alias}`;
}

function joinText({ table, alias, column, from }: MadeColumns['joins'][number]): string {
  return `      .leftJoin(${[aliased(table, alias), `${alias}.${column}`, from].map(quotedText).join(', ')})\n`;
}

/** The members of the type of the database; a table that is joined twice, or to itself, once. */
function databaseText(table: DescribedTable, joins: MadeColumns['joins']): string {
  const tables = new Map<string, Map<string, Omit<DescribedColumn, 'target'>>>();
  const add = (name: string, columns: readonly Omit<DescribedColumn, 'target'>[]) => {
    const known = tables.get(name) ?? new Map();
    for (const column of columns) known.set(column.name, column);
    tables.set(name, known);
  };

  add(table.table, table.columns);
  for (const join of joins) add(join.table, join.reads);

  return [...tables]
    .map(([name, columns]) => {
      const members = [...columns.values()].map(
        (column) => `    ${memberName(column.name)}: ${typeText(column)};`,
      );

      return `  ${memberName(name)}: {\n${members.join('\n')}\n  };`;
    })
    .join('\n');
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedText(name);
}

/** As drivers give it, of which some give large and exact numbers as text. */
function typeText({ kind, isNullable }: Pick<DescribedColumn, 'kind' | 'isNullable'>): string {
  const types: Readonly<Record<DescribedColumn['kind'], string>> = {
    text: 'string',
    integer: 'number | string',
    decimal: 'number | string',
    float: 'number',
    boolean: 'boolean',
    date: 'Date | string',
    timestamp: 'Date | string',
    timestamptz: 'Date | string',
    other: 'unknown',
  };

  return isNullable && kind !== 'other' ? `${types[kind]} | null` : types[kind];
}
