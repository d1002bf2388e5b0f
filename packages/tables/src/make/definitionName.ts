import { TableError } from '../errors.ts';
import { camelCase } from '../template/camelCase.ts';

/** Words that TypeScript does not take for a name. */
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import ' +
    'in instanceof new null return super switch this throw true try typeof var void while with yield let static await async ' +
    'template sql'
  ).split(' '),
);

/** The name of a definition in TypeScript. Throws `tables.invalid_request` for one that none can have. */
export function definitionName(wanted: string): string {
  const name = camelCase(wanted);

  if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) {
    throw new TableError(
      'tables.invalid_request',
      `A table cannot be called ${JSON.stringify(wanted)}. Begin with a letter, and use letters and digits.`,
      { fields: { name: ['Begin with a letter, and use letters and digits.'] } },
    );
  }

  return reserved.has(name) || name === 'defineTable' ? `${name}Table` : name;
}
