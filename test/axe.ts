import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Faults that axe finds on the current page: a line for each element, with the rule, its weight, the element and what
 * would help. Empty when all is well. Works under any content security policy. `only` names the one rule to look at.
 */
export async function accessibilityFaults(page: Page, only?: string): Promise<string[]> {
  // Not as a script tag: that is what a content security policy forbids.
  await page.evaluate(axe.source);
  await settle(page);
  const found = await run(page, only);
  if (!found.some(({ id }) => id === 'color-contrast')) return found.flatMap(linesOf);

  // The rows may have been faded while axe was running, because they were read again: a fault stays.
  await settle(page);

  return (await run(page, only)).flatMap(linesOf);
}

/** Waits for rows that are being replaced, which are faded, and for colours in transition. */
async function settle(page: Page): Promise<void> {
  const loading = page.locator('.rh-loading').first();
  // One that continues to load is checked as it is.
  await loading.waitFor({ state: 'detached', timeout: 10_000 }).catch(() => undefined);
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
  );
}

async function run(page: Page, only: string | undefined): Promise<axe.Result[]> {
  const options = { resultTypes: ['violations'], ...(only !== undefined && { runOnly: [only] }) };

  return (await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`)).violations;
}

const linesOf = ({ id, impact, nodes }: axe.Result): string[] =>
  nodes.map(({ target, failureSummary = '' }) => {
    const [, ...remedies] = failureSummary.split('\n').map((line) => line.trim());

    return `${id} (${impact}) at ${target.join(' ')}: ${remedies.join('; ')}`;
  });
