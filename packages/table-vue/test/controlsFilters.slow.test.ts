import { describe, expect, test } from 'vitest';
import { apply, chips, choose, filtered, sent } from './filterParts.ts';
import { focused, type OpenedTable } from './openTable.ts';
import { useHarness } from './useHarness.ts';

const { open } = useHarness();

/** The only condition of the last request's combined filter. */
function condition({ queries }: OpenedTable): Record<string, string> {
  const own = [...(queries.at(-1) ?? [])].filter(([name]) => name.startsWith('where['));

  return Object.fromEntries(own.map(([name, value]) => [name.replace(/^where\[(\w+)\]/, '$1'), value]));
}

describe('a filter', () => {
  test('can be made for every filterable column and every filter of the template', async () => {
    const { page, control } = await open();
    await control('filter').click();
    await expect
      .poll(async () => (await page.getByRole('menuitem').allInnerTexts()).sort())
      .toEqual(
        ['Due', 'Kind', 'Number', 'Paid', 'Placed', 'Price', 'Quantity', 'Status', 'Combine filters…'].sort(),
      );
  });

  test.each([
    ['Yes', 'true', 87],
    ['No', 'false', 87],
  ])('filters by a boolean, with the value %s', async (name, value, count) => {
    const opened = await open();
    await choose(opened, 'Paid');
    await opened.page.getByRole('radio', { name }).check();
    await apply(opened);
    await filtered(opened, count);
    await expect.poll(() => chips(opened)).toEqual([`Paid: ${name}`]);
    expect(sent(opened)).toMatchObject({ '[data]': 'goods.paid', '[type]': 'boolean', '[value]': value });
  });

  test('filters by an enum, with several keys and their labels', async () => {
    const opened = await open();
    await choose(opened, 'Status');
    await opened.page.getByRole('checkbox', { name: 'Open' }).check();
    await opened.page.getByRole('checkbox', { name: 'Done' }).check();
    await apply(opened);
    await opened.page.getByText(/filtered from 260/).waitFor();
    await expect.poll(() => chips(opened)).toEqual(['Status: Open, Done']);
    expect(sent(opened)).toMatchObject({ '[type]': 'enum', '[value][0]': 'open', '[value][1]': 'done' });
    const texts = await opened.page.locator('.rh-row').allInnerTexts();
    expect(texts.some((text) => text.includes('On its way'))).toBe(false);
  });

  test('opens the present filter of a column, so that a second one cannot contradict it', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'Paid');
    await page.getByRole('radio', { name: 'Yes' }).check();
    await apply(opened);
    await choose(opened, 'Price');
    await page.getByLabel('Compare').selectOption('moreThan');
    await page.getByRole('textbox', { name: 'Value' }).fill('100');
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Paid: Yes', 'Price is more than 100']);

    await choose(opened, 'Paid');
    await expect.poll(() => page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: 'No' }).check();
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Paid: No', 'Price is more than 100']);
    await choose(opened, 'Price');
    await expect.poll(() => page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('100');
    await page.getByRole('textbox', { name: 'Value' }).fill('90');
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Paid: No', 'Price is more than 90']);
  });

  test('filters by a number, with an exact decimal', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'Price');
    await page.getByLabel('Compare').selectOption('value');
    await page.locator('[name=value]').fill('137,50');
    await page.keyboard.press('Enter');
    await filtered(opened, 1);
    await expect.poll(() => chips(opened)).toEqual(['Price: 137.50']);
    expect(sent(opened)).toMatchObject({ '[type]': 'number', '[value]': '137.50' });
  });

  test('filters by a range of numbers', async () => {
    const opened = await open();
    await choose(opened, 'Quantity');
    await opened.page.locator('[name=min]').fill('10');
    await opened.page.locator('[name=max]').fill('12');
    await apply(opened);
    await opened.page.getByText(/filtered from 260/).waitFor();
    await expect.poll(() => chips(opened)).toEqual(['Quantity: 10 – 12']);
    expect(sent(opened)).toMatchObject({ '[mode]': 'interval', '[value][min]': '10', '[value][max]': '12' });
  });

  test('filters by a string, in a mode of its own', async () => {
    const opened = await open();
    await choose(opened, 'Number');
    await opened.page.getByLabel('Compare').selectOption('endsWith');
    await opened.page.getByLabel('Text').fill('00012');
    await opened.page.keyboard.press('Enter');
    await filtered(opened, 1);
    await expect.poll(() => chips(opened)).toEqual(['Number: ends with “00012”']);
    expect(sent(opened)).toMatchObject({ '[type]': 'string', '[mode]': 'endsWith', '[value]': '00012' });
  });

  test('filters by the days that the server shows, in any time zone of the browser', async () => {
    const opened = await open({ timezoneId: 'Pacific/Auckland' });
    await choose(opened, 'Placed');
    await opened.page.locator('[name=from]').fill('2026-01-05');
    await opened.page.locator('[name=to]').fill('2026-01-06');
    await apply(opened);
    await filtered(opened, 24);
    await expect.poll(() => chips(opened)).toEqual(['Placed: 05-01-2026 – 06-01-2026']);
    expect(sent(opened)).toMatchObject({ '[value][min]': '2026-01-05', '[value][max]': '2026-01-06' });
    await opened.page.locator('button.rh-chip-text').click();
    await expect.poll(() => opened.page.locator('[name=from]').inputValue()).toBe('2026-01-05');
    await expect.poll(() => opened.page.locator('[name=to]').inputValue()).toBe('2026-01-06');
  });

  test('sends days unchanged for a column of days', async () => {
    const opened = await open({ timezoneId: 'America/Los_Angeles' });
    await choose(opened, 'Due');
    await opened.page.getByLabel('Compare').selectOption('day');
    await opened.page.locator('[name=day]').fill('2026-02-03');
    await apply(opened);
    await filtered(opened, 1);
    await expect.poll(() => chips(opened)).toEqual(['Due: 03-02-2026']);
    expect(Object.values(sent(opened)).filter((value) => value.includes('T'))).toEqual([]);
  });

  test('has shortcuts for common date ranges', async () => {
    const opened = await open();
    await choose(opened, 'Due');
    const { page } = opened;
    const names = ['Today', 'Last 7 days', 'This month', 'Last month', 'This year', 'Older than 30 days'];
    await expect.poll(() => page.locator('.rh-shortcuts button').allInnerTexts()).toEqual(names);
    await page.getByRole('button', { name: 'Last month' }).click();
    await expect.poll(() => page.getByLabel('Compare').inputValue()).toBe('is');
    await expect.poll(() => page.getByLabel('Date', { exact: true }).inputValue()).toBe('previous month');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect.poll(() => page.getByLabel('How many').inputValue()).toBe('7');
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Due is last 7 days']);
    await choose(opened, 'Due');
    await page.getByRole('button', { name: 'Older than 30 days' }).click();
    await expect.poll(() => page.getByLabel('How many').inputValue()).toBe('30');
    await page.getByLabel('How many').fill('90');
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Due is older than 90 days']);
    await opened.page.locator('button.rh-chip-text').click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await apply(opened);
    // Relative on the wire, too: the server resolves it in the user's time zone.
    await expect
      .poll(() => condition(opened))
      .toEqual({ data: 'goods.due_on', operator: 'is', value: 'last 7 days' });
  });
});

