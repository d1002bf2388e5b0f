import { describe, expect, test } from 'vitest';
import { dataAnswer } from './state/answers/answers.fixture.ts';
import { openTable, settle } from './useTable.fixture.ts';

describe('selection', () => {
  test('is kept over pages', async () => {
    const { table, server } = await openTable();
    table.toggleSelected(3);
    expect(table.pageSelected).toBe(false);
    table.togglePageSelected();
    expect(table.selected).toEqual([3, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect(table.pageSelected).toBe(true);
    table.goToPage(2);
    await settle();
    await server.last.answer(dataAnswer({ page: 2 }));
    expect(table.pageSelected).toBe(false);
    table.togglePageSelected();
    expect(table.selected).toHaveLength(20);
    table.togglePageSelected();
    expect(table.selected).toEqual([3, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    table.clearSelected();
    expect(table.selected).toEqual([]);
  });

  test('unfolded rows are folded when they leave the page, highlighted ones stay highlighted', async () => {
    const { table, server } = await openTable();
    table.toggleExpanded(1);
    table.toggleExpanded(2);
    table.toggleExpanded(2);
    table.highlight(1);
    table.toggleHighlight(2);
    table.toggleHighlight(3);
    table.toggleHighlight(3);
    table.highlight(4);
    table.removeHighlight(4);
    void table.reload();
    await server.last.answer(dataAnswer());
    expect([...table.expanded]).toEqual([1]);
    table.goToPage(2);
    await settle();
    await server.last.answer(dataAnswer({ page: 2 }));
    expect([...table.expanded]).toEqual([]);
    expect([...table.highlighted]).toEqual([1, 2]);
    table.clearHighlighted();
    expect(table.highlighted.size).toBe(0);
  });
});

describe('columns', () => {
  test('that are rogue are not drawn; the others are visible, or hidden for want of room', async () => {
    const { table } = await openTable();
    expect(table.columns.map(({ name }) => name)).not.toContain('secret');
    expect(table.columns.find(({ name }) => name === 'note')?.visible).toBe(false);
    table.setHidden(['paid', 'note']);
    expect(table.hiddenColumns.map(({ name }) => name)).toEqual(['paid']);
    table.setVisible('note', true);
    table.setVisible('secret', true);
    table.setVisible('number', false);
    expect(table.hiddenColumns.map(({ name }) => name)).toEqual(['paid', 'note']);
    expect(table.shownColumns.map(({ name }) => name)).toEqual(['status', 'total', 'placed_at', 'due_on']);
  });

  test('tell how they are sorted, and in which place', async () => {
    const { table } = await openTable();
    table.toggleSort('status');
    table.toggleSort('number', { add: true });
    table.toggleSort('status', { add: true });
    table.toggleSort('note', { add: true });
    const sorted = table.columns.filter(({ sort }) => sort !== null);
    expect(sorted.map(({ name, sort, sortPlace }) => [name, sort, sortPlace])).toEqual([
      ['number', 'ASC', 2],
      ['status', 'DESC', 1],
    ]);
    table.clearSort('status');
    expect(table.sort).toEqual([{ name: 'number', direction: 'ASC' }]);
    table.clearSort();
    expect(table.sort).toEqual([]);
  });

  test('view modes are switched on and off without a request', async () => {
    const { table, server } = await openTable();
    expect(table.viewModes).toEqual(['hover']);
    table.toggleViewMode('compact');
    table.toggleViewMode('hover');
    await settle();
    expect(table.viewModes).toEqual(['compact']);
    expect(server.requests).toHaveLength(0);
  });
});

describe('the announcement', () => {
  test('tells results and sort, and is never the same text twice', async () => {
    const { table, server } = await openTable();
    const said = [table.announcement];
    void table.reload();
    expect(table.announcement).toBe(said[0]);
    await server.last.answer(dataAnswer());
    said.push(table.announcement);
    table.toggleSort('status');
    table.toggleSort('total', { add: true });
    table.toggleSort('total', { add: true });
    await settle();
    await server.last.answer(dataAnswer());
    said.push(table.announcement);
    void table.reload();
    await server.last.answer(dataAnswer({ rows: [], count: 0, pages: 0 }));
    said.push(table.announcement);
    expect(said).toEqual([
      '100 results, page 1 of 10',
      '100 results, page 1 of 10\u00a0',
      'Sorted by Status ascending, then Total descending. 100 results, page 1 of 10',
      'No results',
    ]);
  });

  test('speaks the language of the host, which may leave parameters in its texts', async () => {
    const words: Record<string, string> = {
      '{count} results, page {page} of {pages}': '{count} Zeilen, Seite {page} von {pages}',
    };
    const { table } = await openTable({}, { i18n: (text) => words[text] ?? text });
    expect(table.announcement).toBe('100 Zeilen, Seite 1 von 10');
    expect(table.translate('{toString} {a}', { a: '$&' })).toBe('{toString} $&');
  });
});
