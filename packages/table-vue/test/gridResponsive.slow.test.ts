import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cellOf, controllerOf, textOf, useGrid } from './gridParts.ts';
import { type OpenOptions, read } from './openTable.ts';

const grid = useGrid();
let page: Page;

const phone = { width: 390, height: 844 };
const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
};
/** On a phone, rows are cards otherwise. */
const openAsTable = async (options?: OpenOptions) => {
  await open({ ...phone, ...options });
  await (await controllerOf(page)).evaluate((table) => table.setPhoneRows('table'));
  await page.locator('.rh-cards').waitFor({ state: 'detached' });
};
const columns = () =>
  page
    .locator('thead th[data-column]')
    .evaluateAll((all) => all.map((th) => (th as HTMLElement).dataset.column));
const fits = () => page.locator('.rh-grid').evaluate((grid) => grid.scrollWidth <= grid.clientWidth);
const expand = (number: number) =>
  page.getByRole('button', { name: `Details of row ${number}`, exact: true }).click();

describe('a responsive table', () => {
  it('shows every column where there is room', async () => {
    await open();
    await expect
      .poll(() => columns())
      .toEqual('number customer status price cents quantity paid placed_at due_on symbol mood'.split(' '));
  });

  it('hides the least important columns first, and shows them again, without scrolling', async () => {
    await open();
    const all = await columns();
    for (const width of [1300, 1000, 700, 1000, 1300]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => (await fits()) && (await columns()).length < all.length).toBe(true);
      const now = await columns();
      expect(now[0]).toBe('number');
      expect(now).toEqual(all.filter((name) => now.includes(name)));
      // Icons and yes or no go first, totals and states last.
      if (now.includes('symbol') || now.includes('paid')) expect(now).toContain('mood');
      if (now.includes('mood')) expect(now).toEqual(expect.arrayContaining(['status', 'cents', 'quantity']));
    }
    await page.setViewportSize({ width: 2200, height: 900 });
    await expect.poll(columns).toEqual(all);
  });

  it('keeps the first column and the buttons on a phone', async () => {
    await openAsTable();
    await expect.poll(fits).toBe(true);
    await expect.poll(async () => (await columns())[0]).toBe('number');
    await expect.poll(() => page.locator('.rh-actions').count()).toBeGreaterThan(1);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  });

  it('has the number of all columns, including hidden ones', async () => {
    await openAsTable();
    await expect.poll(fits).toBe(true);
    // Selection, details, number, eleven columns, actions.
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-colcount')).toBe('15');
    await expect
      .poll(() => page.locator('.rh-row').first().locator('td').last().getAttribute('aria-colindex'))
      .toBe('15');
  });

  it('stabilises', async () => {
    await open({ width: 900 });
    await expect.poll(fits).toBe(true);
    const changesIn60Frames = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let count = 0;
            const observer = new MutationObserver(() => (count += 1));
            observer.observe(document.querySelector('thead') as Element, { childList: true, subtree: true });
            let frames = 0;
            const frame = () => {
              frames += 1;
              if (frames < 60) requestAnimationFrame(frame);
              else {
                observer.disconnect();
                resolve(count);
              }
            };
            frame();
          }),
      );
    // On a busy machine, the columns are measured after the first look.
    await expect.poll(changesIn60Frames).toBe(0);
  });

  it('measures a column that the user shows', async () => {
    await open({ width: 900 });
    await expect.poll(fits).toBe(true);
    await (await controllerOf(page)).evaluate((table) => {
      table.setVisible('customer', false);
      table.setVisible('doubled', true);
    });
    await expect.poll(async () => (await columns()).includes('customer')).toBe(false);
    await expect.poll(fits).toBe(true);
  });

  it('hides no columns if it may not', async () => {
    await open({ ...phone, init: ({ template }) => Object.assign(template, { responsive: false }) });
    await expect.poll(async () => (await columns()).length).toBe(11);
    expect(await fits()).toBe(false);
  });
});

describe('hidden columns', () => {
  it('are shown in the details of their row, with their labels, every kind of cell as in the grid', async () => {
    await openAsTable({ dictionary: { Price: 'Preis', Yes: 'Ja' } });
    await expect.poll(fits).toBe(true);
    await expand(1);
    const details = page.locator('.rh-details');
    const texts = Object.fromEntries(
      await details
        .locator('dl > div')
        .evaluateAll((pairs) =>
          pairs.map((pair) => [
            pair.querySelector('dt')?.textContent?.trim(),
            pair.querySelector('dd')?.textContent?.trim(),
          ]),
        ),
    );
    expect(texts).toMatchObject({
      Customer: 'Grace Hopper!',
      Status: 'Open',
      Preis: '€ 137.50',
      Fee: '$9.11',
      Quantity: '1',
      Paid: 'Ja',
      Placed: '01-01-2026 02:00:00',
      Due: '2026-02-02',
      By: 'Plane',
      Mood: 'sad',
    });
    await expect.poll(() => details.locator('em.slotted').getAttribute('data-column')).toBe('customer');
    await expect.poll(() => details.locator('.fa-plane').count()).toBe(1);
    await expect.poll(() => details.getByText('Preview of N-00001').count()).toBe(1);
  });

  it('stay clickable in the details', async () => {
    await openAsTable({
      listenTo: ['clicked'],
      init: ({ template }) => {
        for (const column of template.columns) if (column.name === 'mood') column.meta.clickable = true;
      },
    });
    await expect.poll(fits).toBe(true);
    await expand(2);
    await page.locator('.rh-details').getByRole('button', { name: 'glad' }).click();
    await expect
      .poll(() => read(page, 'tableEvents'))
      .toMatchObject([{ payload: { column: { name: 'mood' }, row: { dtRowId: 2 } } }]);
  });

  it('have their totals in a row that can be opened', async () => {
    await openAsTable();
    await expect.poll(fits).toBe(true);
    await page.getByRole('button', { name: 'More totals' }).click();
    const totals = page.locator('tfoot .rh-details');
    expect(await textOf(totals)).toMatch(/Fee\s*\$117,102\.30/);
    await expect.poll(() => totals.locator('.custom-total').getAttribute('data-column')).toBe('price');
    expect(await textOf(totals)).toMatch(/Quantity\s*Average\s*24/);
  });

  it('are not shown anywhere if the user has switched them off', async () => {
    await openAsTable();
    await expect.poll(fits).toBe(true);
    await expand(1);
    expect(await textOf(page.locator('.rh-details'))).not.toContain('Doubled');
    await expect.poll(() => cellOf(page, 'doubled').count()).toBe(0);
  });
});
