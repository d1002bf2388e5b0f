import { say } from '@rowhouse/problems';
import { createTables, TableError, type Tables, type TablesOptions } from '@rowhouse/tables';
import { tableId } from '../definition/checkDefinition.ts';
import type { Service } from '../definition/createService.ts';
import { type CompareSchema, type IntrospectedDatabase, isUnavailable } from './databases/index.ts';
import {
  replacedWith,
  type TableSet,
  type TableSetOptions,
  type TableSets,
  type Templates,
  tableSets,
} from './tableSets.ts';

/** The tables of a part of a process. Those of a served database are replaced when its schema changes, or when it becomes available. */
export interface LiveTables {
  /** The current tables; another object after tables were replaced. */
  readonly current: TableSets;
  /** Names of the served databases. */
  readonly databases: readonly string[];
  /** Compares the schema of a database with its tables, and replaces them after a change. */
  readonly compare: CompareSchema;
  /** The same for the database of a table, which need not be known yet. */
  refresh(id: string): Promise<void>;
  /**
   * Registers a listener that prepares the sets that are to replace those of a database; it may be called again with the same
   * sets. What it returns is called when all listeners are prepared, and must not fail.
   */
  onReplace(prepare: (database: string, sets: readonly TableSet[]) => Promise<() => void>): void;
  /** Replaces the tables of a database, all at the same time. */
  replace(found: IntrospectedDatabase, templates: Templates | null): Promise<void>;
}

/** Without `compare`, the tables are replaced only if `replace` is called. */
export function liveTables(
  service: Service,
  setOptions: TableSetOptions,
  compare: CompareSchema = async () => undefined,
): LiveTables {
  let { databases = [] } = setOptions;
  let current = tableSets(service, setOptions);
  const listeners: Parameters<LiveTables['onReplace']>[0][] = [];
  const databaseOf = (id: string) =>
    current.sets.find(({ options }) => options.definitions.some((definition) => tableId(definition) === id))
      ?.database ?? databases.find(({ name }) => id.startsWith(`${name}.`))?.name;

  return {
    get current() {
      return current;
    },
    databases: databases.map(({ name }) => name),
    compare,
    async refresh(id) {
      const database = databaseOf(id);
      if (database !== undefined) await compare(database);
    },
    onReplace: (prepare) => {
      listeners.push(prepare);
    },
    async replace(found, templates) {
      const known = databases.map((database) =>
        database.name === found.name ? { ...database, ...found } : database,
      );
      const tables = tableSets(service, { ...setOptions, databases: known, templates });
      const sets = tables.sets.filter((set) => replacedWith(set) === found.name);
      const prepared: (() => void)[] = [];
      for (const prepare of listeners) prepared.push(await prepare(found.name, sets));
      // Without a pause: a request meets either all earlier tables or all new ones.
      for (const serve of prepared) serve();
      databases = known;
      current = tables;
    },
  };
}

/** A value derived from the tables, computed again after tables were replaced. */
export function derived<T>(tables: Pick<LiveTables, 'current'>, make: (current: TableSets) => T): () => T {
  let known: { readonly from: TableSets; readonly value: T } | null = null;

  return () => {
    const { current } = tables;
    if (known?.from !== current) known = { from: current, value: make(current) };

    return known.value;
  };
}

/** Combines all sets, including later ones, into one. `options` and `runtime` are those of the service's own database. */
export function combineTables(live: LiveTables, shared: Partial<TablesOptions> = {}): Tables {
  const opened = (set: TableSet) => createTables({ ...set.options, ...shared });
  const [first] = live.current.sets;
  if (first === undefined) throw new Error('No tables are defined.');
  const own = opened(first);
  /** By the database with which they are replaced: id → tables. */
  const groups = new Map(
    [...Map.groupBy(live.current.sets, replacedWith)].map(([group, sets]) => [
      group,
      byId(sets.map((set) => (set === first ? own : opened(set)))),
    ]),
  );
  live.onReplace(async (database, sets) => {
    const tables = byId(sets.map(opened));

    return () => void groups.set(database, tables);
  });
  const all = () => [...new Set([own, ...[...groups.values()].flatMap((tables) => [...tables.values()])])];
  const home = (id: string): Tables => {
    const found = [...groups.values()].find((tables) => tables.has(id))?.get(id);
    if (found === undefined && isUnavailable(live.current.unavailable, id)) {
      throw new TableError(
        'tables.database_unavailable',
        say`The database of the table ${JSON.stringify(id)} is not available. Try again later.`,
      );
    }

    // The own database's tables refuse an unknown id.
    return found ?? own;
  };

  return {
    options: own.options,
    runtime: own.runtime,
    all: () => all().flatMap((tables) => tables.all()),
    get: (id) => home(id).get(id),
    init: async (id, ...rest) => home(id).init(id, ...rest),
    request: (id, ...rest) => home(id).request(id, ...rest),
    data: async (id, ...rest) => home(id).data(id, ...rest),
    read: async (id, ...rest) => home(id).read(id, ...rest),
    exportRows: async (id, ...rest) => home(id).exportRows(id, ...rest),
    runAction: async (id, ...rest) => home(id).runAction(id, ...rest),
    listAction: async (id, ...rest) => home(id).listAction(id, ...rest),
    actionForm: async (id, ...rest) => home(id).actionForm(id, ...rest),
    previewAction: async (id, ...rest) => home(id).previewAction(id, ...rest),
    edit: async (id, ...rest) => home(id).edit(id, ...rest),
    cells: {
      change: async (id, ...rest) => home(id).cells.change(id, ...rest),
      undo: async (id, ...rest) => home(id).cells.undo(id, ...rest),
    },
    records: {
      form: async (id, ...rest) => home(id).records.form(id, ...rest),
      schema: async (id, ...rest) => home(id).records.schema(id, ...rest),
      create: async (id, ...rest) => home(id).records.create(id, ...rest),
      update: async (id, ...rest) => home(id).records.update(id, ...rest),
      deletion: async (id, ...rest) => home(id).records.deletion(id, ...rest),
      delete: async (id, ...rest) => home(id).records.delete(id, ...rest),
      undo: async (id, ...rest) => home(id).records.undo(id, ...rest),
    },
    fields: {
      form: async (id, ...rest) => home(id).fields.form(id, ...rest),
      parse: async (id, ...rest) => home(id).fields.parse(id, ...rest),
    },
    files: {
      accept: async (id, ...rest) => home(id).files.accept(id, ...rest),
      open: async (id, ...rest) => home(id).files.open(id, ...rest),
      async removeOld() {
        let removed = 0;
        for (const tables of all()) removed += await tables.files.removeOld();

        return removed;
      },
    },
    imports: {
      header: async (id, ...rest) => home(id).imports.header(id, ...rest),
      inspect: async (id, ...rest) => home(id).imports.inspect(id, ...rest),
      check: async (id, ...rest) => home(id).imports.check(id, ...rest),
      run: async (id, ...rest) => home(id).imports.run(id, ...rest),
      undo: async (id, ...rest) => home(id).imports.undo(id, ...rest),
      refused: async (id, ...rest) => home(id).imports.refused(id, ...rest),
    },
  };
}

function byId(opened: readonly Tables[]): ReadonlyMap<string, Tables> {
  return new Map(opened.flatMap((tables) => tables.all().map(({ id }) => [id, tables] as const)));
}
