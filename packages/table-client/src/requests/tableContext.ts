import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { InitResponse, InitTemplate } from '@rowhouse/table-protocol';
import { type Browser, windowBrowser } from '../table/Browser.ts';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';

interface TableContextOptions extends ConnectionOptions {
  readonly browser?: Browser | null;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  /** The template as the table shows it. */
  adapt(template: InitTemplate): InitTemplate;
}

/** Shared by all features of a table: its template, its connection, and its lifetime. */
export interface TableContext extends Connection {
  readonly browser: Browser | null;
  /** Aborted when the table stops. */
  readonly lifetime: AbortSignal;
  readonly init: Signal<InitResponse | null>;
  readonly template: ReadonlySignal<InitTemplate | null>;
}

export function tableContext(options: TableContextOptions): TableContext {
  const { browser = windowBrowser(), lifetime } = options;
  const init = signal<InitResponse | null>(null);

  return {
    ...connect(options, lifetime),
    browser,
    lifetime,
    init,
    template: computed(() => (init.value ? options.adapt(init.value.template) : null)),
  };
}
