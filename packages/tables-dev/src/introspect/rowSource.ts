import { isUnavailable } from '@rowhouse/drivers';
import type { Table, TableConfig, TableDefinition } from '@rowhouse/tables';
import {
  callQuery,
  columnFilterType,
  compileTable,
  type DatabaseHandle,
  databaseColumn,
  defaultTableConfig,
  type HostQuery,
  identifierColumn,
  inspectQuery,
  isBuilder,
  joinedKeys,
  parseRequest,
  type ReferencedColumn,
  schemasIn,
  type TemplateColumn,
  tableRuntime,
} from '@rowhouse/tables/internal';

import { AliasNode, ColumnNode, IdentifierNode, ReferenceNode, SelectQueryNode } from 'kysely';

/** The table of the database whose rows a definition shows. All columns are those of this table, unless stated. */
export interface RowSource {
  readonly schema: string;
  readonly name: string;
  /** The column that is the row identifier. */
  readonly key: string;
  /** Column → attribute of rows that contains its value as it is stored. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Column of the template → the column that it shows, or by which the other table is joined whose column it shows. */
  readonly shown: ReadonlyMap<string, string>;
  /** Column → its filter in the template. */
  readonly filters: ReadonlyMap<string, SourceFilter>;
}

export interface SourceFilter {
  /** `table.column` */
  readonly data: string;
  readonly label: string;
  readonly type: 'number' | 'string' | 'select';
}

export interface RowSources {
  /**
   * Reads the query of a definition, as it is for a user. Null if its rows are not those of one table by a column, or if the
   * query cannot be built without params.
   */
  of(definition: TableDefinition, user: unknown): Promise<RowSource | null>;
}

/** Finds out from their queries which tables definitions show. Reads the catalogue, and no rows. */
export function rowSources({
  db,
  config = defaultTableConfig,
}: {
  readonly db: DatabaseHandle;
  readonly config?: TableConfig;
}): RowSources {
  const runtime = tableRuntime(db);
  const known = new WeakMap<TableDefinition, RowSource>();

  return {
    async of(definition, user) {
      const found = known.get(definition);
      if (found) return found;
      const table = compileTable(definition, config);
      const context = { user, timeZone: config.timeZone, request: parseRequest({}, table.rules) };
      let query: HostQuery;
      try {
        const built = callQuery(definition, runtime.db, context);
        const schemas = isBuilder(built) ? schemasIn(built.toOperationNode()) : [];
        const catalogue = await runtime.catalogue.get(schemas);
        const { names } = runtime;
        const key = definition.key;
        query = inspectQuery(table.id, built, table.template.dtRowId, catalogue, { names, key });
      } catch (error) {
        if (isUnavailable(error)) throw error;

        // Its faults are reported where it is served.
        return null;
      }
      const source = sourceIn(table, query);
      if (source) known.set(definition, source);

      return source;
    },
  };
}

function sourceIn(table: Table, query: HostQuery): RowSource | null {
  const found = identifierColumn(query);
  if (!found || !query.decomposable || query.key.length > 1) return null;
  const { alias, column } = found;
  const { toHost } = query.names;
  const node = query.builder.toOperationNode();
  const joined = joinedKeys(node, query.tables);
  /** Links have one value, so a key of several columns has none. */
  const joinOf = (of: string) => {
    const [join, ...others] = joined.get(of) ?? [];

    return others.length === 0 ? join : undefined;
  };
  const own: OwnColumn = ({ table: of, column: name }) => {
    if (of === alias) return toHost(name);
    const join = joinOf(of);

    return join?.from.table === alias && join.key === name ? toHost(join.from.column) : null;
  };

  return {
    schema: found.table.schema,
    name: found.table.name,
    key: toHost(column),
    attributes: attributesOf(table, query, own),
    shown: new Map(
      table.template.columns.flatMap(({ name, data }) => {
        if (data === null) return [];
        const located = databaseColumn(data, query);
        const from = joinOf(located.alias)?.from;
        const shows = located.alias === alias ? located.column : from?.table === alias ? from.column : null;

        return shows === null ? [] : [[name, toHost(shows)] as const];
      }),
    ),
    filters: filtersOf(table, query, own),
  };
}

/** A joined key has the value of the foreign key, so it counts as that. */
type OwnColumn = (reference: ReferencedColumn) => string | null;

function attributesOf({ template, definition }: Table, query: HostQuery, columnOf: OwnColumn) {
  const node = query.builder.toOperationNode();
  const selections = SelectQueryNode.is(node) ? (node.selections ?? []) : [];
  const computed = new Set([
    ...template.strip,
    ...Object.keys({ ...definition.appends, ...definition.methods }),
  ]);
  const isPlain = (name: string) =>
    !computed.has(name) && template.columns.every((column) => column.name !== name || isSentAsStored(column));

  const [only] = query.tables.size === 1 ? query.tables.keys() : [];

  return new Map(
    selections.flatMap(({ selection }): (readonly [string, string])[] => {
      const source = AliasNode.is(selection) ? selection.node : selection;
      if (!ReferenceNode.is(source)) return [];
      const table = source.table?.table.identifier.name ?? only;
      if (table === undefined) return [];
      const named = ColumnNode.is(source.column)
        ? [source.column.column.name]
        : [...(query.tables.get(table)?.columns.keys() ?? [])];

      return named.flatMap((column) => {
        const isRenamed = AliasNode.is(selection) && IdentifierNode.is(selection.alias);
        const name = query.names.toHost(isRenamed ? (selection.alias as IdentifierNode).name : column);
        const ofTable = columnOf({ table, column });

        return ofTable !== null && isPlain(name) ? [[ofTable, name] as const] : [];
      });
    }),
  );
}

/** Whether cells contain the stored value of an identifier: a number or a text without a format. */
function isSentAsStored({ number, meta, resource }: TemplateColumn): boolean {
  return number === null && resource === null && !meta.date && !meta.datetime && !meta.cents && !meta.boolean;
}

function filtersOf(table: Table, query: HostQuery, columnOf: OwnColumn): ReadonlyMap<string, SourceFilter> {
  const { columns, filters } = table.template;
  const declared = [
    ...columns
      .filter(({ meta, enum: keys }) => meta.filterable && keys === null)
      .map(({ data, label }) => ({ data, label, type: null })),
    ...filters,
  ];

  return new Map(
    declared.flatMap(({ data, label, type }) => {
      if (data === null) return [];
      const { alias, column } = databaseColumn(data, query);
      const name = columnOf({ table: alias, column });
      const kind = type ?? columnFilterType(table, data, query);
      const isUsable = kind === 'number' || kind === 'string' || kind === 'select';

      return name !== null && isUsable ? [[name, { data, label, type: kind }] as const] : [];
    }),
  );
}
