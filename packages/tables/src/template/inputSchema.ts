import { Type } from 'typebox';
import { fieldOptions, optionalText } from './fieldOptions.ts';

/** Types of input fields that belong to no column. */
export const inputTypes = ['string', 'number', 'boolean', 'date', 'datetime', 'enum'] as const;
export type InputType = (typeof inputTypes)[number];

/** A field of the input of an action, with the options of a field of `records`; `inputFaults` checks the rest. */
export const inputField = Type.Object(
  {
    column: optionalText(
      'Column that the type, the choices and the rules of the database come from, as table.column. Default: the column that `update` sets from the field, otherwise the one of its name, if there is one.',
    ),
    type: Type.Optional(
      Type.Enum([...inputTypes], {
        type: 'string',
        title: 'type of an input',
        description:
          'Type of a field that belongs to no column. Default: string, or enum for a field with an enumeration.',
      }),
    ),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether a value is required. Default: if the column cannot be empty.' }),
    ),
    ...fieldOptions,
  },
  { title: 'input field', additionalProperties: false },
);

/** What an action asks for. */
export const inputSchema = Type.Record(
  Type.String(),
  Type.Union([Type.Boolean(), inputField], { title: 'input field' }),
  {
    title: 'input',
    description:
      'Name of a field → its options, or true for the column of that name. The confirmation of the button asks for them.',
  },
);
