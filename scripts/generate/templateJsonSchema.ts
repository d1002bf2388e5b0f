import { dataPattern, pathPattern } from '../../packages/tables/src/template/columnSchema.ts';
import { templateSchema } from '../../packages/tables/src/template/schema.ts';

/** The published JSON Schema of templates. Draft 7, which every editor knows. */
export function templateJsonSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/@rowhouse/tables/table-template.schema.json',
    ...templateSchema,
  };
  // Whether a template has a definition is not in the file: paths are refused there when it is loaded.
  const published = (key: string, value: unknown) =>
    key === 'pattern' && value === dataPattern.pattern ? pathPattern : value;

  return `${JSON.stringify(schema, published, 2)}\n`;
}
