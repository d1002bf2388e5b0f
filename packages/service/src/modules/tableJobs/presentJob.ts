import { isJobOpen, type TableJob } from '@rowhouse/table-protocol';
import { downloadToken } from './exports/downloadToken.ts';
import type { TableJobRow } from './tableJobsTable.ts';

/** A job as its owner sees it. */
export function presentJob(row: TableJobRow, secret: string, now: Date = new Date()): TableJob {
  const { id, kind, status } = row;

  return {
    id,
    kind,
    table: row.table_name,
    name: row.name,
    status,
    total: row.total === null ? null : Number(row.total),
    entries: Number(row.entries),
    failed: Number(row.failed),
    path: jobPath(kind, id),
    download: downloadPath(row, secret, now),
    // Before the end it says why the last attempt failed, which need not be the end.
    message: isJobOpen(row) ? null : row.message,
  };
}

function jobPath(kind: TableJob['kind'], id: string): string {
  return kind === 'export' ? `/api/exports/${id}` : `/api/actions/${id}`;
}

/** Null when there is no file, or it is kept no longer. */
export function downloadPath(row: TableJobRow, secret: string, now: Date = new Date()): string | null {
  const { id, kind, status, file, created_by: owner, expires_at: expires } = row;
  if (status !== 'finalized' || file === null || expires === null || expires <= now) return null;

  return `${jobPath(kind, id)}/download?token=${downloadToken(secret, { id, owner, expires })}`;
}
