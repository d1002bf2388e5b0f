import { cell, code, markdownTable } from './markdown.ts';
import { fieldsOf } from './protocolTypes.ts';

/**
 * The page of the wire with a table of fields in place of `<!-- Type, Type -->`: under the heading of the page, or one of its own
 * if the page has none for the type.
 */
export function wireReference(page: string): string {
  return page.replaceAll(/^<!-- ([\w, ]+) -->$/gm, (_, types: string) =>
    types
      .split(', ')
      .map((type) => `${page.includes(`\n### ${type}\n`) ? '' : `### ${type}\n\n`}${fieldTable(type)}`)
      .join('\n\n'),
  );
}

function fieldTable(name: string): string {
  const rows = fieldsOf(name).map(({ path, type, isOptional, meaning }) => [
    code(path),
    cell(type),
    isOptional ? '' : 'yes',
    cell(meaning),
  ]);

  return markdownTable(['Field', 'Type', 'Always', 'Meaning'], rows);
}
