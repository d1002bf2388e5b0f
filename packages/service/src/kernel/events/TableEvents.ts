/** A table whose pages are notified of changes. */
export interface AnnouncedTable {
  /** Name of its data route: users who may call it may be notified. */
  readonly route: string;
  /** Path of its data route, by which pages identify the table. */
  readonly path: string;
}

/** Changes of tables, by any process. */
export interface TableEvents {
  /** The tables whose changes are announced. Changes of other tables are not noticed. */
  announced(): Promise<readonly AnnouncedTable[]>;
  /** Calls the listener with the changed tables, at most once a second. Returns a function that unsubscribes. */
  onChange(listener: (tables: readonly AnnouncedTable[]) => void): () => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    tableEvents: TableEvents;
  }
}
