import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { textOf, useGrid } from './gridParts.ts';
import { type OpenOptions, read } from './openTable.ts';

const grid = useGrid();
let page: Page;

const open = async (options?: OpenOptions) => {
  page = await grid.open(options);
};
const buttons = (row: number): Locator => page.locator('.rh-row').nth(row).locator('.rh-buttons > *');
const button = (name: string, row = 0): Locator =>
  page.locator('.rh-row').nth(row).locator('.rh-buttons').getByLabel(name, { exact: true });

describe('a row button', () => {
  it('of type row is in the actions column, under its label', async () => {
    await open();
    await expect.poll(() => buttons(0).count()).toBe(6);
    expect(await textOf(page.locator('thead th').last())).toBe('Actions');
    await expect.poll(() => page.locator('.rh-buttons').getByText('Create').count()).toBe(0);
  });

  it('is omitted where the row does not have it', async () => {
    await open();
    expect(await buttons(1).evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual(['Open', 'Edit']);
  });

  it('has its icon, its class and its label', async () => {
    await open({
      init: ({ template }) => {
        for (const one of template.buttons.row) if (one.name === 'show') one.label = 'Look';
      },
      dictionary: { Look: 'Ansehen' },
    });
    const show = button('Ansehen');
    expect(await textOf(show)).toBe('Ansehen');
    await expect.poll(() => show.getAttribute('class')).toContain('is-success');
    await expect.poll(() => show.locator('i.fa-solid.fa-eye').getAttribute('aria-hidden')).toBe('true');
    await button('Delete').locator('i.fa-trash-alt').waitFor();
  });

  it('is named by its tooltip, which shows under the mouse and to the keyboard', async () => {
    await open();
    const note = button('Write a note');
    const shown = () => note.evaluate((element) => getComputedStyle(element, '::before').display);
    await expect.poll(() => shown()).toBe('none');
    expect(await note.evaluate((element) => getComputedStyle(element, '::before').content)).toBe(
      '"Write a note"',
    );
    await note.hover();
    await expect.poll(() => shown()).toBe('block');
    await page.mouse.move(0, 0);
    await page.keyboard.press('Tab');
    await note.focus();
    await expect.poll(() => shown()).toBe('block');
  });

  it('is named by label and tooltip when the tooltip does not say the label, and by its name without either', async () => {
    await open({
      init: ({ template }) => {
        for (const one of template.buttons.row) if (one.name === 'note') one.tooltip = 'Write something';
      },
    });
    await expect.poll(() => button('Note: Write something').count()).toBe(1);
    await expect.poll(() => button('Edit').count()).toBe(1);
  });

  it('shows its label, or else its name, if the page does not have its icon', async () => {
    await open({
      init: ({ template }) => {
        for (const one of template.buttons.row) if (one.name === 'edit') one.icon = 'no-such-icon';
      },
    });
    expect(await textOf(button('Write a note'))).toBe('Note');
    await expect.poll(() => button('Write a note').locator('i').count()).toBe(0);
    expect(await textOf(button('Edit'))).toBe('Edit');
  });

  it('sends its event with the whole row', async () => {
    await open({ listenTo: ['note'] });
    await button('Write a note', 2).click();
    await expect
      .poll(() => read(page, 'tableEvents'))
      .toMatchObject([
        { name: 'note', payload: { dtRowId: 3, number: 'N-00003', customer: 'Barbara Liskov' } },
      ]);
  });

  it('with action href is a link to its path with the row in place', async () => {
    await open();
    await expect.poll(() => button('Download', 3).getAttribute('href')).toBe('/api/everything/4/download');
    expect(await button('Download', 3).evaluate((link) => link.tagName)).toBe('A');
    expect(await button('Edit', 3).evaluate((other) => other.tagName)).toBe('BUTTON');
  });

  it('emits its event with action href, and is followed by the browser', async () => {
    await open({ listenTo: ['download'] });
    grid.called().length = 0;
    await button('Download', 3).click();
    await expect.poll(() => grid.called().map(({ url }) => url)).toEqual(['/api/everything/4/download']);
    await page.goBack();
    await page.evaluate(() => {
      document.addEventListener('click', (event) => event.preventDefault());
    });
    await button('Download', 4).click();
    await expect
      .poll(() => read(page, 'tableEvents'))
      .toMatchObject([{ name: 'download', payload: { dtRowId: 5 } }]);
    expect(grid.called().length).toBe(1);
  });

  it('is not a link with action href and a confirmation', async () => {
    await open({
      init: ({ template }) => {
        for (const one of template.buttons.row) if (one.name === 'download') one.confirmation = true;
      },
    });
    expect(await button('Download', 3).evaluate((other) => other.tagName)).toBe('BUTTON');
  });

  it('with a slot is what the host draws from the button', async () => {
    await open();
    const slotted = buttons(0).locator('.slotted-button');
    await expect
      .poll(() => slotted.getAttribute('data-props'))
      .toBe('button,cssClass,event,icon,label,route,row');
  });

  it('shows that its request is on its way, and cannot be pressed again', async () => {
    await open({
      init: ({ template }) => {
        for (const one of template.buttons.row) if (one.name === 'destroy') one.confirmation = false;
      },
    });
    grid.called().length = 0;
    let respond = () => {};
    grid.interfere({ path: '/everything/1', until: new Promise<void>((resolve) => (respond = resolve)) });
    await button('Delete').click();
    await page.locator('.rh-buttons .is-loading[aria-disabled=true]').waitFor();
    await button('Delete').dispatchEvent('click');
    await expect.poll(() => button('Delete', 2).getAttribute('class')).not.toContain('is-loading');
    grid.interfere(null);
    respond();
    await page.locator('.rh-buttons .is-loading').waitFor({ state: 'detached' });
    expect(grid.called().map(({ name }) => name)).toEqual(['everything.destroy']);
  });
});

it('draws no actions column without row buttons', async () => {
  await open({ init: ({ template }) => Object.assign(template, { actions: false }) });
  await expect.poll(() => page.locator('.rh-actions').count()).toBe(0);
});
