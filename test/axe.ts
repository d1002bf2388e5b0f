import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Faults that axe finds on the current page: a line for each element, with the rule, its weight, the element and what
 * would help. Empty when all is well. Works under any content security policy. `only` names the one rule to look at.
 */
export async function accessibilityFaults(page: Page, only?: string): Promise<string[]> {
  // Not as a script tag: that is what a content security policy forbids.
  await page.evaluate(axe.source);
  // Rows that are being replaced are faded; one that continues to load is checked as it is.
  const loading = page.locator('.rh-loading').first();
  await loading.waitFor({ state: 'detached', timeout: 5_000 }).catch(() => undefined);
  // Colours in transition are not checked.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished))',
  );
  const options = { resultTypes: ['violations'], ...(only !== undefined && { runOnly: [only] }) };
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`);

  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...remedies] = failureSummary.split('\n').map((line) => line.trim());
      return `${id} (${impact}) at ${target.join(' ')}: ${remedies.join('; ')}`;
    }),
  );
}
