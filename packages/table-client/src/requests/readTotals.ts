import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type { InitResponse } from '@rowhouse/table-protocol';
import { TableFailure } from '../http/TableProblem.ts';
import type { PageReader, ShownResponse } from './pageReader.ts';

interface TotalsContext {
  readonly pages: PageReader;
  readonly init: ReadonlySignal<InitResponse | null>;
  readonly shown: Signal<ShownResponse | null>;
  readonly lifetime: AbortSignal;
}

/** Reads the totals and the count of the shown rows again. After a failure they stay unchanged. */
export async function readTotals({ pages, init, shown, lifetime }: TotalsContext): Promise<void> {
  const before = shown.value;
  if (!before?.body.fullRecordInfo || !init.value?.meta.total) return;

  const state = { ...before.state, start: 0, length: 1 };
  const fresh = await pages.read({ state, isForced: true, signal: lifetime }).catch((error: unknown) => {
    if (!(error instanceof TableFailure)) throw error;
    return null;
  });
  const now = shown.value;
  if (!fresh || lifetime.aborted || now?.result !== fresh.result) return;

  const { total, count, formattedCount, filtered, formattedFiltered } = fresh.body;
  shown.value = {
    ...now,
    body: { ...now.body, total, count, formattedCount, filtered, formattedFiltered },
  };
}
