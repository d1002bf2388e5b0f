import { computed, signal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import { type Browser, windowBrowser } from './Browser.ts';
import { type ConnectionOptions, connect } from './connection.ts';
import { filterChoices } from './filters/filterChoices.ts';
import { lazyPart } from './lazyPart.ts';
import { withRowPage } from './rowButtons.ts';

interface TableContextOptions extends ConnectionOptions {
  readonly browser?: Browser | null;
  /** Rows have pages of their own. */
  readonly rowPage?: unknown;
}

/** Shared by all parts of a table: its template, its connection, and its lifetime. */
export function tableContext(options: TableContextOptions, lifetime: AbortSignal) {
  const { browser = windowBrowser() } = options;
  const init = signal<InitResponse | null>(null);
  const template = computed(() => {
    const given = init.value?.template ?? null;

    return given && options.rowPage ? withRowPage(given) : given;
  });

  const connection = connect(options, lifetime);

  return {
    ...connection,
    grouping: lazyPart(() => import('./grouping/groupTree.ts'), connection.translate),
    browser,
    /** Aborted when the table stops. */
    lifetime,
    init,
    template,
    choices: computed(() => (template.value ? filterChoices(template.value) : [])),
  };
}
