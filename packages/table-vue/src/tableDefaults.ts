import type { LiveSource, TableHttp } from '@rowhouse/table-client';
import type { InjectionKey } from 'vue';

/** Options for the tables of an app that do not set them. */
export interface TableDefaults {
  /** Sends the requests. Defaults to `window.fetch`. */
  readonly http?: TableHttp;
  /** Notifies live tables when their rows may have changed. */
  readonly liveSource?: LiveSource;
}

/** `app.provide(tableDefaults, { liveSource })` */
export const tableDefaults: InjectionKey<TableDefaults> = Symbol('tableDefaults');
