import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { openProfile, type Profile } from './openProfile.ts';
import { type OpenedTable, type OpenOptions, openTable } from './openTable.ts';
import { type Harness, startHarness } from './startHarness.ts';

/** Starts harness and browser for the tests of a file. Each test begins without faults, calls or open pages. */
export function useHarness(): {
  readonly harness: Harness;
  open(options?: OpenOptions): Promise<OpenedTable>;
} {
  const parts: { harness?: Harness; browser?: Browser; profile?: Profile } = {};

  beforeAll(async () => {
    const [harness, browser] = await Promise.all([startHarness(), openBrowser()]);
    Object.assign(parts, { harness, browser });
    parts.profile = await openProfile(browser, harness.address);
  });
  afterEach(async () => {
    await parts.profile?.empty();
    parts.harness?.interfere(null);
    parts.harness?.called.splice(0);
  });
  afterAll(() => Promise.all([parts.browser?.close(), parts.harness?.stop()]));

  return {
    get harness() {
      if (!parts.harness) throw new Error('The harness is there from the first test on.');
      return parts.harness;
    },
    open: (options) => {
      if (!parts.profile || !parts.harness) throw new Error('Tables can be opened in tests only.');
      return openTable(parts.profile, parts.harness.address, options);
    },
  };
}
