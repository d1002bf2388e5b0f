import type { TemplateFault } from './TemplateFault.ts';

/**
 * The faults of a template as a developer reads them: numbered, each with file, path, problem and remedy.
 * `source` says where the template stands, for example `orders.json`.
 */
export function formatTemplateFaults(source: string, faults: readonly TemplateFault[]): string {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  const items = faults.map(
    ({ path, problem, remedy }, index) =>
      `${index + 1}. ${source}${path === '' ? '' : `: ${path}`}\n   ${problem}\n   ${remedy}`,
  );
  return [`The template ${source} has ${count}.`, ...items].join('\n');
}
