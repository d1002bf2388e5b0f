import { actionSchema, updateSchema } from '../../packages/tables/src/template/actionSchema.ts';
import { type SchemaNode, schemaNode } from '../../packages/tables/src/template/checkSchema.ts';
import { columnSchema } from '../../packages/tables/src/template/columnSchema.ts';
import { filterSchema } from '../../packages/tables/src/template/filterSchema.ts';
import { inputField } from '../../packages/tables/src/template/inputSchema.ts';
import { templateSchema } from '../../packages/tables/src/template/schema.ts';
import { cell, markdownTable, replaceSections, type Sections } from './markdown.ts';

const column = schemaNode(columnSchema);

const sections: Sections = {
  options: optionTable(schemaNode(templateSchema)),
  'column-options': optionTable(column),
  'number-options': optionTable(column.properties!.money!),
  'action-options': optionTable(schemaNode(actionSchema)),
  'update-options': optionTable(schemaNode(updateSchema)),
  'input-options': optionTable(schemaNode(inputField)),
  'filter-options': optionTable(schemaNode(filterSchema)),
};

/** The reference page of the template, its tables made again from the schema. */
export function templateReference(current: string): string {
  return replaceSections(current, sections, 'docs/reference/template.md');
}

export function optionTable({ properties = {}, required = [] }: SchemaNode): string {
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

function typeOf(option: SchemaNode): string {
  if (option.enum !== undefined) return option.enum.map((word) => `\`${word}\``).join(', ');
  if (option.anyOf !== undefined)
    return option.anyOf.map((branch) => branch.title ?? branch.type).join(' or ');
  if (option.type !== 'array') return option.title ?? option.type ?? '';
  const items = option.items!;
  return `list of ${items.title ?? (items.anyOf === undefined ? items.type : typeOf(items))}s`;
}
