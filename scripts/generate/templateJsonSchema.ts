import { templateSchema } from '../../packages/tables/src/template/schema.ts';

/** The published JSON Schema of templates. Draft 7, which every editor knows. */
export function templateJsonSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/@rowhouse/tables/table-template.schema.json',
    ...templateSchema,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
