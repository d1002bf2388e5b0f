import type { FilterType } from '@rowhouse/table-protocol';
import type { RecordField } from '../definition/TableRecords.ts';
import { typesOfKinds } from '../prepare/typedRules.ts';
import type { CatalogueColumn } from '../query/catalogue.ts';
import { jsonList, type ListForm, type StoredForm } from '../query/StoredForm.ts';
import { isRecord } from '../request/parse/scalars.ts';

/**
 * How the values of a field are stored: as its column does it, as a list of texts in a column of JSON or in none if the schema
 * describes one; null for a single value.
 */
export function fieldForm(
  { schema }: Pick<RecordField, 'schema'>,
  stored: CatalogueColumn | undefined,
): StoredForm | null {
  const { form = null, kind = 'text' } = stored ?? {};
  const canHaveList = form?.kind === 'json' || (form === null && kind === 'text');

  return canHaveList && itemSchema(schema) !== null ? jsonList : form;
}

/** The schema of the items of a list of texts; null for any other schema. */
export function itemSchema(schema: object | undefined): object | null {
  // A schema that also accepts null is a union.
  const parts: readonly unknown[] =
    schema && 'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const list = parts.find((part) => isRecord(part) && part.type === 'array');
  const items = isRecord(list) ? list.items : null;

  return isRecord(items) && (items.type === 'string' || isTexts(items.enum)) ? items : null;
}

/** The values that the schema of a list accepts as items; null for any. */
export function itemChoices(schema: object | undefined): readonly string[] | null {
  const items = itemSchema(schema);
  const listed = items && 'enum' in items ? items.enum : null;

  return isTexts(listed) ? listed : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The type of the items of a list: numbers, and otherwise what is read as text. */
export function itemType({ itemKind }: ListForm): FilterType {
  const type = typesOfKinds[itemKind];

  return type === 'number' ? type : 'string';
}