test.each(['en_US', 'de_DE.UTF-8', '?', ''])('has the same shortcuts on a page in %j', async (lang) => {
  const opened = await open();
  await opened.page.evaluate((tag) => document.documentElement.setAttribute('lang', tag), lang);
  await choose(opened, 'Due');
  await opened.page.getByLabel('Compare').selectOption('day');
  await opened.page.locator('[name=day]').fill('2026-02-03');
  await apply(opened);
  await filtered(opened, 1);
  await expect.poll(() => chips(opened)).toEqual(['Due: 03-02-2026']);
});

describe('comparisons that plain filters do not support', () => {
  test.each([
    ['a value', 'Kind', 'isEmpty', null, 'Kind is empty', {}],
    ['values', 'Status', 'noneOf', 'Open', 'Status is none of Open', { 'value[0]': 'open' }],
    ['a bound', 'Price', 'moreThan', '100', 'Price is more than 100', { value: '100' }],
    ['a text', 'Number', 'isNot', 'N-1', 'Number is not “N-1”', { value: 'N-1' }],
  ] as const)('is a condition: %s, of %s, %s', async (_, label, operator, value, chip, members) => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, label);
    await page.getByLabel('Compare').selectOption(operator);
    if (operator === 'noneOf') await page.getByRole('checkbox', { name: value ?? '' }).check();
    else if (value !== null) await page.getByRole('textbox', { name: 'Value' }).fill(value);
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual([chip]);
    expect(condition(opened)).toMatchObject({ operator, ...members });
    await expect.poll(() => focused(page)).toContain('Filter');
  });

  test('stay next to other filters, keep the typed value, and are changed and removed separately', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'Number');
    await page.getByLabel('Text').fill('N-0001');
    await page.getByLabel('Compare').selectOption('isNot');
    await expect.poll(() => page.getByRole('textbox', { name: 'Value' }).inputValue()).toBe('N-0001');
    await apply(opened);
    await choose(opened, 'Paid');
    await page.getByLabel('Compare').selectOption('isNotEmpty');
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Number is not “N-0001”', 'Paid is not empty']);

    await page.getByRole('button', { name: 'Change the filter Paid is not empty' }).click();
    await expect.poll(() => page.getByLabel('Compare').inputValue()).toBe('isNotEmpty');
    await page.getByLabel('Compare').selectOption('value');
    await page.getByRole('radio', { name: 'Yes' }).check();
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Paid: Yes', 'Number is not “N-0001”']);
    await expect
      .poll(() => opened.control('filter').evaluate((button) => button === document.activeElement))
      .toBe(true);

    await page.getByRole('button', { name: 'Remove the filter Number is not “N-0001”' }).press('Enter');
    await expect.poll(() => chips(opened)).toEqual(['Paid: Yes']);
    await expect.poll(() => focused(page)).toBe('Remove the filter Paid: Yes');
  });

  test('report an invalid value, with the focus on it', async () => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, 'Price');
    await page.getByLabel('Compare').selectOption('atMost');
    await page.getByRole('textbox', { name: 'Value' }).fill('much');
    await apply(opened);
    await page
      .getByRole('alert')
      .filter({ hasText: 'This is not a number. Write it plainly, such as 1234.5.' })
      .waitFor();
    await expect.poll(() => chips(opened)).toEqual([]);
  });
});

