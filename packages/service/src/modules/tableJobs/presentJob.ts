import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TableJob } from '@rowhouse/table-protocol';
import { isJobOpen, type JobView } from '@rowhouse/table-protocol/internal';
import type { Kysely } from 'kysely';
import { grantIds } from '../../kernel/access/Grant.ts';
import type { Database } from '../../kernel/database/Database.ts';
import type { EventBus, StoredJob } from '../../kernel/events/EventBus.ts';
import { type Reader, type StoredText, translateFor } from '../../kernel/language/translate.ts';
import { grantOf } from './jobGrant.ts';
import { type JobOutcome, jobTexts } from './jobOutcome.ts';
import type { TableJobRow } from './tableJob.ts';

/** A job as its owner sees it. */
export function presentJob(row: TableJobRow, secret: string, reader: Reader): TableJob {
  const { message, ...job } = storedJob(row, secret);

  return { ...job, message: message && translateFor(reader, message.text, message.parameters) };
}

/** The same before it is translated. */
export function storedJob(row: TableJobRow, secret: string, now: Date = new Date()): StoredJob {
  const { id, kind, status } = row;
  const view = kind === 'export' ? viewOf(row.payload) : null;

  return {
    id,
    kind,
    table: row.table_name,
    name: row.name,
    ...(kind !== 'import' && { rows: rowsOf(row.payload) }),
    ...(view && { view }),
    status,
    total: row.total === null ? null : Number(row.total),
    entries: Number(row.entries),
    failed: Number(row.failed),
    path: jobPath(kind, id),
    download: downloadPath(row, secret, now),
    // Until the job ends, the message is the failure of the last attempt, which may be retried.
    message: isJobOpen(row) || row.outcome === null ? null : textOf(row.outcome),
    ...(row.undo && isUndoable(row, now) && { undo: row.undo }),
  };
}

const hour = 3_600_000;

/** Changes are kept for a day from the first one, which an action makes when it starts. */
function isUndoable({ started_at: started }: TableJobRow, now: Date): boolean {
  return started !== null && now.getTime() - started.getTime() < 24 * hour;
}

/** Sends the job to the pages of its user, and programs, that may see it. */
export function publishJob(
  { events, secret }: { readonly events: EventBus; readonly secret: string },
  row: TableJobRow,
  transaction?: Kysely<Database>,
): Promise<void> {
  const event = { event: 'job', data: storedJob(row, secret), by: grantIds(grantOf(row)) } as const;

  return events.publish(row.created_by, event, transaction);
}

function textOf({ code, parameters }: JobOutcome): StoredText {
  return { text: jobTexts[code], ...(parameters && { parameters }) };
}

/** The rows that a request names. */
export function rowsOf(payload: unknown): NonNullable<TableJob['rows']> {
  const { only, where, internalFilters, meta } = Object(payload) as Record<string, unknown>;
  const { search } = Object(meta) as Record<string, unknown>;
  const isGiven = (value: unknown) =>
    typeof value === 'string' ? value.trim() !== '' : Object.keys(Object(value)).length > 0;
  if (isGiven(only)) return 'selected';

  return [where, internalFilters, search].some(isGiven) ? 'matching' : 'all';
}

const longestName = 200;

/** The view that was open when an export was requested; null without one. */
export function viewOf(payload: unknown): JobView | null {
  const { name, changed } = Object(Object(payload).view) as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') return null;

  return { name: name.trim().slice(0, longestName).toWellFormed(), ...(changed === true && { changed }) };
}

/** Kind → name of its jobs in paths and names of routes. */
export const jobPaths = { export: 'exports', action: 'actions', import: 'imports' } as const;

function jobPath(kind: TableJob['kind'], id: string): string {
  return `/api/${jobPaths[kind]}/${id}`;
}

/** Null if there is no file, or the file has expired. */
export function downloadPath(row: TableJobRow, secret: string, now: Date = new Date()): string | null {
  const { id, kind, status, file, created_by: owner, expires_at: expires } = row;
  if (status !== 'finalized' || file === null || expires === null || expires <= now) return null;

  return `${jobPath(kind, id)}/download?token=${downloadToken(secret, { id, owner, expires })}`;
}

interface Download {
  /** Id of the record. */
  readonly id: string;
  /** Id of the user who may download the file. */
  readonly owner: number;
  readonly expires: Date;
}

/** The token of a download link: its expiry, and a signature of the expiry, the file and the owner. */
export function downloadToken(secret: string, download: Download): string {
  const seconds = Math.floor(download.expires.getTime() / 1000);

  return `${seconds}.${signature(secret, { ...download, seconds }).toString('base64url')}`;
}

/** `forged`: not signed by this service for this file and owner. The signature is checked before anything else. */
export function checkDownloadToken(
  secret: string,
  token: string,
  { id, owner }: Omit<Download, 'expires'>,
  now: Date = new Date(),
): 'valid' | 'forged' | 'expired' {
  const [, digits = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const seconds = Number(digits);
  const expected = signature(secret, { id, owner, seconds });
  const received = Buffer.from(given, 'base64url');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return 'forged';

  return seconds * 1000 <= now.getTime() ? 'expired' : 'valid';
}

function signature(
  secret: string,
  { id, owner, seconds }: Omit<Download, 'expires'> & { seconds: number },
): Buffer {
  // The prefix names the purpose, so that other signatures made with the same secret do not match.
  return createHmac('sha256', secret)
    .update(`rowhouse export download\n${id}\n${owner}\n${seconds}`)
    .digest();
}
