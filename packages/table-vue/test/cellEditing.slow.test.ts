import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { cellOf, focusCell, focusedCell, textOf, useGrid } from './gridParts.ts';
import { noteChanges, type OpenOptions } from './openTable.ts';

const grid = useGrid();
const open = (options: OpenOptions = {}) => grid.open({ table: 'editable', ...options });
const editor = (page: Page) => page.locator('.rh-editor');
const field = (page: Page) => editor(page).locator('[data-field]');
const closed = (page: Page) => editor(page).waitFor({ state: 'detached' });
/** Another user changes a cell by the same route. */
const changeElsewhere = (page: Page, row: number, column: string, value: unknown) =>
  page.evaluate(
    (body) =>
      fetch('/api/editable/edit', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(({ status }) => status),
    { row, column, value },
  );
const faults = async (page: Page) => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations
    .filter(({ id }) => !['landmark-one-main', 'page-has-heading-one', 'region'].includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};

describe('a cell', () => {
  it('is opened by Enter, written by Enter, and leaves the focus below', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await focusCell(page, 'customer');
    const before = await textOf(cellOf(page, 'customer'));
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe(before);
    await page.keyboard.type('Call first');
    await page.keyboard.press('Enter');
    await closed(page);
    expect(await textOf(cellOf(page, 'customer'))).toBe('Call first');
    await expect.poll(() => focusedCell(page)).toBe('customer 1');
    expect(sent).toMatchObject([{ row: 1, column: 'customer', value: 'Call first', expected: before }]);
  });

  it('is opened by F2 and by a double click, and left by Escape without a change', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await focusCell(page, 'status', 3);
    await page.keyboard.press('F2');
    await editor(page).waitFor();
    await page.keyboard.press('Escape');
    await closed(page);
    await expect.poll(() => focusedCell(page)).toBe('status 3');
    await cellOf(page, 'customer', 4).dblclick();
    await field(page).fill('Nothing');
    await page.keyboard.press('Escape');
    await closed(page);
    await expect.poll(() => focusedCell(page)).toBe('customer 4');
    expect(sent).toEqual([]);
  });

  it('is written by Tab, which opens the next editable cell, and back by Shift+Tab', async () => {
    const page = await open();
    await focusCell(page, 'customer', 5);
    await page.keyboard.press('Enter');
    await field(page).fill('Tabbed');
    await page.keyboard.press('Tab');
    await page.getByRole('dialog', { name: 'Edit Kind' }).waitFor();
    expect(await textOf(cellOf(page, 'customer', 5))).toBe('Tabbed');
    await page.keyboard.press('Escape');
    await focusCell(page, 'status', 5);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit Status' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('dialog', { name: 'Edit Kind' }).waitFor();
  });

  it('is written by a click elsewhere', async () => {
    const page = await open();
    await cellOf(page, 'customer', 6).dblclick();
    await field(page).fill('Clicked');
    await cellOf(page, 'number', 2).click();
    await closed(page);
    expect(await textOf(cellOf(page, 'customer', 6))).toBe('Clicked');
  });

  it('is announced to screen readers as editable, or as not editable', async () => {
    const page = await open();
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-readonly')).toBe('true');
    await expect.poll(() => cellOf(page, 'customer').getAttribute('aria-readonly')).toBe('false');
    await expect.poll(() => cellOf(page, 'number').getAttribute('aria-readonly')).toBe(null);
    await focusCell(page, 'number');
    await page.keyboard.press('Enter');
    await expect.poll(() => editor(page).count()).toBe(0);
  });
});