describe('bad input', () => {
  test.each([
    ['Price', { min: 'abc' }, 'min', 'This is not a number. Write it plainly, such as 1234.5.'],
    ['Price', { min: '1,234' }, 'min', 'This is not a number. Write it plainly, such as 1234.5.'],
    ['Price', { min: '9.10', max: '9.1' }, 'max', null],
    ['Price', { min: '10', max: '9' }, 'max', 'This is less than the lower limit.'],
    ['Price', {}, 'min', 'Type at least one number.'],
    ['Due', { from: '2026-02-03', to: '2026-02-01' }, 'to', 'This is before the first day.'],
    ['Due', {}, 'from', 'Choose at least one day.'],
    ['Due', { to: '12026-02-03' }, 'to', 'Choose a day of the years 1 to 9999.'],
    ['Number', { text: '   ' }, 'text', 'Type a text.'],
  ] as const)('is reported next to the field for %s: %j', async (label, values, field, message) => {
    const opened = await open();
    const { page } = opened;
    await choose(opened, label);
    for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
    await apply(opened);

    if (message === null) {
      await page.locator('.rh-chip').waitFor();
      return;
    }

    const input = page.locator(`[name=${field}]`);
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    await expect
      .poll(async () => page.locator(`[id="${await input.getAttribute('aria-describedby')}"]`).textContent())
      .toBe(message);
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => chips(opened)).toEqual([]);
  });

  test('is not read as empty if it is half a date', async () => {
    const opened = await open();
    await choose(opened, 'Due');
    await opened.page.locator('[name=from]').fill('2026-02-03');
    await opened.page.locator('[name=to]').pressSequentially('05');
    await apply(opened);
    await opened.page.getByText('This is not a complete date.').waitFor();
    await expect.poll(() => chips(opened)).toEqual([]);
  });

  test('is reported for an empty choice', async () => {
    const opened = await open();
    await choose(opened, 'Status');
    await apply(opened);
    await opened.page.getByText('Choose something first.').waitFor();
  });
});

describe('the active filters', () => {
  async function withTwo(): Promise<OpenedTable> {
    const opened = await open();
    await choose(opened, 'Paid');
    await opened.page.getByRole('radio', { name: 'Yes' }).check();
    await apply(opened);
    await filtered(opened, 87);
    await choose(opened, 'Number');
    await opened.page.getByLabel('Text').fill('N-000');
    await apply(opened);
    await filtered(opened, 33);
    return opened;
  }

  test('can be changed in place', async () => {
    const opened = await withTwo();
    await opened.page.getByRole('button', { name: 'Change the filter Paid: Yes' }).click();
    await expect.poll(() => opened.page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await opened.page.getByRole('radio', { name: 'No' }).check();
    await apply(opened);
    await expect.poll(() => chips(opened)).toEqual(['Paid: No', 'Number: “N-000”']);
    await expect.poll(() => focused(opened.page)).toBe('Change the filter Paid: No');
  });

  test('can be removed one by one, with the focus on the next', async () => {
    const opened = await withTwo();
    await opened.page.getByRole('button', { name: 'Remove the filter Paid: Yes' }).press('Enter');
    await expect.poll(() => chips(opened)).toEqual(['Number: “N-000”']);
    await expect.poll(() => focused(opened.page)).toBe('Remove the filter Number: “N-000”');
    await opened.page.keyboard.press('Enter');
    await opened.page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect
      .poll(() => opened.control('filter').evaluate((button) => button === document.activeElement))
      .toBe(true);
  });

  test('can be removed together', async () => {
    const opened = await withTwo();
    await opened.page.getByRole('button', { name: 'Clear all filters' }).click();
    await opened.page.getByText('Showing 1 to 10 of 260').waitFor();
    await expect.poll(() => chips(opened)).toEqual([]);
  });

  test('are kept by Cancel and Escape, which return the focus', async () => {
    const opened = await open();
    await choose(opened, 'Paid');
    await opened.page.getByRole('radio', { name: 'Yes' }).check();
    await opened.page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => focused(opened.page)).toBe('Filter');
    await choose(opened, 'Paid');
    await opened.page.keyboard.press('Escape');
    await expect.poll(() => focused(opened.page)).toBe('Filter');
    await expect.poll(() => chips(opened)).toEqual([]);
  });
});
