import { buttonSchema, simpleButtonWords } from '../../packages/tables/src/template/buttonSchema.ts';
import { columnSchema } from '../../packages/tables/src/template/columnSchema.ts';
import { filterSchema } from '../../packages/tables/src/template/filterSchema.ts';
import { templateSchema } from '../../packages/tables/src/template/schema.ts';
import { type SchemaNode, schemaNode } from '../../packages/tables/src/template/schemaNode.ts';

const column = schemaNode(columnSchema);

/** Name of a section → its table. A section stands between `<!-- name -->` and `<!-- /name -->` in the page. */
const sections: Readonly<Record<string, string>> = {
  options: optionTable(schemaNode(templateSchema)),
  'simple-buttons': wordTable('Name', simpleButtonWords),
  'button-options': optionTable(schemaNode(buttonSchema)),
  'column-options': optionTable(column),
  'number-options': optionTable(column.properties!.money!),
  'meta-tags': wordTable('Tag', describedWordsOf(column.properties!.meta!.items!)),
  'filter-options': optionTable(schemaNode(filterSchema)),
};

/** The reference page of the template, its tables made anew from the schema. */
export function templateReference(current: string): string {
  return Object.entries(sections).reduce((page, [name, table]) => {
    const start = `<!-- ${name} -->`;
    const end = `<!-- /${name} -->`;
    if (!page.includes(start) || !page.includes(end)) {
      throw new Error(`docs/reference/template.md has no section ${start} … ${end}.`);
    }
    const before = page.slice(0, page.indexOf(start) + start.length);
    return `${before}\n\n${table}\n\n${page.slice(page.indexOf(end))}`;
  }, current);
}

function optionTable({ properties = {}, required = [] }: SchemaNode): string {
  const rows = Object.entries(properties).map(([name, option]) =>
    [
      `\`${name}\``,
      typeOf(option),
      required.includes(name) ? 'yes' : '',
      option.default === undefined || option.default === '' ? '' : `\`${option.default}\``,
      option.description ?? '',
    ].map(cell),
  );
  return markdownTable(['Option', 'Type', 'Required', 'Default', 'Meaning'], rows);
}

function wordTable(heading: string, words: Readonly<Record<string, string>>): string {
  return markdownTable(
    [heading, 'Effect'],
    Object.entries(words).map(([word, meaning]) => [`\`${word}\``, cell(meaning)]),
  );
}

function describedWordsOf({ enum: words = [], enumDescriptions = [] }: SchemaNode): Record<string, string> {
  return Object.fromEntries(words.map((word, index) => [word, enumDescriptions[index] ?? '']));
}

function typeOf(option: SchemaNode): string {
  if (option.enum !== undefined) return option.enum.map((word) => `\`${word}\``).join(', ');
  if (option.anyOf !== undefined)
    return option.anyOf.map((branch) => branch.title ?? branch.type).join(' or ');
  if (option.type !== 'array') return option.title ?? option.type ?? '';
  const items = option.items!;
  return `list of ${items.title ?? (items.anyOf === undefined ? items.type : typeOf(items))}s`;
}

/** A table with its columns aligned, as the formatter wants it. */
function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
