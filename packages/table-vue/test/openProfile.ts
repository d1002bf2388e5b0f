import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface PageOptions {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly timezoneId: string;
  readonly ownProfile: boolean;
}

/** A browser profile in which the tests of a file open their pages, one test after another. */
export interface Profile {
  newPage(options: PageOptions): Promise<Page>;
  /** Closes the pages, and removes what they stored. */
  empty(): Promise<void>;
}

const timeZone = 'UTC';
const settings = { locale: 'en-GB', reducedMotion: 'reduce' } as const;

/**
 * A profile for each test would cost twice the time: a process starts, and styles, fonts and scripts are read again. A time
 * zone is of a whole profile, so pages in another one get a profile of their own.
 */
export async function openProfile(browser: Browser, address: string): Promise<Profile> {
  const shared = await browser.newContext({ ...settings, timezoneId: timeZone });
  // Of the same origin: the process continues between pages, and the storage can be emptied.
  const keeper = await shared.newPage();
  await keeper.goto(`${address}/none.txt`);

  return {
    newPage: async ({ width, height, colorScheme, timezoneId, ownProfile }) => {
      const context: BrowserContext =
        timezoneId === timeZone && !ownProfile
          ? shared
          : await browser.newContext({ ...settings, timezoneId });
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });

      return page;
    },
    empty: async () => {
      for (const context of browser.contexts()) if (context !== shared) await context.close();
      for (const page of shared.pages()) {
        if (page === keeper) continue;
        await forget(page);
        await page.close();
      }
      await shared.clearPermissions();
      await shared.clearCookies();
      await keeper.evaluate(() => localStorage.clear());
    },
  };
}

/**
 * What a page has written may arrive in another one after that has emptied the storage. So the page empties it itself, and
 * writes nothing more. One that cannot is closed anyway.
 */
function forget(page: Page): Promise<unknown> {
  const emptied = page.evaluate(() => {
    Storage.prototype.setItem = () => {};
    localStorage.clear();
  });

  return Promise.race([emptied.catch(() => undefined), setTimeout(2_000)]);
}
