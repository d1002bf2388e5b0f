import type { TableDefinition, TemplateFault, TemplateJson } from '@rowhouse/tables';
import {
  type DatabaseHandle,
  tableLabel,
  tableRuntime,
  type ValidationOptions,
  validateTemplate,
} from '@rowhouse/tables/internal';
import leven from 'leven';
import { describeDatabase } from '../make/describeDatabase.ts';
import { hostDatabase } from '../make/hostDatabase.ts';
import { definitionOf } from '../make/madeDefinition.ts';
import { makeQuery } from '../make/makeQuery.ts';
import { refusalOf } from './readability.ts';
import { templateQuery } from './templateQuery.ts';

export interface TableSourcesOptions {
  readonly db: DatabaseHandle;
  /** As for `introspectTables`. */
  readonly schemas?: readonly string[];
}

export interface TemplateOptions extends Pick<ValidationOptions, 'config' | 'routes'> {
  /** `table` or `schema.table`. */
  readonly table: string;
  /** Location of the template, for messages. */
  readonly file: string;
  /** Names of enumerations that the application adds to those of the table. */
  readonly enums?: readonly string[];
}

/** A definition, or all faults of its template. */
export type SourcedTable =
  | { readonly definition: TableDefinition; readonly faults: readonly [] }
  | { readonly definition: null; readonly faults: readonly TemplateFault[] };

/** The tables of a database, as sources for templates. */
export interface TableSources {
  /**
   * Creates the definition of a template that only names its columns: `data` is `table.column`, or `customer.name` for
   * a column of the table that the foreign key `customer_id` references, or `customer.city.name` for several keys. A
   * column without `data` is the table's own column of its name. Never throws.
   */
  define(template: unknown, options: TemplateOptions): SourcedTable;
}

/** Reads the catalogue of a database, for templates without a definition. Reads no rows. */
export async function tableSources({ db, schemas }: TableSourcesOptions): Promise<TableSources> {
  const runtime = tableRuntime(db);
  const described = await describeDatabase(runtime.rawDb, runtime.dialect, { schemas, lists: true });
  const database = hostDatabase(described, runtime.names);

  return {
    define(template, { table: wanted, file, enums = [], ...validation }) {
      const table = database.tables.find(
        (one) => (one.name === wanted && one.isVisible) || `${one.schema}.${one.name}` === wanted,
      );
      const refusal = table && refusalOf(table);
      if (!table || refusal) {
        const problem = refusal
          ? `The table "${wanted}" cannot be served. ${refusal.reason}`
          : `There is no table "${wanted}".`;
        const remedy = refusal?.remedy ?? `Write one of ${someOf(database.tables.map(tableLabel), wanted)}.`;
        const fault: TemplateFault = { path: 'source', code: 'unknown_name', problem, remedy };

        // Without the table it is unknown which columns need a `data`.
        const others = validateTemplate(template, validation).filter(
          ({ path }) => !/^columns.*\.data$/.test(path),
        );

        return { definition: null, faults: [...others, fault] };
      }
      const named = namedColumns(template);
      const base = makeQuery(table, database, {
        dialect: runtime.dialect.name,
        names: runtime.names,
        // A column that the template names is shown, whatever its name.
        leaveOut: (of, column) => (of === table && named.has(column) ? false : undefined),
      });
      const { made, completed, faults } = templateQuery(base, database, {
        template,
        dialect: runtime.dialect.name,
      });
      const expressions = made.columns.flatMap(({ template: { name }, expression }) =>
        expression ? [name] : [],
      );
      const refused = new Set(faults.map(({ path }) => path));
      const all = [
        ...validateTemplate(completed, {
          ...validation,
          expressions,
          enums: [...Object.keys(made.enums), ...enums],
        }).filter(({ path }) => !refused.has(path)),
        ...faults,
      ];

      return all.length > 0
        ? { definition: null, faults: all }
        : { definition: definitionOf(made, completed as TemplateJson, file), faults: [] };
    },
  };
}

function namedColumns(template: unknown): ReadonlySet<string> {
  const { columns } = (template ?? {}) as { readonly columns?: unknown };

  return new Set(
    (Array.isArray(columns) ? columns : []).flatMap((column: { name?: unknown; data?: unknown } | null) =>
      typeof column?.data === 'string'
        ? [column.data.slice(column.data.lastIndexOf('.') + 1)]
        : typeof column?.name === 'string'
          ? [column.name]
          : [],
    ),
  );
}

/** A few names, most similar first. */
function someOf(names: readonly string[], wanted: string): string {
  const sorted = names.toSorted((a, b) => leven(a, wanted) - leven(b, wanted));
  const shown = sorted.slice(0, 12).join(', ') || 'none';

  return sorted.length > 12 ? `${shown} and ${sorted.length - 12} more` : shown;
}
