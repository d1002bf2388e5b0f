import { Type } from 'typebox';
import { fieldOptions, optionalText } from './fieldOptions.ts';

const fileRules = Type.Object(
  {
    types: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[\\w.+-]+/([\\w.+-]+|\\*)$',
          patternErrorMessage: 'Write a media type, such as application/pdf or image/*.',
        }),
        { description: 'Media types that are accepted, such as application/pdf or image/*. Default: any.' },
      ),
    ),
    maxBytes: Type.Optional(
      Type.Integer({ description: 'Bytes of a file at most.', minimum: 1, default: 10_000_000 }),
    ),
  },
  { title: 'files of a field', additionalProperties: false },
);

const recordField = Type.Object(
  {
    column: optionalText('The table.column that is written. Default: the column of its name.'),
    file: Type.Optional(
      Type.Union([Type.Boolean(), fileRules], {
        title: 'file field',
        description: 'The field holds a file, to which the column refers.',
      }),
    ),
    readOnly: Type.Optional(Type.Boolean({ description: 'Shown, but never written.', default: false })),
    ...fieldOptions,
  },
  { title: 'record field', additionalProperties: false },
);

const way = (description: string) => Type.Optional(Type.Boolean({ description, default: false }));

const columns = (description: string) =>
  Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }))], { description });
const heading = optionalText('Heading. Default: the name of the table.');

const referring = Type.Object(
  {
    table: Type.String({ description: 'The routePrefix of the table.', minLength: 1 }),
    by: columns('Its columns that refer to the record.'),
    label: heading,
  },
  { title: 'rows that refer to a record', additionalProperties: false },
);

const linked = Type.Object(
  {
    table: Type.String({ description: 'The routePrefix of the table.', minLength: 1 }),
    through: Type.String({
      description:
        'The routePrefix of the join table, whose rows refer to the record and to a row of the table.',
      minLength: 1,
    }),
    by: Type.Optional(
      columns(
        'Columns of the join table that refer to the record. Default: those of the only foreign key that does.',
      ),
    ),
    label: heading,
  },
  { title: 'rows that a join table links', additionalProperties: false },
);

/** How records are written, without functions. Functions are in the definition. */
export const recordsSchema = Type.Object(
  {
    fields: Type.Record(Type.String(), Type.Union([Type.Boolean(), recordField], { title: 'record field' }), {
      description:
        'Name of a field → its options, or true for the column of that name, in the order of the form.',
    }),
    version: optionalText('The table.column that every change of a record increments or replaces.'),
    create: way('Records are created.'),
    update: way('Records are changed.'),
    delete: Type.Optional(
      Type.Union(
        [
          Type.Boolean(),
          Type.Object(
            {
              soft: Type.String({
                description: 'Column that is set to the time of the deletion.',
                minLength: 1,
              }),
            },
            { title: 'deletion', additionalProperties: false },
          ),
        ],
        { description: 'Records are deleted, or marked as deleted.' },
      ),
    ),
    import: Type.Optional(
      Type.Union(
        [
          Type.Boolean(),
          Type.Object(
            {
              keys: Type.Array(Type.String({ minLength: 1 }), {
                description: 'Fields by one of which a file may change records.',
              }),
            },
            { title: 'import', additionalProperties: false },
          ),
        ],
        { description: 'Records are created from files.' },
      ),
    ),
    related: Type.Optional(
      Type.Array(Type.Union([referring, linked], { title: 'related table' }), {
        description:
          'Tables with rows that refer to a record, or that a join table links to it. Default: those of the foreign keys.',
      }),
    ),
  },
  {
    title: 'records',
    description: 'How records are created, changed and deleted, by forms of these fields.',
    additionalProperties: false,
  },
);
