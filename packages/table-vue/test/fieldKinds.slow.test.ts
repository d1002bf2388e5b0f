import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { read } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const tables = useHarness();

async function open(row: number): Promise<Page> {
  const { page } = await tables.open({ recordForm: { path: '/api/parcels/edit', row } });
  await page.locator('[data-field=extras] textarea').waitFor();
  await page.locator('[data-field=tags] [data-control=add-item]').waitFor();
  await page.locator('[data-field=routes] [type=checkbox]').first().waitFor();

  return page;
}

const items = (page: Page) => page.locator('[data-field=tags] [data-item]');
const texts = (page: Page) =>
  items(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const focused = (page: Page, index: number) => items(page).nth(index).and(page.locator(':focus')).waitFor();
const json = (page: Page) => page.locator('[data-field=extras] textarea');

/** The values of the change that is sent by Ctrl+Enter. */
async function save(page: Page): Promise<Record<string, unknown>> {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Control+Enter');
  const { values } = (await sent).postDataJSON();
  await expect.poll(async () => (await read(page, 'tableEvents')).length).toBeGreaterThan(0);

  return values;
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');

  return violations
    .filter(({ id }) => id !== 'region')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe('a list of texts', () => {
  it('is edited with the keyboard alone', async () => {
    const page = await open(1);
    expect(await texts(page)).toEqual(['a, b', 'c']);
    expect(await faults(page)).toEqual([]);
    await items(page).first().focus();
    await page.keyboard.press('Enter');
    await focused(page, 1);
    await page.keyboard.type('NULL');
    await page.keyboard.press('Enter');
    await focused(page, 2);
    await page.keyboard.press('Backspace');
    await focused(page, 2);
    expect(await texts(page)).toEqual(['a, b', 'NULL', 'c']);
    await page.keyboard.press('Alt+ArrowUp');
    await focused(page, 1);
    await page.locator('[data-field=tags] [role=status]').getByText('2').waitFor();
    expect(await texts(page)).toEqual(['a, b', 'c', 'NULL']);
    expect(await save(page)).toEqual({ tags: ['a, b', 'c', 'NULL'] });
  });

  it('is edited with its buttons, to an empty list and to no value', async () => {
    const page = await open(2);
    await page.getByRole('button', { name: 'Move item 2 up' }).click();
    expect(await texts(page)).toEqual(['c', 'a, b']);
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    await page.getByRole('button', { name: 'Remove item 1' }).click();
    expect(await texts(page)).toEqual([]);
    expect(await faults(page)).toEqual([]);
    expect(await save(page)).toEqual({ tags: [] });
    await page.locator('[data-field=tags] [data-control=no-value]').click();
    await page.locator('[data-control=save]').focus();
    expect(await save(page)).toEqual({ tags: null });
  });

  it('names the item that is refused, and focuses the list', async () => {
    const page = await open(3);
    await page.locator('[data-field=tags] [data-control=add-item]').click();
    await focused(page, 2);
    await items(page)
      .nth(2)
      .evaluate((input) => input.removeAttribute('maxlength'));
    await page.keyboard.type('eleven more');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-field=tags] .help.is-danger').getByText('3').waitFor();
    await focused(page, 0);
    expect(await faults(page)).toEqual([]);
  });
});

describe('a list of allowed values', () => {
  it('has a checkbox for each of them', async () => {
    const page = await open(4);
    const box = (name: string) => page.locator('[data-field=routes]').getByRole('checkbox', { name });
    await box('sea').focus();
    await page.keyboard.press('Space');
    await box('air').check();
    expect(await faults(page)).toEqual([]);
    expect(await save(page)).toEqual({ routes: ['sea', 'air'] });
    await box('sea').uncheck();
    await box('air').uncheck();
    expect(await save(page)).toEqual({ routes: [] });
  });
});

describe('JSON', () => {
  const formatted = '{\n  "id": 12345678901234567890,\n  "size": [\n    1.10\n  ]\n}';

  it('is formatted when it is opened, and a change of its format is none', async () => {
    const page = await open(5);
    expect(await json(page).inputValue()).toBe(formatted);
    await json(page).fill(formatted.replaceAll(/\s/g, ''));
    await page.locator('[data-field=note] textarea').fill('Only this');
    expect(await save(page)).toEqual({ note: 'Only this' });
  });

  it('is checked while it is typed, with the place of the fault', async () => {
    const page = await open(6);
    await json(page).fill('{\n  "id": }');
    const fault = page.locator('[data-field=extras] .help.is-danger');
    await fault.getByText(/2.*9/).waitFor();
    await page.keyboard.press('Control+Enter');
    await json(page).and(page.locator(':focus')).waitFor();
    expect(await json(page).getAttribute('aria-invalid')).toBe('true');
    expect(await faults(page)).toEqual([]);
    await json(page).fill('{"id": 12345678901234567891}');
    await expect.poll(() => fault.allInnerTexts()).toEqual(['']);
    expect(await save(page)).toEqual({ extras: '{"id": 12345678901234567891}' });
  });

  it('is emptied to no value', async () => {
    const page = await open(7);
    await json(page).fill('');
    expect(await save(page)).toEqual({ extras: null });
  });
});
