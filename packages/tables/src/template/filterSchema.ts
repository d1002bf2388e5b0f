import type { FilterType } from '@rowhouse/table-protocol';
import { Type } from 'typebox';
import { dataPattern } from './columnSchema.ts';
import { describedWords } from './describedWords.ts';

const filterTypeWords: Record<FilterType, string> = {
  boolean: 'True or false.',
  enum: 'Keys of the enumeration named by `enum`.',
  select: 'Identifiers out of a list that is read from `route`.',
  date: 'A date, or an interval of dates.',
  number: 'A number, or an interval of numbers.',
  string: 'A text, matched by a search mode.',
};

const singleValue = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

const interval = Type.Object(
  {
    min: Type.Optional(Type.Union([Type.String(), Type.Number()], { description: 'The lowest value.' })),
    max: Type.Optional(Type.Union([Type.String(), Type.Number()], { description: 'The highest value.' })),
  },
  { additionalProperties: false },
);

/** A filter without a column, or on a column that is not shown. */
export const filterSchema = Type.Object(
  {
    label: Type.String({ description: 'Text shown next to the filter.' }),
    data: Type.String({
      description:
        'Table and column that are filtered, as in the query (`table.column`); in a folder of templates also a path along foreign keys, such as `customer.city.name`.',
      ...dataPattern,
    }),
    type: describedWords(filterTypeWords, { title: 'filter type', description: 'Kind of the values.' }),
    name: Type.Optional(
      Type.String({
        description: 'Name of the filter, unique in the table. Default: the column part of data.',
        minLength: 1,
      }),
    ),
    enum: Type.Optional(
      Type.String({
        description: 'Name of the enumeration. Required with type enum, and given only then.',
        minLength: 1,
      }),
    ),
    route: Type.Optional(
      Type.String({
        description:
          'Full name of the route that lists the options. Required with type select, and given only then.',
        minLength: 1,
      }),
    ),
    multiple: Type.Optional(
      Type.Boolean({
        description: 'Whether several values may be chosen. Only with type enum or select.',
        default: false,
      }),
    ),
    value: Type.Optional(
      Type.Union([singleValue, Type.Array(singleValue), interval], {
        description: 'The value in force at first: one, a list, or an interval. Default: none.',
      }),
    ),
    selectLabel: Type.Optional(
      Type.String({ description: 'Member of an option that is its label. For clients.', minLength: 1 }),
    ),
    translated: Type.Optional(
      Type.Boolean({ description: 'Whether the labels of the options are translated. For clients.' }),
    ),
    params: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Sent when options are read. For clients.' }),
    ),
    pivotParams: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Sent when options are read, for related records. For clients.',
      }),
    ),
    custom: Type.Optional(Type.Boolean({ description: 'Whether the page draws the filter. For clients.' })),
    slot: Type.Optional(
      Type.Union([Type.Boolean(), Type.String({ minLength: 1 })], {
        description: 'The slot that draws the filter. For clients.',
      }),
    ),
  },
  { title: 'filter', additionalProperties: false },
);
