import type { RecordField } from '@rowhouse/table-protocol';
import type { PlannedField, PlannedFields } from './RecordPlan.ts';
import { type FormContext, formOf, newValues } from './recordForm.ts';

/**
 * JSON Schema of the member `values` of a `store` or `update` request, as clients write it: made of the form, so that it has
 * the fields, types and limits that the user has there. Other spellings, such as a number without quotes, are read too.
 */
export function valuesSchema(plan: PlannedFields, context: FormContext, isNew: boolean): object {
  const planned = plan.fields.filter(({ isReadOnly }) => !isReadOnly);
  const defaults = isNew ? newValues(plan) : {};
  const required = isNew ? planned.filter(({ isRequired }) => isRequired).map(({ name }) => name) : [];
  const properties = formOf({ ...plan, fields: planned }, context).map((field, index) => [
    field.name,
    {
      title: field.label,
      ...description(field),
      ...(planned[index]?.isNullable ? orNull(shapeOf(field)) : shapeOf(field)),
      ...ofDefinition(field, planned[index]),
      ...(Object.hasOwn(defaults, field.name) && { default: defaults[field.name] }),
    },
  ]);

  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The help of the field, and where its value comes from. */
function description({ help, file }: RecordField): { readonly description?: string } {
  const texts = [help, file && 'The `value` of the response to a file that was sent for the field.'].filter(
    (text) => text !== undefined,
  );

  return texts.length === 0 ? {} : { description: texts.join(' ') };
}

/** The schema of the definition, which is of a number itself, and of what a text of JSON contains. */
function ofDefinition({ type, isJson }: RecordField, planned: PlannedField | undefined): object {
  const { schema } = planned?.options ?? {};
  if (!schema) return {};
  if (isJson) return { contentSchema: schema };

  return type === 'number' ? { anyOf: [{ type: 'string' }, schema] } : { allOf: [schema] };
}

interface ValueSchema {
  readonly type: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly [keyword: string]: unknown;
}

function shapeOf(field: RecordField): ValueSchema {
  return field.isList ? { type: 'array', items: singleOf(field) } : singleOf(field);
}

function singleOf({
  type,
  maxLength,
  isJson,
  hasTime,
  decimals,
  min,
  max,
  ...field
}: RecordField): ValueSchema {
  switch (type) {
    case 'boolean':
      return { type };
    case 'date':
      return { type: 'string', format: hasTime ? 'date-time' : 'date' };
    case 'enum':
      return { type: 'string', ...(field.enum && { enum: Object.keys(field.enum) }) };
    case 'select':
      return { type: ['string', 'integer'] };
    case 'number':
      return {
        type: ['string', decimals === 0 ? 'integer' : 'number'],
        pattern: digits(decimals),
        ...limit('minimum', min),
        ...limit('maximum', max),
      };
    default:
      return {
        type: 'string',
        ...(maxLength !== undefined && { maxLength }),
        ...(isJson && { contentMediaType: 'application/json' }),
      };
  }
}

/** Of a number as text: with any number of decimals if it is not limited. */
function digits(decimals: number | undefined): string {
  if (decimals === 0) return '^-?\\d+$';

  return `^-?\\d+(\\.\\d${decimals === undefined ? '+' : `{1,${decimals}}`})?$`;
}

/** A limit that JSON carries exactly. */
function limit(keyword: 'minimum' | 'maximum', text: string | undefined): object {
  return text !== undefined && String(Number(text)) === text ? { [keyword]: Number(text) } : {};
}

function orNull(schema: ValueSchema): ValueSchema {
  return {
    ...schema,
    type: [schema.type, 'null'].flat(),
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}
