import type { Ref } from 'vue';

/** What a request by Axios looked like. */
export interface AxiosCall {
  readonly method: string;
  readonly url: string;
  readonly data?: unknown;
}

/** What a test sets before the harness page loads, and reads from it afterwards. */
export interface HarnessWindow {
  /** Props of the VueTable, over id and path of the table `everything`. Reactive once the page is there. */
  tableOptions: Record<string, unknown>;
  /** Names of the events to record, in camel case. */
  listenTo: string[];
  tableEvents: { name: string; payload: unknown }[];
  /** Text → translation, given to the component as `i18n`. */
  dictionary?: Record<string, string>;
  /** Gives the component an object like an Axios instance, which notes its calls here. */
  axiosCalls?: AxiosCall[];
  /** Gives the component the saved views of its table. */
  withViews?: boolean;
  /** Leaves router buttons to an app's router, which notes where it is sent here. */
  routed?: unknown[];
  /** Shows the form of a record instead of a table. */
  recordForm?: { readonly path: string; readonly row: number | null };
  /** Number of times that the page has drawn the slot of a column. */
  slotDraws: number;
  /** The component, for its exposed members. */
  table: Ref<unknown>;
}
