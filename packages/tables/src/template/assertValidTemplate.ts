import { TableError } from '../errors.ts';
import { formatTemplateFaults } from './formatTemplateFaults.ts';
import type { TemplateInput } from './schema.ts';
import { type ValidationOptions, validateTemplate } from './validateTemplate.ts';

/**
 * Throws `tables.invalid_template`, with all faults in its message, unless the template is right.
 * `source` says where it stands, for example `orders.json`.
 */
export function assertValidTemplate(
  source: string,
  input: unknown,
  options: ValidationOptions = {},
): asserts input is TemplateInput {
  const faults = validateTemplate(input, options);
  if (faults.length > 0) {
    throw new TableError('tables.invalid_template', formatTemplateFaults(source, faults));
  }
}
