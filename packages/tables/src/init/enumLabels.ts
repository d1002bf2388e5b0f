import { TableError } from '../errors.ts';
import type { InitContext } from './InitContext.ts';

/** Key → label of an enumeration. Throws `tables.invalid_template` when there is none of that name. */
export function enumLabels(name: string, enums: InitContext['enums']): Record<string, string> {
  if (Object.hasOwn(enums, name)) return { ...enums[name] };
  throw new TableError(
    'tables.invalid_template',
    `The template names the enumeration ${JSON.stringify(name)}; there are: ${Object.keys(enums).join(', ') || 'none'}.`,
  );
}
