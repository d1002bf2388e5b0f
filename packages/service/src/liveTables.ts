import type { Service } from './createService.ts';
import type { FoundDatabase } from './databases/index.ts';
import {
  type ServedTables,
  type TableSet,
  type TableSetParts,
  type Templates,
  tableSets,
} from './tableSets.ts';

/** The tables of a part of a process. Those of a database that was not available are added when it is. */
export interface LiveTables {
  /** As they are now; another object after tables were added. */
  readonly current: ServedTables;
  /** Calls `serve` with sets that are added, before they are current. It may be called again with the same ones. */
  onAdd(serve: (sets: readonly TableSet[]) => Promise<void>): void;
  /** Adds the tables of a database that is available now. */
  add(found: FoundDatabase, templates: Templates | null): Promise<void>;
}

export function liveTables(service: Service, parts: TableSetParts): LiveTables {
  let { databases = [] } = parts;
  let current = tableSets(service, parts);
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
      const tables = tableSets(service, { ...parts, databases: known, templates });
      const added = tables.sets.filter(({ database, from }) => database === found.name && from !== 'modules');
      for (const serve of listeners) await serve(added);
      databases = known;
      current = tables;
    },
  };
}

/** A value that depends on the tables, made again after some were added. */
export function derived<T>(tables: Pick<LiveTables, 'current'>, make: (current: ServedTables) => T): () => T {
  let known: { readonly from: ServedTables; readonly value: T } | null = null;

  return () => {
    const { current } = tables;
    if (known?.from !== current) known = { from: current, value: make(current) };

    return known.value;
  };
}
