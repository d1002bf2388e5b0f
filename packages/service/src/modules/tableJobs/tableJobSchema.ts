import { tableJobStatuses } from '@rowhouse/table-protocol';
import { Type } from 'typebox';

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A `TableJob`. */
export const tableJobSchema = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['export', 'action']),
  table: Type.String(),
  name: Type.String(),
  status: Type.Enum([...tableJobStatuses]),
  total: Type.Union([count('Rows in all; null until they have been counted.'), Type.Null()]),
  entries: count('Rows done.'),
  failed: count('Of these, rows that an action failed on.'),
  path: Type.String({ description: 'GET reads the job, DELETE cancels it.' }),
  download: Type.Union([Type.String(), Type.Null()]),
  message: Type.Union([Type.String(), Type.Null()]),
});

/** With what only the job itself is asked for. */
export const wholeTableJobSchema = Type.Object({
  ...tableJobSchema.properties,
  failures: Type.Optional(
    Type.Array(
      Type.Object({
        dtRowId: Type.Union([Type.Integer(), Type.String()]),
        name: Type.Optional(Type.String()),
        message: Type.String(),
      }),
      { description: 'Of an action that has ended: the first rows that failed, at most a hundred, and why.' },
    ),
  ),
});
