import type { LiveSource, TableHttp } from '@rowhouse/table-client';
import type { RelatedFilter } from '@rowhouse/table-protocol';
import type { InjectionKey } from 'vue';

/** Options for the tables of an app that do not set them. */
export interface TableDefaults {
  /** Sends the requests. Defaults to `window.fetch`. */
  readonly http?: TableHttp;
  /** Notifies live tables when their rows may have changed. */
  readonly liveSource?: LiveSource;
  /**
   * The address of a table, by its id, with the rows that these filters select: the confirmation of a deletion links to the rows
   * that refer to a record. Defaults to none.
   */
  readonly filteredPath?: (table: string, filters: readonly RelatedFilter[]) => string | null;
}

/** `app.provide(tableDefaults, { liveSource })` */
export const tableDefaults: InjectionKey<TableDefaults> = Symbol('tableDefaults');
