import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { noteChanges, type OpenOptions, read } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const tables = useHarness();
const open = async (row: number | null, options: OpenOptions = {}): Promise<Page> => {
  const path = `/api/parcels/${row === null ? 'create' : 'edit'}`;
  const { page } = await tables.open({ recordForm: { path, row }, ...options });
  await page.locator('.rh-record-form form').waitFor();

  return page;
};
const field = (page: Page, name: string) =>
  page.locator(`[data-field=${name}]`).locator('input, textarea, select, [role=combobox]').first();
const focused = (page: Page, name: string) => field(page, name).and(page.locator(':focus')).waitFor();
const save = (page: Page) => page.locator('[data-control=save]');
const saved = (page: Page) =>
  expect.poll(async () => (await read(page, 'tableEvents')).length).toBeGreaterThan(0);
const faults = async (page: Page) => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');

  return violations
    .filter(({ id }) => id !== 'region')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
};
const changeElsewhere = (page: Page, row: number, values: object) =>
  page.evaluate(
    (body) =>
      fetch('/api/parcels/update', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then(({ status }) => status),
    { row, values },
  );

describe('the form of a record', () => {
  it('has a field for each kind of values, with what the database knows of it', async () => {
    const page = await open(1);
    const shown = async (name: string) => [
      await field(page, name).evaluate((element) => (element as HTMLInputElement).type),
      await field(page, name).inputValue(),
    ];
    expect(await shown('code')).toEqual(['text', 'P1']);
    expect(await shown('note')).toEqual(['textarea', 'Ring twice']);
    expect(await shown('weight')).toEqual(['text', '1234.5']);
    expect(await shown('fragile')).toEqual(['select-one', 'true']);
    expect(await shown('seen_at')).toEqual(['datetime-local', '2026-10-25T01:30']);
    expect(await field(page, 'fragile').locator('option').allInnerTexts()).toEqual(['Yes', 'No', 'No value']);
    expect(await field(page, 'code').getAttribute('maxlength')).toBe('8');
    expect(await field(page, 'code').getAttribute('aria-required')).toBe('true');
    await field(page, 'kind_id').getByText('Beta').waitFor();
    await page.getByRole('heading', { name: 'Sizes' }).waitFor();
    expect(await page.locator('[data-field=twice] p').allInnerTexts()).toEqual(['Twice', '2']);
    expect(await page.locator('[data-field=sent_on]').count()).toBe(0);
    expect(await faults(page)).toEqual([]);
  });

  it('is filled in and saved with the keyboard alone', async () => {
    const page = await open(2);
    const sent = noteChanges(page);
    await field(page, 'code').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('K2');
    await page.keyboard.press('Tab');
    await focused(page, 'note');
    await page.keyboard.press('Tab');
    await focused(page, 'kind_id');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Gamma' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focused(page, 'kind_id');
    await page.keyboard.press('Tab');
    await page.keyboard.type('On');
    await page.keyboard.press('Tab');
    await focused(page, 'sent_on');
    await field(page, 'sent_on').fill('2026-03-01');
    await page.keyboard.press('Control+Enter');
    await saved(page);
    expect(sent).toMatchObject([{ row: 2, values: { code: 'K2', state: 'sent', sent_on: '2026-03-01' } }]);
    expect(Object.keys(sent[0]?.values ?? {})).toContain('kind_id');
  });

  it('keeps the lines of a text whose column is short', async () => {
    const page = await open(1);
    expect(await changeElsewhere(page, 1, { code: 'P1\nb' })).toBe(200);
    await page.reload();
    await page.locator('[data-field=code] textarea').waitFor();
    expect(await field(page, 'code').inputValue()).toBe('P1\nb');
  });

  it('reads numbers in the language of the page', async () => {
    const page = await open(3);
    const sent = noteChanges(page);
    await page.evaluate(() => {
      document.documentElement.lang = 'de';
    });
    await field(page, 'weight').fill('1.234,75');
    await save(page).click();
    await saved(page);
    expect(sent).toMatchObject([{ values: { weight: '1234.75' } }]);
  });

  it('shows what is wrong next to the fields and above them, with links, and focuses the first fault', async () => {
    const page = await open(4);
    const sent = noteChanges(page);
    await field(page, 'code').fill('');
    await field(page, 'weight').fill('-1');
    await save(page).click();
    await focused(page, 'code');
    const summary = page.locator('[data-faults]');
    expect(await summary.getByRole('link').allInnerTexts()).toEqual(['Code', 'Weight']);
    await summary.getByRole('link', { name: 'Weight' }).click();
    await focused(page, 'weight');
    const describedBy = await field(page, 'weight').getAttribute('aria-describedby');
    await page.locator(`[id="${describedBy}"]`).getByText('The least value is 0.').waitFor();
    expect(await faults(page)).toEqual([]);
    await field(page, 'weight').fill('abc');
    await field(page, 'code').fill('P5');
    await save(page).click();
    await page.locator('.help.is-danger').getByText('This is not a number.').waitFor();
    expect(sent).toEqual([]);
    await field(page, 'weight').fill('1');
    await save(page).click();
    await page.locator('.help.is-danger').getByText('already in use').waitFor();
    await focused(page, 'code');
  });

  it('keeps everything while there is no connection, and writes once', async () => {
    const page = await open(6);
    const sent = noteChanges(page);
    await field(page, 'note').fill('Leave at the door');
    tables.harness.interfere({ path: '/parcels/update', drop: true });
    await save(page).click();
    await page.getByText('The server cannot be reached.').waitFor();
    expect(await field(page, 'note').inputValue()).toBe('Leave at the door');
    tables.harness.interfere(null);
    await save(page).evaluate((button) => {
      for (let press = 0; press < 10; press += 1) (button as HTMLElement).click();
    });
    await saved(page);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    await expect.poll(() => page.locator('[data-problem]').count()).toBe(0);
  });

  it('lets the user choose between two changes of a field', async () => {
    const page = await open(7);
    await field(page, 'note').fill('Mine');
    await field(page, 'kind_id').press('Enter');
    await page.getByText('Gamma').click();
    expect(await changeElsewhere(page, 7, { note: 'Theirs', kind_id: 1, weight: '9' })).toBe(200);
    await save(page).click();
    const conflict = page.locator('[data-conflict]');
    await conflict.getByText('The form shows the new values of: Weight').waitFor();
    // The names of the options are read.
    await expect
      .poll(() => conflict.locator('dd').allInnerTexts())
      .toEqual(['Theirs', 'Mine', 'Alpha', 'Gamma']);
    expect(await field(page, 'weight').inputValue()).toBe('9');
    expect(await faults(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Write mine' }).first().click();
    await conflict.getByRole('button', { name: 'Keep theirs' }).click();
    await save(page).and(page.locator(':focus')).waitFor();
    await field(page, 'kind_id').getByText('Alpha').waitFor();
    const sent = noteChanges(page);
    await page.keyboard.press('Enter');
    await saved(page);
    expect(sent).toMatchObject([{ values: { note: 'Mine' }, expected: { note: 'Theirs' } }]);
  });

  it('leaves an unchanged time alone, and sends a changed one without an offset', async () => {
    const page = await open(8);
    const sent = noteChanges(page);
    await field(page, 'seen_at').fill('2026-11-01T08:00');
    await field(page, 'seen_at').fill('2026-10-25T01:30');
    await field(page, 'note').fill('Only this');
    await save(page).click();
    await saved(page);
    await field(page, 'seen_at').fill('2026-11-01T08:00');
    await save(page).click();
    await expect
      .poll(() => sent.map(({ values }) => values))
      .toEqual([{ note: 'Only this' }, { seen_at: '2026-11-01T08:00:00' }]);
  });
});

describe('the form of a new record', () => {
  it('has the defaults of the database, and creates one record', async () => {
    const page = await open(null);
    expect(await field(page, 'state').inputValue()).toBe('new');
    await save(page).click();
    await focused(page, 'code');
    await field(page, 'code').fill('NEW');
    await page.keyboard.press('Enter');
    await saved(page);
    const count = await tables.harness.db
      .selectFrom('parcels' as never)
      .selectAll()
      .where('code' as never, '=', 'NEW' as never)
      .execute();
    expect(count).toMatchObject([{ state: 'new', fragile: null }]);
  });

  it('says why it cannot be read, and can be read again', async () => {
    tables.harness.interfere({ path: '/parcels/create', status: 503, body: '{"message":"Not now."}' });
    const { page } = await tables.open({ recordForm: { path: '/api/parcels/create', row: null } });
    await page.getByText('Not now.').waitFor();
    tables.harness.interfere(null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await field(page, 'code').waitFor();
  });
});
