import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { depot } from './crates.fixture.ts';
import {
  expectAccessible,
  keepScreenshot,
  type Pages,
  people,
  startPages,
  takeFaults,
} from './startPages.ts';

let pages: Pages;

beforeAll(async () => {
  pages = await startPages({ definition: { modules: [depot()] } });
});
afterAll(() => pages?.stop());
afterEach(() => expect(takeFaults()).toEqual([]));

const cell = (page: Page, column: string) =>
  page.locator(`tbody .rh-row td[data-column="${column}"]`).first();
const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

describe('A table that the build of the pages has not seen', () => {
  it('has its icons: of the menu, of buttons and of values', async () => {
    const page = await pages.open('/tables/crates', { as: people.administrator });
    const mask = (icon: string) =>
      page
        .locator(`i.${icon}`)
        .first()
        .evaluate((element) => getComputedStyle(element, '::before').maskImage);
    for (const icon of ['fa-warehouse', 'fa-dolly', 'fa-barcode', 'fa-kiwi-bird', 'fa-otter', 'fa-docker']) {
      await page.locator(`i.${icon}`).first().waitFor({ state: 'attached' });
      await expect.poll(() => mask(icon)).toContain(icon.slice('fa-'.length));
    }
    await expect.poll(() => cell(page, 'kind_icon').textContent()).not.toBe('');
    await expectAccessible(page);
    await keepScreenshot(page, 'unseen-table');
  });

  it('has the classes that its buttons, columns and rows name', async () => {
    const page = await pages.open('/tables/crates?crates.cols=label,weight,note', {
      as: people.administrator,
    });
    await cell(page, 'note').waitFor();

    expect(await styleOf(page, '.button.is-black.is-outlined', 'border-top-width')).not.toBe('0px');
    expect(
      Number.parseFloat(await styleOf(page, '.button.is-primary.is-rounded', 'border-radius')),
    ).toBeGreaterThan(100);
    expect(await styleOf(page, 'td[data-column="weight"]', 'text-align')).toBe('right');
    expect(await styleOf(page, 'td[data-column="note"]', 'font-family')).toContain('monospace');
    expect(await styleOf(page, 'td.has-text-weight-bold', 'font-weight')).toBe('700');
    expect(await styleOf(page, 'td.has-background-warning-light', 'background-color')).not.toBe(
      await styleOf(page, 'td[data-column="label"]', 'background-color'),
    );
  });

  it('has every class of Bulma that a template, a row or a slot may name', async () => {
    const page = await pages.open('/tables/crates', { as: people.administrator });
    await cell(page, 'label').waitFor();
    const colours = [
      'white',
      'black',
      'light',
      'dark',
      'primary',
      'link',
      'info',
      'success',
      'warning',
      'danger',
    ];
    const classes = [
      ...colours.flatMap((colour) => [`button is-${colour}`, `tag is-${colour}`, `has-text-${colour}`]),
      ...colours.map((colour) => `has-background-${colour}`),
      ...['primary', 'link', 'info', 'success', 'warning', 'danger'].flatMap((colour) => [
        ...[`button is-${colour} is-light`, `tag is-${colour} is-light`, `button is-${colour} is-dark`],
        ...[`button is-${colour} is-outlined`, `button is-${colour} is-inverted`],
        ...[`has-text-${colour}-dark`, `has-background-${colour}-light`, `has-text-${colour}-on-scheme`],
      ]),
      ...['button is-ghost', 'button is-text', 'button is-small', 'button is-large', 'button is-rounded'],
      ...['button is-static', 'button is-fullwidth', 'tag is-rounded', 'tag is-medium'],
      ...['has-text-right', 'has-text-centered', 'has-text-justified', 'has-text-weight-light'],
      ...['is-italic', 'is-underlined', 'is-uppercase', 'is-lowercase', 'is-capitalized', 'is-size-7'],
      ...[
        'is-family-code',
        'is-family-monospace',
        'is-family-secondary',
        'is-clipped',
        'is-hidden',
        'is-invisible',
      ],
    ];
    /** Classes without which an element looks the same. */
    const without = await page.evaluate((all) => {
      const host = document.createElement('div');
      document.body.append(host);
      const look = (names: string) => {
        const element = document.createElement('span');
        element.className = names;
        element.textContent = 'Abc';
        host.append(element);
        const style = getComputedStyle(element);
        const text = [...style]
          .filter((name) => !name.startsWith('--'))
          .map((name) => style.getPropertyValue(name));
        element.remove();

        return text.join('\n');
      };

      return all.filter((names) => {
        const last = names.split(' ').at(-1) ?? '';

        return look(names) === look(names.replace(new RegExp(` ?${last}$`), ''));
      });
    }, classes);

    expect(without).toEqual([]);
  });

  it('fits a phone, in the dark and in German', async () => {
    const page = await pages.open('/tables/crates', {
      as: people.administrator,
      phone: true,
      dark: true,
      locale: 'de-DE',
    });
    await cell(page, 'label').waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'unseen-table-phone-dark-german');
  });
});
