import { Type } from 'typebox';
import { inputSchema } from './inputSchema.ts';

const condition = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

/** Columns that an action sets; `updateFaults` checks the values. */
export const updateSchema = Type.Object(
  {
    set: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Column → its new value: a text, a number, true, false, null, { "now": true } (when the action started), { "input": "field" } (what the user enters), or { "ifEmpty": … } (only where the row has none).',
    }),
    refuse: Type.Optional(
      Type.Array(
        Type.Object(
          {
            when: condition(
              'Column → the value, a list of values, or { "not": … }, that the row has. All columns have to match.',
            ),
            message: Type.String({
              description: 'Why, for people. {column} is replaced by the value of that column.',
              minLength: 1,
            }),
          },
          { title: 'refusal', additionalProperties: false },
        ),
        {
          description:
            'Rows that are not written but reported as failed, each with the message of the first entry that applies.',
          minItems: 1,
        },
      ),
    ),
    skip: Type.Optional(
      condition(
        'Rows that are left as they are, and count as processed. Column → value, a list of values, or { "not": … }.',
      ),
    ),
  },
  {
    title: 'update',
    description: 'The columns that are set. They belong to the table that the row identifier is from.',
    additionalProperties: false,
  },
);

/** An action without functions. */
export const actionSchema = Type.Object(
  {
    input: Type.Optional(inputSchema),
    update: Type.Optional(updateSchema),
    delete: Type.Optional(
      Type.Literal(true, {
        description: 'Deletes the records of the rows, as `records` declares it. Instead of update.',
      }),
    ),
    background: Type.Optional(
      Type.Boolean({
        description: 'Respond immediately, and run the action as a job.',
        default: false,
      }),
    ),
    onFailure: Type.Optional(
      Type.Enum(['continue', 'stop'], {
        type: 'string',
        title: 'onFailure',
        description: 'What happens to the rows after a chunk with a refused row. Default: continue.',
      }),
    ),
    chunkSize: Type.Optional(
      Type.Integer({
        description: 'Most rows that are written and committed together. Default: 1000.',
        minimum: 1,
        maximum: 1000,
      }),
    ),
  },
  { title: 'action', additionalProperties: false },
);
