import { describe, expect, test } from 'vitest';
import { read, setProps } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const table = useHarness();
const { open } = table;

describe('what the user has made of a table', () => {
  test('is restored after the page was loaded again', async () => {
    const { page, control } = await open();
    await control('search').fill('Ada');
    await page.getByText('Showing 1 to 10 of 52 (filtered from 260)').waitFor();
    await control('length').selectOption('25');
    await control('columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
    await page.keyboard.press('Escape');
    await control('view').click();
    await page.getByRole('menuitemcheckbox', { name: 'Striped rows' }).click();
    await page.keyboard.press('Escape');
    await control('filter').click();
    await page.getByRole('menuitem', { name: 'Placed' }).click();
    await page.locator('[name=from]').fill('2026-01-05');
    await page.keyboard.press('Enter');
    const records = page.getByText('Showing 1 to 25 of 43 (filtered from 260)', { exact: true });
    await records.waitFor();
    await page.reload();
    await records.waitFor();
    await expect.poll(() => control('search').inputValue()).toBe('Ada');
    await expect.poll(() => control('length').inputValue()).toBe('25');
    await expect.poll(() => page.locator('thead th[data-column="status"]').count()).toBe(0);
    await expect.poll(() => page.locator('[role=grid]').getAttribute('class')).toContain('is-striped');
    await expect
      .poll(() => page.locator('.rh-chip-text').allTextContents())
      .toEqual(['Placed: from 05-01-2026']);
  });

  test('is in the address on request, and a link shows the same', async () => {
    const { page, control } = await open({ props: { url: true } });
    await control('search').fill('Ada');
    await page.getByText('Showing 1 to 10 of 52 (filtered from 260)').waitFor();
    await page.locator('[data-page="3"]').click();
    await page.getByText('Showing 21 to 30 of 52').waitFor();
    const { search } = new URL(page.url());
    expect(search).toContain('Ada');
    const other = await open({ props: { url: true }, at: `/${search}` });
    await other.page.getByText('Showing 21 to 30 of 52 (filtered from 260)').waitFor();
    await expect.poll(() => other.control('search').inputValue()).toBe('Ada');
  });
});

describe('the host', () => {
  test('translates labels, messages and the texts of the component', async () => {
    const { page, control } = await open({
      dictionary: {
        Create: 'Neu',
        Columns: 'Spalten',
        Status: 'Zustand',
        '{count|# row|# rows}': '{count|# Zeile|# Zeilen}',
        'Showing {from} to {to} of {count}': '{from} bis {to} von {count}',
        'Search in the table': 'In der Tabelle suchen',
      },
    });
    await page.getByText('1 bis 10 von 260').waitFor();
    await expect.poll(async () => (await control('columns').textContent())?.trim()).toBe('Spalten');
    await expect.poll(() => control('length').locator('option').first().textContent()).toContain('10 Zeilen');
    await expect.poll(() => page.getByRole('searchbox', { name: 'In der Tabelle suchen' }).count()).toBe(1);
    await expect
      .poll(async () => (await page.locator('[data-button=create]').textContent())?.trim())
      .toBe('Neu');
    await control('columns').click();
    await expect.poll(() => page.getByRole('menuitemcheckbox', { name: 'Zustand' }).count()).toBe(1);
  });

  test('may pass an Axios instance', async () => {
    const { page, control, button } = await open({ axios: true });
    await control('search').fill('Ada');
    await page.getByText('filtered from 260').waitFor();
    await button('action').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Action' }).click();
    await page.getByText('everything.action is done.').waitFor();
    const calls = (await read(page, 'axiosCalls')) ?? [];
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'PATCH', 'GET']);
    expect(calls[0]?.url).toBe('/api/everything/init');
    expect(calls[3]).toMatchObject({ url: '/api/everything/action', data: { meta: { search: 'Ada' } } });
    table.harness.interfere({ path: 'tableData', status: 403, body: '{"message":"Not yours."}' });
    await control('reload').click();
    await page.locator('[data-problem=forbidden]').getByText('Not yours.').waitFor();
  });

  test('narrows the rows by filters, intervals and params, and a change shows the first page', async () => {
    const { page, queries } = await open({ props: { filters: { goods: { status: 'open' } } } });
    await page.getByText(/of \d+ \(filtered from 260\)/).waitFor();
    expect(queries.at(-1)?.get('filters[goods][status]')).toBe('open');
    await page.locator('[data-page="2"]').click();
    await page.getByText('Showing 11 to 20').waitFor();
    await setProps(page, {
      filters: null,
      intervals: { goods: { price: { min: 100, max: 300 } } },
      params: { warehouse: 'north' },
    });
    await page.getByText('Showing 1 to 10').waitFor();
    const query = queries.at(-1);
    expect(query?.get('intervals[goods][price][max]')).toBe('300');
    expect(query?.get('params[warehouse]')).toBe('north');
    expect(query?.has('filters[goods][status]')).toBe(false);
  });

  test('shows another table by changing id and path', async () => {
    const { page } = await open();
    await setProps(page, { id: 'single', path: '/api/single/init' });
    await page.getByText('The only one').waitFor();
    await page.getByText('Showing 1 to 1 of 1').waitFor();
    await expect.poll(() => page.locator('[data-button=create]').count()).toBe(0);
  });

  test('is notified when the table is ready and when rows were fetched', async () => {
    const { page } = await open({ listenTo: ['ready', 'fetched'] });
    const events = await read(page, 'tableEvents');
    expect(events.map(({ name }) => name)).toEqual(['ready', 'fetched']);
    expect(events[1]?.payload).toMatchObject({ count: 260, pagination: { page: 1, pages: 26 } });
  });

  test('can reload, reset, select and highlight', async () => {
    const { page, queries, row } = await open({ listenTo: ['reset'] });
    const call = (name: string, ...values: unknown[]) =>
      page.evaluate(
        ([member, given]) => {
          const { value } = (
            window as unknown as { table: { value: Record<string, (...all: unknown[]) => unknown> } }
          ).table;
          const part = value[member as string];
          return typeof part === 'function' ? part(...(given as unknown[])) : part;
        },
        [name, values],
      );
    const isHighlighted = async () => (await row(1).getAttribute('class'))?.includes('has-background-info');
    await call('highlight', 2);
    await expect.poll(isHighlighted).toBe(true);
    await call('removeHighlight', 2);
    await expect.poll(isHighlighted).toBe(false);
    await call('toggleHighlight', 2);
    await expect.poll(isHighlighted).toBe(true);
    await call('clearHighlighted');
    await expect.poll(isHighlighted).toBe(false);
    await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).check();
    expect(await call('selected')).toEqual([2]);
    await call('clearSelected');
    expect(await call('selected')).toEqual([]);
    const before = queries.length;
    await call('reload');
    expect(queries.length).toBe(before + 1);
    await call('reset');
    await expect
      .poll(async () => (await read(page, 'tableEvents')).map(({ name }) => name))
      .toEqual(['reset']);
  });

  test('may pass attributes to the table, which are not listeners of its element', async () => {
    const { page } = await open({ props: { class: 'box', 'data-place': 'here' }, listenTo: ['click'] });
    const own = page.locator('section.rh-table.box[data-place=here]');
    await expect.poll(() => own.count()).toBe(1);
    await page.locator('.rh-records-text').click();
    expect(await read(page, 'tableEvents')).toEqual([]);
  });
});

describe('strange content', () => {
  test('is shown as text, and runs nothing', async () => {
    const { page } = await open({ table: 'strange', width: 390, height: 844 });
    await page.getByText('<img src=x onerror=').first().waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
