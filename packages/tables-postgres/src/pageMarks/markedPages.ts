import type { DeepPages, TableRuntime } from '@rowhouse/tables/internal';
import { findMarks } from './findMarks.ts';
import { keepMarks } from './keepMarks.ts';
import { readMarkedPage } from './readMarkedPage.ts';

/**
 * Reads pages from marks: the key of every n-th row of a sort, and the number of rows between two of them. Triggers record the
 * keys of created, deleted and moved rows, so that the number of rows before a mark is known in any snapshot.
 */
export function markedPages(): DeepPages {
  const find = findMarks();
  const keepSoon = markKeeper();

  return (data) => {
    const marks = find(data);
    if (marks === null) return null;
    keepSoon(marks.name, data.runtime);

    return (entry, reads) => readMarkedPage(data, marks, entry, reads);
  };
}

/** Minimum milliseconds between two runs for a sort. */
const interval = 1000;

/** Brings marks up to date in the background of a request. */
function markKeeper(): (name: string, runtime: TableRuntime) => void {
  const keptOf = new WeakMap<TableRuntime, Map<string, number>>();

  return (name, runtime) => {
    const { onBackgroundError, share, writer } = runtime;
    const kept = keptOf.get(runtime) ?? new Map<string, number>();
    keptOf.set(runtime, kept);
    const now = performance.now();
    if (now - (kept.get(name) ?? Number.NEGATIVE_INFINITY) < interval) return;

    kept.set(name, now);
    share(`marks\n${name}`, () => keepMarks(writer, name, { waits: false })).catch(onBackgroundError);
  };
}
