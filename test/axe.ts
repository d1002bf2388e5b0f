import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe objects to on the page as it is: a line for each element, with the rule, its weight, the element and what
 * would help. Empty when all is well. Works under any content security policy.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Not as a script tag: that is what a content security policy forbids.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');

  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, ...remedies] = failureSummary.split('\n').map((line) => line.trim());
      return `${id} (${impact}) at ${target.join(' ')}: ${remedies.join('; ')}`;
    }),
  );
}