describe('each kind of values', () => {
  it('has its own field: listed, boolean, number, date, time and select', async () => {
    const page = await open({ timezoneId: 'Europe/Berlin' });
    const sent = noteChanges(page, 'PATCH');
    await cellOf(page, 'status', 0).dblclick();
    await editor(page).getByText('Done').click();
    await closed(page);
    await focusCell(page, 'paid', 0);
    await page.keyboard.press('Enter');
    await editor(page).getByRole('radio', { name: 'Yes' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await closed(page);
    await cellOf(page, 'price', 0).dblclick();
    await expect.poll(() => field(page).inputValue()).toBe('137.50');
    await field(page).fill('1,234.5');
    await page.keyboard.press('Enter');
    await closed(page);
    await cellOf(page, 'due_on', 0).dblclick();
    await expect.poll(() => field(page).inputValue()).toBe('2026-02-02');
    await field(page).fill('2026-03-04');
    await page.keyboard.press('Enter');
    await closed(page);
    await cellOf(page, 'placed_at', 0).dblclick();
    const shown = await field(page).inputValue();
    await expect.poll(() => editor(page).textContent()).toMatch(/Time zone: /);
    await field(page).fill(shown.replace(/T.*/, 'T10:11:12'));
    await page.keyboard.press('Enter');
    await closed(page);
    await cellOf(page, 'kind', 0).dblclick();
    await editor(page).getByText('Gamma').click();
    await closed(page);
    expect(sent.map(({ column, value }) => [column, value])).toEqual([
      ['status', 'done'],
      ['paid', false],
      ['price', '1234.5'],
      ['due_on', '2026-03-04'],
      ['placed_at', expect.stringMatching(/T10:11:12$/)],
      ['kind', 3],
    ]);
    expect(await textOf(cellOf(page, 'price'))).toBe('€ 1,234.50');
    expect(await textOf(cellOf(page, 'kind'))).toBe('Gamma');
    expect(await textOf(cellOf(page, 'placed_at'))).toMatch(/10:11:12$/);
  });

  it('is chosen from the options by keys', async () => {
    const page = await open();
    await focusCell(page, 'kind', 5);
    await page.keyboard.press('Enter');
    await editor(page).getByText('Alpha').waitFor();
    await page.keyboard.type('alp');
    await editor(page).getByText('Beta').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await closed(page);
    expect(await textOf(cellOf(page, 'kind', 5))).toBe('Alpha');
    await expect.poll(() => focusedCell(page)).toBe('kind 6');
  });

  it('is checked before it is sent', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    await cellOf(page, 'price', 1).dblclick();
    await field(page).fill('twelve');
    await page.keyboard.press('Enter');
    await expect.poll(() => editor(page).getByRole('alert').textContent()).toBe('This is not a number.');
    expect(await faults(page)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('can be emptied where the server accepts that, and nowhere else', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    const choices = () => editor(page).getByRole('radio').count();
    await cellOf(page, 'paid', 3).dblclick();
    await editor(page).getByRole('radio', { name: 'No value' }).waitFor();
    await expect.poll(() => choices()).toBe(3);
    await page.keyboard.press('Escape');
    await closed(page);
    await cellOf(page, 'status', 3).dblclick();
    await editor(page).getByRole('radio', { name: 'Done' }).waitFor();
    await expect.poll(() => editor(page).getByRole('radio', { name: 'No value' }).count()).toBe(0);
    await expect.poll(() => choices()).toBe(3);
    await page.keyboard.press('Escape');
    await closed(page);
    await cellOf(page, 'price', 3).dblclick();
    await field(page).fill('');
    await page.keyboard.press('Enter');
    await expect.poll(() => editor(page).getByRole('alert').textContent()).toBe('Type a number.');
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await closed(page);
    await cellOf(page, 'due_on', 3).dblclick();
    await field(page).fill('');
    await page.keyboard.press('Enter');
    await closed(page);
    expect(sent).toMatchObject([{ column: 'due_on', value: null }]);
  });

  it('refreshes the totals', async () => {
    const page = await open();
    const total = page.locator('tfoot tr').first();
    const before = await textOf(total);
    await cellOf(page, 'price', 2).dblclick();
    await field(page).fill('90000');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(total)).not.toBe(before);
  });
});

describe('a change that is not written', () => {
  afterEach(() => grid.interfere(null));

  it('keeps the draft and shows the reason', async () => {
    const page = await open();
    await cellOf(page, 'customer', 7).dblclick();
    await field(page).fill('x'.repeat(41));
    await page.keyboard.press('Enter');
    await expect.poll(() => editor(page).getByRole('alert').textContent()).toBe('The note is too long.');
    await expect.poll(() => field(page).inputValue()).toBe('x'.repeat(41));
    await expect.poll(() => field(page).getAttribute('aria-invalid')).toBe('true');
    await field(page).fill('Short');
    await page.keyboard.press('Enter');
    await closed(page);
    expect(await textOf(cellOf(page, 'customer', 7))).toBe('Short');
  });

  it('shows that it is being saved, and is tried again after a failure, as the same change', async () => {
    const page = await open();
    const sent = noteChanges(page, 'PATCH');
    const { promise, resolve } = Promise.withResolvers<void>();
    grid.interfere({ path: '/edit', until: promise, drop: true });
    await cellOf(page, 'customer', 8).dblclick();
    await field(page).fill('Later');
    await page.keyboard.press('Enter');
    await expect.poll(() => editor(page).getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => editor(page).getByRole('status').first().textContent()).toBe('Saving…');
    resolve();
    const again = editor(page).getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await faults(page)).toEqual([]);
    grid.interfere(null);
    await again.click();
    await closed(page);
    expect(await textOf(cellOf(page, 'customer', 8))).toBe('Later');
    expect(sent).toHaveLength(2);
    expect(sent[0]?.requestId).toBe(sent[1]?.requestId);
  });

  it.each(['theirs', 'mine'])('offers both values if another user was faster: %s', async (choice) => {
    const page = await open();
    const row = choice === 'mine' ? 9 : 10;
    const cell = cellOf(page, 'customer', row - 1);
    await cell.dblclick();
    await field(page).fill(`Mine of ${choice}`);
    expect(await changeElsewhere(page, row, 'customer', `Theirs of ${choice}`)).toBe(200);
    await page.keyboard.press('Enter');
    const keep = editor(page).getByRole('button', { name: 'Keep theirs' });
    await keep.waitFor();
    await expect
      .poll(() => editor(page).getByRole('alert').textContent())
      .toContain('Another user has changed this cell.');
    await expect.poll(() => editor(page).locator('dl').textContent()).toContain(`Theirs of ${choice}`);
    await expect.poll(() => page.evaluate('document.activeElement.textContent.trim()')).toBe('Keep theirs');
    expect(await faults(page)).toEqual([]);
    await (choice === 'mine' ? editor(page).getByRole('button', { name: 'Write mine' }) : keep).click();
    await closed(page);
    expect(await textOf(cell)).toBe(choice === 'mine' ? 'Mine of mine' : 'Theirs of theirs');
    await expect.poll(() => focusedCell(page)).toBe(`customer ${row - 1}`);
  });
});
