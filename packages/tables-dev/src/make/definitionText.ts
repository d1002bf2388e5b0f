import { TableError } from '@rowhouse/tables';
import { camelCase, humanised, tableLabel } from '@rowhouse/tables/internal';
import type { DescribedColumn } from './DescribedTable.ts';
import type { MadeJoin, MadeQuery, RecordKey } from './MadeQuery.ts';
import { aliased, groupKeysOf } from './madeDefinition.ts';
import { columnIn, type SqlText, sqlSource } from './SqlText.ts';
import { quotedText } from './words.ts';

export interface DefinitionNames {
  /** Name of the definition, and of its files. */
  readonly name: string;
  /** Folder of the files, for messages. */
  readonly folder?: string | undefined;
  /** Whether the types are in a separate file, `name.types.ts`. */
  readonly isSplit: boolean;
}

/** Generates the definition as TypeScript; equivalent to `madeDefinition`. */
export function definitionText(made: MadeQuery, { name, folder, isSplit }: DefinitionNames): string {
  const { table, alias, joins, columns, rowId, key, filterParams, searchKeys, countsByEstimate } = made;
  const select = [
    { as: 'dtRowId', selection: rowId },
    ...columns.map(({ template, selection }) => ({ as: template.name, selection })),
  ].map(({ as, selection }) => selected(selection, as));
  const expressions = columns.flatMap(({ template, expression }) =>
    expression ? [`    ${memberName(template.name)}: ${sqlSource(expression, 'unknown')},\n`] : [],
  );
  const source = folder ? `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/${name}.json` : `${name}.json`;
  const usesSql = expressions.length > 0 || select.some((text) => text.startsWith('sql'));
  const imports = [
    "import { defineTable } from '@rowhouse/tables';",
    usesSql ? "import { type Kysely, sql } from 'kysely';" : "import type { Kysely } from 'kysely';",
    `import template from './${name}.json' with { type: 'json' };`,
    ...(isSplit ? [`import type { ${typeName(name)} } from './${name}.types.ts';`] : []),
  ];
  const types = isSplit
    ? ''
    : `\n/** What the query reads. Where the application has a type of its whole database, take that one. */\n${typesText(made, 'Database')}`;

  return `${imports.join('\n')}
${types}
/** ${humanised(table.name) || table.name}. */
export const ${name} = defineTable({
  template,
  source: ${quotedText(source)},
${key ? `  key: [${key.map(quotedText).join(', ')}],\n` : ''}  query: (db: Kysely<${isSplit ? typeName(name) : 'Database'}>) =>
    db
      .selectFrom(${quotedText(aliased(tableLabel(table), alias))})
${joins.map(joinText).join('')}      .select([
${select.map((selection) => `        ${selection},`).join('\n')}
      ]),
${expressions.length > 0 ? `  expressions: {\n${expressions.join('')}  },\n` : ''}${namesText('groupKeys', groupKeysOf(made))}${enumsText(made)}${namesText(
  'filterParams',
  filterParams,
)}${searchKeys.length > 0 ? `  searchKeys: [${searchKeys.map(quotedText).join(', ')}],\n` : ''}${countsByEstimate ? '  count: { estimate: true },\n' : ''}});
`;
}

/** The database type with the tables that the query reads; a table that is joined twice, or to itself, occurs once. */
export function typesText(
  { table, columns: shown, joins, keyOfRows, key = [], alias }: MadeQuery,
  name: string,
): string {
  const tables = new Map<string, Map<string, string>>();
  const add = (label: string, columns: readonly DescribedColumn[]) => {
    const known = tables.get(label) ?? new Map<string, string>();
    for (const column of columns) known.set(column.name, typeText(column));
    tables.set(label, known);
  };
  const own = new Set([...shown.map((column) => column.name), ...keyOfRows.columns]);

  add(
    tableLabel(table),
    table.columns.filter((column) => own.has(column.name)),
  );
  if (table.rowid && (keyOfRows.kind === 'rowid' || key.includes(`${alias}.${table.rowid}`))) {
    tables.get(tableLabel(table))?.set(table.rowid, 'number');
  }
  for (const join of joins) add(tableLabel(join.table), join.reads);

  const members = [...tables].map(([label, columns]) => {
    const types = [...columns].map(([column, type]) => `    ${memberName(column)}: ${type};`);

    return `  ${memberName(label)}: {\n${types.join('\n')}\n  };`;
  });

  return `${name === 'Database' ? '' : 'export '}interface ${name} {\n${members.join('\n')}\n}\n`;
}

/** Name of the database type of a definition. */
export function typeName(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Database`;
}

function selected(selection: SqlText, as: string): string {
  const column = columnIn(selection);
  if (column === null) return `${sqlSource(selection, 'string')}.as(${quotedText(as)})`;

  return quotedText(column.endsWith(`.${as}`) ? column : `${column} as ${as}`);
}

function enumsText({ enums }: MadeQuery): string {
  const lines = Object.entries(enums).map(
    ([name, labels]) =>
      `    ${memberName(name)}: {\n${Object.entries(labels)
        .map(([value, label]) => `      ${memberName(value)}: ${quotedText(label)},\n`)
        .join('')}    },\n`,
  );

  return lines.length === 0 ? '' : `  enums: {\n${lines.join('')}  },\n`;
}

/** A member with columns by name; empty without any. */
function namesText(member: string, names: Readonly<Record<string, RecordKey>>): string {
  const lines = Object.entries(names).map(
    ([name, data]) =>
      `    ${memberName(name)}: ${typeof data === 'string' ? quotedText(data) : `[${data.map(quotedText).join(', ')}]`},\n`,
  );

  return lines.length === 0 ? '' : `  ${member}: {\n${lines.join('')}  },\n`;
}

function joinText({ table, alias, on }: MadeJoin): string {
  const target = quotedText(aliased(tableLabel(table), alias));
  const pairs = on.map(([column, from]) => [`${alias}.${column}`, from].map(quotedText));
  const [only, ...others] = pairs;

  return others.length === 0 && only
    ? `      .leftJoin(${target}, ${only.join(', ')})\n`
    : `      .leftJoin(${target}, (join) =>\n        join${pairs
        .map(([column, from]) => `.onRef(${column}, '=', ${from})`)
        .join('')},\n      )\n`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedText(name);
}

/** The types of driver values; some drivers return large and exact numbers as text. */
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

/** Reserved words of TypeScript. */
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import ' +
    'in instanceof new null return super switch this throw true try typeof var void while with yield let static await async ' +
    'template sql'
  ).split(' '),
);

/** The name of a definition in TypeScript. Throws `tables.invalid_request` for an invalid one. */
export function definitionName(wanted: string): string {
  const name = camelCase(wanted);

  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) {
    throw new TableError(
      'tables.invalid_request',
      `${JSON.stringify(wanted)} is not a valid table name. Start with a letter, and use letters and digits.`,
      { fields: { name: ['Start with a letter, and use letters and digits.'] } },
    );
  }

  return reserved.has(name) || name === 'defineTable' ? `${name}Table` : name;
}
