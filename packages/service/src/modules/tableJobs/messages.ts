import type { TableJob } from '@rowhouse/table-protocol';
import { type AllMembers, responseSchema, tableJob } from '@rowhouse/table-protocol/internal';
import { Type } from 'typebox';
import type { Message } from '../../base/Message.ts';

const { failures, ...listed }: AllMembers<TableJob> = {
  id: true,
  kind: true,
  table: true,
  name: true,
  rows: 'Of the whole table, those that match a search or filters, or selected ones.',
  view: {
    text: 'The saved view that was open when an export was requested.',
    members: { name: true, changed: true },
    required: true,
  },
  status: true,
  total: { text: 'Total number of rows; null until they are counted.', as: { minimum: 0 } },
  entries: { text: 'Rows done.', as: { minimum: 0 } },
  failed: {
    text: 'Rows for which the action failed, or that an import refused, included in the processed rows.',
    as: { minimum: 0 },
  },
  path: 'GET reads the job, DELETE cancels it.',
  download: true,
  message: true,
  failures: {
    text: 'The first failed rows, at most 100, with their reasons. Only for an action that has ended.',
    members: { dtRowId: { as: { type: ['integer', 'string'] } }, name: true, message: true },
    required: true,
  },
  undo: {
    text: 'POST `{ "undo": id }` to the path undoes what the job has changed, for a day.',
    members: { id: true, path: true },
    required: true,
  },
};

/** One job. */
export const shownJob = Type.Unsafe<TableJob>(
  responseSchema(tableJob, { ...listed, failures }, { required: true }),
);

export const jobList = Type.Object({
  data: Type.Array(Type.Unsafe<TableJob>(responseSchema(tableJob, listed, { required: true }))),
});
/** Jobs of one kind, the newest first, without their failures. */
export interface JobList extends Message<typeof jobList> {}
