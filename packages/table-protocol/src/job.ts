/** Work on a table that goes on after the answer: an export, or an action run in the background. */
export interface TableJob {
  /** Names it in `path`. */
  id: string;
  /** What is being done. */
  kind: 'export' | 'action';
  /** The table's routePrefix. */
  table: string;
  /** For people: the table's name, or that of the action's button. */
  name: string;
  /** `waiting` and `processing` go on; the others are ends. */
  status: TableJobStatus;
  /** Rows in all; null until they have been counted. */
  total: number | null;
  /** Rows done. */
  entries: number;
  /** Of these, rows that an action failed on. */
  failed: number;
  /** Where the job can be read (GET) and cancelled (DELETE). */
  path: string;
  /** Once an export is finalized and while its file is kept: where the file is. */
  download: string | null;
  /** What became of it, in one sentence for a person; null while it goes on. */
  message: string | null;
  /** Of an action that has ended, where `path` is read: the first failures, at most a hundred; `failed` counts them all. */
  failures?: readonly ActionFailure[];
}

/** A row that an action failed on. */
export interface ActionFailure {
  /** The row. */
  dtRowId: string | number;
  /** What a person knows it by; missing where it has no text. */
  name?: string;
  /** Why, in one sentence for a person. */
  message: string;
}

/** `waiting` and `processing` go on; a job ends in one of the others, and stays there. */
export const tableJobStatuses = ['waiting', 'processing', 'finalized', 'failed', 'cancelled'] as const;
export type TableJobStatus = (typeof tableJobStatuses)[number];

export const openJobStatuses = ['waiting', 'processing'] as const satisfies readonly TableJobStatus[];

/** Whether a job goes on. */
export function isJobOpen({ status }: { readonly status: TableJobStatus }): boolean {
  return (openJobStatuses as readonly TableJobStatus[]).includes(status);
}

/** Of exported files, and of their names' endings. The first is the default. */
export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFileFormat = (typeof exportFormats)[number];

/** Format → Content-Type of the file. */
export const exportMediaTypes: Readonly<Record<ExportFileFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** 202: the answer of an export route. */
export interface ExportResponse {
  /** One sentence for a person. */
  message: string;
  /** The export that has begun, or an equal one that goes on. */
  export: TableJob;
}

/** 202: the answer of an action that runs in the background. */
export interface ActionJobResponse {
  /** One sentence for a person. */
  message: string;
  /** The action that has begun, or an equal one that goes on. */
  job: TableJob;
}

/** 200: the answer of an action. */
export interface ActionResponse {
  /** One sentence for a person. */
  message: string;
  /** Rows that the action was run for without a failure. */
  processed: number;
  /** The first failures, at most a hundred; `failedCount` counts them all. */
  failed: ActionFailure[];
  /** Rows that it failed on. */
  failedCount: number;
}
