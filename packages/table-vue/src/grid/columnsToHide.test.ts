import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedColumn } from './columnImportance.ts';
import { type ColumnWidths, columnsToHide } from './columnsToHide.ts';

const plain = {
  total: false,
  rawTotal: false,
  average: false,
  customTotal: false,
  icon: false,
  boolean: false,
  important: false,
};
const column = (name: string, meta = {}): RankedColumn => ({
  name,
  pinned: null,
  meta: { ...plain, ...meta },
});
const names = ['a', 'b', 'c', 'd'];
const columns = names.map((name) => column(name));
const widths = (available: number): ColumnWidths => ({
  available,
  fixed: 50,
  expander: 30,
  columns: new Map(names.map((name) => [name, 100])),
});

describe('columns without room', () => {
  it('are none where all fit, without the control for details', () => {
    expect(columnsToHide(columns, widths(450))).toEqual([]);
  });

  it('are the last ones, and make room for the control for details too', () => {
    expect(columnsToHide(columns, widths(449))).toEqual(['d']);
    expect(columnsToHide(columns, widths(379))).toEqual(['c', 'd']);
  });

  it('are never the first one', () => {
    expect(columnsToHide(columns, widths(1))).toEqual(['b', 'c', 'd']);
    expect(columnsToHide([], widths(1))).toEqual([]);
  });

  it('are not those that were never measured', () => {
    expect(columnsToHide([...columns, column('new')], widths(450))).toEqual([]);
  });

  it('are icons and yes or no before texts, then those with totals, and pinned ones last', () => {
    const shop = [
      column('number'),
      column('paid', { boolean: true }),
      { ...column('name'), pinned: 'left' as const },
      column('note'),
      column('total', { total: true }),
      column('sent', { icon: true }),
    ];
    const sized = (available: number) => ({
      ...widths(available),
      columns: new Map(shop.map(({ name }) => [name, 100])),
    });
    expect(columnsToHide(shop, sized(580))).toEqual(['sent']);
    expect(columnsToHide(shop, sized(480))).toEqual(['paid', 'sent']);
    expect(columnsToHide(shop, sized(380))).toEqual(['paid', 'note', 'sent']);
    expect(columnsToHide(shop, sized(280))).toEqual(['paid', 'note', 'total', 'sent']);
    expect(columnsToHide(shop, sized(1))).toEqual(['paid', 'name', 'note', 'total', 'sent']);
  });

  it('are as few as possible', () => {
    const measured = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(measured, fc.nat(3000), fc.nat(200), fc.nat(60), (sizes, available, fixed, expander) => {
        const all = sizes.map((_, index) => `c${index}`);
        const columns = new Map(all.map((name, index) => [name, sizes[index] as number]));
        const hidden = columnsToHide(
          all.map((name) => column(name)),
          { available, fixed, expander, columns },
        );
        const need = (count: number) =>
          fixed +
          (count < all.length ? expander : 0) +
          sizes.slice(0, count).reduce((sum, size) => sum + size, 0);
        const kept = all.length - hidden.length;

        expect(hidden).toEqual(all.slice(kept));
        expect(kept).toBeGreaterThanOrEqual(1);
        if (kept > 1) expect(need(kept)).toBeLessThanOrEqual(available);
        if (hidden.length > 1) expect(need(kept + 1)).toBeGreaterThan(available);
      }),
    );
  });
});
