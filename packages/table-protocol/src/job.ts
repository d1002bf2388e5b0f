import {
  boolean,
  count,
  fallback,
  type Infer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  ref,
  scalar,
  text,
} from './shape/Shape.ts';

/** `waiting` and `processing` are running; the others are final. */
export const tableJobStatuses = ['waiting', 'processing', 'finalized', 'failed', 'cancelled'] as const;
export type TableJobStatus = (typeof tableJobStatuses)[number];

export const openJobStatuses = ['waiting', 'processing'] as const satisfies readonly TableJobStatus[];

/** Whether a job is running. */
export function isJobOpen({ status }: { readonly status: TableJobStatus }): boolean {
  return (openJobStatuses as readonly TableJobStatus[]).includes(status);
}

/** Formats of exported files, which are also their extensions. The first is the default. */
export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFileFormat = (typeof exportFormats)[number];

/** Format → Content-Type of the file. */
export const exportMediaTypes: Readonly<Record<ExportFileFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** Rows of a job: those of the whole table, those that match a search or filters, or selected ones. */
export const jobRows = ['all', 'matching', 'selected'] as const;

/** A path, or an address of the web: nothing like `javascript:`. */
const address = text({ pattern: '^(/|[Hh][Tt][Tt][Pp][Ss]?://)' });

export const jobView = object({
  /** As users see it. */
  name: text({ minLength: 1 }),
  /** True if the table differed from the view. */
  changed: optional(boolean()),
});
/** A saved view, by the name that it had. */
export interface JobView extends Infer<typeof jobView> {}

const actionFailure = object({
  /** Row identifier. */
  dtRowId: scalar<string | number>('string', 'number'),
  /** Display text of the row; missing if it has none. */
  name: optional(text({ minLength: 1 })),
  /** Reason as a sentence for users. */
  message: fallback(text(), ''),
});
/** A row for which an action failed. */
export interface ActionFailure extends Infer<typeof actionFailure> {}

export const tableJob = object({
  /** Identifies the job in `path`. */
  id: text({ minLength: 1, fromNumber: true }),
  /** Kind of work. */
  kind: fallback(oneOf(['export', 'action', 'import']), 'export'),
  /** `routePrefix` of the table. */
  table: fallback(text(), ''),
  /** Display name: that of the table, or of the action's button. */
  name: fallback(text(), ''),
  /** Which rows of the table; missing if unknown. */
  rows: optional(oneOf(jobRows)),
  /** For an export: the saved view that was open; missing without one. */
  view: optional(ref<JobView>(jobView)),
  /** `waiting` and `processing` are running; the others are final. */
  status: oneOf(tableJobStatuses),
  /** Total number of rows; null until they are counted. */
  total: fallback(nullable(count()), null),
  /** Rows processed. */
  entries: fallback(count(), 0),
  /** Rows among them for which the action failed, or that an import refused. */
  failed: fallback(count(), 0),
  /** Where the job can be read (GET) and cancelled (DELETE). */
  path: address,
  /** Path of the file of a finalized export, or of the refused rows of an import, while it is kept. */
  download: fallback(nullable(address), null),
  /** For an import that has ended and can be undone: the identifier for `DELETE` on the import route of its table. */
  undo: optional(nullable(text())),
  /** Outcome as a sentence for users; null while running. */
  message: fallback(nullable(text()), null),
  /** In responses of `path`, for an ended action: the first failures, at most 100; `failed` counts all. */
  failures: optional(ref<readonly ActionFailure[]>(list(ref<ActionFailure>(actionFailure), { minItems: 1 }))),
});
/** Background work on a table: an export, an action or an import. */
export interface TableJob extends Infer<typeof tableJob> {}

export const exportResponse = object({
  /** Sentence for users. */
  message: text(),
  /** The started export, or an equal one that is running. */
  export: ref<TableJob>(tableJob),
});
/** 202: response of an export route. */
export interface ExportResponse extends Infer<typeof exportResponse> {}

export const actionJobResponse = object({
  /** Sentence for users. */
  message: text(),
  /** The started action, or an equal one that is running. */
  job: ref<TableJob>(tableJob),
});
/** 202: response of a background action. */
export interface ActionJobResponse extends Infer<typeof actionJobResponse> {}

export const actionResponse = object({
  /** Sentence for users. */
  message: text(),
  /** Rows processed without a failure. */
  processed: count(),
  /** The first failures, at most 100; `failedCount` counts all. */
  failed: fallback(list(ref<ActionFailure>(actionFailure)), []),
  /** Number of failed rows. */
  failedCount: fallback(count(), 0),
});
/** 200: response of an action. */
export interface ActionResponse extends Infer<typeof actionResponse> {}
