/** Background work on a table: an export or an action. */
export interface TableJob {
  /** Identifies the job in `path`. */
  id: string;
  /** Kind of work. */
  kind: 'export' | 'action';
  /** `routePrefix` of the table. */
  table: string;
  /** Display name: that of the table, or of the action's button. */
  name: string;
  /** Which rows of the table; missing if unknown. */
  rows?: (typeof jobRows)[number];
  /** For an export: the saved view that was open; missing without one. */
  view?: JobView;
  /** `waiting` and `processing` are running; the others are final. */
  status: TableJobStatus;
  /** Total number of rows; null until they are counted. */
  total: number | null;
  /** Rows processed. */
  entries: number;
  /** Rows among them for which the action failed. */
  failed: number;
  /** Where the job can be read (GET) and cancelled (DELETE). */
  path: string;
  /** Path of the file of a finalized export, while it is kept. */
  download: string | null;
  /** Outcome as a sentence for users; null while running. */
  message: string | null;
  /** In responses of `path`, for an ended action: the first failures, at most 100; `failed` counts all. */
  failures?: readonly ActionFailure[];
}

/** A saved view, by the name that it had. */
export interface JobView {
  /** As users see it. */
  name: string;
  /** True if the table differed from the view. */
  changed?: boolean;
}

/** A row for which an action failed. */
export interface ActionFailure {
  /** Row identifier. */
  dtRowId: string | number;
  /** Display text of the row; missing if it has none. */
  name?: string;
  /** Reason as a sentence for users. */
  message: string;
}

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

/** 202: response of an export route. */
export interface ExportResponse {
  /** Sentence for users. */
  message: string;
  /** The started export, or an equal one that is running. */
  export: TableJob;
}

/** 202: response of a background action. */
export interface ActionJobResponse {
  /** Sentence for users. */
  message: string;
  /** The started action, or an equal one that is running. */
  job: TableJob;
}

/** 200: response of an action. */
export interface ActionResponse {
  /** Sentence for users. */
  message: string;
  /** Rows processed without a failure. */
  processed: number;
  /** The first failures, at most 100; `failedCount` counts all. */
  failed: ActionFailure[];
  /** Number of failed rows. */
  failedCount: number;
}

/** Rows of a job: those of the whole table, those that match a search or filters, or selected ones. */
export const jobRows = ['all', 'matching', 'selected'] as const;
