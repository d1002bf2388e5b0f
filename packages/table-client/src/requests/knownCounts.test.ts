import type { DataResponse } from '@rowhouse/table-protocol';
import { describe, expect, it } from 'vitest';
import type { TableRow } from '../table/TableRow.ts';
import type { TableState } from '../table/TableState.ts';
import { knownCounts } from './knownCounts.ts';

const state = { search: '', searchMode: 'full', filters: [], start: 60, length: 10 } as unknown as TableState;

function suppressed(change: Partial<DataResponse<TableRow>> = {}): DataResponse<TableRow> {
  return {
    data: [],
    count: 1_234,
    formattedCount: '1,234',
    filtered: 1_234,
    formattedFiltered: '1,234',
    total: {},
    fullRecordInfo: false,
    filters: false,
    pagination: { page: 7, pages: null, atStart: false, atEnd: false, atMiddle: false, middlePages: [] },
    ...change,
  };
}

describe('counts of a table over its limit', () => {
  it('give the pages while nothing is searched or filtered, and no totals', () => {
    expect(knownCounts().complete(suppressed(), state, {})).toMatchObject({
      fullRecordInfo: false,
      total: {},
      pagination: { page: 7, pages: 124, atMiddle: true, middlePages: [6, 7, 8] },
    });
  });

  it.each([
    ['a filter', { filters: true }],
    ['an estimate', { estimated: true } as const],
  ])('give no pages with %s', (_name, change) => {
    expect(knownCounts().complete(suppressed(change), state, {}).pagination.pages).toBeNull();
  });

  it('that were requested are reused for the other pages, until the number of rows changes or they are reset', () => {
    const counts = knownCounts();
    const filters = true;
    counts.complete(
      suppressed({ filters, filtered: 95, total: { price: '7' }, fullRecordInfo: true }),
      state,
      {},
    );
    const next = counts.complete(suppressed({ filters }), state, {});
    expect(next).toMatchObject({ fullRecordInfo: true, filtered: 95, total: { price: '7' } });
    expect(next.pagination.pages).toBe(10);
    expect(counts.complete(suppressed({ filters, count: 1_235 }), state, {}).fullRecordInfo).toBe(false);
    const other = { ...state, search: 'x' };
    expect(counts.complete(suppressed({ filters }), other, {}).fullRecordInfo).toBe(false);
    counts.forget();
    expect(counts.complete(suppressed({ filters }), state, {}).fullRecordInfo).toBe(false);
  });
});
