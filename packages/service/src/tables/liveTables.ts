import { say } from '@rowhouse/problems';
import { createTables, TableError, type Tables, type TablesOptions } from '@rowhouse/tables';
import type { Service } from '../definition/createService.ts';
import { type IntrospectedDatabase, isUnavailable } from './databases/index.ts';
import {
  type TableSet,
  type TableSetOptions,
  type TableSets,
  type Templates,
  tableSets,
} from './tableSets.ts';

/** The tables of a part of a process. Tables of an unavailable database are added when it is available. */
export interface LiveTables {
  /** The current tables; another object after tables were added. */
  readonly current: TableSets;
  /** Registers a listener that is called with added sets, before they are current. It may be called again with the same sets. */
  onAdd(serve: (sets: readonly TableSet[]) => Promise<void>): void;
  /** Adds the tables of a database that has become available. */
  add(found: IntrospectedDatabase, templates: Templates | null): Promise<void>;
}

export function liveTables(service: Service, setOptions: TableSetOptions): LiveTables {
  let { databases = [] } = setOptions;
  let current = tableSets(service, setOptions);
  const listeners: ((sets: readonly TableSet[]) => Promise<void>)[] = [];

  return {
    get current() {
      return current;
    },
    onAdd: (serve) => {
      listeners.push(serve);
    },
    async add(found, templates) {
      const known = databases.map((database) =>
        database.name === found.name ? { ...database, ...found } : database,
      );
      const tables = tableSets(service, { ...setOptions, databases: known, templates });
      const added = tables.sets.filter(({ database, from }) => database === found.name && from !== 'modules');
      for (const serve of listeners) await serve(added);
      databases = known;
      current = tables;
    },
  };
}

/** A value derived from the tables, computed again after tables were added. */
export function derived<T>(tables: Pick<LiveTables, 'current'>, make: (current: TableSets) => T): () => T {
  let known: { readonly from: TableSets; readonly value: T } | null = null;

  return () => {
    const { current } = tables;
    if (known?.from !== current) known = { from: current, value: make(current) };

    return known.value;
  };
}

/**
 * Combines all sets, including those added later, into one. `options` and `runtime` are those of the service's own database.
 */
export function combineTables(live: LiveTables, shared: Partial<TablesOptions> = {}): Tables {
  const opened = (set: TableSet) => createTables({ ...set.options, ...shared });
  const [own, ...others] = live.current.sets.map(opened);
  if (own === undefined) throw new Error('No tables are defined.');
  const homes = new Map<string, Tables>();
  const add = (tables: Tables) => {
    for (const { id } of tables.all()) homes.set(id, tables);
  };
  for (const tables of [own, ...others]) add(tables);
  live.onAdd(async (sets) => {
    for (const set of sets) add(opened(set));
  });
  const all = () => [...new Set([own, ...homes.values()])];
  const home = (id: string): Tables => {
    const found = homes.get(id);
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
