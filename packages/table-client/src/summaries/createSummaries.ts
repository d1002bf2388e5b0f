import { computed, signal } from '@preact/signals-core';
import { mostFacets } from '@rowhouse/table-protocol/internal';
import { TableFailure } from '../http/TableProblem.ts';
import { lazyModule } from '../table/lazyModule.ts';
import type { Feature } from '../table/snapshots.ts';
import type { FilterFacet, SummaryFunctions, SummarySnapshot } from './Summaries.ts';
import type { SummaryReader, SummaryReaderContext } from './summaryReader.ts';

/** The facets of filters with an open editor, and the statistics of columns; their reader is loaded on first use. */
export function createSummaries(
  context: Omit<SummaryReaderContext, 'open'>,
): Feature<SummarySnapshot, SummaryFunctions> {
  const openings = signal<ReadonlyMap<string, number>>(new Map());
  const open = computed(() => [...openings.value.keys()].sort().slice(0, mostFacets));
  const reader = signal<SummaryReader | null>(null);
  const unread = signal<FilterFacet>({ status: 'loading', values: [], more: 0 });
  const { load } = lazyModule(async () => {
    const { summaryReader } = await import('./summaryReader.ts');
    const created = summaryReader({ ...context, open });
    reader.value = created;

    return created;
  }, context.translate);

  async function prepare(): Promise<void> {
    try {
      unread.value = { ...unread.value, status: 'loading' };
      await load();
    } catch (error) {
      if (!(error instanceof TableFailure)) throw error;
      unread.value = { ...unread.value, status: 'failed' };
    }
  }

  function setOpen(data: string, change: 1 | -1): void {
    const count = (openings.value.get(data) ?? 0) + change;
    const next = new Map(openings.value);

    if (count > 0) next.set(data, count);
    else next.delete(data);
    openings.value = next;
  }

  return {
    snapshot: {
      facets: computed(
        () =>
          reader.value?.facets.value ?? Object.fromEntries(open.value.map((data) => [data, unread.value])),
      ),
    },
    functions: {
      openFacet: (data) => {
        if (!context.template.value?.facets?.includes(data)) return;
        setOpen(data, 1);
        if (reader.value === null) void prepare();
      },
      closeFacet: (data) => {
        if (openings.value.has(data)) setOpen(data, -1);
      },
      countFacets: () => reader.value?.functions.countFacets(),
      columnStatistics: async (...asked) => (await load()).functions.columnStatistics(...asked),
      countRows: async (where) => (await load()).functions.countRows(where),
    },
  };
}
