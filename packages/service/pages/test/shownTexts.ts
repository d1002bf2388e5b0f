import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { englishIn } from '../../src/testing/englishTexts.ts';

const packages = join(import.meta.dirname, '../../..');
/** The texts of the component, the pages and the tables of the service: English → the language. */
export const textsOf = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...['table-vue/src/i18n', 'service/pages/src/i18n', 'service/src/modules/users/locales/templates'].map(
      (folder) => JSON.parse(readFileSync(join(packages, folder, `${language}.json`), 'utf8')),
    ),
  );

/** The texts of the demo: English → the language. */
export const demoTexts = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(packages, `../apps/demo/src/locales/${language}.json`), 'utf8'));

/** Texts that are visible or read aloud, each of one element; without the values of cells and of fields. */
function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (element === null || element.closest('script, style, noscript, tbody td, dd, code') !== null)
        continue;
      if (element.closest('option') === null && !element.checkVisibility()) continue;
      texts.push(walker.currentNode.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    }

    return texts.filter((text) => text.trim() !== '');
  });
}

/** Fails for a text of the page that is English. */
export function expectNoEnglishIn(language: string): (page: Page) => Promise<void> {
  const isEnglish = englishIn(language);

  return async (page) => {
    const shown = await visibleTexts(page);
    expect(shown.length).toBeGreaterThan(3);
    expect([...new Set(shown.filter(isEnglish))]).toEqual([]);
  };
}
